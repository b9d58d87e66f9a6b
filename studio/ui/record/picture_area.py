"""The large picture of an action with its marks, before or after it, and a tool in hand that draws on it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.model.geometry import Region
from studio.engine.recording.edit import EditedAction, EditedRecording
from studio.engine.recording.layout import Moment, frame_name
from studio.engine.recording.rebuilt import Seen
from studio.ui.editing.region_view import RegionView
from studio.ui.record.rows import number_of
from studio.ui.record.words import kind_word
from studio.ui.services.background import Background
from studio.ui.theme import theme
from studio.ui.widgets.basics import look, text
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.marks import Mark, MarkKind, point_mark
from studio.ui.widgets.png_image import png_image
from studio.ui.words import tr


class PictureArea(QWidget):
    """Shows one action. While a tool is in hand a rectangle is drawn; `drawn` carries it (px of the frame)."""

    drawn = Signal(object)
    turned = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.moment: Moment = "before"
        self._folder = Path()
        self._edited: EditedRecording | None = None
        self._action: EditedAction | None = None
        self._place: Region | None = None
        self._shown: Seen | None = None
        self._work: Background[QImage] = Background(self)
        self.view, self.canvas = FrameView(tr("Picture of the action")), RegionView(tr("Draw a rectangle"))
        self._stack = QStackedWidget()
        self._title, self._where = text("", "strong"), text("", "note")
        self._before, self._after = self._segment(tr("Before"), "before"), self._segment(tr("After"), "after")
        self.canvas.drawn.connect(self.drawn)
        self._arrange()

    @property
    def seen(self) -> Seen | None:
        """Which picture of the recording is shown."""
        if self._action is None:
            return None
        return self._action.before if self.moment == "before" else self._action.after

    @property
    def region(self) -> Region | None:
        """The rectangle that is drawn."""
        return self.canvas.region

    def open(self, folder: Path) -> None:
        """Pictures of another recording."""
        self._folder, self._shown = folder, None

    def show_action(self, edited: EditedRecording, action: EditedAction | None, place: Region | None = None) -> None:
        """Another action, or the same one after an edit; `place` is where its control was found in the picture."""
        self._edited, self._action, self._place = edited, action, place
        if action is None:
            self._title.setText("")
            self._where.setText("")
            for view in (self.view, self.canvas):
                view.show_picture(None)
            self._shown = None
            return
        self._title.setText(tr("Action {n}", n=number_of(action)))
        point = action.event.point
        where = tr("at ({x}, {y}), ", x=point.x, y=point.y) if point else ""
        self._where.setText(f"{kind_word(action.event.kind)} {where}{action.event.t:.1f} s")
        self._load()

    def turn(self, moment: Moment) -> None:
        """What was seen before the action, or after it."""
        self.moment = moment
        (self._before if moment == "before" else self._after).setChecked(True)
        self._load()
        self.turned.emit()

    def take(self, *, in_hand: bool) -> None:
        """Draw on the picture, or only look at it."""
        self.canvas.show_region(None)
        self._stack.setCurrentWidget(self.canvas if in_hand else self.view)
        if in_hand:
            self.canvas.setFocus()

    # Inside

    def _load(self) -> None:
        seen = self.seen
        if seen is None:
            return
        if seen == self._shown:
            self._show_marks()
            return
        file = str(self._folder / frame_name(*seen))
        self._work.start(lambda: png_image(file), lambda image: self._took(seen, image))

    def _took(self, seen: Seen, image: QImage) -> None:
        self._shown = seen
        region = self.canvas.region
        shown = QPixmap.fromImage(image)
        for view in (self.view, self.canvas):
            view.show_picture(shown)
        self.canvas.show_region(region)
        self._show_marks()

    def _show_marks(self) -> None:
        marks = self._marks()
        for view in (self.view, self.canvas):
            view.set_marks(marks)

    def _marks(self) -> Sequence[Mark]:
        seen, action, edited = self.seen, self._action, self._edited
        if seen is None or action is None or edited is None:
            return ()
        made = [Mark(MarkKind.REDACTION, region) for region in edited.regions(seen)]
        if self.moment == "after":
            made += [
                Mark(MarkKind.IDENTITY, c.region, tr("must be there") if c.present else tr("must be gone"))
                for c in action.event.checks
                if c.region is not None
            ]
            return made
        target = _target(action) or self._place
        if target is not None:
            made.append(Mark(MarkKind.TARGET, target, tr("target")))
        made += [point_mark(p) for p in (action.event.point, action.event.end_point) if p is not None]
        return made

    def _segment(self, word: str, moment: Moment) -> QPushButton:
        button = QPushButton(word)
        button.setProperty("look", "segment")
        button.setCheckable(True)
        button.setChecked(moment == "before")
        button.setAccessibleName(word)
        button.clicked.connect(lambda: self.turn(moment))
        return button

    def _arrange(self) -> None:
        group = QButtonGroup(self)
        head = QWidget()
        look(head, "panel-head")
        head.setFixedHeight(theme.px(38))
        across = QHBoxLayout(head)
        across.setContentsMargins(16, 0, 12, 0)
        across.setSpacing(10)
        across.addWidget(self._title)
        across.addWidget(self._where)
        across.addStretch(1)
        segments = QHBoxLayout()
        segments.setSpacing(0)
        for button in (self._before, self._after):
            group.addButton(button)
            segments.addWidget(button)
        across.addLayout(segments)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.canvas)
        down = QVBoxLayout(self)
        down.setContentsMargins(0, 0, 0, 0)
        down.setSpacing(0)
        down.addWidget(head)
        down.addWidget(self._stack, 1)


def _target(action: EditedAction) -> Region | None:
    """What a person framed, else the element; nothing of elements that fill the screen."""
    event = action.event
    if event.crop is not None:
        return event.crop
    element = event.target
    return element.region if element is not None and element.region.area else None
