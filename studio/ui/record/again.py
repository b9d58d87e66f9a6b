"""A step, or all from it on, that is recorded again: what is asked, and the card that says so on the Record page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout

from studio.engine.model.workflow import Workflow
from studio.ui.document import Document
from studio.ui.record.cards import ProgressCard
from studio.ui.record.run_up import recorded_values
from studio.ui.theme import Tone, theme
from studio.ui.theme.colours import TONE_ICONS
from studio.ui.told import intent_words
from studio.ui.widgets.basics import Button, Icon, column, look, row, text
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.marks import marks_of
from studio.ui.words import tr


@dataclass(frozen=True)
class Again:
    """Which step of which document; `and_after`: all that follow it, too."""

    document: Document
    step_id: str
    and_after: bool = False

    @property
    def number(self) -> int:
        """Which step it is, from 1; 0 where it is gone."""
        steps = self.document.workflow.steps
        return next((n for n, step in enumerate(steps, 1) if step.id == self.step_id), 0)

    @property
    def title(self) -> str:
        """What is done, in a few words."""
        n = self.number
        return tr("Record again from step {n} on", n=n) if self.and_after else tr("Record step {n} again", n=n)


class AgainCard(QFrame):
    """The screen before the step, what to do now, and who brings the program there. Hidden while nothing is asked."""

    def __init__(self, run_up: Callable[[], object], cancel: Callable[[], object], stop: Callable[[], object]) -> None:
        super().__init__()
        look(self, "card")
        self._title, self._what = text("", "section"), text("", "second", wrap=True)
        self._tone, self.told = Icon("info", "text2", 16), text("", wrap=True)
        self.view = FrameView(tr("The screen just before the step"), interactive=False)
        self.view.setFixedSize(theme.px(240), theme.px(150))
        self.run_up = Button(tr("Let a run bring it there"), "run", run=run_up)
        self.cancel = Button(tr("Do not record it again"), "cross", kind="flat", run=cancel)
        self.progress = ProgressCard(stop)
        said = row(self._tone, self.told)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(16)
        layout.addWidget(self.view, 0, Qt.AlignmentFlag.AlignTop)
        parts = (self._title, self._what, said, self.progress, row(self.run_up, self.cancel, None))
        layout.addWidget(column(*parts, None, spacing=8), 1)
        self._said = said
        self.hide()

    def show_again(self, again: Again) -> None:
        """Another step."""
        workflow = again.document.workflow
        step = workflow.step(again.step_id)
        self._title.setText(again.title)
        self._what.setText("\n".join(_sentences(workflow, again)))
        self.view.show_picture(again.document.picture(step.before_frame), marks_of(step.anchor)[:2])
        self.view.setVisible(step.before_frame is not None)
        self.say("")
        self.progress.hide()
        self.setAccessibleName(f"{self._title.text()}. {self._what.text()}")
        self.show()

    def say(self, sentence: str, tone: Tone = Tone.NEUTRAL) -> None:
        """How far the run is, or why something was not done."""
        self._tone.show_icon("info" if tone is Tone.NEUTRAL else TONE_ICONS[tone], tone)
        self.told.setText(sentence)
        self._said.setVisible(bool(sentence))


def _sentences(workflow: Workflow, again: Again) -> list[str]:
    intent = intent_words(workflow.step(again.step_id).intent)
    said = [tr("Bring the program to the point just before “{step}”, start, and do it.", step=intent)]
    if again.and_after:
        said.append(tr("What you do then replaces this step and all that follow it."))
    else:
        said.append(tr("The first thing that you do then replaces this step; all others stay."))
    values = recorded_values(workflow)
    if values:
        shown = ", ".join(f"{name} = {_short(value)}" for name, value in values.items())
        said.append(tr("Use the values that were recorded: {values}.", values=shown))
    return said


def _short(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= 40 else line[:39] + "…"
