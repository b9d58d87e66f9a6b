"""Cards drawn once and stamped many times: pixmaps kept by what they show, bounded, drawn a few at a time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import ceil
from time import perf_counter

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

MARGIN = 10.0
"""Px around a stamp for what stands out of a card, such as a breakpoint."""
_BYTES = 96_000_000
_IN_FRAME_S = 0.003
"""So much of a frame goes into stamps that are not there; the rest of them is drawn between frames."""
_SLICE_S = 0.008
_REST_MS = 60
_SHOW_S = 0.1
"""While many are drawn, they are shown this often."""

Draw = Callable[[QPainter], None]


@dataclass(slots=True)
class _Stamp:
    pixmap: QPixmap
    scale: float
    cost: int


@dataclass(frozen=True, slots=True)
class Wish:
    """A stamp that is asked for: size of its card, device px for one px of it, device px for one of Qt's."""

    size: tuple[float, float]
    scale: float
    ratio: float
    draw: Draw


class Stamps(QObject):
    """Draws each stamp at the scale of the view. While that changes, stamps of the former scale serve, stretched."""

    renewed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[Hashable, _Stamp] = OrderedDict()
        self._wanted: dict[Hashable, Wish] = {}
        self._bytes = 0
        self._spent = 0.0
        self._shown = 0.0
        self._moving = False
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._fill)

    def clear(self) -> None:
        """Forget all, as when colours or fonts change."""
        self._kept.clear()
        self._wanted.clear()
        self._bytes = 0

    def begin(self, *, moving: bool) -> None:
        """A frame begins. While the zoom is `moving` only stamps that are not there at all are drawn."""
        self._spent, self._moving = 0.0, moving
        self._wanted.clear()

    def end(self) -> None:
        """A frame is done; what was left out is drawn between frames."""
        if self._wanted:
            self._rest.start(_REST_MS if self._moving else 0)

    def put(self, painter: QPainter, key: Hashable, at: QPointF, zoom: float, wish: Wish) -> bool:
        """Stamp at a point of the untransformed view; False where there was no time to draw one yet."""
        stamp = self._kept.get(key)
        if stamp is None or stamp.scale != wish.scale:
            if self._spent < _IN_FRAME_S and not (stamp and self._moving):
                stamp = self._drawn(key, wish)
            else:
                self._wanted[key] = wish
        if stamp is None:
            return False
        self._kept.move_to_end(key)
        x, y = at.x() - MARGIN * zoom, at.y() - MARGIN * zoom
        if stamp.scale == wish.scale:
            ratio = wish.ratio
            painter.drawPixmap(QPointF(round(x * ratio) / ratio, round(y * ratio) / ratio), stamp.pixmap)
        else:
            w, h = ((side + 2 * MARGIN) * zoom for side in wish.size)
            painter.drawPixmap(QRectF(x, y, w, h), stamp.pixmap, QRectF(stamp.pixmap.rect()))
        return True

    def _fill(self) -> None:
        """Draw what the last frame wanted, a slice at a time, so that events come in between."""
        started = perf_counter()
        while self._wanted and perf_counter() - started < _SLICE_S:
            key = next(iter(self._wanted))
            self._drawn(key, self._wanted.pop(key))
        now = perf_counter()
        if not self._wanted or now - self._shown > _SHOW_S:
            self._shown = now
            self.renewed.emit()
        if self._wanted:
            self._rest.start(0)

    def _drawn(self, key: Hashable, wish: Wish) -> _Stamp:
        started = perf_counter()
        w, h = (ceil((side + 2 * MARGIN) * wish.scale) for side in wish.size)
        pixmap = QPixmap(w, h)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.scale(wish.scale, wish.scale)
        painter.translate(MARGIN, MARGIN)
        wish.draw(painter)
        painter.end()
        pixmap.setDevicePixelRatio(wish.ratio)
        self._spent += perf_counter() - started
        return self._keep(key, _Stamp(pixmap, wish.scale, w * h * 4))

    def _keep(self, key: Hashable, stamp: _Stamp) -> _Stamp:
        before = self._kept.pop(key, None)
        self._bytes += stamp.cost - (before.cost if before else 0)
        self._kept[key] = stamp
        while self._bytes > _BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.cost
        return stamp
