"""Runs the cases: draws what is missing, then judges in small parts, in one process or several.

What is done so far is told on stderr and kept in `progress-ARMS.json`: a run that is stopped was not in vain.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import shutil
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from tests.bench.drift.corpus import DESKTOP, FAMILIES, Look, looks, recorded, wanted
from tests.bench.drift.desktops import desktop_looks, draw_desktop, targets
from tests.bench.drift.drawing import draw_missing
from tests.bench.drift.judging import Case, record, run_case
from tests.bench.drift.reading import KeptReader, kept_readings
from tests.bench.drift.store import FOLDER, folder_of, load
from tests.bench.drift.table import figures

SAMPLED = 24
"""One look in so many is run by `--sample`."""
LOOKS_EACH = 16
"""Looks that are judged in one go: both processes then end at about the same time."""
_KEPT_EVERY_S = 10.0

Facts = dict[str, dict[str, object]]
Answer = TypeVar("Answer")


class Stopped(Exception):
    """The run was stopped; `cases` are those that were done."""

    def __init__(self, cases: list[Case]) -> None:
        super().__init__(f"stopped after {len(cases)} cases")
        self.cases = cases


@dataclass(frozen=True)
class Part:
    """Some looks of one page in one arm."""

    page: str
    arm: str
    looks: tuple[Look, ...]


def run_all(options: argparse.Namespace, root: Path = FOLDER) -> list[Case]:
    """All cases that the options ask for. Raises EnvironmentUnable where something must be drawn without a browser,
    Stopped where a person stops it."""
    for page in options.pages if options.redraw else ():
        shutil.rmtree(root / page, ignore_errors=True)
    cases: list[Case] = []
    tell = _Progress(options, root)
    try:
        drawn = _spread(options.jobs, draw_page, [(page, options, root) for page in options.pages])
        for page, count in drawn:
            tell.drawn(page, count)
        parts = [part for page in options.pages for part in parts_of(page, options, root)]
        tell.begin(parts)
        for part, found in _spread(options.jobs, run_part, [(part, root) for part in parts]):
            cases += found
            tell.judged(part, cases)
    except KeyboardInterrupt:
        raise Stopped(cases) from None
    finally:
        tell.keep(cases)
    return cases


def _spread(jobs: int, work: Callable[..., Answer], items: Sequence[tuple[Any, ...]]) -> Iterator[Answer]:
    """The answers as they come, from so many processes."""
    if jobs == 1:
        yield from (work(*item) for item in items)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(work, *item) for item in items]):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


class _Progress:
    """Says what is done and how long the rest will take, and keeps the figures so far."""

    def __init__(self, options: argparse.Namespace, root: Path) -> None:
        self._file = root / f"progress-{'-'.join(options.arms)}.json"
        self._started = self._kept = time.monotonic()
        self._parts = self._done = 0

    def drawn(self, page: str, count: int) -> None:
        if count:
            self._say(f"{page}: {count} looks drawn")

    def begin(self, parts: Sequence[Part]) -> None:
        self._parts, self._started = len(parts), time.monotonic()

    def judged(self, part: Part, cases: Sequence[Case]) -> None:
        self._done += 1
        passed = time.monotonic() - self._started
        left = passed / self._done * (self._parts - self._done)
        wrong = sum(case.verdict == "acted_wrong" for case in cases)
        said = f"{self._done} of {self._parts} parts, {len(cases)} cases, {wrong} wrong"
        self._say(f"{said}, {passed:.0f} s, about {left:.0f} s more ({part.page}, {part.arm})")
        if time.monotonic() - self._kept > _KEPT_EVERY_S:
            self.keep(cases)

    def keep(self, cases: Sequence[Case]) -> None:
        """Write the figures of all cases so far."""
        self._kept = time.monotonic()
        self._file.parent.mkdir(parents=True, exist_ok=True)
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps({"parts": self._parts, "done": self._done, **figures(cases)}))
        new.replace(self._file)

    def _say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


def draw_page(page: str, options: argparse.Namespace, root: Path) -> tuple[str, int]:
    """Draw what is missing of one page or program; its name and how many looks that were. Raises EnvironmentUnable."""
    if page in DESKTOP:
        return page, draw_desktop(page, root) if _has_desktop(options) else 0
    first = draw_missing([recorded(page)], root)
    return page, first + draw_missing(chosen(page, options, root), root)


def facts_of(page: str, root: Path) -> Facts:
    """What the page's author tells of its targets."""
    told: list[dict[str, Any]] = json.loads((folder_of(recorded(page), root) / "truth.json").read_text())
    facts: Facts = told[0]["facts"]
    return {name: facts[name] for name in targets(facts)} if page in DESKTOP else facts


def _has_desktop(options: argparse.Namespace) -> bool:
    return any(kind in options.kinds for kind in FAMILIES["desktop"])


def chosen(page: str, options: argparse.Namespace, root: Path) -> list[Look]:
    """The looks of a page that are wanted; a sample is always the same, since it is drawn by their names."""
    if page in DESKTOP and not _has_desktop(options):
        return []
    facts = facts_of(page, root)
    every = [k for k in (desktop_looks(page) if page in DESKTOP else looks(page, facts)) if k.kind in options.kinds]
    return [look for look in every if zlib.crc32(repr(look).encode()) % options.every == 0]


def parts_of(page: str, options: argparse.Namespace, root: Path) -> Iterator[Part]:
    """The wanted looks of a page in each arm, some at a time. A remote display tells no structure."""
    wanted_looks = chosen(page, options, root)
    for arm in options.arms:
        of_arm = [look for look in wanted_looks if not (arm == "structure" and look.remote)]
        for start in range(0, len(of_arm), LOOKS_EACH):
            yield Part(page, arm, tuple(of_arm[start : start + LOOKS_EACH]))


def run_part(part: Part, root: Path) -> tuple[Part, list[Case]]:
    """The part, and all of its cases."""
    with kept_readings(root / "readings.sqlite") as reader:
        return part, list(_cases(part, root, reader))


def _cases(part: Part, root: Path, reader: KeptReader) -> Iterable[Case]:
    structure, facts = part.arm == "structure", facts_of(part.page, root)
    base = load(recorded(part.page), root)
    steps = {name: record(base, part.page, name, fact, structure=structure) for name, fact in facts.items()}
    for look in part.looks:
        shots = load(look, root)
        for name in steps:
            expected = wanted(look, name, facts[name], structure=structure)
            if expected is None or not all(s.knows(name) for s in shots):
                continue
            reader.begin()
            yield replace(run_case(steps[name], look, shots, expected), read_twice=reader.twice)
