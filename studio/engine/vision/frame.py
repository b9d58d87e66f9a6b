"""One screen grab, with everything derived from it computed once and kept with it."""

from __future__ import annotations

import hashlib
import zlib
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_PICTURE_BYTES
from studio.engine.model.geometry import Region
from studio.engine.png_check import NotPng, claimed_size, decodable_size
from studio.engine.untrusted import read_given

Pixels = NDArray[np.uint8]
"""A picture: height × width × 3 in BGR order, or height × width in grey."""


class UnreadableFrame(ValueError):
    """The bytes are not a picture that can be read."""


class Frame:
    """An immutable screen grab: BGR pixels, `scale` (physical px per logical px), `time` (s).

    Made from pixels or from PNG bytes; the other form is computed on demand and kept. Never change `bgr`.
    """

    def __init__(
        self, *, bgr: Pixels | None = None, png: bytes | None = None, scale: float = 1.0, time: float = 0.0
    ) -> None:
        if (bgr is None) == (png is None):
            raise ValueError("A frame is made from pixels or from PNG bytes: give one of them.")
        self._given_bgr = bgr
        self._given_png = png
        self.scale = scale
        self.time = time

    @classmethod
    def of(cls, source: Frame | bytes | Path | Pixels) -> Frame:
        """A frame from a frame, PNG bytes, a PNG file or pixels. Raises UnreadableFrame."""
        if isinstance(source, Frame):
            return source
        if isinstance(source, Path):
            return cls(png=_file(source))
        if isinstance(source, (bytes, bytearray)):
            return cls(png=bytes(source))
        return cls(bgr=source)

    @cached_property
    def bgr(self) -> Pixels:
        """Height × width × 3, BGR, read-only. Raises UnreadableFrame."""
        pixels = self._given_bgr if self._given_bgr is not None else _decoded(self._given_png or b"")
        pixels.flags.writeable = False
        return pixels

    @cached_property
    def png(self) -> bytes:
        """The frame as PNG (about 15 ms where it was made from pixels: keep it off the critical path)."""
        if self._given_png is not None:
            return self._given_png
        ok, data = cv2.imencode(".png", self.bgr, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        if not ok:
            raise UnreadableFrame("This picture cannot be written as PNG.")
        return bytes(data)

    @cached_property
    def grey(self) -> Pixels:
        """Height × width, 8 bit."""
        pixels: Pixels = cv2.cvtColor(self.bgr, cv2.COLOR_BGR2GRAY)  # type: ignore[assignment]
        pixels.flags.writeable = False
        return pixels

    @cached_property
    def half_grey(self) -> Pixels:
        """The grey copy at half size, for cheap searches of the whole frame."""
        return cv2.resize(self.grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in physical px; of a PNG that was not decoded yet, from its header."""
        if "bgr" not in self.__dict__ and self._given_png is not None:
            return _claimed(self._given_png)
        height, width = self.bgr.shape[:2]
        return width, height

    @property
    def bounds(self) -> Region:
        """The whole frame as a rectangle."""
        return Region(0, 0, *self.size)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of size and pixels: equal exactly where the pictures are equal."""
        return hashlib.sha256(repr(self.bgr.shape).encode() + self.bgr.tobytes()).hexdigest()

    @cached_property
    def checksum(self) -> int:
        """CRC-32 of the pixels (about 1 ms), for caches inside one process."""
        return zlib.crc32(self.bgr.tobytes())

    def crop(self, region: Region) -> Frame:
        """The part of `region` that lies inside, as a frame of its own. Raises ValueError where nothing does."""
        inside = Region(*region).clamped(self.size)
        if inside.area == 0:
            raise ValueError(f"The region {tuple(region)} lies outside of the frame of {self.size} px.")
        part = self.bgr[inside.y : inside.bottom, inside.x : inside.right]
        return Frame(bgr=np.ascontiguousarray(part), scale=self.scale, time=self.time)

    def same_file(self, other: Frame) -> bool:
        """Whether both came as the same PNG bytes: then they show the same, and neither was decoded to know it."""
        return self._given_png is not None and self._given_png == other._given_png

    def same_pixels(self, other: Frame) -> bool:
        """Whether both show exactly the same picture."""
        return (
            self is other
            or self.same_file(other)
            or (self.bgr.shape == other.bgr.shape and bool(np.array_equal(self.bgr, other.bgr)))
        )


def _file(path: Path) -> bytes:
    try:
        return read_given(path, "a PNG picture", limit=MAX_PICTURE_BYTES, error=BadInput)
    except BadInput as error:
        raise UnreadableFrame(str(error)) from error


def _claimed(png: bytes) -> tuple[int, int]:
    try:
        return claimed_size(png)
    except NotPng as error:
        raise UnreadableFrame(f"This {error}.") from error


def _decoded(png: bytes) -> Pixels:
    """The pixels of a PNG, and of nothing else: its size is known before room is made for it."""
    try:
        decodable_size(png)
    except NotPng as error:
        raise UnreadableFrame(f"This {error}.") from error
    decoded: Any = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None:
        raise UnreadableFrame("This is not a picture that can be read.")
    pixels: Pixels = decoded
    return pixels
