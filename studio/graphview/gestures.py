"""One object for each gesture of the mouse: it is made at the press, follows the moves and ends at the release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QRubberBand

if TYPE_CHECKING:
    from studio.graphview.view import GraphView


class Gesture(Protocol):
    """Something that the mouse is doing; points are px of the viewport."""

    def move(self, at: QPoint) -> None:
        """The mouse has moved."""

    def release(self, at: QPoint) -> None:
        """The button was let go."""


class Pan:
    """Drags the ground. Where the mouse did not move, it was a click on the ground: nothing is selected any more.

    On the head of a stage it folds that.
    """

    def __init__(self, view: GraphView, at: QPoint, *, clears: bool) -> None:
        self._view, self._at, self._start, self._clears = view, at, at, clears
        self._moved = False

    def move(self, at: QPoint) -> None:
        """Follow."""
        if not self._moved and not dragged(self._start, at):
            return
        self._moved = True
        self._view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self._view.scroll_by(self._at - at)
        self._at = at

    def release(self, at: QPoint) -> None:
        """End."""
        self._view.viewport().unsetCursor()
        if self._clears and not self._moved and not self._view.head_clicked(at):
            self._view.select(())


class Pick:
    """A click on a node selects it at once; dragging from there pans."""

    def __init__(self, view: GraphView, at: QPoint, node: str, *, adding: bool) -> None:
        self._pan = Pan(view, at, clears=False)
        chosen = view.selection
        if adding:
            rest = tuple(key for key in chosen if key != node)
            view.select(rest if node in chosen else (*chosen, node))
        elif node not in chosen or len(chosen) > 1:
            view.select((node,))

    def move(self, at: QPoint) -> None:
        """Pan, once it is a drag."""
        self._pan.move(at)

    def release(self, at: QPoint) -> None:
        """End."""
        self._pan.release(at)


class Band:
    """Shift and drag over the ground selects what lies in the rectangle, besides what was selected."""

    def __init__(self, view: GraphView, at: QPoint) -> None:
        self._view, self._start, self._before = view, at, view.selection
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, view.viewport())

    def move(self, at: QPoint) -> None:
        """Follow."""
        area = QRect(self._start, at).normalized()
        self._band.setGeometry(area)
        self._band.show()
        inside = self._view.nodes_within(area)
        self._view.select((*self._before, *(key for key in inside if key not in self._before)))

    def release(self, at: QPoint) -> None:
        """End."""
        del at
        self._band.hide()
        self._band.deleteLater()


def dragged(start: QPoint, at: QPoint) -> bool:
    """Whether it is a drag and not a trembling click."""
    return (at - start).manhattanLength() >= QApplication.startDragDistance()
