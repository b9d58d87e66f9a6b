"""A `studio` command in a process of its own that tells its peak memory (MB) on the last line of stderr."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path


def measured(*arguments: str) -> tuple[float, float, str]:
    """Seconds, peak memory in MB and stdout of `studio ARGUMENTS…`. Raises CalledProcessError where it fails."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.child", *arguments], capture_output=True, text=True, check=True
    )
    return time.perf_counter() - started, float(done.stderr.splitlines()[-1]), done.stdout


def peak_mb() -> float:
    """The most memory that this process ever held, in MB (Linux)."""
    status = Path("/proc/self/status").read_text()
    match = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(match.group(1)) / 1024 if match else 0.0


if __name__ == "__main__":
    from studio.__main__ import main

    code = main(sys.argv[1:])
    sys.stderr.write(f"{peak_mb():.1f}\n")
    sys.exit(code)
