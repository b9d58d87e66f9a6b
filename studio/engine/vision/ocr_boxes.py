"""From the detector's map to single lines of text: boxes, their ink, and the gaps in it."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Pixels

MAP_THRESHOLD = 0.3
"""Text probability from which a pixel belongs to a line (the detector's own default)."""
BOX_THRESHOLD = 0.5
"""Least mean probability of a line (the detector's own default)."""
UNCLIP = 1.6
"""By how much the detector's shrunken areas grow: area × this ÷ circumference on each side (DB's formula)."""
SPLIT_GAP = 1.2
"""A gap wider than this many line heights parts two lines (measured: menu bars and tabs, drift notes)."""
RULE_WIDTH = 3
RULE_LENGTH = 40
LEAST_HEIGHT = 12
"""Lines of a border are at most so thick, and at least so long across and down, px."""
RULE_SHARE = 0.9
"""Part of a piece of text that a line across covers at least: the border of a field close below its caption."""
INK_CONTRAST = 28
"""Least difference to the background of a pixel with ink, 0..255."""


@dataclass(frozen=True, slots=True)
class InkBox:
    """A piece of text: its tight rectangle in the picture, and its columns that hold ink."""

    region: Region
    columns: NDArray[np.bool_]
    background: tuple[int, int, int]

    def key(self, bgr: Pixels) -> tuple[int, int, int]:
        """Equal for equal pixels of equal size: width, height, CRC-32."""
        part = cut(bgr, self.region)
        return self.region.w, self.region.h, zlib.crc32(part.tobytes())

    def gaps(self) -> list[tuple[int, int]]:
        """Runs of columns without ink between the first and the last glyph: start and end, px in the box."""
        return _runs(~self.columns)


def cut(bgr: Pixels, region: Region) -> Pixels:
    """The pixels of `region` (a view)."""
    return bgr[region.y : region.bottom, region.x : region.right]


def text_areas(text_map: NDArray[np.float32]) -> list[Region]:
    """The rectangles of connected text in the detector's map, grown to the size of the glyphs."""
    mask = cv2.dilate((text_map > MAP_THRESHOLD).astype(np.uint8), np.ones((2, 2), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    sums = np.bincount(labels.ravel(), weights=text_map.ravel(), minlength=count)
    size = (text_map.shape[1], text_map.shape[0])
    areas = []
    for label in range(1, count):
        x, y, w, h, pixels = (int(v) for v in stats[label])
        if min(w, h) >= 3 and sums[label] / pixels >= BOX_THRESHOLD:
            grow = round(w * h * UNCLIP / (2 * (w + h)))
            areas.append(Region(x, y, w, h).padded(grow).clamped(size))
    return areas


def ink_boxes(bgr: Pixels, area: Region) -> list[InkBox]:
    """The pieces of text in `area`, trimmed to their ink and parted at wide gaps, from left to right."""
    part = cut(bgr, area)
    background = _background(part)
    ink = cv2.absdiff(part, np.array(background, np.uint8)).max(axis=2) > _contrast(part, background)
    ink = _without_rules(ink)
    rows = np.flatnonzero(ink.any(axis=1))
    if len(rows) == 0:
        return []
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    ink = ink[top:bottom]
    pieces = _pieces(np.asarray(ink.any(axis=0)), SPLIT_GAP * (bottom - top))
    return [_box(ink[:, a:b], area.moved(a, top), background) for a, b in pieces]


def _without_rules(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """`ink` without underlines and the borders of fields, cells and buttons: long lines up to 3 px thick."""
    height, width = ink.shape
    across = _lines(ink, max(RULE_LENGTH, min(3 * height, round(RULE_SHARE * width))))
    down = _lines(ink.T, max(LEAST_HEIGHT, round(0.7 * height))).T
    kept: NDArray[np.bool_] = ink & ~across & ~down
    _clear_behind(kept, across)
    return kept if kept.any() else ink


def _clear_behind(ink: NDArray[np.bool_], across: NDArray[np.bool_]) -> None:
    """Take away the sides of a frame that begin behind a line in the upper or lower half: upright strokes alone."""
    for row in np.flatnonzero(across.any(axis=1)):
        behind = ink[row:] if row >= len(ink) // 2 else ink[:row]
        if behind.any(axis=0).sum() <= 2 * RULE_WIDTH:
            behind[:] = False


def _lines(ink: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
    """Ink in horizontal runs of at least `length` px that are thin."""
    pixels = np.ascontiguousarray(ink, np.uint8)
    runs = cv2.morphologyEx(pixels, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    thick = cv2.morphologyEx(pixels, cv2.MORPH_OPEN, np.ones((RULE_WIDTH + 1, length), np.uint8))
    lines: NDArray[np.bool_] = (np.asarray(runs) > 0) & (np.asarray(thick) == 0)
    return lines


def _box(ink: NDArray[np.bool_], origin: Region, background: tuple[int, int, int]) -> InkBox:
    """The ink trimmed once more: a piece may be less high than its neighbours."""
    rows = np.flatnonzero(ink.any(axis=1))
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    region = Region(origin.x, origin.y + top, ink.shape[1], bottom - top)
    columns: NDArray[np.bool_] = np.asarray(ink.any(axis=0))
    return InkBox(region, columns, background)


def _background(part: Pixels) -> tuple[int, int, int]:
    """The colour that most pixels have; in text that is the paper."""
    coarse = (part >> 3).astype(np.uint32)
    codes = (coarse[..., 0] << 10 | coarse[..., 1] << 5 | coarse[..., 2]).ravel()
    common = np.bincount(codes, minlength=1).argmax()
    median = np.median(part.reshape(-1, 3)[codes == common], axis=0)
    return int(median[0]), int(median[1]), int(median[2])


def _contrast(part: Pixels, background: tuple[int, int, int]) -> float:
    """How far from the paper ink begins: faint text on a faint ground still counts, JPEG noise does not."""
    furthest = float(cv2.absdiff(part, np.array(background, np.uint8)).max())
    return min(float(INK_CONTRAST), furthest * 0.4)


def _pieces(columns: NDArray[np.bool_], widest: float) -> list[tuple[int, int]]:
    """Start and end of the runs of ink that gaps wider than `widest` px part."""
    where = np.flatnonzero(columns)
    breaks = np.flatnonzero(np.diff(where) - 1 > widest)
    starts = [int(where[0]), *(int(where[i + 1]) for i in breaks)]
    ends = [*(int(where[i]) + 1 for i in breaks), int(where[-1]) + 1]
    return list(zip(starts, ends, strict=True))


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
