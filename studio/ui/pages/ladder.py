"""The ladder page: the resolver of a run on any screen, every rung with its evidence, and what if it were different."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.model.resolution import Rung
from studio.engine.model.workflow import Step
from studio.engine.vision.frame import Frame
from studio.engine.whatif import Kind, Offer
from studio.ui.document import Document
from studio.ui.editing.pictures import DraftPictures
from studio.ui.ladder.cards import WhatIf
from studio.ui.ladder.chosen_picture import frame_of_file
from studio.ui.ladder.evidence import marks_of_seen
from studio.ui.ladder.panels import Banner, RobustnessPanel, StrongerPanel, words_of
from studio.ui.ladder.rungs import RungList
from studio.ui.ladder.screen import ScreenNow
from studio.ui.ladder.seen import (
    FILE,
    RECORDED,
    RUN,
    SCREEN,
    Look,
    RunPicture,
    Seen,
    banner,
    look_closer,
    look_there,
    run_pictures,
)
from studio.ui.ladder.tools import LadderTools
from studio.ui.ladder.trials import Trials
from studio.ui.pages.ladder_commands import ladder_actions
from studio.ui.services.background import Background
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.told import intent_words, told
from studio.ui.widgets.basics import Button, column, look
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.page import EmptyState, Page
from studio.ui.words import tr

_PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")


class LadderPage(Page):
    """Shows one step of the document at a time. Nothing here acts on any program."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Ladder"))
        self.look = Look(RECORDED)
        self.seen: Seen | None = None
        self.is_looking = False
        self._step_id = ""
        self._document: Document | None = None
        self._shown_step: Step | None = None
        self._looking: Background[Seen] = Background(self)
        self._closer: Background[Seen] = Background(self)
        self._runs: Background[tuple[RunPicture, ...]] = Background(self)
        self.screen_now = ScreenNow(self)
        self.trials = Trials(self)
        self.view, self.what_if = FrameView(tr("The screen that is looked on")), WhatIf()
        self.banner, self.rungs = Banner(), RungList()
        self.robustness, self.stronger = RobustnessPanel(), StrongerPanel()
        self.actions_here = ladder_actions(self)
        self.tools = self._make_tools()
        self._now = Button(tr("Look on the screen now"), "target", kind="primary", run=self.look_on_screen)
        self.head.add_action(self._now)
        self.add_tools(self.tools)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._arranged())
        self._stack.addWidget(self._empty())
        self.set_body(self._stack)
        self.setAcceptDrops(True)
        self._connect()

    # What pages do

    def enter(self, **asked: Any) -> None:
        """Show the step `step` (or the one that was shown), on the picture `frame` where one is given."""
        self.screen_now.ask()
        self._take_document()
        wanted = str(asked.get("step") or self._step_id)
        with_target = [s.id for s in self._steps]
        frame = asked.get("frame")
        first = with_target[0] if with_target else ""
        self.show_step(wanted if wanted in with_target else first, keep=asked.get("step") is None)
        if frame is not None and self.step is not None:
            self.look_on_run(Path(frame), tr("the picture of a run"))
        if self.step is not None:
            self.view.setFocus()

    def leave(self) -> bool:
        """Nothing more is tried for a page that is not seen."""
        self.trials.stop()
        return True

    def close_down(self) -> None:
        """The window closes."""
        self.trials.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow, the step's name comes before the words on what a look does."""
        super().resizeEvent(event)
        self.head.explains.setVisible(self.width() >= theme.px(1080))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A picture may be dropped."""
        if self.step is not None and _dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Look on it."""
        path = _dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.look_on_file(path)

    # Which step

    @property
    def step(self) -> Step | None:
        """The step as the document has it now."""
        return next((s for s in self._steps if s.id == self._step_id), None)

    @property
    def _steps(self) -> list[Step]:
        workflow = self._document.workflow if self._document else None
        return [step for step in workflow.steps if step.anchor is not None] if workflow else []

    @property
    def pictures(self) -> DraftPictures:
        """The pictures of the document as it is now."""
        assert self._document is not None
        return DraftPictures.of(self._document)

    def show_step(self, step_id: str, *, keep: bool = False) -> None:
        """Show another step, on its recorded picture; `keep` stays on the picture that is shown."""
        self._step_id = step_id
        step = self.step
        self._stack.setCurrentIndex(0 if step else 1)
        self.tools.setVisible(step is not None)
        self._now.setVisible(step is not None)
        if step is None:
            self.head.say(tr("Ladder"), "", "")
            return
        self._say_head(step)
        if not keep:
            self.rungs.choose(None)
        self._shown_step = step
        pictures = self.pictures
        recorded = pictures.before_of(step_id) is not None
        self.tools.allow(RECORDED, recorded, "" if recorded else _no_picture())
        self.what_if.setVisible(recorded)
        if not keep or self.look.where == RECORDED:
            self.look = Look(RECORDED, kind=self.look.kind if keep else Kind.AS_RECORDED)
        self._runs.start(
            lambda: run_pictures(self.studio.library, pictures.bundle, step_id), self._took_runs, lambda _: None
        )
        self.trials.show_step(step, pictures)
        self._look()

    def walk(self, by: int) -> None:
        """To the step with a target before or after."""
        ids = [step.id for step in self._steps]
        if self._step_id in ids:
            at = ids.index(self._step_id) + by
            if 0 <= at < len(ids):
                self.show_step(ids[at])

    # Where it looks

    def look_on_recorded(self, kind: Kind = Kind.AS_RECORDED) -> None:
        """The recorded picture, or an altered one."""
        self._go(Look(RECORDED, kind=kind))

    def look_on_run(self, path: Path, title: str) -> None:
        """A picture of a run."""
        self._go(Look(RUN, lambda: Frame.of(path), title))

    def look_on_file(self, path: Path | None = None) -> None:
        """A picture file; asked for where none is given."""
        if path is None:
            self.tools.show_where(self.look.where)
            kinds = tr("Pictures") + f" (*{' *'.join(_PICTURES)})"
            chosen, _ = QFileDialog.getOpenFileName(self, tr("Look on a picture"), "", kinds)
            if not chosen:
                return
            path = Path(chosen)
        file = path
        self._go(Look(FILE, lambda: frame_of_file(file), file.name))

    def look_on_screen(self) -> None:
        """The screen as it is now."""
        self.tools.show_where(self.look.where)
        if self.step is not None and self.screen_now.can:
            self.screen_now.look()

    def _go(self, where: Look) -> None:
        self.look = where
        self._look()

    def _look(self) -> None:
        step = self.step
        if step is None:
            return
        self.tools.show_where(self.look.where)
        self.what_if.show_chosen(self.look.kind if self.look.where == RECORDED else None)
        self._closer.forget()
        pictures, look_on = self.pictures, self.look
        if look_on.picture is None and pictures.before_of(step.id) is None:
            self._show_without_picture()
            return
        self.is_looking = True
        self._pane.setCurrentIndex(0)
        self.banner.show_words(Tone.RUNNING, tr("Looking…"), "", "search")
        self._looking.start(lambda: look_there(step, pictures, look_on), self._took, self._not_seen)

    def _took(self, seen: Seen) -> None:
        step = self.step
        if step is None:
            return
        self._show_seen(step, seen, fresh=True)
        pictures = self.pictures
        self._closer.start(lambda: look_closer(step, pictures, seen), self._took_closer, lambda _: self._looked())

    def _took_closer(self, seen: Seen) -> None:
        if self.step is not None:
            self._show_seen(self.step, seen, fresh=False)
        self._looked()

    def _looked(self) -> None:
        self.is_looking = False

    def _not_seen(self, problem: Exception) -> None:
        self.is_looking = False
        self.seen = None
        self.rungs.show_seen(None)
        self.view.show_picture(None)
        sentence = tr("{name} is no picture that can be read.", name=self.look.name or tr("This"))
        self.banner.show_words(Tone.FAILED, tr("Nothing to look on"), f"{sentence} {told(str(problem))}")

    def _show_without_picture(self) -> None:
        self._looking.forget()
        self.is_looking = False
        self.seen = None
        self.rungs.show_seen(None)
        self.view.show_picture(None)
        self._pane.setCurrentIndex(1)
        self.banner.show_words(Tone.UNKNOWN, tr("Not looked for"), tr("There is no picture to look on."))

    def _show_seen(self, step: Step, seen: Seen, *, fresh: bool) -> None:
        self.seen = seen
        tone, title, sentence = banner(step, seen)
        self.banner.show_words(tone, title, sentence)
        self.rungs.show_seen(seen)
        if fresh:
            self.view.show_picture(seen.frame)
            self.tools.show_zoom(self.view.zoom)
        self._mark(self.rungs.chosen)

    def _mark(self, rung: Rung | None) -> None:
        step = self.step
        if self.seen is not None and step is not None and step.anchor is not None:
            self.view.set_marks(marks_of_seen(step.anchor, self.seen, self.tools.layers, rung))

    def _took_runs(self, found: tuple[RunPicture, ...]) -> None:
        self.tools.show_runs(found)
        newest = next((r.before or r.after for r in found if r.before or r.after), None)
        nothing = self.seen is None and not self.is_looking and self.look.where == RECORDED
        if nothing and newest is not None:
            self.look_on_run(newest, found[0].title)

    # What was tried

    def _show_trials(self) -> None:
        step = self.step
        if step is None or step.anchor is None:
            return
        known = self.trials.known
        if self.trials.key is None:
            self.robustness.say_impossible()
            self.stronger.hide()
            return
        self.what_if.show_known(known, self.trials.trying)
        structure = step.anchor.structural is not None
        self.robustness.show_known(known, self.trials.trying, structure=structure)
        self.stronger.setVisible(known.is_whole)
        if known.is_whole:
            self.stronger.show_offers(known, self.trials.offered, trying=self.trials.is_offering)

    def use(self, offer: Offer) -> None:
        """Make the edit; it can be undone."""
        if self._document is not None and self.step == self._shown_step:
            self.view.setFocus()
            self._document.edit(words_of(offer), offer.edit.applied, offer.edit.pictures)
            self.studio.say(tr("Taken. Ctrl+Z takes it back; the workflow page saves it."), Tone.PASSED)

    # The document

    def _take_document(self) -> None:
        document = self.studio.document
        if document is self._document:
            return
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document, self._shown_step = document, None
        if document is not None:
            document.changed.connect(self._changed)

    def _changed(self) -> None:
        """An edit, here or elsewhere: look again where it touches this step."""
        if self.isVisible() and self.step != self._shown_step:
            self.show_step(self._step_id, keep=True)

    def stack_does(self, name: str) -> None:
        """Undo or redo."""
        if self._document is not None:
            getattr(self._document.stack, name)()

    def can(self, name: str) -> bool:
        """Whether there is something to undo or redo."""
        return self._document is not None and bool(getattr(self._document.stack, name)())

    def back(self) -> None:
        """To the step in its workflow; first lets go of a rung that is shown alone."""
        if self.rungs.chosen is not None:
            self.rungs.choose(None)
        else:
            self.studio.go("workflow", step=self._step_id)

    # How it is put together

    def _say_head(self, step: Step) -> None:
        assert self._document is not None
        workflow = self._document.workflow
        number = next(n for n, s in enumerate(workflow.steps, start=1) if s.id == step.id)
        said = tr("{workflow} · step {n} · {what}", workflow=workflow.name, n=number, what=intent_words(step.intent))
        explains = tr("Looks for the target on the screen as it is now.\nShows where it would act, and does nothing.")
        if self.screen_now.problem:
            explains = tr("The screen cannot be looked at here:\n{why}", why=_shortened(self.screen_now.problem))
        self.head.say(tr("Ladder"), said, explains)
        self.head.subtitle.setToolTip(said)

    def _screen_known(self, problem: str) -> None:
        self._now.setEnabled(not problem)
        self._now.setToolTip(problem or "F6")
        self.tools.allow(SCREEN, not problem, problem)
        if self.step is not None:
            self._say_head(self.step)

    def _screen_failed(self, problem: str) -> None:
        self.banner.show_words(Tone.FAILED, tr("The screen could not be looked at"), problem)

    def is_shown(self) -> bool:
        """Whether there is a step to look for."""
        return self.step is not None

    def has_recorded(self) -> bool:
        """Whether the step's recorded picture is there: only that can be altered."""
        return self.step is not None and self.pictures.before_of(self._step_id) is not None

    def can_see(self) -> bool:
        """Whether the screen can be looked at."""
        return self.is_shown() and self.screen_now.can

    def fit(self) -> None:
        """The whole picture."""
        self.view.focus_on(None)
        self.tools.show_zoom(self.view.zoom)

    def go_near(self) -> None:
        """The answer, or where it stood, with some room around it."""
        if self.seen is not None and self.step is not None and self.step.anchor is not None:
            region = getattr(self.seen.ladder.answer, "region", None) or self.step.anchor.target
            self.view.focus_on(region, 160)
            self.tools.show_zoom(self.view.zoom)

    def _make_tools(self) -> LadderTools:
        by_id = {action.id: action for action in self.actions_here}
        looks: dict[str, Callable[[], object]] = {
            RECORDED: self.look_on_recorded,
            FILE: self.look_on_file,
            SCREEN: self.look_on_screen,
        }
        return LadderTools(by_id["ladder.back"], by_id["ladder.fit"], looks)

    def _arranged(self) -> QWidget:
        side = column(self.banner, self.rungs, self.robustness, self.stronger, None, spacing=0)
        look(side, "surface")
        scroll = QScrollArea()
        scroll.setWidget(side)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumWidth(theme.px(300))
        left, down = QWidget(), QVBoxLayout()
        down.setContentsMargins(0, 0, 0, 0)
        down.setSpacing(0)
        self._pane = QStackedWidget()
        self._pane.addWidget(self.view)
        offer = Button(tr("Look on a picture file…"), "folder", run=self.look_on_file)
        nothing = EmptyState("screen", tr("No picture to look on"), _no_picture(), offer)
        self._pane.addWidget(column(nothing, None, margins=(20, 20, 20, 20)))
        down.addWidget(self._pane, 1)
        down.addWidget(self.what_if)
        left.setLayout(down)
        self.view.setMinimumSize(theme.px(240), theme.px(160))
        across = QSplitter(Qt.Orientation.Horizontal)
        across.addWidget(left)
        across.addWidget(scroll)
        across.setStretchFactor(0, 1)
        across.setCollapsible(0, False)
        across.setSizes([theme.px(920), theme.px(430)])
        return across

    def _empty(self) -> QWidget:
        offer = Button(tr("Go to the workflow"), "workflow", run=lambda: self.studio.go("workflow"))
        why = tr("Open a workflow and choose a step that acts on a target: its ladder is shown here.")
        return column(EmptyState("structure", tr("No step to look at"), why, offer), None, margins=(20, 20, 20, 20))

    def _connect(self) -> None:
        self.rungs.looked.connect(self._mark)
        self.tools.layers_changed.connect(lambda _: self._mark(self.rungs.chosen))
        self.tools.run_chosen.connect(self.look_on_run)
        self.tools.zoomed.connect(self._zoom)
        self.view.moved.connect(lambda: self.tools.show_zoom(self.view.zoom))
        self.what_if.chosen.connect(self.look_on_recorded)
        self.trials.changed.connect(self._show_trials)
        self.trials.pictured.connect(self.what_if.show_small)
        for link in (self.robustness.again, self.robustness.stopped):
            link.connect(self.view.setFocus)
        self.robustness.again.connect(self.trials.again)
        self.robustness.stopped.connect(self.trials.stop)
        self.stronger.used.connect(self.use)
        self.screen_now.known.connect(self._screen_known)
        self.screen_now.seen.connect(lambda frame: self._go(Look(SCREEN, lambda: frame, tr("The screen"))))
        self.screen_now.failed.connect(self._screen_failed)
        self.studio.document_changed.connect(self._take_document)

    def _zoom(self, factor: float) -> None:
        self.view.zoom_by(factor / self.view.zoom)


def _no_picture() -> str:
    return tr(
        "This step came without a recorded picture. Look on a picture of a run, on a file or on the screen. "
        "What-if needs the recorded picture: record the step again to have it."
    )


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= 70 else f"{sentence[:68]}…"


def _dropped(event: QDropEvent) -> Path | None:
    """The picture that is dropped; None where it is none."""
    paths = [Path(u.toLocalFile()) for u in event.mimeData().urls() if u.isLocalFile()]
    return next((p for p in paths if p.suffix.lower() in _PICTURES), None)
