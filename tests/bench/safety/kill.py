"""`kill -9` at 200 random moments of recording, compiling, replaying, saving heals and editing; disks that are full or
read-only; two programs at work on the same thing. See `works.py` for what must hold afterwards.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.bench.table import Row

KILLS, TIMES = 200, 6
SAMPLE_KILLS, SAMPLE_TIMES = 5, 1


def run(sample: bool) -> list[Row]:
    """Figures of all works."""
    told = tried(*((SAMPLE_KILLS, SAMPLE_TIMES) if sample else (KILLS, TIMES)), seed=1)
    rows = []
    faults: list[str] = []
    for name, work in told["works"].items():
        for state, times in sorted(work["states"].items()):
            rows.append(Row(f"kill {name}: {state}", times))
        faults += work["faults"]
    rows.append(Row("kill: at random moments", sum(work["kills"] for work in told["works"].values())))
    rows.append(Row("kill: faults", len(faults), 0))
    for name, done in told["adverse"].items():
        rows.append(Row(f"{name}: tries", done["tries"]))
        rows.append(Row(f"{name}: faults", len(done["faults"]), 0))
        faults += done["faults"]
    for fault in faults:
        print(fault, file=sys.stderr)
    return rows


def tried(kills: int, times: int, seed: int) -> dict[str, Any]:
    """What a child that does it all tells (kill_child.py): it forks, so it must have no threads."""
    command = [sys.executable, "-m", "tests.bench.safety.kill_child", str(kills), str(times), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told
