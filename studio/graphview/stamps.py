"""Cards drawn once and stamped many times: pixmaps kept by what they show, bounded, redrawn a few at a time."""

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
_BUDGET_S = 0.006
_REST_MS = 60
_NEXT_MS = 4
"""Between two frames while stamps are missing: events come first, but not much else."""

Draw = Callable[[QPainter], None]


@dataclass(slots=True)
class _Stamp:
    pixmap: QPixmap
    scale: float
    cost: int


class Stamps(QObject):
    """Draws each stamp at the scale of the view. While that changes, stamps of the former scale serve, stretched."""

    renewed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[Hashable, _Stamp] = OrderedDict()
        self._bytes = 0
        self._spent = 0.0
        self._stale = False
        self._moving = False
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self.renewed)

    def clear(self) -> None:
        """Forget all, as when colours or fonts change."""
        self._kept.clear()
        self._bytes = 0

    def begin(self, *, moving: bool) -> None:
        """A frame begins. While the zoom is `moving` only stamps that are not there at all are drawn."""
        self._spent, self._stale, self._moving = 0.0, False, moving

    def end(self) -> None:
        """A frame is done; what was left out is drawn after a short rest."""
        if self._stale:
            self._rest.start(_REST_MS if self._moving else _NEXT_MS)

    def put(
        self,
        painter: QPainter,
        key: Hashable,
        x: float,
        y: float,
        size: tuple[float, float],
        zoom: float,
        ratio: float,
        draw: Draw,
    ) -> bool:
        """Stamp at device-independent (x, y) of the untransformed view; False where there was no time to draw one."""
        scale = zoom * ratio
        stamp = self._kept.get(key)
        if stamp is None or stamp.scale != scale:
            if self._spent < _BUDGET_S and not (stamp and self._moving):
                stamp = self._drawn(key, size, scale, ratio, draw)
            else:
                self._stale = True
        if stamp is None:
            return False
        self._kept.move_to_end(key)
        if stamp.scale == scale:
            left, top = round((x - MARGIN * zoom) * ratio) / ratio, round((y - MARGIN * zoom) * ratio) / ratio
            painter.drawPixmap(QPointF(left, top), stamp.pixmap)
        else:
            w, h = ((side + 2 * MARGIN) * zoom for side in size)
            target = QRectF(x - MARGIN * zoom, y - MARGIN * zoom, w, h)
            painter.drawPixmap(target, stamp.pixmap, QRectF(stamp.pixmap.rect()))
        return True

    def _drawn(self, key: Hashable, size: tuple[float, float], scale: float, ratio: float, draw: Draw) -> _Stamp:
        started = perf_counter()
        w, h = (ceil((side + 2 * MARGIN) * scale) for side in size)
        pixmap = QPixmap(w, h)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.scale(scale, scale)
        painter.translate(MARGIN, MARGIN)
        draw(painter)
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        self._spent += perf_counter() - started
        return self._keep(key, _Stamp(pixmap, scale, w * h * 4))

    def _keep(self, key: Hashable, stamp: _Stamp) -> _Stamp:
        before = self._kept.pop(key, None)
        self._bytes += stamp.cost - (before.cost if before else 0)
        self._kept[key] = stamp
        while self._bytes > _BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.cost
        return stamp
