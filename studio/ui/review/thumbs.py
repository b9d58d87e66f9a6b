"""Small pictures of the targets as they are now, read when a row is first seen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage, QPixmap

from studio.engine.model.heals import Heal
from studio.ui.services.background import Background
from studio.ui.widgets.png_image import cut, png_inside

_WIDTH = 160


class Thumbs(QObject):
    """`changed` is sent when more of them are here. They are read in the order in which they were asked for."""

    changed = Signal()

    def __init__(self, run_dir: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._run_dir = run_dir
        self._kept: dict[str, QPixmap] = {}
        self._wanted: list[Heal] = []
        self._work: Background[dict[str, QImage]] = Background(self)

    def of(self, heal: Heal) -> QPixmap | None:
        """The picture, or None until it is read."""
        if heal.id not in self._kept and heal not in self._wanted:
            self._wanted.append(heal)
            if not self._work.busy:
                self._read()
        return self._kept.get(heal.id)

    def _read(self) -> None:
        batch, run_dir = tuple(self._wanted), self._run_dir
        self._work.start(lambda: {h.id: _small(h, run_dir) for h in batch}, self._took, lambda _: None)

    def _took(self, images: dict[str, QImage]) -> None:
        self._kept |= {heal_id: QPixmap.fromImage(image) for heal_id, image in images.items()}
        self._wanted = [h for h in self._wanted if h.id not in self._kept]
        self.changed.emit()
        if self._wanted:
            self._read()


def _small(heal: Heal, run_dir: Path) -> QImage:
    """The new crop, or what is cut out of the screen; at most 160 px wide."""
    image = png_inside(run_dir, heal.assets.get(heal.after.template or ""))
    if image.isNull():
        image = cut(png_inside(run_dir, heal.frame_after), heal.after.region)
    if image.width() > _WIDTH:
        return image.scaledToWidth(_WIDTH, Qt.TransformationMode.SmoothTransformation)
    return image
