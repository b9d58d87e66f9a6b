"""Pictures from files that others may have made: PNG only, its size known before room is made for it.

Every picture file that the window shows comes through here (`test_pictures_are_read_in_one_place`).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QByteArray, QRect
from PySide6.QtGui import QImage, QImageReader

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_PICTURE_BYTES, MAX_PIXELS
from studio.engine.png_check import NotPng, png_size
from studio.engine.report.run_dir import inside
from studio.engine.untrusted import read_given
from studio.engine.vision.frame import Frame, UnreadableFrame

OTHER_FORMATS = {".jpg": b"jpeg", ".jpeg": b"jpeg", ".bmp": b"bmp", ".webp": b"webp"}
"""What a person may look at besides PNG, by the ending of its name."""


def png_image(source: Path | str | bytes | None) -> QImage:
    """The picture; null where there is none, or where it is no whole PNG of a sensible size. In any thread."""
    if source is None:
        return QImage()
    try:
        data = source if isinstance(source, bytes) else _bytes_of(Path(source))
        png_size(data)
    except (BadInput, NotPng):
        return QImage()
    image = QImage()
    image.loadFromData(QByteArray(data), "PNG")  # the stubs know bytes only, which it refuses
    return image


def png_inside(folder: Path, name: str | None) -> QImage:
    """The picture in the file `name` of `folder`; null also where that leads out of the folder."""
    return png_image(inside(folder, name))


def cut(image: QImage, region: tuple[int, int, int, int]) -> QImage:
    """The part of the region that lies in the picture: a region from a file may claim any size."""
    return image.copy(QRect(*region).intersected(image.rect()))


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


def _bytes_of(file: Path) -> bytes:
    return read_given(file, "a PNG picture", limit=MAX_PICTURE_BYTES, error=BadInput)
