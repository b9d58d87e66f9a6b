"""The middle of the page: the screens of then and now in one of five ways, and the target's picture on each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.heals import Heal
from studio.ui.review.crops import CropStrip
from studio.ui.review.difference import difference
from studio.ui.review.grouping import shift, shift_words
from studio.ui.review.modes import Mode
from studio.ui.review.overlay import OverlayView
from studio.ui.review.pictures import Pictures
from studio.ui.services.background import Background
from studio.ui.widgets.basics import look, row, text
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.marks import Mark, MarkKind, marks_of
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_ROOM, _ROOM_SIDE = 150, 70
"""px around the target that are seen at first."""
_FAR = 160
"""px from which a target has moved so far that the two sides show different places."""
_STEP = 16


class CompareView(QWidget):
    """Shows one heal. `zoomed` is sent when the zoom changes, `described` with what the way of looking says in words
    (the line's place, the opacity, how much differs)."""

    zoomed = Signal(float)
    described = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        look(self, "canvas")
        self.before, self.after = FrameView(tr("Before")), FrameView(tr("After"))
        self.overlay, self.differing = OverlayView(tr("Before and after")), FrameView(tr("Difference"))
        self.crops = CropStrip()
        self.mode, self.tolerance, self.tied = Mode.SIDE, 24, True
        self._heal: Heal | None = None
        self._pictures: Pictures | None = None
        self._zoom: float | None = None
        self._following = False
        self._said = ("", "")
        self._captions = {name: YieldingLabel("", "note") for name in ("then", "now", "one", "other")}
        self._stack = QStackedWidget()
        self._stack.addWidget(self._side())
        self._stack.addWidget(self._over())
        self._work: Background[tuple[QImage, float]] = Background(self)
        self._listen()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(8)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.crops)

    def _side(self) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        for column, (word, caption, view) in enumerate(
            ((tr("Before"), self._captions["then"], self.before), (tr("After"), self._captions["now"], self.after))
        ):
            grid.addWidget(row(text(word, "strong"), caption, None), 0, column)
            grid.addWidget(view, 1, column)
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(1, 1)
        return holder

    def _over(self) -> QWidget:
        self._views = QStackedWidget()
        self._views.addWidget(self.overlay)
        self._views.addWidget(self.differing)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        first, second = text(tr("Before"), "strong"), text(tr("After"), "strong")
        column.addWidget(row(first, self._captions["one"], None, self._captions["other"], second))
        column.addWidget(self._views, 1)
        return holder

    def _listen(self) -> None:
        for view in (self.before, self.after, self.overlay, self.differing):
            view.moved.connect(partial(self._moved, view))
        self.overlay.told.connect(self._describe)

    # What is shown

    def show_heal(self, heal: Heal, pictures: Pictures, recorded: str, seen: str) -> None:
        """Another heal; `recorded` and `seen` say when its screens were taken."""
        self._heal, self._pictures, self._said = heal, pictures, (recorded, seen)
        self.crops.show_crops(pictures.crop_before, pictures.crop_after)
        self._draw()

    def show_nothing(self) -> None:
        """No heal, or its pictures are still being read: those of another one would be looked at by mistake."""
        self._heal = self._pictures = None
        self._work.forget()
        for view in (self.before, self.after, self.overlay, self.differing):
            view.show_picture(None)
        self.crops.show_crops(QImage(), QImage())

    def show_mode(self, mode: Mode) -> None:
        """Another way to look."""
        self.mode = mode
        self.overlay.show_mode(mode)
        self._stack.setCurrentIndex(0 if mode is Mode.SIDE else 1)
        self._views.setCurrentIndex(1 if mode is Mode.DIFFERENCE else 0)
        self.crops.show_hint(mode)
        self._draw()

    def show_tolerance(self, tolerance: int) -> None:
        """How much a pixel may differ and still count as alike, 0..255."""
        self.tolerance = tolerance
        if self.mode is Mode.DIFFERENCE:
            self._compute()

    def _draw(self) -> None:
        """Only the views that are seen are given pictures."""
        if self._heal is None or self._pictures is None:
            return
        pictures, recorded = self._pictures, tr("recorded {when}", when=self._said[0]) if self._said[0] else ""
        if self.mode is Mode.SIDE:
            self.before.show_picture(pictures.before, side_marks(self._heal.before, tr("recorded")))
            self.after.show_picture(pictures.after, side_marks(self._heal.after, now_label(self._heal)))
            self._captions["then"].setText(recorded or tr("as recorded"))
            self._captions["now"].setText(self._said[1])
        elif self.mode is Mode.DIFFERENCE:
            self._compute()
        else:
            focus = self._focus()
            line = focus.center.x if focus else pictures.before.width() / 2
            self.overlay.show_pair(pictures.before, pictures.after, both_marks(self._heal), line)
        self._look_there()
        self._describe()

    def _compute(self) -> None:
        if self._pictures is None or self._heal is None:
            return
        before, after, tolerance = self._pictures.before, self._pictures.after, self.tolerance
        self._work.start(lambda: difference(before, after, tolerance), self._computed)

    def _computed(self, found: tuple[QImage, float]) -> None:
        if self._heal is None:
            return
        image, share = found
        fresh = self.differing.is_empty or self.differing.image.size() != image.size()
        self.differing.show_picture(image, both_marks(self._heal))
        if fresh:
            self._look_there()
        said = tr("{share} % of the screen differs", share=f"{100 * share:.1f}")
        self._captions["one"].setText(said)
        self.described.emit(said)

    @property
    def shown(self) -> str:
        """The id of the heal whose pictures are seen; empty while there are none."""
        return self._heal.id if self._heal is not None else ""

    # Where one looks

    @property
    def views(self) -> tuple[FrameView, ...]:
        """The views that are seen now, the leading one first."""
        if self.mode is Mode.SIDE:
            return (self.before, self.after) if not self.before.is_empty else (self.after,)
        return (self.differing,) if self.mode is Mode.DIFFERENCE else (self.overlay,)

    def fit(self) -> None:
        """The target with its surroundings, as large as it goes."""
        self._zoom = None
        self._look_there()

    def set_zoom(self, zoom: float) -> None:
        """Screen px per frame px; kept for the heals to come."""
        self._zoom = zoom
        self._look_there()

    def nudge(self, by: int, *, fine: bool = False) -> None:
        """What the arrows do: the line by a step or one px, the opacity by ten or one percent."""
        if self.mode is Mode.SWIPE:
            self.overlay.move_line(by * (1 if fine else _STEP))
        elif self.mode is Mode.ONION:
            self.overlay.change_opacity(by * (1 if fine else 10))

    def _focus(self) -> Region | None:
        return self._heal.before.target.union(self._heal.after.target) if self._heal else None

    def _apart(self) -> QPointF:
        """From then to now, px, where the target moved so far that each side looks at its own place."""
        dx, dy = shift(self._heal) if self._heal else (0, 0)
        far = self.mode is Mode.SIDE and max(abs(dx), abs(dy)) > _FAR
        return QPointF(dx, dy) if far else QPointF(0, 0)

    def _look_there(self) -> None:
        focus, apart = self._focus(), self._apart()
        if focus is None or self._heal is None:
            return
        if not apart.isNull():
            focus = self._heal.before.target
        zoom, self._following = self._zoom, True
        for view in self.views:
            own = focus.moved(apart.x(), apart.y()) if view is self.after else focus
            view.focus_on(own, _ROOM_SIDE if self.mode is Mode.SIDE else _ROOM)
            if zoom is not None and not view.is_empty:
                view.zoom_by(zoom / view.zoom)
                view.centerOn(QPointF(*own.center))
        self._following = False
        if self.mode is Mode.SIDE and self.tied and len(self.views) == 2:
            self._follow(self.before, self.after)
        self._tell_zoom()

    def _follow(self, view: FrameView, other: FrameView) -> None:
        """Let the other side look where this one looks, at its own place where the target moved far."""
        self._following = True
        other.follow(view)
        apart = self._apart() if other is self.after else -self._apart()
        if not apart.isNull():
            other.centerOn(view.mapToScene(view.viewport().rect().center()) + apart)
        self._following = False

    def _moved(self, view: FrameView) -> None:
        """A person moved one view: the other one comes along, unless they are parted."""
        if view not in self.views or self._following:
            return
        self._zoom = view.zoom
        if self.mode is Mode.SIDE and self.tied:
            self._follow(view, self.after if view is self.before else self.before)
        self._tell_zoom()

    def _tell_zoom(self) -> None:
        self.zoomed.emit(self.views[0].zoom)

    def _describe(self) -> None:
        said = {
            Mode.SWIPE: lambda: tr("line at {x} px", x=round(self.overlay.line)),
            Mode.ONION: lambda: tr("{n} % of after", n=self.overlay.opacity),
            Mode.BLINK: self._blinking,
        }.get(self.mode)
        if said is None:
            return
        recorded = tr("recorded {when}", when=self._said[0]) if self._said[0] else tr("as recorded")
        left = tr("{what}, left of the line", what=recorded) if self.mode is Mode.SWIPE else recorded
        right = tr("right of the line, {what}", what=self._said[1]) if self.mode is Mode.SWIPE else self._said[1]
        self._captions["one"].setText(left)
        self._captions["other"].setText(right)
        self.overlay.setAccessibleDescription(said())
        self.described.emit(said())

    def _blinking(self) -> str:
        shown = tr("after") if self.overlay.shows_after else tr("before")
        return tr("{which}, held", which=shown) if self.overlay.holds else tr("now: {which}", which=shown)


def both_marks(heal: Heal) -> tuple[Mark, ...]:
    """The marks of then, and a box where the target is now."""
    if not shift_words(*shift(heal)) and heal.before.target == heal.after.target:
        return side_marks(heal.before, tr("recorded and now"))
    return (*side_marks(heal.before, tr("recorded")), Mark(MarkKind.NOW, heal.after.target, now_label(heal)))


def now_label(heal: Heal) -> str:
    """What stands at the target of now, with the way that it moved."""
    moved = shift_words(*shift(heal))
    return tr("this run: {shift}", shift=moved) if moved else tr("this run")


def side_marks(anchor: Anchor, label: str) -> tuple[Mark, ...]:
    """The target with its name, and its landmarks without theirs: nothing may cover what is compared."""
    quiet = (replace(m, label="", towards=None) if m.kind is MarkKind.LANDMARK else m for m in marks_of(anchor))
    return tuple(replace(m, label=label) if m.kind is MarkKind.TARGET else m for m in quiet)
