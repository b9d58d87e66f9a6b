"""Pictures of targets, cut to the window of a card off the GUI thread and kept up to a bound."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QImage, QPainter

from studio.graphview.background import Background
from studio.graphview.layout.crops import WINDOW, crop_view
from studio.graphview.layout.graph import Node, Picture

Pictures = Callable[[str], QImage | None]
"""The whole crop of a step's target by the step's id; called off the GUI thread. None where there is none."""

SHARP = 2.0
"""Pixels of a kept picture for one px of a card."""
_MOST = 600


class PictureShelf(QObject):
    """Gives the picture of a node where it is there, and fetches it where it is not."""

    arrived = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: Pictures | None = None
        self._kept: OrderedDict[str, QImage | None] = OrderedDict()
        self._asked: set[str] = set()
        self._background = Background(self)
        self._age = 0

    def set_source(self, source: Pictures | None) -> None:
        """Take pictures from there; what was kept is forgotten."""
        self._source = source
        self._kept.clear()
        self._asked.clear()
        self._age += 1

    def get(self, node: Node) -> QImage | None:
        """The picture in the window of its card; None while it is on its way, or where there is none."""
        step = node.step_id
        if step is None or not node.picture.path:
            return None
        if step in self._kept:
            self._kept.move_to_end(step)
            return self._kept[step]
        if self._source is None:
            return None
        if step not in self._asked:
            self._asked.add(step)
            self._background.run(
                partial(_windowed, self._source, step, node.picture),
                partial(self._take, step, self._age),
                partial(self._lost, step, self._age),
            )
        return None

    def put(self, pictures: Mapping[str, QImage]) -> None:
        """Hand in windows of cards by step, all at once, where they are there already."""
        self._kept.update(pictures)

    def close(self) -> None:
        """Stop fetching."""
        self._background.close()

    def _take(self, step: str, age: int, image: QImage | None) -> None:
        if age != self._age:
            return
        self._asked.discard(step)
        self._kept[step] = image
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        self.arrived.emit(step)

    def _lost(self, step: str, age: int, error: Exception) -> None:
        """A picture that cannot be read is one that is not there; the page that owns the bundle tells why."""
        del error
        self._take(step, age, None)


def _windowed(source: Pictures, step: str, picture: Picture) -> QImage | None:
    """The part of the crop that a card shows."""
    whole = source(step)
    return None if whole is None or whole.isNull() else windowed(whole, picture)


def windowed(whole: QImage, picture: Picture) -> QImage:
    """The crop drawn into the window of a card, on white."""
    image = QImage(round(WINDOW[0] * SHARP), round(WINDOW[1] * SHARP), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(SHARP, SHARP)
    painter.drawImage(QRectF(*crop_view(picture).image), whole)
    painter.end()
    return image
