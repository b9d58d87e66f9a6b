"""Altered screens: the recorded picture in a dark theme, moved, zoomed, with a row more, without the target, renamed.

Each keeps the frame's size, as a window does, and says where the target is then (None: it is not there any more).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame, Pixels
from studio.engine.vision.match import template_peaks
from studio.engine.whatif.painting import rewritten, without

MOVED_PX = 40
"""Height of the bar that pushes everything down: a browser's notice bar."""
ZOOM = 1.25
_DARKEST = 24
"""Lightness of white ground in the dark theme, 0 to 255: dark themes are not black."""
_MARGIN = 40
"""px that stay between the target and the frame's edge where the screen is scrolled to it."""
_ROW = (24, 56)
"""Least and greatest height of a blank row, px."""
_QUIET_ABOVE = 24
"""px above the target within which a line for the cut is looked for."""
_ALIKE = 0.9
"""Correlation from which what stands above or below in the same column is the control of another row."""
_PITCH = (14, 160)
"""Least and greatest distance of two rows, px."""


class Kind(StrEnum):
    """Ways in which a screen may differ from the recorded one."""

    AS_RECORDED = "as_recorded"
    DARK = "dark"
    MOVED = "moved"
    ZOOM = "zoom"
    ROW_ADDED = "row_added"
    GONE = "gone"
    RENAMED = "renamed"


COUNTED = (Kind.AS_RECORDED, Kind.DARK, Kind.MOVED, Kind.ZOOM, Kind.ROW_ADDED)
"""Those on which the target is there and should be found: robustness counts them. On the others stopping is right."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """An altered screen. `expected` is where the target's control is in it, px; None where it is not there."""

    kind: Kind
    frame: Frame
    expected: Region | None


def simulate(frame: Frame, anchor: Anchor, kind: Kind) -> Simulated | None:
    """The screen `frame` altered around the target of `anchor`, which was recorded on it; None where that alters
    nothing (a target without a label cannot be renamed). 5 to 60 ms at 1280 by 800 px."""
    return _MAKERS[kind](frame, anchor)


def _as_recorded(frame: Frame, anchor: Anchor) -> Simulated:
    return Simulated(Kind.AS_RECORDED, frame, anchor.target)


def _dark(frame: Frame, anchor: Anchor) -> Simulated:
    """Lightness turned round, hue and saturation kept, as programs' own dark themes do."""
    hls = cv2.cvtColor(frame.bgr, cv2.COLOR_BGR2HLS)
    turned = np.arange(256, dtype=np.float32)[::-1] * (255 - _DARKEST) / 255 + _DARKEST
    hls[:, :, 1] = turned.round().astype(np.uint8)[hls[:, :, 1]]
    return Simulated(Kind.DARK, _like(frame, cv2.cvtColor(hls, cv2.COLOR_HLS2BGR)), anchor.target)  # type: ignore[arg-type]


def _moved(frame: Frame, anchor: Anchor) -> Simulated:
    """A bar of the page's own ground at the top pushes everything down, where there is room; else all moves up."""
    pixels, (_, height) = frame.bgr, frame.size
    bar = np.full((MOVED_PX, pixels.shape[1], 3), _ground(pixels), np.uint8)
    if anchor.target.bottom + MOVED_PX <= height:
        made = np.vstack([bar, pixels[: height - MOVED_PX]])
        return Simulated(Kind.MOVED, _like(frame, made), anchor.target.moved(0, MOVED_PX))
    made = np.vstack([pixels[MOVED_PX:], bar])
    return Simulated(Kind.MOVED, _like(frame, made), anchor.target.moved(0, -MOVED_PX))


def _zoom(frame: Frame, anchor: Anchor) -> Simulated:
    """Everything larger from the top left on, and scrolled just so far that the target is in view."""
    width, height = frame.size
    large = cv2.resize(frame.bgr, None, fx=ZOOM, fy=ZOOM, interpolation=cv2.INTER_CUBIC)
    target = anchor.target
    left = _scroll(target.x * ZOOM, target.right * ZOOM, width, large.shape[1])
    top = _scroll(target.y * ZOOM, target.bottom * ZOOM, height, large.shape[0])
    x, y = round(target.x * ZOOM) - left, round(target.y * ZOOM) - top
    place = Region(x, y, round(target.w * ZOOM), round(target.h * ZOOM))
    view: Pixels = large[top : top + height, left : left + width]  # type: ignore[assignment]
    return Simulated(Kind.ZOOM, _like(frame, view), place)


