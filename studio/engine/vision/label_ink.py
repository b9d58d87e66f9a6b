"""Whether two texts are drawn alike from their first to their last letter, wherever they stand and in whatever colours.

A reader takes rn for m, l for I and O for 0. The ink does not: in Chromium, five fonts at 12 to 16 px, in their place
and between pixels, dark on light and light on dark, 300 texts differed from themselves by at most 0.206 of their
contrast anywhere, and from texts of one other letter by at least 0.228.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame

SURE_INK, SAME_INK, OTHER_INK = 0.15, 0.21, 0.37
"""Worst difference of a pixel, 0..1: up to the first it is the same text; up to the second where it reads the same too;
from the third on it is another one, or one that is drawn in another way. Before that, texts around tell."""
LIKE_INK = 0.25
"""The same for what is only counted: rather one too many."""
LEAST_CONTRAST = 24
"""Grey levels between ground and ink below which nothing is told apart."""

_DRAWN = 0.12
"""Part of the contrast from which a pixel is ink; less is smoothing."""
_SIZE = 2
"""px by which the ink of the same text may be wider or higher: it begins between pixels."""
_AIR = 2
"""px around the region that are looked at: readers cut close."""
_UNDERLINE, _FOOT = 0.85, 0.7
"""A row below that part of the height is an underline where ink of one strength covers so much of the width: links have
one while the pointer is over them. Letters of one line cover up to two thirds."""
_QUARTERS = range(-8, 9)
_LETTER_GAP, _LETTER = 0.18, 0.5
"""Letters stand closer than that part of the height (a space is wider), and have that part of the ink's contrast."""

_BORDER, _WORD, _SPACE = 4, 1.5, 1.1
"""px of a control's edge that are not looked at; times the height of a text from which more ink is a word, and up to
which air is a space, also in a font of one width."""

Ink = NDArray[np.float32]
"""0 ground, 1 strongest ink; cut to where ink is."""


def drawn_text(frame: Frame, region: Region, *, air: int = _AIR) -> Ink | None:
    """The ink of the text in `region` (px) and `air` px around it, without an underline; None where it is blank."""
    place = region.padded(air).clamped(frame.size)
    if place.area == 0:
        return None
    part = frame.grey[place.y : place.bottom, place.x : place.right].astype(np.float32)
    over = part - np.float32(np.median(part))
    peak = float(over.flat[int(np.abs(over).argmax())])
    if abs(peak) < LEAST_CONTRAST:
        return None
    ink = np.asarray(over / np.float32(peak), np.float32)
    return _cut(_without_underline(_cut(ink)))


def _cut(ink: Ink) -> Ink:
    drawn = np.abs(ink) >= _DRAWN
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _without_underline(ink: Ink) -> Ink:
    strength = np.abs(ink)
    even = strength >= np.maximum(strength.max(axis=1, keepdims=True) / 2, _DRAWN)
    covered = even.mean(axis=1) >= _UNDERLINE
    covered[: int(_FOOT * len(covered))] = False
    if not covered.any():
        return ink
    kept = np.where(covered[:, None], np.float32(0), ink)
    return np.asarray(kept, np.float32) if (np.abs(kept) >= _DRAWN).any() else ink


def ink_difference(one: Ink | None, other: Ink | None) -> float:
    """Worst difference of a pixel after the best shift (a quarter px along the line, a px across it), 0..1; 1 where one
    is longer or higher, or nothing is drawn."""
    if one is None or other is None or any(abs(a - b) > _SIZE for a, b in zip(one.shape, other.shape, strict=True)):
        return 1.0
    height, width = (max(a, b) + 4 for a, b in zip(one.shape, other.shape, strict=True))
    moving, fixed = np.zeros((2, height, width), np.float32)
    moving[2 : 2 + one.shape[0], 2 : 2 + one.shape[1]] = one
    fixed[2 : 2 + other.shape[0], 2 : 2 + other.shape[1]] = other
    smooth = np.asarray(cv2.blur(fixed, (3, 1)), np.float32)
    return min(
        _worst(moving, smooth, quarter / 4, down) for down, quarter in product((0, -1, 1), sorted(_QUARTERS, key=abs))
    )


def says_only(frame: Frame, place: Region, words: Frame) -> bool:
    """Whether what looks like `words` at `place` (px, of their size) may be them: no clearly other letters, and no
    letter more that stands close before or after."""
    if ink_difference(drawn_text(words, words.bounds, air=0), drawn_text(frame, place, air=0)) > LIKE_INK:
        return False
    return not (_goes_on(frame, place, place.right) or _goes_on(frame, place, place.x - _reach(place)))


def says_more(frame: Frame, control: Region, words: Region) -> bool:
    """Whether the control says more a space behind `words` (px): “Send all” begins like “Send”. An arrow is not as
    wide, and a button that touches another one has more air."""
    start = words.right + _reach(words)
    behind = Region(start, words.y, max(control.right - _BORDER - start, 0), words.h).clamped(frame.size)
    if behind.area == 0 or words.area == 0:
        return False
    own, part = (frame.grey[r.y : r.bottom, r.x : r.right].astype(np.float32) for r in (words, behind))
    strongest = float(np.abs(own - np.median(own)).max())
    inked = np.flatnonzero((np.abs(part - np.median(own)) >= max(_LETTER * strongest, LEAST_CONTRAST)).any(axis=0))
    beside = bool(inked.size) and int(inked[0]) + _reach(words) <= _SPACE * words.h
    return beside and int(inked[-1] - inked[0]) >= _WORD * words.h


def _reach(place: Region) -> int:
    """Letters of one word stand closer than this, px."""
    return max(2, round(_LETTER_GAP * place.h))


def _goes_on(frame: Frame, place: Region, x: int) -> bool:
    """Whether there is ink beside the text that ends with its line: a border goes on above and below."""
    beside = Region(x, place.y, _reach(place), place.h)
    tall = beside.padded(0, _AIR + 1)
    if tall.clamped(frame.size) != tall:
        return False
    inside = frame.grey[place.y : place.bottom, place.x : place.right].astype(np.float32)
    ground, strongest = float(np.median(inside)), float(np.abs(inside - np.median(inside)).max())
    part = frame.grey[tall.y : tall.bottom, tall.x : tall.right].astype(np.float32)
    inked = np.abs(part - ground) >= max(_LETTER * strongest, LEAST_CONTRAST)
    return bool((inked.any(axis=0) & ~inked[0] & ~inked[-1]).any())


def _worst(moving: Ink, fixed: Ink, right: float, down: int) -> float:
    move = np.array([[1, 0, right], [0, 1, down]], np.float32)
    moved = cv2.warpAffine(moving, move, moving.shape[1::-1])
    return float(np.abs(cv2.blur(moved, (3, 1)) - fixed).max())
