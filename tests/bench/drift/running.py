"""Runs the cases: draws what is missing, then judges page by page, in one process or several."""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.bench.drift.corpus import Look, looks, recorded, wanted
from tests.bench.drift.drawing import draw_missing
from tests.bench.drift.judging import Case, record, run_case
from tests.bench.drift.reading import kept_readings
from tests.bench.drift.store import FOLDER, folder_of, load

SAMPLED = 15
"""One case in so many is run by `--sample`."""

Facts = dict[str, dict[str, object]]


def run_all(options: argparse.Namespace, root: Path = FOLDER) -> list[Case]:
    """All cases that the options ask for. Raises EnvironmentUnable where something must be drawn without a browser."""
    draw_missing([recorded(page) for page in options.pages], root)
    draw_missing([look for page in options.pages for look in chosen(page, options, root)], root)
    work = [(page, options, root) for page in options.pages]
    if options.jobs == 1:
        return [case for item in work for case in run_page(*item)]
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        return [case for of in pool.map(run_page, *zip(*work, strict=True)) for case in of]


def facts_of(page: str, root: Path) -> Facts:
    """What the page's author tells of its targets."""
    told: list[dict[str, Any]] = json.loads((folder_of(recorded(page), root) / "truth.json").read_text())
    facts: Facts = told[0]["facts"]
    return facts


def chosen(page: str, options: argparse.Namespace, root: Path) -> list[Look]:
    """The looks of a page that are wanted; of a sample only those that one of its cases needs."""
    facts = facts_of(page, root)
    every = [look for look in looks(page, facts) if look.kind in options.kinds]
    if not options.sample:
        return every
    return [look for look in every if any(sampled(look, t, options) for t in facts)]


def sampled(look: Look, target: str, options: argparse.Namespace) -> bool:
    """Whether the case belongs to the run; by its name, so that a sample is always the same."""
    return not options.sample or zlib.crc32(repr((look, target)).encode()) % SAMPLED == 0


def run_page(page: str, options: argparse.Namespace, root: Path) -> list[Case]:
    """All cases of one page, in both arms."""
    with kept_readings(root / "readings.sqlite"):
        cases = [case for arm in options.arms for case in _of_arm(page, options, root, structure=arm == "structure")]
    print(f"{page}: {len(cases)} cases", file=sys.stderr, flush=True)
    return cases


def _of_arm(page: str, options: argparse.Namespace, root: Path, *, structure: bool) -> Iterable[Case]:
    facts = facts_of(page, root)
    base = load(recorded(page), root)
    steps = {name: record(base, page, name, fact, structure=structure) for name, fact in facts.items()}
    for look in chosen(page, options, root):
        if structure and look.remote:
            continue  # a remote display tells no structure
        shots = load(look, root)
        for name in steps:
            expected = wanted(look, name, facts[name], structure=structure)
            if expected is None or not sampled(look, name, options):
                continue
            case = run_case(steps[name], look, shots, expected)
            if case is not None:
                yield case