def _scroll(start: float, end: float, room: int, whole: int) -> int:
    """How far to scroll until `end` is in view with a margin, and `start` still is."""
    wanted = min(max(0.0, end + _MARGIN - room), max(0.0, start - _MARGIN))
    return round(min(wanted, whole - room))


def _row_added(frame: Frame, anchor: Anchor) -> Simulated | None:
    """One more row above the target: in a list a row of another record, with a control that looks the same; elsewhere
    a blank one, cut in where the picture is quiet. What is above stays, what is below goes down (or, at the bottom of
    the frame, what is above goes up)."""
    cut, band = _neighbour_row(frame, anchor) or _blank_row(frame, anchor)
    pixels, (_, height) = frame.bgr, frame.size
    more = band.shape[0]
    if anchor.target.bottom + more <= height:
        made = np.vstack([pixels[:cut], band, pixels[cut : height - more]])
        return Simulated(Kind.ROW_ADDED, _like(frame, made), anchor.target.moved(0, more))
    if cut <= more:
        return None
    made = np.vstack([pixels[more:cut], band, pixels[cut:]])
    return Simulated(Kind.ROW_ADDED, _like(frame, made), anchor.target)


def _neighbour_row(frame: Frame, anchor: Anchor) -> tuple[int, Pixels] | None:
    """Where the target's row begins, and the pixels of the row above or below it; None where it is in no list."""
    if not (anchor.row_texts or anchor.identifier_region):
        return None
    target = anchor.target
    column = Region(target.x - 4, 0, target.w + 8, frame.size[1])
    peaks = template_peaks(frame, frame.crop(target), region=column, floor=_ALIKE, limit=40)
    steps = [p.region.y - target.y for p in peaks if _PITCH[0] <= abs(p.region.y - target.y) <= _PITCH[1]]
    if not steps:
        return None
    step = min(steps, key=lambda dy: (abs(dy), dy))
    pitch = abs(step)
    top = max(target.y - max(pitch - target.h, 0) // 2, 0)
    start = top + step
    if start < 0 or start + pitch > frame.size[1]:
        return None
    return top, frame.bgr[start : start + pitch]


def _blank_row(frame: Frame, anchor: Anchor) -> tuple[int, Pixels]:
    """A row of ground: the quietest line above the target, repeated, so that panels keep their borders."""
    target = anchor.target
    evidence = target.union(anchor.label_region) if anchor.label_region else target
    last = max(evidence.y - 1, 1)
    first = max(last - _QUIET_ABOVE, 0)
    lines = frame.grey[first:last].astype(np.int16)
    changes = np.abs(np.diff(lines, axis=1)) > 12
    busy = changes.sum(axis=1)
    cut = first + int(busy.size - 1 - np.argmin(busy[::-1]))
    height = min(max(target.h + 12, _ROW[0]), _ROW[1])
    return cut, np.repeat(frame.bgr[cut : cut + 1], height, axis=0)


def _gone(frame: Frame, anchor: Anchor) -> Simulated:
    """The control and its label painted over with what surrounds them."""
    places = [anchor.target, *([anchor.label_region] if anchor.label_region else [])]
    return Simulated(Kind.GONE, _like(frame, without(frame.bgr, places)), None)


def _renamed(frame: Frame, anchor: Anchor) -> Simulated | None:
    """Another word where its label stands."""
    place = anchor.label_region or (anchor.target if anchor.ocr_text else None)
    if not anchor.ocr_text or place is None:
        return None
    made = rewritten(frame.bgr, place, anchor.ocr_text, anchor.nearby_texts)
    return Simulated(Kind.RENAMED, _like(frame, made), None)


def _ground(pixels: Pixels) -> Pixels:
    """The commonest colour of the uppermost line."""
    colours, counts = np.unique(pixels[0], axis=0, return_counts=True)
    ground: Pixels = colours[int(np.argmax(counts))]
    return ground


def _like(frame: Frame, pixels: Pixels) -> Frame:
    return Frame(bgr=np.ascontiguousarray(pixels), scale=frame.scale, time=frame.time)


_MAKERS: dict[Kind, Callable[[Frame, Anchor], Simulated | None]] = {
    Kind.AS_RECORDED: _as_recorded,
    Kind.DARK: _dark,
    Kind.MOVED: _moved,
    Kind.ZOOM: _zoom,
    Kind.ROW_ADDED: _row_added,
    Kind.GONE: _gone,
    Kind.RENAMED: _renamed,
}
