"""Drives targets with mutations of good files: within a scratch folder, in bounded time, every fault kept."""

from __future__ import annotations

import hashlib
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType

from tests.bench.safety.guard import Outside, only_inside
from tests.bench.safety.targets import Target

PATIENCE_S = 30.0
"""No input takes longer, on a busy machine too."""


class Hangs(BaseException):
    """An input took longer than PATIENCE_S. No `except Exception` swallows it."""


@dataclass
class Tally:
    """What came of the inputs of one target; `faults` has the inputs with what went wrong."""

    inputs: int = 0
    taken: int = 0
    slowest_s: float = 0.0
    faults: list[tuple[bytes, str]] = field(default_factory=list)


def drive(target: Target, seed: int, goes_on: Callable[[Tally], bool], kept: Path | None = None) -> Tally:
    """Mutate and try while `goes_on`. Mutations of what was taken are mutated again. Faults are kept in `kept`."""
    random, tally, pool = Random(seed), Tally(), list(target.seeds)
    with tempfile.TemporaryDirectory() as folder, only_inside(Path(folder)):
        for good in target.seeds:
            try_one(target, good, Path(folder), tally)
        while goes_on(tally):
            data = random.choice(pool)
            for _ in range(random.choice((1, 1, 2))):
                data = target.mutate(data, random)
            if try_one(target, data, Path(folder), tally) and len(data) < 100_000:
                pool[len(target.seeds) :] = [*pool[len(target.seeds) :], data][-50:]
    for data, said in tally.faults if kept is not None else ():
        keep(kept, target.name, data, said)  # type: ignore[arg-type]
    return tally


def try_one(target: Target, data: bytes, scratch: Path, tally: Tally) -> bool:
    """Whether it was taken; a fault is noted once for each place in the source."""
    started = time.perf_counter()
    taken = False
    try:
        with _in_time():
            taken = target(data, scratch)
    except (Exception, Outside, Hangs) as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {error!s:.200}"
        known = {known.partition(": ")[0] for _, known in tally.faults}
        if said.partition(": ")[0] not in known:
            tally.faults.append((data, said + "\n" + "".join(traceback.format_exception(error)[-6:])))
    tally.inputs += 1
    tally.taken += taken
    tally.slowest_s = max(tally.slowest_s, time.perf_counter() - started)
    return taken


def keep(folder: Path, name: str, data: bytes, said: str) -> None:
    """The input, to be mended and then stored with the tests; and what it did."""
    stem = folder / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    stem.write_bytes(data)
    stem.with_suffix(".txt").write_text(said, "utf-8", "backslashreplace")


@contextmanager
def _in_time() -> Iterator[None]:
    def over(_number: int, _frame: FrameType | None) -> None:
        raise Hangs(f"more than {PATIENCE_S:g} s")

    former = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
