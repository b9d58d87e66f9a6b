"""Pictures from files that others may have made: PNG only, its size known before room is made for it.

Every picture file that the window shows comes through here (`test_pictures_are_read_in_one_place`).
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRect
from PySide6.QtGui import QImage

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_PICTURE_BYTES
from studio.engine.peek import inside
from studio.engine.png_check import NotPng, png_size
from studio.engine.untrusted import read_given


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


def _bytes_of(file: Path) -> bytes:
    return read_given(file, "a PNG picture", limit=MAX_PICTURE_BYTES, error=BadInput)
