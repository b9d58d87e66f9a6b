"""A label that gives way where there is little room: it ends in “…”, its tip and its accessible name have it all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel

from studio.ui.theme import theme


class YieldingLabel(QLabel):
    """Plain text of one or more lines that may become as narrow as `least` px of the design."""

    def __init__(self, said: str, kind: str = "", *, least: int = 0) -> None:
        super().__init__(said)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if kind:
            self.setProperty("look", kind)
        self._least = least

    def minimumSizeHint(self) -> QSize:
        """Narrow, but as high as its lines."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), theme.px(self._least)), hint.height())

    def shown_text(self) -> str:
        """What is painted: each line as far as it fits."""
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        lines = self.text().split("\n")
        return "\n".join(metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The tip says all where not all is shown."""
        super().resizeEvent(event)
        self.setToolTip("" if self.shown_text() == self.text() else self.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt's own where all fits."""
        shown = self.shown_text()
        if shown == self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self.alignment() | Qt.TextFlag.TextDontClip, shown)
