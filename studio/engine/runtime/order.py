"""Whether a target still stands on the same side, above or below, of what stood around it.

A page may be restyled, scaled or pushed about and keep its order. A control that says the right words on the
other side of its neighbours is, perhaps, another one that says the same while the recorded one is gone.
"""

from __future__ import annotations

from studio.engine.model.anchor import Anchor, Landmark
from studio.engine.model.geometry import Point
from studio.engine.model.resolution import Resolution
from studio.engine.runtime.labels import label_hits
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.vision.text import same_text

_CLEAR = 24
"""px: less of a height apart is the same line for a person."""
_STILL = 120
"""px within which a target counts as where it was: nothing is read for it."""


def changed_sides(anchor: Anchor, resolution: Resolution, seen: Observation) -> tuple[str, ...]:
    """The landmarks that are now on the other side of the target, where they are more than those that are not."""
    if resolution.point.distance(anchor.click_point) <= _STILL:
        return ()
    reader = TextReader(seen)
    sides = {m.ocr_text: _kept(m, resolution.point, reader) for m in anchor.landmarks if _tells(anchor, m)}
    changed = tuple(text for text, kept in sides.items() if kept is False)
    return changed if len(changed) * 2 > sum(kept is not None for kept in sides.values()) else ()


def _tells(anchor: Anchor, mark: Landmark) -> bool:
    return mark.dy_px is not None and abs(mark.dy_px) >= _CLEAR and not same_text(mark.ocr_text, anchor.ocr_text or "")


def _kept(mark: Landmark, point: Point, reader: TextReader) -> bool | None:
    """None where the landmark is not there once, or is on the target's own line now."""
    hits = [hit for hit in label_hits(reader.lines(), mark.ocr_text) if not hit.part]
    height = point.y - hits[0].region.center.y if len(hits) == 1 else 0
    return None if abs(height) < _CLEAR else (height > 0) == ((mark.dy_px or 0) > 0)
