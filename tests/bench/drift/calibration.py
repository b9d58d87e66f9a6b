"""Whether the robustness on a step's card tells what happens: of the steps of each level, how many held under drift.

The card shows on how many of five altered screens a step finds its target, by picture alone (`studio.engine.whatif`).
A step held in a case where it must act and acted right. The pages that serve to choose thresholds count apart.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from studio.engine.whatif import COUNTED, Outcome, Robustness, tried
from tests.bench.drift.corpus import ACT, is_calibration, recorded
from tests.bench.drift.judging import RIGHT, WRONG, Case, record
from tests.bench.drift.reading import kept_readings
from tests.bench.drift.running import facts_of
from tests.bench.drift.store import FOLDER, load

Key = tuple[str, str, str]
"""Arm, page, target."""
LEAST = 20
"""Cases from which the share of a level says something."""
SLACK = 0.02
"""By so much a level may stay behind a lower one and still count as in order: a case or two of fifty."""


@dataclass(frozen=True)
class Level:
    """All steps whose cards show so many full dots: how many they are, and what came of them under drift."""

    dots: int
    steps: int
    cases: int
    held: int
    wrong: int

    @property
    def share(self) -> float:
        """Held of all, 0 to 1."""
        return self.held / max(self.cases, 1)


def robustness_of(cases: Iterable[Case], root: Path = FOLDER) -> dict[Key, Robustness]:
    """What the card of each step that occurs in the cases would show."""
    keys = sorted({(case.arm, case.look.page, case.target) for case in cases})
    found: dict[Key, Robustness] = {}
    with kept_readings(root / "readings.sqlite"):
        for arm, page, target in keys:
            shots, facts = load(recorded(page), root), facts_of(page, root)
            one = record(shots, page, target, facts[target], structure=arm == "structure")
            found[arm, page, target] = tried(one.step, one.shot.frame, one.crops)
    return found


def dots(known: Robustness) -> int:
    """Full dots of five; a screen that the change does not touch counts as those that were tried."""
    return round(known.right / max(known.of, 1) * len(COUNTED))


def levels(cases: Sequence[Case], known: Mapping[Key, Robustness]) -> tuple[Level, ...]:
    """The levels that occur, fewest dots first. Only drifted cases in which the step must act count."""
    counted = [c for c in cases if c.expected == ACT and not is_undrifted(c)]
    of: dict[int, list[Case]] = {}
    for case in counted:
        of.setdefault(dots(known[_key(case)]), []).append(case)
    return tuple(_level(number, of[number]) for number in sorted(of))


def is_undrifted(case: Case) -> bool:
    """Whether the screen is as it was recorded."""
    return case.look == recorded(case.look.page)


def _level(number: int, cases: list[Case]) -> Level:
    said = Counter(case.verdict for case in cases)
    return Level(number, len({_key(c) for c in cases}), len(cases), said[RIGHT], said[WRONG])


def _key(case: Case) -> Key:
    return case.arm, case.look.page, case.target


def are_in_order(found: Sequence[Level]) -> bool:
    """Whether more dots never held less, among the levels with enough cases."""
    shares = [level.share for level in found if level.cases >= LEAST]
    return all(b >= a - SLACK for a, b in pairwise(shares))


def calibration(cases: Sequence[Case], options: argparse.Namespace, root: Path = FOLDER) -> dict[str, Any]:
    """The figures by arm: all pages, those for choosing, those for reporting, and how the altered screens ended."""
    known = robustness_of(cases, root)
    return {arm: _of_arm([c for c in cases if c.arm == arm], known) for arm in options.arms}


def _of_arm(cases: list[Case], known: Mapping[Key, Robustness]) -> dict[str, Any]:
    parts = {
        "all": cases,
        "calibration": [c for c in cases if is_calibration(c.look.page)],
        "report": [c for c in cases if not is_calibration(c.look.page)],
    }
    keys = {_key(case) for case in cases}
    return {
        **{name: _told(levels(part, known)) for name, part in parts.items()},
        "screens": {kind.value: _ends(kind, [known[key] for key in keys]) for kind in COUNTED},
    }


def _told(found: Sequence[Level]) -> dict[str, Any]:
    rows = [{**asdict(level), "share": round(level.share, 4)} for level in found]
    return {"levels": rows, "in_order": are_in_order(found)}


def _ends(kind: Any, known: Sequence[Robustness]) -> dict[str, int]:
    said = Counter(one.outcomes[kind] for one in known)
    return {outcome.value: said[outcome] for outcome in Outcome if said[outcome]}


def print_calibration(told: Mapping[str, Any]) -> None:
    """A block an arm: steps, cases and the share that held by dots."""
    for arm, of in told.items():
        print(f"\ncalibration, {arm}")
        for part in ("all", "calibration", "report"):
            order = "in order" if of[part]["in_order"] else "NOT in order"
            print(f"  {part} ({order})\n{'':<8}dots{'steps':>8}{'cases':>8}{'held':>8}{'share':>9}")
            for row in of[part]["levels"]:
                print(f"{row['dots']:>12}{row['steps']:>8}{row['cases']:>8}{row['held']:>8}{row['share']:>9.1%}")
        for kind, ends in of["screens"].items():
            print(f"    {kind:<14}" + ", ".join(f"{outcome} {n}" for outcome, n in ends.items()))
