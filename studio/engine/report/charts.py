"""Two charts as inline SVG: where the time went, and how targets were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from studio.engine.model.results import PhaseTimes, StepResult
from studio.engine.report.markup import Markup, el
from studio.engine.report.words import PHASES, RUNGS, duration

_WIDTH = 400


def phase_totals(steps: Sequence[StepResult]) -> dict[str, float]:
    """ms of each phase over all steps."""
    return {field: sum(float(getattr(s.times, field)) for s in steps) for field, _ in PHASES}


def time_bar(times: PhaseTimes, longest_ms: float) -> Markup:
    """One step's phases in a row, as long as its share of the longest step."""
    parts = [(field, float(getattr(times, field))) for field, _ in PHASES]
    label = ", ".join(f"{name} {duration(getattr(times, field))}" for field, name in PHASES)
    return _stack(parts, longest_ms, label, height=10)


def phase_chart(totals: dict[str, float]) -> Markup:
    """All phases in one bar."""
    whole = sum(totals.values())
    label = ", ".join(f"{name} {duration(totals[field])}" for field, name in PHASES)
    return _stack(list(totals.items()), whole, label, height=22)


def _stack(parts: Sequence[tuple[str, float]], whole: float, label: str, *, height: int) -> Markup:
    x, bars = 0.0, []
    for field, ms in parts:
        width = _WIDTH * ms / whole if whole > 0 else 0.0
        if width > 0:
            drawn = max(width - 1, 0.8)
            bars.append(el("rect", x=f"{x:.1f}", width=f"{drawn:.1f}", height=height, class_=f"phase-{field}"))
        x += width
    box = f"0 0 {_WIDTH} {height}"
    return el(
        "svg",
        bars,
        viewBox=box,
        class_="stack",
        role="img",
        aria_label=label,
        preserveAspectRatio="none",
        height=height,
    )


def rung_counts(steps: Sequence[StepResult]) -> Counter[str]:
    """How many steps each rung found."""
    return Counter(s.rung for s in steps if s.rung is not None)


def rung_chart(steps: Sequence[StepResult]) -> Markup:
    """One bar for each rung that was used, strongest rung first; the first three always stand there."""
    counts = rung_counts(steps)
    always = ("structural", "template", "ocr")
    rows = [(word, counts.get(rung, 0)) for rung, word in RUNGS.items() if rung in always or counts.get(rung)]
    rows += [(rung, n) for rung, n in counts.items() if rung not in RUNGS]
    most = max([n for _, n in rows] or [1]) or 1
    bars = [_rung_row(i, word, n, most) for i, (word, n) in enumerate(rows)]
    label = ", ".join(f"{word} {n}" for word, n in rows)
    return el("svg", bars, viewBox=f"0 0 {_WIDTH} {len(rows) * 24}", class_="bars", role="img", aria_label=label)


def _rung_row(index: int, word: str, number: int, most: int) -> Markup:
    y, start, room = index * 24, 130, _WIDTH - 130 - 32
    return el(
        "g",
        el("text", word, x=0, y=y + 16, class_="name"),
        el("rect", x=start, y=y + 6, width=room, height=12, class_="trough"),
        el("rect", x=start, y=y + 6, width=f"{room * number / most:.1f}", height=12, class_="bar"),
        el("text", number, x=_WIDTH, y=y + 16, text_anchor="end", class_="number"),
    )
