"""The floating bar while a recording goes on: time, count, last action, commands. It never takes the focus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QMoveEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from studio.ui.record.crop import CropLabel
from studio.ui.record.floating import Dragged, Floating, FloatingButton, kept_inside, screen_of
from studio.ui.record.notices import Notices
from studio.ui.record.told import Phase
from studio.ui.services.when import clock
from studio.ui.theme import DARK, Tone, theme
from studio.ui.widgets.basics import text
from studio.ui.words import tr

_EDGE_PX = 6
_TICK_MS = 250
_LAST_PX = 230


@dataclass(frozen=True)
class Commands:
    """What the buttons do."""

    pause: Callable[[], object]
    undo: Callable[[], object]
    secret: Callable[[], object]
    note: Callable[[], object]
    finish: Callable[[], object]
    seconds: Callable[[], float]


class Dot(QWidget):
    """Red while it records, an amber pause sign while it waits, hollow while it begins."""

    def __init__(self) -> None:
        super().__init__()
        self.phase = Phase.STARTING
        self.setFixedSize(theme.px(16), theme.px(16))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Form and colour tell the phase."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().adjusted(2, 2, -2, -2)
        painter.setPen(QColor(DARK.tone(Tone.FAILED)))
        if self.phase is Phase.RECORDING:
            painter.setBrush(QColor(DARK.tone(Tone.FAILED)))
            painter.drawEllipse(box)
        elif self.phase is Phase.PAUSED:
            third = box.width() // 3
            for x in (box.left(), box.right() - third + 1):
                painter.fillRect(x, box.top(), third, box.height(), QColor(DARK.tone(Tone.HEALED)))
        else:
            painter.drawEllipse(box)


class RecordBar(Floating):
    """The bar. Dragged to the left or right edge of the screen, it becomes dot and time; a click opens it again."""

    def __init__(self, commands: Commands, keys: dict[str, str]) -> None:
        super().__init__(tr("Waymark recording"))
        self._commands = commands
        self.dot, self.clock = Dot(), text("0:00")
        self.clock.setObjectName("clock")
        self.count, self.last = text(tr("0 actions")), text("")
        self.count.setObjectName("strong")
        self.last.setObjectName("quiet")
        self.last.setMaximumWidth(theme.px(_LAST_PX))
        self.crop = CropLabel()
        self.pause = FloatingButton(tr("Pause"), "pause", commands.pause, key=keys.get("pause", ""))
        self.undo = FloatingButton(tr("Undo last"), "undo", commands.undo, key=keys.get("undo", ""))
        self.secret = FloatingButton(tr("Secret"), "lock", commands.secret, key=keys.get("secret", ""))
        self.note = FloatingButton(tr("Note"), "note", commands.note, key=keys.get("note", ""))
        self.finish = FloatingButton(tr("Finish"), "check", commands.finish, key=keys.get("finish", ""), kind="finish")
        self.fold = FloatingButton("", "more", self.fold_or_open, kind="flat")
        self.fold.setAccessibleName(tr("Fold the bar"))
        self.notices = Notices(self)
        self._drag = Dragged(self)
        self.folded = False
        self._middle_x = 0
        self._arrange()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)

    def _arrange(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 0, 8, 0)
        layout.setSpacing(8)
        self.setFixedHeight(theme.px(56))
        for part in (self.dot, self.clock, _line(), self.count, self.last, self.crop):
            layout.addWidget(part)
        layout.addSpacing(12)
        self._buttons = (self.pause, self.undo, self.secret, self.note, self.finish)
        for button in (*self._buttons, self.fold):
            layout.addWidget(button)

    # What is shown

    def appear(self) -> None:
        """Show it at the lower middle of the screen."""
        self.adjustSize()
        screen = screen_of(self)
        self.move(screen.center().x() - self.width() // 2, screen.bottom() - self.height() - theme.px(24))
        self._middle_x = screen.center().x()
        self.show()
        self.raise_()
        self._timer.start()

    def disappear(self) -> None:
        """The recording is over."""
        self._timer.stop()
        self.notices.clear()
        self.close()

    def show_countdown(self, seconds: int) -> None:
        """It begins in so many seconds."""
        self._say(tr("Starts in {n}", n=seconds), "")
        self.clock.setText(str(seconds))

    def show_state(self, phase: Phase, actions: int, last: str) -> None:
        """Where the recording is."""
        self.dot.phase = phase
        self.dot.update()
        paused = phase is Phase.PAUSED
        counted = tr("1 action") if actions == 1 else tr("{n} actions", n=actions)
        words = {Phase.STARTING: tr("Getting ready…"), Phase.FINISHING: tr("Writing…"), Phase.PAUSED: tr("Paused")}
        self._say(words.get(phase, counted), last)
        self.pause.say(tr("Go on") if paused else tr("Pause"), "run" if paused else "pause")
        listens = phase in (Phase.RECORDING, Phase.PAUSED)
        for button in (self.pause, self.secret, self.note):
            button.setEnabled(listens)
        self.undo.setEnabled(listens and actions > 0)
        self.finish.setEnabled(listens or phase is Phase.STARTING)
        self.finish.say(tr("Cancel") if phase is Phase.STARTING else tr("Finish"), "check")
        self._tick()

    def _say(self, counted: str, last: str) -> None:
        said = tr("last: {action}", action=last) if last else ""
        shown = self.last.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, theme.px(_LAST_PX))
        if (self.count.text(), self.last.text()) != (counted, shown):
            self.count.setText(counted)
            self.last.setText(shown)
            self.last.setVisible(bool(shown) and not self.folded)
            self._resize()

    def _tick(self) -> None:
        self.clock.setText(clock(self._commands.seconds()))

    # Folding and moving

    def fold_or_open(self) -> None:
        """Only dot and time, or all of it."""
        self.folded = not self.folded
        for part in (self.count, self.crop, *self._buttons):
            part.setVisible(not self.folded)
        self.last.setVisible(not self.folded and bool(self.last.text()))
        self.fold.setAccessibleName(tr("Open the bar") if self.folded else tr("Fold the bar"))
        self._resize()

    def _resize(self) -> None:
        """Its own size again, around the same middle, on the screen."""
        layout = self.layout()
        if layout is not None:
            layout.invalidate()
            layout.activate()
        self.adjustSize()
        if self.isVisible():
            place = QRect(self.rect())
            place.moveCenter(QPoint(self._middle_x, self.frameGeometry().center().y()))
            self.move(kept_inside(place, screen_of(self)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag."""
        self._drag.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag."""
        self._drag.move(event)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """At an edge it folds; a click on the folded bar opens it."""
        moved = self._drag.release()
        if moved:
            self._middle_x = self.frameGeometry().center().x()
        screen, place = screen_of(self), self.frameGeometry()
        at_edge = place.left() <= screen.left() + _EDGE_PX or place.right() >= screen.right() - _EDGE_PX
        if (moved and at_edge and not self.folded) or (not moved and self.folded):
            self.fold_or_open()
        self.move(kept_inside(self.frameGeometry(), screen, 0 if self.folded else 8))

    def moveEvent(self, event: QMoveEvent) -> None:
        """Its cards go with it."""
        super().moveEvent(event)
        self.notices.follow()


def _line() -> QFrame:
    frame = QFrame()
    frame.setFixedSize(1, theme.px(28))
    frame.setStyleSheet(f"background: {DARK.border};")
    return frame
