"""Runs the cases: draws what is missing, then judges page by page, in one process or several."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import zlib
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.bench.drift.corpus import DESKTOP, FAMILIES, Look, looks, recorded, wanted
from tests.bench.drift.desktops import desktop_looks, draw_desktop, targets
from tests.bench.drift.drawing import draw_missing
from tests.bench.drift.judging import Case, record, run_case
from tests.bench.drift.reading import kept_readings
from tests.bench.drift.store import FOLDER, folder_of, load

SAMPLED = 24
"""One look in so many is run by `--sample`."""

Facts = dict[str, dict[str, object]]


def run_all(options: argparse.Namespace, root: Path = FOLDER) -> list[Case]:
    """All cases that the options ask for. Raises EnvironmentUnable where something must be drawn without a browser."""
    for page in options.pages if options.redraw else ():
        shutil.rmtree(root / page, ignore_errors=True)
    pages = [page for page in options.pages if page not in DESKTOP]
    draw_missing([recorded(page) for page in pages], root)
    draw_missing([look for page in pages for look in chosen(page, options, root)], root)
    for program in (page for page in options.pages if page in DESKTOP and _has_desktop(options)):
        draw_desktop(program, root)
    work = [(page, options, root) for page in options.pages]
    if options.jobs == 1:
        return [case for item in work for case in run_page(*item)]
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        return [case for of in pool.map(run_page, *zip(*work, strict=True)) for case in of]


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


def run_page(page: str, options: argparse.Namespace, root: Path) -> list[Case]:
    """All cases of one page, in both arms."""
    with kept_readings(root / "readings.sqlite"):
        cases = [case for arm in options.arms for case in _of_arm(page, options, root, structure=arm == "structure")]
    print(f"{page}: {len(cases)} cases", file=sys.stderr, flush=True)
    return cases


def _of_arm(page: str, options: argparse.Namespace, root: Path, *, structure: bool) -> Iterable[Case]:
    wanted_looks = chosen(page, options, root)
    if not wanted_looks:
        return
    facts = facts_of(page, root)
    base = load(recorded(page), root)
    steps = {name: record(base, page, name, fact, structure=structure) for name, fact in facts.items()}
    for look in wanted_looks:
        if structure and look.remote:
            continue  # a remote display tells no structure
        shots = load(look, root)
        for name in steps:
            expected = wanted(look, name, facts[name], structure=structure)
            if expected is None or not all(s.knows(name) for s in shots):
                continue
            case = run_case(steps[name], look, shots, expected)
            if case is not None:
                yield case
