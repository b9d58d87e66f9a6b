"""The trace of a ladder: each rung, what it found, its score against the threshold, and why it was refused."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.model.resolution import Candidate, RungAttempt
from studio.engine.report.markup import Markup, el
from studio.engine.report.parts import chip, heads, needed, score
from studio.engine.report.words import VERDICTS, duration, rung_word

_SHOWN = 5


def ladder(trace: Sequence[RungAttempt]) -> Markup:
    """One row for each rung that was tried."""
    return el(
        "table",
        heads("Rung", "Score", "What it saw", "Time", "Verdict", numbers=frozenset({"Time"})),
        el("tbody", [_row(attempt) for attempt in trace]),
        class_="ladder",
    )


def _row(attempt: RungAttempt) -> Markup:
    state, word = VERDICTS[attempt.verdict]
    best = attempt.candidates[0] if attempt.candidates else None
    code = f" ({attempt.code.value})" if attempt.code else ""
    return el(
        "tr",
        el("th", rung_word(attempt.rung), scope="row"),
        el("td", _bar(best, attempt.threshold), class_="score"),
        el("td", _saw(attempt), class_="free"),
        el("td", duration(attempt.ms), class_="number"),
        el("td", chip(state, word + code)),
    )


def _bar(best: Candidate | None, threshold: float | None) -> Markup | None:
    """The best score as a bar, with a tick where the threshold lies."""
    if best is None and threshold is None:
        return None
    value = min(max(best.score if best else 0.0, 0.0), 1.0)
    limit = "" if threshold is None else f" | {needed(threshold)}"
    enough = threshold is None or value >= threshold
    tick = (
        None
        if threshold is None
        else el("rect", x=f"{min(threshold, 1) * 80 - 1:.1f}", width=2, height=14, class_="tick")
    )
    return el(
        "span",
        el(
            "svg",
            el("rect", y=3, width=80, height=8, class_="trough"),
            el("rect", y=3, width=f"{value * 80:.1f}", height=8, class_="bar" if enough else "bar weak"),
            tick,
            viewBox="0 0 80 14",
            width=80,
            height=14,
            aria_hidden="true",
        ),
        f" {score(best.score if best else None)}{limit}",
        class_="scored",
    )


def _saw(attempt: RungAttempt) -> Markup:
    """Its sentence, and its candidates where there is more to see than one."""
    several = attempt.candidates[:_SHOWN] if len(attempt.candidates) > 1 else ()
    more = len(attempt.candidates) - _SHOWN
    rest = el("li", f"and {more} more") if more > 0 else None
    only = _words(attempt.candidates[0]) if len(attempt.candidates) == 1 else ""
    listed = el("ol", [_candidate(c) for c in several], rest) if several else None
    return el("div", attempt.sentence or only, listed)


def _candidate(candidate: Candidate) -> Markup:
    return el("li", f"{score(candidate.score)} {_words(candidate)}")


def _words(candidate: Candidate) -> str:
    x, y = candidate.point
    label = f"“{candidate.label}” " if candidate.label else ""
    scale = f", scale {candidate.scale:.2f}" if candidate.scale != 1 else ""
    return f"{label}at {x}, {y}{scale}{f': {candidate.note}' if candidate.note else ''}"
