"""Figures of many cases: verdicts by arm, family, kind and rung, costs, and the same as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median, quantiles
from typing import Any

from tests.bench.drift.corpus import FAMILIES, is_calibration
from tests.bench.drift.judging import HALTED, NEEDLESS, NOT_SHOWN, RIGHT, VERDICTS, WRONG, Case

_TEXT_RUNGS = ("template", "template_global", "ocr", "geometry")


def figures(cases: Sequence[Case]) -> dict[str, Any]:
    """Everything that is reported, by arm."""
    arms = sorted({case.arm for case in cases})
    return {"arms": {arm: _of_arm([c for c in cases if c.arm == arm]) for arm in arms}}


def shown(cases: Iterable[Case]) -> list[Case]:
    """The cases without those whose target no frame shows."""
    return [case for case in cases if case.verdict != NOT_SHOWN]


def counts(cases: Iterable[Case]) -> dict[str, Any]:
    """Cases and verdicts, and the shares that the targets speak of."""
    cases = list(cases)
    said = Counter(case.verdict for case in cases)
    must_act = [c for c in cases if c.expected == "act"]
    needless = sum(c.verdict == NEEDLESS for c in must_act)
    return {
        "cases": len(cases),
        **{verdict: said[verdict] for verdict in VERDICTS},
        "right": round((said[RIGHT] + said[HALTED]) / max(len(cases), 1), 4),
        "needless": round(needless / max(len(must_act), 1), 4),
    }


def _of_arm(every: list[Case]) -> dict[str, Any]:
    cases = shown(every)
    kinds = [kind for family in FAMILIES.values() for kind in family]
    other = sorted({c.look.kind for c in cases} - set(kinds))
    return {
        **counts(cases),
        NOT_SHOWN: len(every) - len(cases),
        "by_part": {
            "calibration": counts(c for c in cases if is_calibration(c.look.page)),
            "report": counts(c for c in cases if not is_calibration(c.look.page)),
        },
        "by_family": {name: counts(of) for name, family in FAMILIES.items() if (of := _kinds(cases, family))},
        "by_kind": {kind: counts(of) for kind in (*kinds, *other) if (of := _kinds(cases, (kind,)))},
        "by_rung": {how: counts(c for c in cases if c.how == how) for how in sorted({c.how for c in cases})},
        "ms": _costs(cases),
    }


def _kinds(cases: Iterable[Case], kinds: Sequence[str]) -> list[Case]:
    return [case for case in cases if case.look.kind in kinds]


def _costs(cases: list[Case]) -> dict[str, Any]:
    """CPU ms: of each rung that was asked (also in vain), of a whole case; and how often a whole frame was read."""
    drifted = [c for c in cases if c.look.kind != "same"]
    asked = {rung: [ms for c in drifted for name, ms in c.rungs if name == rung] for rung in _TEXT_RUNGS}
    every = [ms for of in asked.values() for ms in of]
    return {
        **{rung: spread(of) for rung, of in asked.items() if of},
        "vision rungs": spread(every),
        "case": spread([c.ms for c in drifted]),
        "whole frames read": sum(c.full_reads for c in cases),
        "pictures read twice": sum(c.read_twice for c in cases),
    }


def spread(values: list[float]) -> dict[str, float]:
    """How many, their median and their 95 % quantile."""
    if len(values) < 2:
        return {"n": len(values), "median": values[0] if values else 0.0, "p95": values[0] if values else 0.0}
    return {"n": len(values), "median": round(median(values), 1), "p95": round(quantiles(values, n=20)[-1], 1)}


def print_figures(told: dict[str, Any]) -> None:
    """The table, one block an arm."""
    for arm, of in told["arms"].items():
        print(f"\n{arm}: {of['cases']} cases, right {of['right']:.1%}, needless halts {of['needless']:.1%}, ", end="")
        print(f"acted wrong {of[WRONG]}; {of[NOT_SHOWN]} more not asked, since no frame shows the target")
        print(f"{'':<26}{'cases':>7}{'acted':>8}{'halted':>8}{'needless':>10}{'WRONG':>7}{'right':>9}")
        for title in ("by_part", "by_family", "by_kind", "by_rung"):
            print(f"  {title.replace('_', ' ')}")
            for name, row in of[title].items():
                cells = f"{row['cases']:>7}{row[RIGHT]:>8}{row[HALTED]:>8}{row[NEEDLESS]:>10}{row[WRONG]:>7}"
                print(f"    {name:<22}{cells}{row['right']:>9.1%}")
        for name, row in of["ms"].items():
            line = f"median {row['median']:.0f}, p95 {row['p95']:.0f} ({row['n']})" if isinstance(row, dict) else row
            print(f"    ms {name:<19}{line}")
