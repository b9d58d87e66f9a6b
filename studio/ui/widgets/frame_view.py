"""A picture of the user's program with marks on it: zoom, pan, fit; two views can move together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsPixmapItem, QGraphicsScene, QGraphicsView

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.ui.theme import theme
from studio.ui.widgets.mark_items import MarkItem
from studio.ui.widgets.marks import Mark
from studio.ui.widgets.png_image import png_image

_NEAREST, _FARTHEST = 8.0, 0.05
Picture = Frame | QImage | QPixmap | Path | bytes
"""What can be shown; a QPixmap that several views show stands in memory once."""


def to_image(picture: Frame | QImage | Path | bytes | None) -> QImage:
    """A picture from whatever holds it; null where there is none or it cannot be read."""
    if picture is None:
        return QImage()
    if isinstance(picture, QImage):
        return picture
    if isinstance(picture, Path | bytes):
        return png_image(picture)
    bgr = picture.bgr
    height, width = bgr.shape[:2]
    return QImage(bgr.tobytes(), width, height, 3 * width, QImage.Format.Format_BGR888)


class FrameView(QGraphicsView):
    """Shows one frame. `moved` is sent when a person zooms or pans, `pressed` with the frame's px that was clicked.

    It fits the whole frame, or `focus` region, until a person zooms.
    """

    moved = Signal()
    pressed = Signal(QPointF)

    def __init__(self, name: str = "", *, interactive: bool = True) -> None:
        super().__init__()
        self.setScene(QGraphicsScene(self))
        self._item = QGraphicsPixmapItem()
        self._item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self._item.setCacheMode(
            QGraphicsPixmapItem.CacheMode.DeviceCoordinateCache
        )  # scaled once, whatever is drawn over
        self.scene().addItem(self._item)
        self._marks: list[MarkItem] = []
        self._focus: Region | None = None
        self._touched = False
        self._interactive = interactive
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag if interactive else QGraphicsView.DragMode.NoDrag)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if interactive else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        self._recolour()
        theme.changed.connect(self._recolour)

    # What is shown

    def show_picture(self, picture: Picture | None, marks: Sequence[Mark] = ()) -> None:
        """Another picture with its marks. The place that a person chose is kept while the size is the same."""
        shown = picture if isinstance(picture, QPixmap) else QPixmap.fromImage(to_image(picture))
        same_size = shown.size() == self._item.pixmap().size()
        self._item.setPixmap(shown)
        self.scene().setSceneRect(QRectF(0, 0, max(shown.width(), 1), max(shown.height(), 1)))
        self.set_marks(marks)
        if not (same_size and self._touched):
            self._touched = False
            self.fit()

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Other marks on the same picture; the same ones again cost nothing."""
        if tuple(marks) == tuple(item.mark for item in self._marks):
            return
        for item in self._marks:
            self.scene().removeItem(item)
        self._marks = [MarkItem(mark) for mark in marks]
        for item in self._marks:
            self.scene().addItem(item)
        said = ", ".join(m.label for m in marks if m.label)
        self.setAccessibleDescription(said)

    @property
    def image(self) -> QImage:
        """The picture that is shown."""
        return self._item.pixmap().toImage()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to see."""
        return self._item.pixmap().isNull()

    # Where one looks

    def focus_on(self, region: Region | None, room: int = 90) -> None:
        """Look at a region with `room` px around it; None is the whole frame."""
        self._focus = region.padded(room) if region is not None else None
        self._touched = False
        self.fit()

    def fit(self) -> None:
        """The focus, or the whole frame, as large as it goes (never above 200 %)."""
        if self.is_empty or self.viewport().width() < 2:
            return
        rect = self.sceneRect()
        if self._focus is not None:
            wanted = QRectF(self._focus.x, self._focus.y, self._focus.w, self._focus.h)
            rect = wanted.intersected(self.sceneRect()) or rect
        self.fitInView(rect, Qt.AspectRatioMode.KeepAspectRatio)
        if self.zoom > 2:
            self.set_zoom(2.0)
        self.centerOn(rect.center())

    @property
    def zoom(self) -> float:
        """Screen px per frame px."""
        return self.transform().m11()

    def set_zoom(self, factor: float) -> None:
        """Zoom to a factor around the middle of the view."""
        chosen = min(max(factor, _FARTHEST), _NEAREST)
        self.scale(chosen / self.zoom, chosen / self.zoom)

    def zoom_by(self, ratio: float) -> None:
        """Zoom as a person does: from now on the place is kept."""
        self._touched = True
        self.set_zoom(self.zoom * ratio)
        self.moved.emit()

    def follow(self, other: FrameView) -> None:
        """Look where `other` looks."""
        self._touched = True
        self.setTransform(other.transform())
        self.centerOn(other.mapToScene(other.viewport().rect().center()))

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep fitting until a person chose a place."""
        super().resizeEvent(event)
        if not self._touched:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel zooms under the pointer."""
        if not self._interactive:
            event.ignore()
            return
        self.zoom_by(1.0015 ** event.angleDelta().y())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus and minus zoom, 0 fits, arrows pan."""
        ratios = {Qt.Key.Key_Plus: 1.25, Qt.Key.Key_Equal: 1.25, Qt.Key.Key_Minus: 0.8}
        if event.key() in ratios:
            self.zoom_by(ratios[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_0:
            self._touched = False
            self.fit()
            self.moved.emit()
        else:
            super().keyPressEvent(event)
            self._touched = True
            self.moved.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Tell that a drag moved the view."""
        super().scrollContentsBy(dx, dy)
        if self.dragMode() is QGraphicsView.DragMode.ScrollHandDrag and self.underMouse():
            self._touched = True
            self.moved.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell which px of the frame was pressed."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.pressed.emit(self.mapToScene(event.position().toPoint()))
        super().mousePressEvent(event)

    def _recolour(self) -> None:
        self.setStyleSheet(f"QGraphicsView {{ background: {theme.colours.canvas}; }}")


def tie(first: FrameView, second: FrameView) -> None:
    """Let two views zoom and pan together."""
    busy = [False]

    def follow(leader: FrameView, follower: FrameView) -> None:
        if not busy[0]:
            busy[0] = True
            follower.follow(leader)
            busy[0] = False

    first.moved.connect(lambda: follow(first, second))
    second.moved.connect(lambda: follow(second, first))
