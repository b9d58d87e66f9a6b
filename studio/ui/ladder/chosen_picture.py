"""A picture file that a person chose to try the ladder on, PNG or another common format."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QImageReader

from studio.engine.limits import MAX_PIXELS
from studio.engine.vision.frame import Frame, UnreadableFrame

OTHER_FORMATS = {".jpg": b"jpeg", ".jpeg": b"jpeg", ".bmp": b"bmp", ".webp": b"webp"}
"""What a person may look at besides PNG, by the ending of its name."""


def frame_of_file(file: Path) -> Frame:
    """A picture that a person chose, PNG or one of OTHER_FORMATS. Raises UnreadableFrame."""
    kind = OTHER_FORMATS.get(file.suffix.lower())
    if kind is None:
        return Frame.of(file)
    reader = QImageReader(str(file), QByteArray(kind))
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > MAX_PIXELS:
        raise UnreadableFrame(f"{file} is not a picture that can be read, or too large a one.")
    image = reader.read().convertToFormat(QImage.Format.Format_BGR888)
    if image.isNull():
        raise UnreadableFrame(f"{file} is not a picture that can be read.")
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return Frame(bgr=rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy())
