"""A perceptual hash: equal for what looks equal, near for what looks alike."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame

_SIDE = 32
_KEPT = 8


def phash(screen: Frame | bytes | Path, region: Region | None = None) -> str:
    """64 bits as 16 hex digits: signs of the lowest 8 × 8 DCT coefficients of the 32 × 32 grey picture to their median.

    A picture of one colour hashes to `8000000000000000`. Raises ValueError where `region` lies outside of the screen.
    """
    frame = Frame.of(screen)
    grey = frame.grey if region is None else frame.crop(region).grey
    small = cv2.resize(grey, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    low = np.round(np.asarray(cv2.dct(small))[:_KEPT, :_KEPT].ravel(), 2)  # rounding noise is no picture
    bits = (low > np.median(low)).astype(np.uint8)
    return np.packbits(bits).tobytes().hex()


phash_png = phash
"""The lineage's name of `phash`."""


def phash_distance(a: str, b: str) -> int:
    """How many of the 64 bits differ. Raises ValueError where one is not a hash of 16 hex digits."""
    if len(a) != 16 or len(b) != 16:
        raise ValueError(f"A perceptual hash has 16 hex digits: {a!r}, {b!r}.")
    return (int(a, 16) ^ int(b, 16)).bit_count()
