"""The tool bar of a run: pause, one step, run to, breakpoint, speed; how far it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QProgressBar, QPushButton, QWidget

from studio.ui.run.form import Speed
from studio.ui.run.live import LiveRun
from studio.ui.run.model import Stage
from studio.ui.services.when import duration
from studio.ui.theme import theme
from studio.ui.widgets.basics import Button, text
from studio.ui.widgets.tool_row import least_of
from studio.ui.words import tr

_SPEEDS = (
    (Speed.FULL, "As the program allows", "Full"),
    (Speed.SLOW, "Slow", "Slow"),
    (Speed.EACH, "Wait at each step", "Each step"),
)
_ENOUGH = 3


class RunTools(QWidget):
    """Buttons that say their keys; the page makes the shortcuts."""

    speed_chosen = Signal(object)

    def __init__(self, run: Mapping[str, Callable[[], object]]) -> None:
        super().__init__()
        self.pause = Button(tr("Pause"), "pause", kind="flat", run=run["pause"], tip="F8")
        self.step = Button(tr("One step"), "step", kind="flat", run=run["step"], tip="F10")
        self.run_to = Button(tr("Run to here"), "flag", kind="flat", run=run["run_to"], tip="T")
        self.stop_at = Button(tr("Breakpoint"), "dot", kind="flat", run=run["breakpoint"], tip="B")
        self._where, self._time = text("", "note"), text("", "strong")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(theme.px(150))
        self._bar.setAccessibleName(tr("Steps done"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 16, 0)
        layout.setSpacing(6)
        for part in (self.pause, self.step, self.run_to, self.stop_at):
            layout.addWidget(part)
        layout.addSpacing(8)
        layout.addLayout(self._speeds())
        layout.addStretch(1)
        for shown in (self._where, self._bar, self._time):
            layout.addWidget(shown)

    def _speeds(self) -> QHBoxLayout:
        self._group, layout = QButtonGroup(self), QHBoxLayout()
        layout.setSpacing(0)
        self.speeds: dict[Speed, QPushButton] = {}
        for speed, word, _ in _SPEEDS:
            button = QPushButton(tr(word))
            button.setCheckable(True)
            button.setProperty("look", "segment")
            button.setAccessibleName(tr("Speed: {word}", word=tr(word)))
            button.clicked.connect(lambda _=False, s=speed: self.speed_chosen.emit(s))
            self._group.addButton(button)
            self.speeds[speed] = button
            layout.addWidget(button)
        return layout

    def shorten(self, room: int) -> None:
        """Shorter words where there is little room."""
        for narrow in (False, True):
            self._say(narrow)
            if least_of(self) <= room:
                break

    def _say(self, narrow: bool) -> None:
        for speed, word, short in _SPEEDS:
            said, button = tr(short) if narrow else tr(word), self.speeds[speed]
            bold = QFont(button.font())
            bold.setWeight(QFont.Weight.DemiBold)
            button.setText(said)
            button.setFixedWidth(QFontMetrics(bold).horizontalAdvance(said) + theme.px(34))
        self._bar.setFixedWidth(theme.px(60 if narrow else 150))

    def show_run(self, run: LiveRun, selected: str | None) -> None:
        """How the run stands; `selected` is the step that a person chose."""
        model = run.model
        paused = model.stage is Stage.PAUSED
        moves = run.going and not run.stopping and model.stage in (Stage.RUNNING, Stage.PAUSED)
        self.pause.show_word(tr("Go on") if paused else tr("Pause"), "run" if paused else "pause")
        for button in (self.pause, self.step):
            button.setEnabled(moves)
        waits = selected is not None and model.steps[selected].result is None
        self.run_to.setEnabled(moves and waits)
        self.stop_at.setEnabled(run.going and selected is not None)
        for speed, choice in self.speeds.items():
            choice.setChecked(run.speed is speed)
            choice.setEnabled(run.going)
        self._bar.setRange(0, max(len(model.steps), 1))
        self._bar.setValue(model.done)
        number = model.number(model.current)
        self._where.setText(tr("Step {n} of {all}", n=number, all=len(model.steps)) if number else "")
        self._bar.setAccessibleDescription(self._where.text())
        self.show_time(run)

    def show_time(self, run: LiveRun) -> None:
        """Seconds so far and about how many are left."""
        said, model = duration(run.seconds), run.model
        left = len(model.steps) - model.done
        if model.stage is Stage.RUNNING and model.done >= _ENOUGH and left and run.speed is not Speed.EACH:
            said += " · " + tr("about {n} s left", n=max(round(run.seconds / model.done * left), 1))
        self._time.setText(said)
