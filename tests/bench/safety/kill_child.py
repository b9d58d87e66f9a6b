"""`python -m tests.bench.safety.kill_child KILLS TIMES SEED`: kills at random moments; prints one JSON object."""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

import cv2

from tests.bench.safety.adverse import adverse
from tests.bench.safety.forked import ended, killed, seconds, started
from tests.bench.safety.works import Material, Work

_MEASURED = 2


def main(kills: int, times: int, seed: int) -> int:
    """Kill so often, spread evenly over the works and their time; try each adversity so many `times`."""
    cv2.setNumThreads(1)  # a child has no threads of its parent
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        with redirect_stdout(sys.stderr):
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
    folder.mkdir()
    said, takes = folder / "said", 0.0
    for number in range(_MEASURED):
        at = folder / f"measured{number}"
        at.mkdir()
        work.begin(at)
        takes = max(takes, seconds(lambda: work.do(at), said))  # noqa: B023 (called at once)
    states: Counter[str] = Counter()
    faults = []
    for number in range(kills):
        at = folder / str(number)
        at.mkdir()
        work.begin(at)
        moment = random.random() * takes
        cut = killed(started(lambda: work.do(at), said), moment)  # noqa: B023
        verdict = folder / f"{number}.verdict"
        code = ended(started(lambda: verdict.write_text(work.judge(at)) * 0, said))  # noqa: B023
        if code:
            faults.append(f"{work.name}, killed after {moment:.3f} s: {said.read_text('utf-8', 'replace')[-2000:]}")
        states[verdict.read_text() if not code else "fault"] += 1
        states["ended before"] += not cut
    return {"kills": kills, "takes_s": takes, "states": states, "faults": faults}


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
