"""Everything that reads what others wrote, given half an hour of broken inputs, the same time each.

The long form is coverage guided and structure aware (`fuzz_child.py`), one child for each target in turn; the sample
mutates without looking at coverage. A fault is an exception that is not ours, an input that takes longer than 30 s or
3 GB, anything written outside of a scratch folder, started or connected to, and a page of ours that could do harm.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.safety.driver import PATIENCE_S, Tally, drive
from tests.bench.safety.targets import Target, targets
from tests.bench.table import Row

MINUTES = 30.0
SAMPLE = 40
_GRACE_S = 120.0
KEPT = Path(tempfile.gettempdir()) / "waymark-fuzz"
"""Where inputs that were not survived are put; tests/fixtures/fuzz keeps those that were mended."""


def run(sample: bool, minutes: float = MINUTES) -> list[Row]:
    """Figures of all targets."""
    tallies = {name: sampled(target) for name, target in targets().items()} if sample else _guided(minutes)
    rows = [Row(f"fuzz {name}: inputs", tally.inputs) for name, tally in tallies.items()]
    rows.append(Row("fuzz: inputs in all", sum(t.inputs for t in tallies.values())))
    rows.append(Row("fuzz: inputs that were taken as good", sum(t.taken for t in tallies.values())))
    rows.append(Row("fuzz: slowest input, s", max(t.slowest_s for t in tallies.values()), PATIENCE_S))
    rows.append(Row("fuzz: faults", sum(len(t.faults) for t in tallies.values()), 0))
    for name, tally in tallies.items():
        for _, said in tally.faults:
            print(f"{name}: {said}", file=sys.stderr)
    return rows


def sampled(target: Target, inputs: int = SAMPLE, seed: int = 1) -> Tally:
    """So many mutations of one target, always the same ones."""
    return drive(target, seed, lambda tally: tally.inputs < inputs)


def _guided(minutes: float) -> dict[str, Tally]:
    """All targets in turn, each for its share of the time."""
    tallies = {name: Tally() for name in targets()}
    for name, tally in tallies.items():
        _add(tally, name, minutes * 60 / len(tallies), int(time.time()))
        print(f"{name}: {tally.inputs} inputs, {len(tally.faults)} faults", file=sys.stderr, flush=True)
    return tallies


def _add(tally: Tally, name: str, seconds: float, seed: int) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        command = [sys.executable, "-m", "tests.bench.safety.fuzz_child", name, repr(seconds), str(seed), temporary]
        own = os.environ | {"TMPDIR": temporary}
        with (folder / "said").open("wb") as said:
            done = subprocess.run(
                command, stdout=said, stderr=said, check=False, timeout=seconds + _GRACE_S + PATIENCE_S, env=own
            )
        told = json.loads((folder / "tally.json").read_bytes()) if (folder / "tally.json").is_file() else {}
        tally.inputs += told.get("inputs", 0)
        tally.taken += told.get("taken", 0)
        tally.slowest_s = max(tally.slowest_s, told.get("slowest_s", 0.0))
        for text in sorted((folder / "faults").glob("*.txt")):
            tally.faults.append((text.with_suffix("").read_bytes(), text.read_text("utf-8")))
        if done.returncode:
            last = (folder / "said").read_text("utf-8", "replace")[-1500:]
            tally.faults.append((b"", f"the child ended with {done.returncode}: {last}"))
        if tally.faults:
            shutil.copytree(folder, KEPT, dirs_exist_ok=True, ignore=shutil.ignore_patterns("scratch", "corpus"))
