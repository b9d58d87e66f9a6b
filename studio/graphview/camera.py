"""Where a graphics view looks, and how near: zoom, pan, fit, and gentle moves to a new place."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QObject, QPoint, QPointF, QRectF, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QGraphicsView

LEAST, MOST = 0.03, 4.0
STEP = 1.2
"""Factor of one step of the zoom."""
_PAN_MS = 110
_AIR = 48.0
_ROOM = 0.85
"""Share of the view that may be empty canvas."""


class Camera(QObject):
    """Moves a view. Zoom 1 is 100 %, which is larger in px where the system's font is. `motion` off jumps."""

    changed = Signal()
    rested = Signal()

    def __init__(self, view: QGraphicsView) -> None:
        super().__init__(view)
        self._view = view
        self.base = 1.0
        self.motion = True
        self.whole = QRectF()
        self._move = QVariantAnimation(self, duration=_PAN_MS)
        self._move.valueChanged.connect(self._follow)
        self._rest = QTimer(self, singleShot=True, interval=90)
        self._rest.timeout.connect(self.rested)

    @property
    def zoom(self) -> float:
        """How near; 1 is 100 %."""
        return self._view.transform().m11() / self.base

    @property
    def resting(self) -> bool:
        """Whether the zoom stands still."""
        return not self._rest.isActive()

    @property
    def seen(self) -> QRectF:
        """The part of the scene that is seen."""
        return self._view.mapToScene(self._view.viewport().rect()).boundingRect()

    def set_zoom(self, zoom: float, at: QPoint | None = None) -> None:
        """Zoom; what lies at `at` (px of the viewport, else its middle) stays there."""
        at = self._view.viewport().rect().center() if at is None else at
        zoom = min(max(zoom, LEAST), MOST)
        before = self._view.mapToScene(at)
        scale = zoom * self.base
        self._view.setTransform(QTransform.fromScale(scale, scale))
        self.roam()
        offset = self._view.mapFromScene(before) - at
        self.scroll(offset)
        self._rest.start()

    def roam(self, whole: QRectF | None = None) -> None:
        """Let the view be panned so far that a rest of the graph stays in it; `whole` is another graph's area."""
        self.whole = self.whole if whole is None else whole
        scale = self._view.transform().m11()
        port = self._view.viewport().size()
        w, h = port.width() * _ROOM / scale, port.height() * _ROOM / scale
        self._view.setSceneRect(self.whole.adjusted(-w, -h, w, h))

    def zoom_by(self, factor: float, at: QPoint | None = None) -> None:
        """Nearer (more than 1) or farther."""
        self.set_zoom(self.zoom * factor, at)

    def scroll(self, by: QPoint) -> None:
        """Move by px of the viewport."""
        self._move.stop()
        across, down = self._view.horizontalScrollBar(), self._view.verticalScrollBar()
        across.setValue(across.value() + by.x())
        down.setValue(down.value() + by.y())
        self.changed.emit()

    def center(self, x: float, y: float) -> None:
        """Look at a point of the scene, gently where that is near enough to follow with the eyes."""
        start, end = self.seen.center(), QPointF(x, y)
        far = (end - start).manhattanLength() > 3 * (self.seen.width() + self.seen.height())
        self._move.stop()
        if not self.motion or far or not self._view.isVisible():
            self._look(end)
            return
        self._move.setStartValue(start)
        self._move.setEndValue(end)
        self._move.start()

    def show(self, area: QRectF) -> None:
        """Move as little as needed for the area to be seen with some air around."""
        air = _AIR / (self.zoom * self.base)
        seen, wanted = self.seen, area.adjusted(-air, -air, air, air)
        if self._move.state() is QAbstractAnimation.State.Running:
            seen.moveCenter(self._move.endValue())
        if seen.contains(wanted):
            return
        center = seen.center()
        center.setX(center.x() + _shift(seen.left(), seen.right(), wanted.left(), wanted.right()))
        center.setY(center.y() + _shift(seen.top(), seen.bottom(), wanted.top(), wanted.bottom()))
        self.center(center.x(), center.y())

    def frame(self, area: QRectF, most: float = 1.0) -> None:
        """Zoom and move so that the area fills the view, at most at `most`."""
        port = self._view.viewport().size()
        wide, high = max(port.width() - _AIR / 2, 1), max(port.height() - _AIR / 2, 1)
        zoom = min(wide / max(area.width(), 1.0), high / max(area.height(), 1.0)) / self.base
        self._move.stop()
        self.set_zoom(min(zoom, most))
        self._look(area.center())

    def _look(self, at: QPointF) -> None:
        self._view.centerOn(at)
        self.changed.emit()

    def _follow(self, at: QPointF) -> None:
        if at is not None:
            self._look(at)


def _shift(low: float, high: float, wanted_low: float, wanted_high: float) -> float:
    """How far a window must move to hold what is wanted; what is larger is shown from its beginning."""
    if wanted_high - wanted_low > high - low or wanted_low < low:
        return wanted_low - low
    return max(0.0, wanted_high - high)
