"""The pictures of a report: each kept once, scaled and packed so that the whole file stays small."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_PICTURE_BYTES
from studio.engine.png_check import NotPng, png_size
from studio.engine.report.markup import Markup, el, join
from studio.engine.report.run_dir import inside
from studio.engine.untrusted import read_given
from studio.engine.vision.frame import Frame, Pixels, UnreadableFrame

BUDGET = 4_200_000
"""Bytes of all pictures before base64 adds a third: the page stays below 6 MB."""

_LEVELS = ((1200, 86), (1000, 80), (800, 72), (640, 64), (480, 55), (320, 45))
"""Greatest width in px and JPEG quality, from the best on."""

_SMALL = 240
"""Pictures up to this width are crops and stay lossless."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the album: its id in the page and its size in px of the frame."""

    id: str
    width: int
    height: int


class Album:
    """Collects pictures of one run directory and writes them as SVG definitions that a page uses by id."""

    def __init__(self, run_dir: Path) -> None:
        self._run_dir = run_dir
        self._pictures: dict[str, tuple[Picture, bytes]] = {}

    def add(self, name: str | None) -> Picture | None:
        """The picture in the file `name` of the run; None where there is none that can be read."""
        path = inside(self._run_dir, name)
        if path is None:
            return None
        try:
            data = read_given(path, "a picture", limit=MAX_PICTURE_BYTES, error=BadInput)
            width, height = png_size(data)
        except (BadInput, NotPng):
            return None
        digest = hashlib.sha256(data).hexdigest()
        if digest not in self._pictures:
            self._pictures[digest] = (Picture(f"p{len(self._pictures)}", width, height), data)
        return self._pictures[digest][0]

    def definitions(self) -> Markup:
        """All pictures as one invisible SVG; they are referred to by `<use>`."""
        images = [
            el("image", id=p.id, width=p.width, height=p.height, preserveAspectRatio="none", href=uri)
            for (p, _), uri in zip(self._pictures.values(), self._packed(), strict=True)
        ]
        return el("svg", el("defs", join(images)), class_="album", aria_hidden="true", width=0, height=0)

    def _packed(self) -> list[str]:
        packed: list[str] = []
        for width, quality in _LEVELS:
            packed = [_pack(data, width, quality) for _, data in self._pictures.values()]
            if sum(map(len, packed)) * 3 // 4 <= BUDGET:
                break
        return packed


def _pack(data: bytes, width: int, quality: int) -> str:
    """A data URI: PNG for crops, JPEG for frames; an empty picture where the pixels cannot be decoded."""
    try:
        pixels = Frame(png=data).bgr
    except UnreadableFrame:
        return "data:,"
    if pixels.shape[1] <= _SMALL:
        return _uri("png", data)
    sampling = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
    _, packed = cv2.imencode(".jpg", _narrowed(pixels, width), [cv2.IMWRITE_JPEG_QUALITY, quality, *sampling])
    return _uri("jpeg", packed.tobytes())


def _narrowed(pixels: Pixels, width: int) -> Any:
    if pixels.shape[1] <= width:
        return pixels
    height = max(1, round(pixels.shape[0] * width / pixels.shape[1]))
    return cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)


def _uri(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
