"""Line icons: SVG files on a 20-grid with `currentColor`, drawn in the colour that is asked for."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from studio.ui.words import resource_folder

_SCALES = (1.0, 1.5, 2.0)


@cache
def _source(name: str) -> str:
    return (resource_folder() / "icons" / f"{name}.svg").read_text("utf-8")


@cache
def icon_pixmap(name: str, colour: str, size: int = 20, ratio: float = 1.0) -> QPixmap:
    """The icon as a picture of `size` logical px. Raises FileNotFoundError for an unknown name."""
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode()))
    pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@cache
def icon(name: str, colour: str, disabled: str | None = None, size: int = 20) -> QIcon:
    """The icon for buttons and actions, sharp at 100 to 200 %."""
    made = QIcon()
    for ratio in _SCALES:
        made.addPixmap(icon_pixmap(name, colour, size, ratio), QIcon.Mode.Normal)
        if disabled:
            made.addPixmap(icon_pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
    return made
