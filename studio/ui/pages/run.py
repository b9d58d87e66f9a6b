"""Run: the form of a run, the run as it goes on, and a halt that asks. One run at a time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.errors import BadInput, CannotWrite
from studio.engine.model.halts import Choice
from studio.ui.document import Document
from studio.ui.pages.home_cards import show_folder
from studio.ui.pages.run_form import RunForm
from studio.ui.pages.run_live import LiveView
from studio.ui.pages.run_tools import RunTools
from studio.ui.record.practice import is_practice
from studio.ui.run.ended import EndedCard
from studio.ui.run.form import Speed, Wanted
from studio.ui.run.live import LiveRun
from studio.ui.run.model import Stage
from studio.ui.run.readiness import Mend, changed_since, notice_of, seal
from studio.ui.run.start_picture import StartPicture
from studio.ui.run.stop_key import STOP_KEY, StopKey
from studio.ui.services.ahead import load_ahead
from studio.ui.services.background import Background
from studio.ui.services.library import is_run, version_number
from studio.ui.shell.actions import Action
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, Chip
from studio.ui.widgets.page import EmptyState, Page
from studio.ui.widgets.tool_row import ToolRow
from studio.ui.widgets.top_column import TopColumn
from studio.ui.words import tr

_TICK_MS = 200
SOON = ("Xlib.display", "studio.engine.report")
"""What the start and the end of a run need, without Qt: loaded while a person fills in the form."""


_SHOWN_MS = 300
"""After so long a form is painted, and nobody has filled it in yet."""


class RunPage(Page):
    """Asks for values, starts the run, shows it, answers its halts."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Run"))
        self.live: LiveRun | None = None
        self._document: Document | None = None
        self._of_view: LiveRun | None = None
        self._stop_key: StopKey | None = None
        self._speed = Speed.FULL
        self._checking: Background[str] = Background(self)
        self._ahead: Background[None] = Background(self)
        self._chip = Chip("", Tone.RUNNING)
        self._chip.hide()
        self.head.add_chip(self._chip)
        self.primary = Button(tr("Start the run"), "run", kind="primary", run=self.act)
        self.head.add_action(self.primary)
        self.form = RunForm(os.environ)
        self.form.mend.connect(self._mend)
        self.form.secrets.failed.connect(lambda said: self.studio.say(said, Tone.FAILED))
        self.view = LiveView(self)
        self.view.chosen.connect(self._show_head)
        self.view.selected.connect(lambda _: self._show_tools())
        self.view.folder.connect(self._open_folder)
        steps = {
            "pause": self.pause_or_go_on,
            "step": self.one_step,
            "run_to": self.run_to_selected,
            "breakpoint": self.toggle_breakpoint,
        }
        self.tools = RunTools(steps)
        self.tools.speed_chosen.connect(self.set_speed)
        self._start = StartPicture()
        self._stack = QStackedWidget()
        self._ended = EndedCard(self._again, self._see_result)
        self._arrange()
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._ticked)
        self.actions_here = self._actions()
        studio.document_changed.connect(self._other_document)

    def _arrange(self) -> None:
        empty = QWidget()
        layout = TopColumn(empty)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.addWidget(
            EmptyState(
                "run",
                tr("No workflow is open"),
                tr("Open one on Home; then this page asks for its values and runs it before your eyes."),
                Button(tr("Go to Home"), "home", run=lambda: self.studio.go("home")),
            )
        )
        asking = QSplitter(Qt.Orientation.Horizontal)
        asking.addWidget(self.form)
        asking.addWidget(self._start)
        asking.setStretchFactor(0, 1)
        asking.setStretchFactor(1, 1)
        asking.setSizes([theme.px(640), theme.px(640)])
        going = QWidget()
        down = QVBoxLayout(going)
        down.setContentsMargins(0, 0, 0, 0)
        down.setSpacing(0)
        for part in (ToolRow(self.tools), self._ended):
            down.addWidget(part)
        down.addWidget(self.view, 1)
        for page in (empty, asking, going):
            self._stack.addWidget(page)
        self.set_body(self._stack)

    def _actions(self) -> list[Action]:
        return [
            Action("run.act", tr("Start, stop, or go on as chosen"), self.act, ("Ctrl+Return",), icon="run"),
            Action("run.stop", tr("Stop the run"), self.stop, ("Shift+Esc", STOP_KEY), self._going, "stop"),
            Action("run.pause", tr("Pause or go on"), self.pause_or_go_on, ("F8",), self._moves, "pause"),
            Action("run.step", tr("One step"), self.one_step, ("F10",), self._moves, "step"),
            Action("run.to", tr("Run to the selected step"), self.run_to_selected, ("T",), self._moves, "flag"),
            Action("run.break", tr("Breakpoint at the selected step"), self.toggle_breakpoint, ("B",), self._going),
            Action("run.slow", tr("Run slowly"), lambda: self.set_speed(Speed.SLOW), icon="clock"),
            Action("run.full", tr("Run as fast as the program allows"), lambda: self.set_speed(Speed.FULL), icon="run"),
            Action("run.each", tr("Wait at each step"), lambda: self.set_speed(Speed.EACH), icon="pause"),
            Action("run.follow", tr("Look at the step that runs"), self.view.follow, ("F",), self._going, "eye"),
            Action(
                "run.ladder", tr("Open the ladder of the selected step"), self.open_ladder, ("L",), icon="structure"
            ),
            Action("run.folder", tr("Open the folder of the run"), self._open_folder, icon="folder"),
        ]

    # The page

    def enter(self, **asked: Any) -> None:
        """Show the run that goes on, else the form; `values`, `from_step` and `to_step` fill it in."""
        if self.live is not None and self.live.going:
            if asked:
                self.studio.say(tr("A run goes on: wait for its end or stop it before you start another one."))
            self._show_live()
            return
        if self.studio.document is None:
            self._stack.setCurrentIndex(0)
            self._show_head()
            return
        if asked or self.live is None or self._document is not self.studio.document:
            self._show_form(asked.get("values") or {}, asked.get("from_step"), asked.get("to_step"))
        else:
            self._show_live()

    def may_close(self) -> bool:
        """A window with a run asks before it closes; a halt survives, it is then listed under Needs you."""
        if self.live is None or not self.live.going or self.live.model.stage is Stage.HALTED:
            return True
        said = tr("A run goes on. Closing the window stops it within one step; what is done stays done.")
        return self.studio.ask(tr("Stop the run?"), said, (tr("Stay"), tr("Stop and close"))) == 1

    def close_down(self) -> None:
        """End the run and what the graph does."""
        self._tick.stop()
        self._release_key()
        if self.live is not None and self.live.going:
            self.live.blockSignals(True)  # nothing is shown any more
            self.live.let_go()
        self.view.close_down()
        self.studio.stop_clinic()

    def act(self) -> None:
        """The primary action: start, stop, or do what was chosen on the halt."""
        if self._stack.currentIndex() == 1:
            self.start()
        elif self.live is not None and self.live.model.stage is Stage.HALTED and self.live.going:
            self._answer()
        elif self.live is not None and self.live.going:
            self.stop()
        elif self.live is not None:
            self._again()

    # Starting

    @property
    def _required(self) -> str:
        """The policy by which a workflow must be certified to run from this window; empty where none is required."""
        return self.studio.settings.value.required_policy

    def start(self) -> None:
        """Check the form and the bundle, then start."""
        document = self.studio.document
        if document is None or self._checking.busy:
            return
        if self.live is not None and self.live.going:
            self.studio.say(tr("A run goes on: wait for its end or stop it before you start another one."))
            return
        notice = notice_of(document, self._required)
        if notice is not None and notice.blocks:
            self.studio.say(f"{notice.title}. {notice.why}", Tone.FAILED)
            return
        wanted = replace(self.form.wanted(document.breakpoints, self._speed), required_policy=self._required)
        problem = self.form.check(wanted)
        if problem:
            self.studio.say(problem, Tone.FAILED)
            return
        self.primary.setEnabled(False)
        bundle = document.bundle
        self._checking.start(lambda: changed_since(bundle), lambda said: self._checked(said, document, wanted))

    def _checked(self, said: str, document: Document, wanted: Wanted) -> None:
        self.primary.setEnabled(True)
        if said:
            self.studio.ask(tr("This workflow cannot run as it is"), said, (tr("Close"),))
            return
        self.live = LiveRun(document.bundle, self.studio.library.new_run_dir(document.bundle.dir), wanted, self)
        self.live.changed.connect(self._changed)
        self.live.framed.connect(self.view.take_frame)
        self.live.ended.connect(self._run_ended)
        self.studio.live_run = self.live
        self.form.remember(wanted)
        self.form.forget_secrets()
        self._release_key()
        self.live.start()
        if document.workflow.backend == "web":  # on the desktop the run itself watches for this key
            QTimer.singleShot(0, self, self._take_key)
        self._show_live()
        self.view.steps.setFocus()

    def _show_form(self, values: Mapping[str, str], start_at: str | None, to_step: str | None) -> None:
        document = self.studio.document
        assert document is not None
        if self._document is not document:
            if self._document is not None:
                self._document.breakpoints_changed.disconnect(self._breakpoints)
            document.breakpoints_changed.connect(self._breakpoints)
        self._document = document
        notice = notice_of(document, self._required)
        self.form.show_workflow(document.bundle.workflow, [notice] if notice else [])
        self.form.fill(values, start_at, to_step)
        self._start.show_start(document)
        if is_practice(document.workflow.app_url):
            self.studio.clinic.start()  # another day nobody else does
        self._ahead.start(lambda: load_ahead(*SOON), lambda _: None)
        QTimer.singleShot(_SHOWN_MS, self, self._make_result)
        self._stack.setCurrentIndex(1)
        self._show_head()

    def _make_result(self) -> None:
        """Charts take a third of a second to load, once, and of Qt, so on this thread: not while a run goes on."""
        if self.live is None or not self.live.going:
            self.studio.navigator.make_ready("result")

    def _mend(self, mend: Mend) -> None:
        document = self.studio.document
        if document is None:
            return
        try:
            if mend is Mend.SEAL:
                self.studio.open_bundle(seal(document.bundle, self.studio.person))
            elif mend is Mend.SAVE:
                document.save()
            elif mend is Mend.CERTIFY:
                self.studio.go("workflow", policy=self._required)
                return
            elif mend is Mend.REVIEW:
                self.studio.go("heals")
                return
        except (BadInput, CannotWrite) as problem:
            self.studio.ask(tr("This could not be done"), str(problem), (tr("Close"),))
            return
        self._show_form({}, None, None)

    def _other_document(self) -> None:
        if self.isVisible() and not (self.live is not None and self.live.going):
            self.enter()

    # While it goes on

    def pause_or_go_on(self) -> None:
        """Pause, or resume."""
        if self.live is not None and self._moves():
            paused = self.live.model.stage is Stage.PAUSED
            (self.live.resume if paused else self.live.pause)()

    def one_step(self) -> None:
        """Do one step, then pause."""
        if self.live is not None and self._moves():
            self.live.one_step()

    def run_to_selected(self) -> None:
        """Go on until before the selected step."""
        step = self.view.steps.selected
        if self.live is not None and step is not None and self._moves():
            self.live.run_until(step)

    def toggle_breakpoint(self) -> None:
        """Set or clear a breakpoint at the selected step; the document keeps it for the next runs."""
        step = self.view.steps.selected
        if self.live is not None and step is not None and self._document is not None:
            self._document.toggle_breakpoint(step)

    def set_speed(self, speed: Speed) -> None:
        """How fast it goes; kept for the next run."""
        self._speed = speed
        if self.live is not None and self.live.going:
            self.live.set_speed(speed)
            self._show_tools()

    def stop(self) -> None:
        """Stop within one step."""
        if self.live is not None and self.live.going:
            self.live.stop()

    def open_ladder(self) -> None:
        """The ladder page of the selected step, on this run's frame."""
        live = self.live
        step = self.view.steps.selected or (live.model.current if live else None)
        if live is None or step is None:
            return
        picture = live.model.steps[step].before
        self.studio.go("ladder", step=step, frame=live.run_dir / picture if picture else None)

    def _breakpoints(self) -> None:
        if self.live is not None and self._document is not None and self.live.going:
            self.live.break_at(self._document.breakpoints)
            self._changed()

    def _answer(self) -> None:
        chosen = self.view.halt.choices.chosen
        if self.live is not None and chosen is not None:
            self.live.answer(Choice(chosen))

    def _changed(self) -> None:
        self.view.refresh()
        self._show_head()
        self._show_tools()

    def _ticked(self) -> None:
        if self.live is not None and self.live.going:
            self.tools.show_time(self.live)

    def _take_key(self) -> None:
        if self._stop_key is None and self._going():
            self._stop_key = StopKey(STOP_KEY, self.stop, self)

    def _release_key(self) -> None:
        if self._stop_key is not None:
            self._stop_key.release()
            self._stop_key = None

    def _run_ended(self) -> None:
        self._tick.stop()
        self._release_key()
        live = self.live
        assert live is not None
        self.studio.library_changed.emit()
        self._changed()
        if live.wanted.where.backend != "web":  # the program that was driven lies over this window
            self.window().raise_()
            self.window().activateWindow()
        lost = live.model.stage is Stage.LOST
        if lost:
            self._ended.show_end(live)
        elif self.isVisible():
            QTimer.singleShot(0, self, lambda: self._to_result(live))

    def _to_result(self, live: LiveRun) -> None:
        """In a turn of its own: a page is made."""
        if self.live is live and self.isVisible():
            self.studio.go("result", run=live.run_dir)

    def _again(self) -> None:
        if self.live is not None and self.studio.document is not None:
            self._show_form(self.live.wanted.values, self.live.wanted.start_at, None)

    def _see_result(self) -> None:
        if self.live is not None and is_run(self.live.run_dir):
            self.studio.go("result", run=self.live.run_dir)

    def _open_folder(self) -> None:
        if self.live is not None and self.live.run_dir.is_dir():
            show_folder(str(self.live.run_dir))

    # What is shown

    def _show_live(self) -> None:
        live = self.live
        assert live is not None
        if self._of_view is not live:
            self._ended.hide()
            self.view.show_run(live)
            self._of_view = live
        if live.going:
            self._tick.start()
        self._stack.setCurrentIndex(2)
        self._changed()

    def _going(self) -> bool:
        return self.live is not None and self.live.going

    def _moves(self) -> bool:
        live = self.live
        return live is not None and live.going and live.model.stage in (Stage.RUNNING, Stage.PAUSED)

    def _show_tools(self) -> None:
        if self.live is not None:
            self.tools.show_run(self.live, self.view.steps.selected)

    def _show_head(self) -> None:
        index, document, live = self._stack.currentIndex(), self.studio.document, self.live
        self.primary.setVisible(index > 0)
        self._chip.setVisible(index == 2)
        if index == 0 or document is None:
            self.head.say(tr("Run"), "", "")
        elif index == 1:
            version = version_number(document.bundle.dir)
            named = tr("{name} · version {n}", name=document.workflow.name, n=version)
            notice = notice_of(document, self._required)
            explains = tr("Does every step in the program itself, checks each, and stops rather than guess.")
            self.head.say(tr("Run"), named, explains)
            self.primary.show_word(tr("Start the run"), "run")
            self.primary.setEnabled(not (notice is not None and notice.blocks))
        elif live is not None:
            self._head_of(live)

    def _head_of(self, live: LiveRun) -> None:
        number = live.model.number(live.model.current)
        named = tr("{name} · version {n}", name=live.workflow.name, n=version_number(live.bundle.dir))
        stage, chosen = live.model.stage, self.view.halt.choices.chosen
        words = {
            Stage.STARTING: (tr("Starting"), Tone.RUNNING),
            Stage.RUNNING: (tr("Running"), Tone.RUNNING),
            Stage.PAUSED: (tr("Paused before step {n}", n=live.model.number(live.model.paused_at)), Tone.HEALED),
            Stage.HALTED: (tr("Halted at step {n}", n=number), Tone.HALTED),
            Stage.ENDED: (tr("Ended"), Tone.UNKNOWN),
            Stage.LOST: (tr("Broke off"), Tone.FAILED),
        }
        said, tone = words[stage]
        self._chip.show_state(tr("Stopping…") if live.stopping and live.going else said, tone)
        if not live.going:
            self.head.say(live.run_dir.name, named, tr("Shows the form again, with the same values."))
            self.primary.show_word(tr("Run again"), "run")
            self.primary.setEnabled(self.studio.document is not None)
        elif stage is Stage.HALTED:
            self.head.say(
                tr("Run"),
                named,
                tr("Choose what I should do. Nothing is chosen for you,\nand the program is left as it is."),
            )
            self.primary.show_word(
                tr("Go on") if chosen != "stop" else tr("Stop"), "run" if chosen != "stop" else "stop"
            )
            self.primary.setEnabled(chosen is not None)
        else:
            self.head.say(
                tr("Run"), named, tr("Stops within one step. What is already done in\nthe program stays done.")
            )
            self.primary.show_word(tr("Stop"), "stop")
            self.primary.setEnabled(not live.stopping)
