"""Painting on a copy of a frame: over a place with its surroundings, and another word in place of a label."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Pixels
from studio.engine.vision.text import squash

WORDS = ("Proceed", "Archive", "Further", "Miscellaneous", "Other")
"""What a renamed control says."""
_RIM = 3
"""px around a place that are painted over as well: borders and shadows."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FONT_PX = 22.0
"""Height of a capital letter of the font at scale 1."""
_LEAST_SCALE = 0.32
_FINE = 4
"""Words are drawn this much larger and made small, so that they read like a program's own."""


def without(pixels: Pixels, places: Iterable[Region]) -> Pixels:
    """A copy in which each place shows the commonest colour of the ring around it, one after the other: what lies
    inside of a place that is gone already takes its colour."""
    made = pixels.copy()
    size = (pixels.shape[1], pixels.shape[0])
    for place in places:
        inside = place.padded(_RIM).clamped(size)
        if inside.area:
            made[inside.y : inside.bottom, inside.x : inside.right] = _around(made, inside)
    return made


def rewritten(pixels: Pixels, place: Region, label: str, known: Iterable[str]) -> Pixels:
    """A copy with another word at `place`, in the colours of the label that stood there; a word that nothing else on
    the screen says."""
    made = pixels.copy()
    inside = place.clamped((pixels.shape[1], pixels.shape[0]))
    if inside.area == 0:
        return made
    part = made[inside.y : inside.bottom, inside.x : inside.right]
    ground = _commonest(part)
    far = np.abs(part.reshape(-1, 3).astype(np.int16) - ground).sum(axis=1)
    ink = part.reshape(-1, 3)[int(np.argmax(far))].copy()
    part[:] = _word(another_word(label, known), inside, ground, ink)
    return made


def another_word(label: str, known: Iterable[str]) -> str:
    """The first of our words that is neither the label nor near it."""
    taken = {squash(label), *(squash(text) for text in known)}
    return next((word for word in WORDS if squash(word) not in taken), WORDS[0])


def _word(word: str, place: Region, ground: NDArray[np.uint8], ink: NDArray[np.uint8]) -> Pixels:
    """A picture of the size of `place` with the word in its middle."""
    large = np.full((place.h * _FINE, place.w * _FINE, 3), ground, np.uint8)
    scale = max(min(place.h * 0.62, 15.0) / _FONT_PX, _LEAST_SCALE) * _FINE
    (width, height), _ = cv2.getTextSize(word, _FONT, scale, _FINE)
    if width > large.shape[1] * 0.98:
        scale *= large.shape[1] * 0.98 / width
        (width, height), _ = cv2.getTextSize(word, _FONT, scale, _FINE)
    at = ((large.shape[1] - width) // 2, (large.shape[0] + height) // 2)
    cv2.putText(large, word, at, _FONT, scale, [int(c) for c in ink], _FINE + 1, cv2.LINE_AA)
    small: Pixels = cv2.resize(large, (place.w, place.h), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return small


def _around(pixels: Pixels, place: Region) -> NDArray[np.uint8]:
    """The commonest colour of the ring of one pixel around a place."""
    ring = place.padded(1).clamped((pixels.shape[1], pixels.shape[0]))
    rows = [pixels[y, ring.x : ring.right] for y in (ring.y, ring.bottom - 1)]
    columns = [pixels[ring.y : ring.bottom, x] for x in (ring.x, ring.right - 1)]
    return _commonest(np.concatenate([*rows, *columns]))


def _commonest(pixels: Pixels) -> NDArray[np.uint8]:
    colours, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    found: NDArray[np.uint8] = colours[int(np.argmax(counts))]
    return found
