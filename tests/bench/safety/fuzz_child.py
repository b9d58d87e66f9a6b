"""`python -m tests.bench.safety.fuzz_child TARGET SECONDS SEED FOLDER`: one target, guided by coverage.

Mutations know the format (`mutations.py`) and, one in three, only bytes. libFuzzer ends the process where an input
hangs or takes too much memory. What happened is written to FOLDER: `tally.json`, and each fault with its input.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["studio"]):
    from tests.bench.safety.driver import PATIENCE_S, Tally, keep, try_one
    from tests.bench.safety.guard import only_inside
    from tests.bench.safety.targets import targets

MOST_MB = 3000


def main(name: str, seconds: float, seed: int, folder: Path) -> None:
    """Fuzz until the time is over; never returns."""
    target, tally = targets()[name], Tally()
    scratch, corpus = folder / "scratch", folder / "corpus"
    for number, good in enumerate(target.seeds):
        corpus.mkdir(parents=True, exist_ok=True)
        (corpus / str(number)).write_bytes(good)
    scratch.mkdir(parents=True, exist_ok=True)
    faults, told = 0, [0.0]

    def one(data: bytes) -> None:
        nonlocal faults
        with only_inside(scratch):
            try_one(target, data, scratch, tally)
        for found, said in tally.faults[faults:]:
            keep(folder / "faults", name, found, said)
        faults = len(tally.faults)
        if time.monotonic() - told[0] > 1:
            told[0] = time.monotonic()
            _tell(folder, tally)

    def mutated(data: bytes, most: int, at: int) -> bytes:
        random = Random(at)
        made = target.mutate(data, random) if random.random() < 0.67 else atheris.Mutate(data, most)
        return made[:most]

    limits = [
        f"-max_total_time={max(1, round(seconds))}",
        f"-seed={seed}",
        f"-timeout={PATIENCE_S:.0f}",
    ]
    limits += [f"-rss_limit_mb={MOST_MB}", f"-artifact_prefix={folder}/", "-max_len=200000", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *limits, str(corpus)], one, custom_mutator=mutated)
    _tell(folder, tally)
    atheris.Fuzz()


def _tell(folder: Path, tally: Tally) -> None:
    told = {"inputs": tally.inputs, "taken": tally.taken, "slowest_s": tally.slowest_s, "faults": len(tally.faults)}
    (folder / "tally.json").write_text(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
