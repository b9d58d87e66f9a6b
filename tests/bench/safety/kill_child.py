"""`python -m tests.bench.safety.kill_child KILLS TIMES SEED`: kills at random moments; prints one JSON object."""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from random import Random

import cv2

from tests.bench.safety.adverse import adverse
from tests.bench.safety.forked import ended, killed, killed_at, seconds, started
from tests.bench.safety.works import Material, Work

_TRIES = 4
"""Works that end before they are killed do not count; so many are begun for each kill at most."""


def main(kills: int, times: int, seed: int) -> int:
    """Kill so often, spread evenly over the works and their time; try each adversity so many `times`."""
    cv2.setNumThreads(1)  # a child has no threads of its parent
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(sys.stderr):
        root = Path(folder)
        material = Material(root)
        works = material.works()
        shares = {work.name: len(range(number, kills, len(works))) for number, work in enumerate(works)}
        told = {
            "works": {work.name: _killed(work, root / work.name, shares[work.name], random) for work in works},
            "adverse": adverse(material, root / "adverse", random, times),
        }
    sys.stdout.write(json.dumps(told))
    return 0


def _killed(work: Work, folder: Path, kills: int, random: Random) -> dict[str, object]:
    """Half of the moments are drawn from the time that it takes, half from the changes that it makes to files."""
    folder.mkdir()
    takes, changes = _measured(work, folder)
    states: Counter[str] = Counter()
    faults = []
    hit = number = 0
    while hit < kills and number < _TRIES * kills:
        at, said, verdict = _place(work, folder, str(number)), folder / "said", folder / f"{number}.verdict"
        child = started(partial(work.do, at), said)
        if number % 2:
            moment = f"{(after := random.random() * takes):.3f} s"
            cut = killed(child, after)
        else:
            moment = f"{(change := random.randint(1, changes))} changes of files"
            cut, _ = killed_at(child, at, change)
        if code := ended(started(partial(_judged, work, at, verdict), said)):
            faults.append(f"{work.name}, killed after {moment}: {said.read_text('utf-8', 'replace')[-2000:]}")
        states["fault" if code else verdict.read_text() if cut else "ended before"] += 1
        hit, number = hit + cut, number + 1
    return {"kills": hit, "takes_s": takes, "changes": changes, "states": states, "faults": faults}


def _measured(work: Work, folder: Path) -> tuple[float, int]:
    """How long it takes, and how many changes of files can be seen meanwhile."""
    takes = seconds(partial(work.do, _place(work, folder, "timed")), folder / "said")
    watched = _place(work, folder, "watched")
    _, changes = killed_at(started(partial(work.do, watched), folder / "said"), watched, sys.maxsize)
    return takes, max(changes, 1)


def _place(work: Work, folder: Path, name: str) -> Path:
    at = folder / name
    at.mkdir()
    work.begin(at)
    return at


def _judged(work: Work, at: Path, verdict: Path) -> int:
    verdict.write_text(work.judge(at))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
