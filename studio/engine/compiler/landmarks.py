"""Chooses the texts around a target from which its place can be measured again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from studio.engine.compiler.texts import as_label, gap, is_cut, readable, same, stable, without_glyphs
from studio.engine.compiler.values import Variables, constant_part
from studio.engine.model.anchor import Landmark
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.text import squash

MOST = 4
"""Landmarks per anchor."""

MOST_NEARBY = 40
"""Texts remembered as surroundings: what stands elsewhere is another control, never the target under a new name."""

FAR_PX = 420
"""A text farther away moves on its own; it is taken only where fewer than `FEWEST` are nearer."""

FEWEST = 2

REPEATED_PX = 250
"""A text that stands more than once counts as this much farther away."""

LONGEST = 48
"""Letters of a landmark at most: sentences wrap and change."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where landmarks are looked for: crop, control, click point and frame's size (px), and what may not be one.

    `own` is the target's label, `content` the squashed texts that vary with the data, `values` what was typed.
    """

    crop: Region
    control: Region
    point: Point
    size: tuple[int, int]
    own: str | None
    content: frozenset[str]
    values: Variables


def landmarks(texts: Sequence[TextRun], place: Place) -> tuple[Landmark, ...]:
    """Up to four stable texts outside of the crop, nearest first, unique ones preferred; far ones only if needed."""
    seen = Counter(squash(run.text) for run in texts)

    def cost(run: TextRun) -> float:
        return gap(run.region, place.crop) + REPEATED_PX * (seen[squash(run.text)] > 1)

    usable = sorted((run for run in texts if _is_landmark(run, place)), key=cost)
    chosen = [run for number, run in enumerate(_distinct(usable)) if number < FEWEST or cost(run) <= FAR_PX]
    return tuple(landmark_at(run.text, run.region, place.control, place.point) for run in chosen[:MOST])


def nearby(texts: Sequence[TextRun], crop: Region, *, own: str | None) -> tuple[str, ...]:
    """The nearest readable texts around the crop, nearest first, each once."""
    runs = [run for run in texts if readable(run.text) and not same(run.text, own or "")]
    runs.sort(key=lambda run: gap(run.region, crop))
    return tuple(run.text for run in _distinct(runs)[:MOST_NEARBY])


def _is_landmark(run: TextRun, place: Place) -> bool:
    if not stable(run.text) or len(run.text) > LONGEST or squash(run.text) in place.content:
        return False
    if run.region.overlaps(place.crop) or is_cut(run.region, place.size) or same(as_label(run.text), place.own or ""):
        return False
    return constant_part(run.text, place.values) == run.text


def _distinct(runs: Iterable[TextRun]) -> list[TextRun]:
    found: dict[str, TextRun] = {}
    for run in runs:
        found.setdefault(squash(run.text), run)
    return list(found.values())


def landmark_at(text: str, region: Region, control: Region, point: Point) -> Landmark:
    """The landmark that a text at `region` is for a target at `control`, acted on at `point` (px)."""
    centre = region.center
    return Landmark(
        ocr_text=without_glyphs(text),
        relation=_relation(region, control),
        distance_px=round(point.distance(centre)),
        dx_px=point.x - centre.x,
        dy_px=point.y - centre.y,
    )


def _relation(mark: Region, control: Region) -> str:
    """Where the target lies as seen from the landmark."""
    dx, dy = control.center.x - mark.center.x, control.center.y - mark.center.y
    beside = max(mark.x - control.right, control.x - mark.right)
    over = max(mark.y - control.bottom, control.y - mark.bottom)
    if beside > over:
        return "right of" if dx > 0 else "left of"
    return "below" if dy > 0 else "above"
