"""What the signs on the cards mean: only those that this graph shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from studio.engine.saying import Say
from studio.graphview.layout.graph import BADGE_WORDS, Badge, EdgeKind
from studio.graphview.painting.cards import tally

if TYPE_CHECKING:
    from studio.graphview.view import GraphView

_ROW = 20
_LEAST = QSize(760, 420)
"""In a smaller view it would be in the way."""


class Legend(QWidget):
    """Lies over the lower left corner of its view; the mouse goes through it."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self._rows: list[tuple[str, str]] = []
        self._tallies: list[tuple[bool, str]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(view.say("Legend"))

    def renew(self) -> None:
        """Another graph or other colours."""
        nodes = self._view.plan.model.nodes
        say = self._view.say
        counted = {n.strength.tried: n.strength.of for n in nodes if n.strength}
        self._tallies = [(tried, _counted(counted[tried], say, tried)) for tried in (True, False) if tried in counted]
        shown = {badge for node in nodes for badge in node.badges}
        self._rows = [(badge.value, say(BADGE_WORDS[badge])) for badge in Badge if badge in shown]
        self._exceptions = any(e.kind is EdgeKind.EXCEPTION for e in self._view.plan.model.edges)
        self._stops = say("when a step stops")
        said = [words for _, words in (*self._tallies, *self._rows)]
        self.setAccessibleDescription(", ".join(said))
        lines = len(said) + self._exceptions
        widths = [self._view.ink.metrics(12).horizontalAdvance(w) for w in (*said, self._stops)]
        self.resize(round(max(widths, default=0)) + 100, _ROW * lines + 16)
        self.place()
        self.update()

    def place(self) -> None:
        """In its corner, where there is room and nothing of the graph lies below."""
        view = self._view
        self.move(16, view.height() - self.height() - 16)
        room = view.width() >= _LEAST.width() and view.height() >= _LEAST.height()
        free = not self._view.covers_nodes(self.geometry())
        self.setVisible(room and free and bool(self._rows or self._tallies))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Signs and words, one below the other."""
        del event
        ink = self._view.ink
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(ink.pen("border"))
        painter.setBrush(ink.color("card"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        y = 8.0
        for tried, words in self._tallies:
            for n in range(4):
                tally(painter, QPointF(16 + 12 * n, y + 10), ink, tried, full=True)
            ink.write(painter, words, 78, y + 14.5, "text2", 12)
            y += _ROW
        for icon, words in self._rows:
            ink.icon(painter, icon, 12, y + 3, 15, "healed" if icon in ("problem", "unreviewed") else "text2")
            ink.write(painter, words, 78, y + 14.5, "text2", 12)
            y += _ROW
        if self._exceptions:
            painter.setPen(ink.pen("halted", 1.5, dashed=True))
            painter.drawLine(QPointF(12, y + 10), QPointF(66, y + 10))
            ink.write(painter, self._stops, 78, y + 14.5, "text2", 12)


def _counted(of: int, say: Say, tried: bool) -> str:
    """What is counted, without how many on one card."""
    return say("so many of {n} screens", n=of) if tried else say("so many of {n} ways to find it", n=of)
