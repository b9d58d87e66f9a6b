"""Text on the screen, read locally: lines with their places, never twice from the same pixels.

One engine for the process, made at the first call, behind one lock. Two caches: whole calls by the digest of
their pixels, and single lines by their ink, so that a page that changed in one place costs one line.
"""

from __future__ import annotations

import hashlib
import threading
import time
from dataclasses import dataclass, fields
from pathlib import Path

from studio.engine.model.geometry import Region
from studio.engine.vision.cache import LeastRecent
from studio.engine.vision.frame import Frame, Pixels
from studio.engine.vision.ocr_boxes import InkBox, ink_boxes, text_areas
from studio.engine.vision.ocr_lines import OcrLine, OcrWord, around, line_picture, reading_order, words_of
from studio.engine.vision.ocr_models import Glyphs, OcrModels

__all__ = [
    "OcrLine",
    "OcrReader",
    "OcrStats",
    "OcrWord",
    "detector_sizes",
    "forget_readings",
    "ocr",
    "ocr_stats",
    "warm_up",
]

CALLS_KEPT = 64
LINES_KEPT = 8192
SMALL = (240, 64)
"""Width and height up to which a picture without detected text is read as one line, px."""
FULL_FRAME = 0.8
"""A region of more than this part of the frame counts as a full frame."""
LEAST_CONFIDENCE = 0.5
"""Readings below this mean probability are noise (the package's own default)."""


@dataclass(frozen=True, slots=True)
class OcrStats:
    """What OCR did since the process began. Subtract two of them. A call answered from the cache is no call."""

    calls: int = 0
    full_frames: int = 0
    boxes_recognised: int = 0
    box_hits: int = 0
    call_hits: int = 0
    pixels: int = 0
    ms: float = 0.0

    def __sub__(self, earlier: OcrStats) -> OcrStats:
        return OcrStats(*(getattr(self, f.name) - getattr(earlier, f.name) for f in fields(self)))

    def __add__(self, other: OcrStats) -> OcrStats:
        return OcrStats(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


class OcrReader:
    """Reads frames with one set of models and its own caches. Thread safe."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._models: OcrModels | None = None
        self._calls: LeastRecent[str, tuple[OcrLine, ...]] = LeastRecent(CALLS_KEPT)
        self._lines: LeastRecent[tuple[int, int, int], Glyphs] = LeastRecent(LINES_KEPT)
        self.stats = OcrStats()

    def models(self) -> OcrModels:
        """The networks, loaded now where they were not yet. Raises OcrUnavailable."""
        with self._lock:
            if self._models is None:
                self._models = OcrModels()
            return self._models

    def read(self, frame: Frame, region: Region) -> list[OcrLine]:
        """The lines inside `region` (px of the frame, not empty), in reading order."""
        part = frame if region == frame.bounds else frame.crop(region)
        key = _digest(part.bgr)
        with self._lock:
            lines = self._calls.get(key)
            if lines is not None:
                self.stats += OcrStats(call_hits=1)
            else:
                lines = self._read_anew(part.bgr)
                self._calls.put(key, lines)
                self.stats += OcrStats(full_frames=int(region.area > FULL_FRAME * frame.bounds.area))
        return [line.moved(region.x, region.y) for line in lines]

    def _read_anew(self, bgr: Pixels) -> tuple[OcrLine, ...]:
        started = time.perf_counter()
        areas = text_areas(self.models().text_map(bgr)) or _whole_if_small(bgr)
        boxes = [box for area in areas for box in ink_boxes(bgr, area)]
        read = [line for box in boxes if (line := self._line(bgr, box)) is not None]
        ms = (time.perf_counter() - started) * 1000
        self.stats += OcrStats(calls=1, pixels=bgr.shape[0] * bgr.shape[1], ms=ms)
        return tuple(read[i] for i in reading_order([line.region for line in read]))

    def _line(self, bgr: Pixels, box: InkBox) -> OcrLine | None:
        glyphs = self._glyphs(bgr, box)
        words = words_of(glyphs, box)
        if not words or glyphs.confidence < LEAST_CONFIDENCE:
            return None
        return OcrLine(" ".join(word.text for word in words), around(words), glyphs.confidence, words)

    def _glyphs(self, bgr: Pixels, box: InkBox) -> Glyphs:
        key = box.key(bgr)
        known = self._lines.get(key)
        if known is not None:
            self.stats += OcrStats(box_hits=1)
            return known
        glyphs = self.models().read(line_picture(bgr, box))
        self._lines.put(key, glyphs)
        self.stats += OcrStats(boxes_recognised=1)
        return glyphs

    def forget(self) -> None:
        """Drop both caches; the models stay."""
        with self._lock:
            self._calls.clear()
            self._lines.clear()


_READER = OcrReader()


def ocr(screen: Frame | bytes | Path, *, region: Region | None = None) -> list[OcrLine]:
    """The lines of text on `screen`, or in `region` of it, in screen px and reading order.

    The part of `region` outside of the screen is ignored. Raises UnreadableFrame, OcrUnavailable.
    """
    frame = Frame.of(screen)
    inside = Region(*(region or frame.bounds)).clamped(frame.size)
    return _READER.read(frame, inside) if inside.area else []


def ocr_stats() -> OcrStats:
    """The counters of this process so far."""
    return _READER.stats


def warm_up() -> None:
    """Load the models (0.3 s), from any thread, so that the first call is not slower. Raises OcrUnavailable."""
    _READER.models()


def detector_sizes() -> tuple[tuple[int, int], ...]:
    """Width and height of the pictures that the detector got in the last call that was not answered by a cache."""
    return tuple(_READER.models().detector_sizes)


def forget_readings() -> None:
    """Empty the caches, for measurements and tests."""
    _READER.forget()


def _whole_if_small(bgr: Pixels) -> list[Region]:
    """The detector overlooks single characters (field report 56): of a small picture all ink is read instead."""
    height, width = bgr.shape[:2]
    return [Region(0, 0, width, height)] if width <= SMALL[0] and height <= SMALL[1] else []


def _digest(bgr: Pixels) -> str:
    data = hashlib.sha256(repr(bgr.shape).encode())
    data.update(bgr.tobytes())
    return data.hexdigest()
