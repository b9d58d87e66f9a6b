"""The marks on the picture: what the whole ladder came to, or the evidence of one rung alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Candidate, Refusal, Resolution, Rung, RungAttempt
from studio.ui.ladder.seen import Seen
from studio.ui.widgets.marks import Mark, MarkKind, point_mark
from studio.ui.words import tr

_MOST = 8
_PREDICTED = 8
"""px: the landmarks' rung tells a point that is predicted as a square of this size: no place that was seen."""
_PICTURES = (Rung.TEMPLATE, Rung.TEMPLATE_GLOBAL)


@dataclass(frozen=True)
class Layers:
    """What is drawn beside the answer."""

    landmarks: bool = True
    alike: bool = True
    search: bool = False


def marks_of_seen(anchor: Anchor, seen: Seen, layers: Layers, rung: Rung | None = None) -> tuple[Mark, ...]:
    """The marks for one look; with a `rung`, only what that one found."""
    attempt = next((a for a in seen.ladder.attempts if a.rung is rung), None)
    made = [*_search(anchor, seen)] if layers.search else []
    if attempt is not None:
        return (*made, *_of_rung(anchor, seen, attempt))
    answer = seen.ladder.answer
    if isinstance(answer, Resolution):
        made += _answer(anchor, answer)
    else:
        made += _refused(seen, answer)
    if layers.landmarks:
        made += _landmarks(anchor, seen)
    if layers.alike:
        made += _alike(seen)
    return tuple(made)


def _answer(anchor: Anchor, answer: Resolution) -> list[Mark]:
    x, y = answer.point
    made = [Mark(MarkKind.TARGET, answer.region, tr("acts at ({x}, {y})", x=x, y=y)), point_mark(answer.point)]
    row = anchor.identifier_region
    if row is not None and answer.identity == "match" and answer.scale == 1.0:
        shift = answer.point.x - anchor.click_point.x, answer.point.y - anchor.click_point.y
        made.append(Mark(MarkKind.IDENTITY, row.moved(*shift)))
    return made


def _refused(seen: Seen, answer: Refusal) -> list[Mark]:
    """The places that were considered, numbered, and where it stood or is."""
    places = _distinct([c for c in answer.candidates if min(c.region.w, c.region.h) > _PREDICTED])
    made = [Mark(MarkKind.LOOKALIKE, c.region, _said(c), number=n) for n, c in enumerate(places, start=1)]
    expected = seen.simulated.expected if seen.simulated else None
    if expected is not None:
        made.append(Mark(MarkKind.NOTHING, expected, tr("it is here")))
    return made


def _landmarks(anchor: Anchor, seen: Seen) -> list[Mark]:
    geometry = next((a for a in seen.ladder.attempts if a.rung is Rung.GEOMETRY), None)
    found = [_landmark(anchor, c) for c in (geometry.candidates if geometry else ())]
    return [replace(mark, label="") for mark in found if mark is not None]


def _landmark(anchor: Anchor, told: Candidate) -> Mark | None:
    """About where the text of a landmark was read: its candidate tells what it predicts."""
    known = next((m for m in anchor.landmarks if m.ocr_text == told.label), None)
    if known is None or known.dx_px is None or known.dy_px is None:
        return None
    centre = told.point.moved(-known.dx_px * told.scale, -known.dy_px * told.scale)
    width, height = max(16, 7 * len(known.ocr_text)) * told.scale, 18 * told.scale
    place = Region.around(centre, round(width), round(height))
    return Mark(MarkKind.LANDMARK, place, known.ocr_text, told.point)


def _alike(seen: Seen) -> list[Mark]:
    """Other places that look like the target, or say its label."""
    answer = seen.ladder.answer
    if not isinstance(answer, Resolution):
        return []
    attempts = [a for a in seen.ladder.attempts if a.rung in (*_PICTURES, Rung.OCR)]
    others = [c for a in attempts for c in a.candidates if c.score >= (a.threshold or 0.85)]
    others = [c for c in _distinct(others) if not c.region.overlaps(answer.region)]
    return [Mark(MarkKind.LOOKALIKE, c.region, number=n) for n, c in enumerate(others, start=2)]


def _of_rung(anchor: Anchor, seen: Seen, attempt: RungAttempt) -> list[Mark]:
    if attempt.rung is Rung.GEOMETRY:
        made = [mark for c in attempt.candidates if (mark := _landmark(anchor, c)) is not None]
    else:
        found = _distinct(attempt.candidates)
        made = [Mark(MarkKind.LOOKALIKE, c.region, _said(c), number=n) for n, c in enumerate(found, start=1)]
    point = seen.ladder.points.get(attempt.rung)
    if point is not None:
        place = Region.around(point, 24, 24)
        made += [Mark(MarkKind.TARGET, place, tr("acts at ({x}, {y})", x=point.x, y=point.y)), point_mark(point)]
    return made


def _search(anchor: Anchor, seen: Seen) -> list[Mark]:
    area = anchor.region.padded(anchor.search_pad).clamped(seen.frame.size)
    return [Mark(MarkKind.SEARCH, area, tr("looked at first"))] if area.area else []


def _said(told: Candidate) -> str:
    return f"{told.score:.2f} “{told.label}”" if told.label else f"{told.score:.2f}"


def _distinct(candidates: tuple[Candidate, ...] | list[Candidate]) -> list[Candidate]:
    """Each place once, best first as they came."""
    kept: list[Candidate] = []
    for told in candidates:
        if not any(told.region.overlaps(k.region) for k in kept):
            kept.append(told)
    return kept[:_MOST]
