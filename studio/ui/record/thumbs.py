"""Small pictures of frames, loaded when they are seen, off the GUI thread, the last ones asked for first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QImage

from studio.engine.recording.layout import frame_name
from studio.engine.recording.rebuilt import Seen
from studio.ui.services.background import Background
from studio.ui.widgets.png_image import png_image

_KEPT = 600
_BATCH = 6
_SIZE = QSize(144, 90)
"""px of what is kept: sharp in the strip at 200 %."""
_NONE = QImage()

Small = tuple[QImage, QSize]


class Thumbs(QObject):
    """`wanted` is told which are seen now; `came` is called when some of them are there."""

    def __init__(self, folder: Path, came: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._folder, self._came = folder, came
        self._kept: OrderedDict[Seen, Small] = OrderedDict()
        self._wanted: list[Seen] = []
        self._work: Background[dict[Seen, Small]] = Background(self)

    def get(self, seen: Seen) -> Small:
        """The picture and the size of the frame; null while it is not there."""
        found = self._kept.get(seen)
        if found is not None:
            self._kept.move_to_end(seen)
        return found or (_NONE, QSize())

    def want(self, seen: Sequence[Seen]) -> None:
        """These are seen now."""
        self._wanted = [s for s in seen if s not in self._kept]
        self._next()

    def _next(self) -> None:
        if self._work.busy or not self._wanted:
            return
        batch, self._wanted = self._wanted[:_BATCH], self._wanted[_BATCH:]
        folder = self._folder
        self._work.start(lambda: {s: _load(folder / frame_name(*s)) for s in batch}, self._took)

    def _took(self, loaded: dict[Seen, Small]) -> None:
        self._kept.update(loaded)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        self._came()
        self._next()


def _load(file: Path) -> Small:
    """In a thread."""
    image = png_image(file)
    if image.isNull():
        return _NONE, QSize()
    small = image.scaled(_SIZE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    return small, image.size()
