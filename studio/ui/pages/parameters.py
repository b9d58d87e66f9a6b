"""Parameters: each value that you typed could differ from run to run; you decide, one by one, in pictures."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from studio.engine.bundle import Bundle
from studio.engine.editing import CannotEdit
from studio.engine.errors import BadInput, CannotWrite
from studio.engine.model.params import ProposalDecision
from studio.ui.editing.notice import Notice
from studio.ui.params.applying import Recompile, Recompiling, applied, recording_of
from studio.ui.params.cards import CONSTANT, PARAMETER, SECRET, Does, LineCard, OpenCard, Pictures
from studio.ui.params.model import Deciding, frames_of
from studio.ui.params.side import ChangePanel
from studio.ui.record.cards import ProgressCard
from studio.ui.services.background import Background
from studio.ui.services.library import next_version_dir, version_number
from studio.ui.shell.actions import Action
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, emptied, look, row, text
from studio.ui.widgets.page import EmptyState, Page
from studio.ui.widgets.png_image import png_image
from studio.ui.widgets.top_column import TopColumn
from studio.ui.words import tr

_NARROW = 1150


class ParametersPage(Page):
    """Nothing is applied until all are decided; then all at once, as one new version."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Parameters"))
        self.deciding: Deciding | None = None
        self.card: OpenCard | None = None
        self._bundle: Bundle | None = None
        self._pictures: dict[str, Pictures] = {}
        self._reading: Background[dict[str, Pictures]] = Background(self)
        self._run: Recompiling | None = None
        self.notice, self.progress = Notice(), ProgressCard(self.cancel)
        self.bar, self._count = QProgressBar(), text("", "second")
        self.side = ChangePanel()
        self._cards = TopColumn()
        self.apply_button = Button(tr("Apply as a new version"), "check", kind="primary", run=self.apply)
        self.head.add_action(self.apply_button)
        self._scroll = QScrollArea()
        self.set_body(self._arranged())
        self.actions_here = self._actions()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # The page

    def enter(self, **_asked: Any) -> None:
        """Show the proposals of the open workflow; what was said of them stays while it is the same version."""
        document = self.studio.document
        bundle = document.bundle if document is not None else None
        if bundle is None or document is None:
            self._bundle = self.deciding = None
        elif self.deciding is None or self._bundle is None or bundle.digest != self._bundle.digest:
            self._bundle, self._pictures = bundle, {}
            self.deciding = Deciding(document.workflow, document.open_proposals)
            self._read(bundle, self.deciding)
        else:
            self.deciding = Deciding(document.workflow, document.open_proposals, self.deciding.said)
        self._show(self._first())

    def close_down(self) -> None:
        """The window closes."""
        if self._run is not None:
            self._run.close_down()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow the cards keep their room."""
        super().resizeEvent(event)
        self.side.setFixedWidth(theme.px(330 if self.width() > theme.px(_NARROW) else 230))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space uncovers value and picture while it is held."""
        if event.key() == Qt.Key.Key_Space and self.card is not None:
            if not event.isAutoRepeat():
                self.card.reveal(True)
            return
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Cover them again."""
        if event.key() == Qt.Key.Key_Space and self.card is not None:
            if not event.isAutoRepeat():
                self.card.reveal(False)
            return
        super().keyReleaseEvent(event)

    def _actions(self) -> list[Action]:
        here = self._is_open
        choose = [
            Action(f"parameters.{word}", said, partial(self.choose, decision), (key,), here, icon_name)
            for word, said, decision, key, icon_name in (
                ("parameter", tr("It is a parameter"), PARAMETER, "1", "parameter"),
                ("secret", tr("It is a secret"), SECRET, "2", "lock"),
                ("constant", tr("Keep it as it is"), CONSTANT, "3", "type"),
            )
        ]
        return [
            Action("parameters.confirm", tr("Confirm and go on"), self.confirm, ("Return", "Enter"), here, "check"),
            *choose,
            Action("parameters.name", tr("Change the name"), self.rename, ("F2", "N"), here, "edit"),
            Action("parameters.next", tr("Skip to the next"), partial(self.step, 1), ("J", "Down"), here),
            Action("parameters.back", tr("Back to the one before"), partial(self.step, -1), ("K", "Up"), here),
            Action(
                "parameters.apply", tr("Apply as a new version"), self.apply, ("Ctrl+Return",), self._may_apply, "check"
            ),
            Action("parameters.workflow", tr("Back to the workflow"), self._to_workflow, ("Esc",), icon="workflow"),
        ]

    def _is_open(self) -> bool:
        return self.card is not None and self._run is None

    def _may_apply(self) -> bool:
        found = self.deciding
        return found is not None and bool(found.proposals) and found.complete and self._run is None

    def _to_workflow(self) -> None:
        self.studio.go("workflow")

    # Deciding

    def choose(self, decision: ProposalDecision) -> None:
        """Choose one of the three."""
        if self.card is not None:
            self.card.choose(decision)

    def rename(self) -> None:
        """Put the cursor into the name."""
        if self.card is not None:
            self.card.name.setFocus()
            self.card.name.selectAll()

    def confirm(self) -> None:
        """Decide the open one and open the next that is not decided; Enter on another button presses that."""
        if self.card is None or self.deciding is None or self._run is not None:
            return
        focused = self.focusWidget()
        if isinstance(focused, Button) and focused.hasFocus() and focused is not self.card.confirm:
            focused.click()
            return
        if self.card.wrong:
            self.rename()
            return
        step_id = self.card.step_id
        self.deciding = self.deciding.decide(step_id, self.card.word)
        self._show(self.deciding.next_open(step_id))

    def step(self, by: int) -> None:
        """Open the next or the one before, without a word on this one."""
        if self.card is None or self.deciding is None:
            return
        ids = [p.step_id for p in self.deciding.proposals]
        self._show(ids[(ids.index(self.card.step_id) + by) % len(ids)])

    def open_one(self, step_id: str) -> None:
        """Open that one."""
        self._show(step_id)

    # Applying

    def apply(self) -> None:
        """All decisions as one new version."""
        document, found = self.studio.document, self.deciding
        if not self._may_apply() or document is None or found is None:
            return
        recording = None if document.is_edited else recording_of(document.bundle, self.studio.library)
        if recording is None:
            self._put_in()
            return
        self._run = Recompiling(Recompile(document.bundle, recording, found), self)
        self._run.progressed.connect(partial(self.progress.show_progress, tr("Compiling again")))
        self._run.ended.connect(self._compiled)
        self.progress.show_progress(tr("Starting"), 0, 1)
        self.apply_button.setEnabled(False)
        self._run.start()

    def cancel(self) -> None:
        """Stop compiling; nothing is changed."""
        if self._run is not None:
            self._run.stop()

    def _compiled(self, path: Path | None, sentence: str) -> None:
        self._run = None
        self.progress.hide()
        self._say_state()
        if path is not None:
            self._saved(path)
            return
        in_place: tuple[str, Any] = (tr("Put them into the workflow as it is"), self._put_in)
        self.notice.say(sentence, Tone.FAILED, in_place, (tr("Close"), self.notice.hide))

    def _put_in(self) -> None:
        """Without the recording, or where a later version has more than it: change the workflow itself, and save."""
        document, found = self.studio.document, self.deciding
        if document is None or found is None:
            return
        self.notice.hide()
        try:
            document.edit(tr("parameters"), lambda w: applied(w, found))
            document.settle(i for i, w in found.said.items() if w.decision is CONSTANT)
            self._saved(document.save())
        except (CannotEdit, BadInput, CannotWrite) as problem:
            self.notice.say(str(problem), Tone.FAILED)

    def _saved(self, path: Path) -> None:
        hid = self.deciding is not None and any(w.decision is SECRET for w in self.deciding.said.values())
        self.deciding = None
        self.studio.open_bundle(path)
        self.studio.library_changed.emit()
        self.studio.go("workflow")
        self.studio.say(tr("Saved as version {n}.", n=version_number(path)), Tone.PASSED)
        if hid:
            self.studio.ask(
                tr("The secret is not in this version"),
                tr(
                    "Pictures of this version may still show it: paint over it on the workflow page. The versions "
                    "before it and the recording still hold it: delete them once you are content with this one."
                ),
                (tr("Close"),),
            )

    # Showing

    def _first(self) -> str | None:
        found = self.deciding
        return next((p.step_id for p in found.proposals if p.step_id not in found.said), None) if found else None

    def _read(self, bundle: Bundle, deciding: Deciding) -> None:
        wanted = {p.step_id: frames_of(deciding.workflow, p.step_id) for p in deciding.proposals}
        self._reading.start(lambda: _images(bundle, wanted), self._took)

    def _took(self, pictures: dict[str, Pictures]) -> None:
        self._pictures = pictures
        self._show(self.card.step_id if self.card is not None else self._first())

    def _arranged(self) -> QWidget:
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(theme.px(160))
        self.bar.setAccessibleName(tr("Decided so far"))
        holder, body, left = QWidget(), QWidget(), QWidget()
        look(holder, "clear")
        self._cards = TopColumn(holder)
        self._cards.setContentsMargins(20, 4, 20, 16)
        self._cards.setSpacing(8)
        self._scroll.setWidget(holder)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        said = tr("Values are masked, in the pictures too, until you hold Space")
        note = text(said, "note", wrap=True)
        note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._top = row(self.bar, self._count, note, margins=(20, 12, 20, 4))
        down = QVBoxLayout(left)
        across = QHBoxLayout(body)
        for layout in (down, across):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        for part in (self.notice, self._top, self.progress):
            down.addWidget(part)
        down.addWidget(self._scroll, 1)
        across.addWidget(left, 1)
        across.addWidget(self.side)
        return body

    def _show(self, current: str | None) -> None:
        """All cards anew, that one open."""
        typing = isinstance(self.focusWidget(), QLineEdit)
        emptied(self._cards)
        self.card = None
        found = self.deciding
        self.side.setVisible(found is not None and bool(found.proposals))
        self._top.setVisible(found is not None and bool(found.proposals))
        if found is None or not found.proposals:
            self._cards.addWidget(self._nothing(found))
        else:
            self._fill(found, current)
            self.side.show_deciding(found, current or found.proposals[0].step_id)
        self._say_state()
        if typing or self.isAncestorOf(self.focusWidget() or self):
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, found: Deciding, current: str | None) -> None:
        does = Does(self.open_one, self.confirm, partial(self.step, 1), partial(self.step, -1))
        for proposal in found.proposals:
            step_id = proposal.step_id
            pictures = self._pictures.get(step_id)
            if step_id == current:
                self.card = OpenCard(found, step_id, pictures, does)
                self._cards.addWidget(self.card)
            else:
                self._cards.addWidget(LineCard(found, step_id, pictures, does))

    def _nothing(self, found: Deciding | None) -> EmptyState:
        if found is None:
            return EmptyState(
                "parameter",
                tr("No workflow is open"),
                tr("Open one on Home: values that could differ from run to run are then decided here."),
                Button(tr("Go to Home"), "home", run=lambda: self.studio.go("home")),
            )
        return EmptyState(
            "parameter",
            tr("Nothing to decide"),
            tr("No typed value of this workflow waits for your word. Each can be changed beside its step."),
            Button(tr("Open the workflow"), "workflow", run=self._to_workflow),
        )

    def _say_state(self) -> None:
        found, document = self.deciding, self.studio.document
        self.apply_button.setVisible(found is not None and bool(found.proposals))
        self.apply_button.setEnabled(self._may_apply())
        if found is None or document is None:
            self.head.say(tr("Parameters"), "", "")
            return
        number, count = version_number(document.bundle.dir), len(found.proposals)
        self.bar.setRange(0, max(count, 1))
        self.bar.setValue(count - found.left)
        self._count.setText(tr("{n} of {count} decided", n=count - found.left, count=count))
        coming = version_number(next_version_dir(document.bundle.dir))
        explains = tr("Nothing has been changed yet;\nall are applied together as version {n}.", n=coming)
        subtitle = tr("{name} · version {n}", name=found.workflow.name, n=number)
        self.head.say(tr("Parameters"), subtitle, explains if count else "")


def _images(bundle: Bundle, wanted: dict[str, tuple[str | None, str | None]]) -> dict[str, Pictures]:
    def image(path: str | None) -> QImage:
        return png_image(bundle.asset_bytes(path)) if path and path in bundle.hashes else QImage()

    return {step_id: (image(before), image(after)) for step_id, (before, after) in wanted.items()}
