"""The piece of a picture around an action, loaded off the GUI thread; it comes a moment after the action itself."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from studio.engine.model.geometry import Point
from studio.engine.recording import RecordedEvent
from studio.engine.recording.layout import frame_name
from studio.ui.services.background import Background
from studio.ui.theme import theme
from studio.ui.theme.colours import MARK_TARGET
from studio.ui.widgets.png_image import png_image

_AROUND = (150, 64)
_AGAIN_MS, _TRIES = 300, 12


class CropLabel(QWidget):
    """Shows where the last action took place. Nothing is shown of a secret, nor of what has no place."""

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()
        self._wanted: tuple[Path, Point] | None = None
        self._tries = 0
        self._work: Background[QImage] = Background(self)
        self.setFixedSize(theme.px(74), theme.px(32))

    def show_action(self, folder: Path, event: RecordedEvent | None) -> None:
        """The place of another action."""
        point = event.point if event is not None and not event.secret else None
        wanted = (folder / frame_name(event.i, "before"), point) if event is not None and point is not None else None
        if wanted == self._wanted:
            return
        self._wanted, self._tries, self._image = wanted, 0, QImage()
        self._look()

    def _look(self) -> None:
        wanted = self._wanted
        if wanted is not None:
            self._work.start(lambda: _crop(*wanted), self._took, lambda _: None)
        self.update()

    def _took(self, image: QImage) -> None:
        self._image = image
        self._tries += 1
        if image.isNull() and self._tries < _TRIES:
            QTimer.singleShot(_AGAIN_MS, self, self._look)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The piece with its middle marked; an empty place where there is none."""
        if self._image.isNull():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self.rect(), self._image)
        for colour, width in (("white", 4), (MARK_TARGET, 2)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(self.rect().center(), 4, 4)


def _crop(file: Path, point: Point) -> QImage:
    """In a thread: the piece around the point; null while the file is not there yet."""
    image = png_image(file)
    if image.isNull():
        return image
    width, height = _AROUND
    piece = image.copy(QRect(point.x - width // 2, point.y - height // 2, width, height))
    return piece.scaled(width, height, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
