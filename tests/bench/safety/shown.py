"""Secrets that a program draws and tells nothing of: how many stay readable in the pictures that a run keeps."""

from __future__ import annotations

import os
import random
import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from studio.engine.privacy.masking import MASK_BGR
from studio.engine.privacy.redactor import Redactor
from studio.engine.vision.frame import Frame
from tests.bench.table import Row

FONTS = ("DejaVu Sans", "Liberation Sans", "DejaVu Sans Mono")
SIZES = (12, 14, 18)
GROUNDS = (("white", "black"), ("#24292f", "#e6edf3"))
KINDS = {
    "letters and digits": string.ascii_letters + string.digits,
    "digits": string.digits,
    "with signs": string.ascii_letters + string.digits + "!#$%&*+-=?@_./",
}
_A_PICTURE = 10
_SEED = 5
_WIDTH, _ROW = 900, 46


@dataclass(frozen=True)
class _Drawn:
    """A picture, its secrets and where each stands: x, y (middle) and width, px."""

    frame: Frame
    secrets: tuple[str, ...]
    places: tuple[tuple[int, int, int], ...]


def run(sample: bool) -> list[Row]:
    """Draw secrets in several fonts, sizes and colours, and look whether all of each is painted over."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication.instance() or QGuiApplication([])
    drawn = list(_pictures(random.Random(_SEED)))[:: 9 if sample else 1]
    shown = others = 0
    for picture in drawn:
        kept = Redactor(picture.secrets).frame(picture.frame, None)
        shown += sum(not _hidden(kept, *place) for place in picture.places)
        others += sum(_painted(kept, 560, y) for _, y, _ in picture.places)
    del application
    return [
        Row("secrets drawn that no structure tells of", sum(len(picture.secrets) for picture in drawn)),
        Row("of them readable in kept pictures, in part or whole", shown, most=0),
        Row("other words painted over", others, most=0),
    ]


def _pictures(chance: random.Random) -> Iterator[_Drawn]:
    for font in FONTS:
        for size in SIZES:
            for ground, ink in GROUNDS:
                for letters in KINDS.values():
                    yield _picture(chance, font, size, ground, ink, letters)


def _picture(chance: random.Random, font: str, size: int, ground: str, ink: str, letters: str) -> _Drawn:
    from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter

    image = QImage(_WIDTH, 40 + _A_PICTURE * _ROW, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    face = QFont(font)
    face.setPixelSize(size)
    metrics = QFontMetrics(face)
    painter = QPainter(image)
    painter.setFont(face)
    painter.setPen(QColor(ink))
    secrets = tuple("".join(chance.choices(letters, k=chance.randint(6, 14))) for _ in range(_A_PICTURE))
    places = []
    for number, secret in enumerate(secrets):
        before = "Password: " if number % 2 else ""
        y = 40 + number * _ROW
        painter.drawText(30, y, before + secret)
        painter.drawText(500, y, "Some other words here")
        places.append((30 + metrics.horizontalAdvance(before), y - size // 3, metrics.horizontalAdvance(secret)))
    painter.end()
    pixels: Any = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), _WIDTH, 4)[:, :, :3]
    return _Drawn(Frame(bgr=pixels.copy()), secrets, tuple(places))


def _hidden(kept: Frame, x: int, y: int, width: int) -> bool:
    return all(_painted(kept, at, y) for at in (x + 3, x + width // 2, x + width - 3))


def _painted(kept: Frame, x: int, y: int) -> bool:
    return tuple(kept.bgr[y, x]) == MASK_BGR
