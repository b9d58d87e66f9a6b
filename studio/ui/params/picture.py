"""The picture of a field, its value masked: taken before anything was typed there, and covered all the same."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.engine.model.geometry import Region
from studio.ui.params.model import DOTS
from studio.ui.theme import theme
from studio.ui.theme.colours import MARK_TARGET
from studio.ui.words import tr

_ROOM = 46


class FieldPicture(QWidget):
    """Shows the field with some room around it. `revealed` shows the screen after typing, with nothing covered."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._before, self._after = QImage(), QImage()
        self._region: Region | None = None
        self._revealed, self._known = False, False
        self.setFixedHeight(theme.px(height))
        self.setMinimumWidth(theme.px(width))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Picture of the field, its value masked"))

    def show_field(self, before: QImage, after: QImage, region: Region | None) -> None:
        """Another field. Until then nothing is said: its pictures are still read."""
        self._known = True
        self._before, self._after, self._region = before, after, region
        self.update()

    @property
    def is_revealed(self) -> bool:
        """Whether the value can be read now."""
        return self._revealed

    def reveal(self, on: bool) -> None:
        """Uncover it, or cover it again."""
        self._revealed = on
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture, the cover, the corners of the target."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), QColor(theme.colours.canvas))
        image = self._after if self._revealed and not self._after.isNull() else self._before
        if not self._known:
            return
        if image.isNull() or self._region is None:
            self._say_nothing(painter)
            return
        shown = _around(self._region, image, self.width() / max(self.height(), 1))
        painter.drawImage(QRectF(self.rect()), image, shown)
        scale = self.width() / shown.width()
        r = self._region
        box = QRectF((r.x - shown.x()) * scale, (r.y - shown.y()) * scale, r.w * scale, r.h * scale)
        if not self._revealed:
            self._cover(painter, box)
        _corners(painter, box)

    def _say_nothing(self, painter: QPainter) -> None:
        painter.setPen(QColor(theme.colours.text2))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, tr("No picture"))

    def _cover(self, painter: QPainter, box: QRectF) -> None:
        inset = min(4.0, box.height() / 6)
        painter.fillRect(box.adjusted(inset, inset, -inset, -inset), QColor("#D8DCE3"))
        painter.setPen(QColor("#1A1E26"))
        beside = box.adjusted(inset + 8, 0, -inset, 0)
        painter.drawText(beside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, DOTS * 6)


def _around(region: Region, image: QImage, ratio: float) -> QRectF:
    """The part of the picture that is shown: the field with room around, in the ratio of the widget."""
    width = max(region.w + 2 * _ROOM, (region.h + 2 * _ROOM) * ratio)
    width = min(width, image.width(), image.height() * ratio)
    height = width / ratio
    middle = QPointF(region.x + region.w / 2, region.y + region.h / 2)
    left = min(max(middle.x() - width / 2, 0), image.width() - width)
    top = min(max(middle.y() - height / 2, 0), image.height() - height)
    return QRectF(left, top, width, height)


def _corners(painter: QPainter, box: QRectF) -> None:
    arm = min(14.0, box.height() / 2)
    for colour, width in (("#FFFFFF", 5), (MARK_TARGET, 3)):
        pen = painter.pen()
        pen.setColor(QColor(colour))
        pen.setWidth(width)
        painter.setPen(pen)
        for x, dx in ((box.left(), arm), (box.right(), -arm)):
            for y, dy in ((box.top(), arm), (box.bottom(), -arm)):
                painter.drawLine(QPointF(x, y), QPointF(x + dx, y))
                painter.drawLine(QPointF(x, y), QPointF(x, y + dy))
