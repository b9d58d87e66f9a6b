"""Pictures of heals, read off the GUI thread; those of the neighbours are read ahead."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from studio.engine.model.anchor import Anchor
from studio.engine.model.heals import Heal
from studio.ui.services.background import Background
from studio.ui.widgets.png_image import cut, png_inside

_KEPT = 9


@dataclass(frozen=True)
class Pictures:
    """The screens of then and now, and the target's own picture on each; null where there is none."""

    before: QImage
    after: QImage
    crop_before: QImage
    crop_after: QImage


def read_pictures(heal: Heal, run_dir: Path, bundle: Path | None) -> Pictures:
    """Read and decode them (about 20 ms); in any thread."""
    before, after = _image(run_dir, heal.frame_before), _image(run_dir, heal.frame_after)
    kept = _image(bundle, heal.before.template) if bundle is not None else QImage()
    made = _image(run_dir, heal.assets.get(heal.after.template or ""))
    return Pictures(before, after, _or_cut(kept, before, heal.before), _or_cut(made, after, heal.after))


def _image(folder: Path, name: str | None) -> QImage:
    image = png_inside(folder, name)
    return image.convertToFormat(QImage.Format.Format_RGB32) if not image.isNull() else image


def _or_cut(crop: QImage, frame: QImage, anchor: Anchor) -> QImage:
    """The crop, or the same rectangle cut out of the frame."""
    return crop if not crop.isNull() or frame.isNull() else cut(frame, anchor.region)


class PictureStore(QObject):
    """`ready` tells that the pictures of a heal are here; `of` gives them at once or None and sees to it."""

    ready = Signal(str)

    def __init__(self, run_dir: Path, bundle: Path | None, parent: QObject) -> None:
        super().__init__(parent)
        self._run_dir, self._bundle = run_dir, bundle
        self._kept: OrderedDict[str, Pictures] = OrderedDict()
        self._reading: dict[str, Background[Pictures]] = {}

    def of(self, heal: Heal) -> Pictures | None:
        """The pictures where they are here already; else they are read, and `ready` is sent."""
        if heal.id in self._kept:
            self._kept.move_to_end(heal.id)
            return self._kept[heal.id]
        if heal.id not in self._reading:
            work: Background[Pictures] = Background(self)
            self._reading[heal.id] = work
            run_dir, bundle = self._run_dir, self._bundle
            work.start(
                lambda: read_pictures(heal, run_dir, bundle),
                lambda pictures: self._took(heal.id, pictures),
                lambda _: self._took(heal.id, Pictures(QImage(), QImage(), QImage(), QImage())),
            )
        return None

    def read_ahead(self, heals: Sequence[Heal]) -> None:
        """See to it that these are here when they are asked for."""
        for heal in heals:
            self.of(heal)

    def _took(self, heal_id: str, pictures: Pictures) -> None:
        self._reading.pop(heal_id).deleteLater()
        self._kept[heal_id] = pictures
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        self.ready.emit(heal_id)
