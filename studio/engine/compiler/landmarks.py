"""Chooses the texts around a target from which its place can be measured again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from studio.engine.compiler.texts import as_label, gap, is_cut, readable, same, stable
from studio.engine.model.anchor import Landmark
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.text import squash

MOST = 4
"""Landmarks per anchor."""

MOST_NEARBY = 12
"""Texts remembered as surroundings."""

REPEATED_PX = 250
"""A text that stands more than once counts as this much farther away; so does one of the target's row."""

LONGEST = 48
"""Letters of a landmark at most: sentences wrap and change."""


def landmarks(
    texts: Sequence[TextRun], crop: Region, point: Point, size: tuple[int, int], *, own: str | None, row: Iterable[str]
) -> tuple[Landmark, ...]:
    """Up to four stable texts outside of `crop`, nearest first, unique ones preferred; `size` is the frame's."""
    seen = Counter(squash(run.text) for run in texts)
    cells = {squash(cell) for cell in row}

    def cost(run: TextRun) -> float:
        repeated = seen[squash(run.text)] > 1
        return gap(run.region, crop) + REPEATED_PX * (repeated + (squash(run.text) in cells))

    usable = [run for run in texts if _is_landmark(run, crop, own) and not is_cut(run.region, size)]
    return tuple(_landmark(run, point) for run in _distinct(sorted(usable, key=cost))[:MOST])


def nearby(texts: Sequence[TextRun], crop: Region, *, own: str | None) -> tuple[str, ...]:
    """The nearest readable texts around the crop, nearest first, each once."""
    runs = [run for run in texts if readable(run.text) and not same(run.text, own or "")]
    runs.sort(key=lambda run: gap(run.region, crop))
    return tuple(run.text for run in _distinct(runs)[:MOST_NEARBY])


def _is_landmark(run: TextRun, crop: Region, own: str | None) -> bool:
    fits = stable(run.text) and len(run.text) <= LONGEST
    return fits and not run.region.overlaps(crop) and not same(as_label(run.text), own or "")


def _distinct(runs: Iterable[TextRun]) -> list[TextRun]:
    found: dict[str, TextRun] = {}
    for run in runs:
        found.setdefault(squash(run.text), run)
    return list(found.values())


def _landmark(run: TextRun, point: Point) -> Landmark:
    centre = run.region.center
    dx, dy = point.x - centre.x, point.y - centre.y
    return Landmark(
        ocr_text=run.text,
        relation=_relation(dx, dy),
        distance_px=round(point.distance(centre)),
        dx_px=dx,
        dy_px=dy,
    )


def _relation(dx: int, dy: int) -> str:
    """Where the target lies as seen from the landmark."""
    if abs(dx) >= abs(dy):
        return "right of" if dx > 0 else "left of"
    return "below" if dy > 0 else "above"
