"""Record again: from the question on the Workflow page over the recording to one edit of the open workflow."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from studio.engine.bundle import assets_of, load_bundle
from studio.engine.editing import CannotEdit, splice
from studio.engine.model.params import ParamProposal
from studio.engine.model.workflow import Workflow
from studio.engine.recording import Recording, load_recording
from studio.engine.recording.edit import EditedRecording
from studio.ui.record.again import Again, AgainCard
from studio.ui.record.compiling import Compiling, Order
from studio.ui.record.run_up import RunUp, Stand, never_undone
from studio.ui.services.background import Background
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.pages.record import RecordPage

_TONES = {Stand.GOING: Tone.RUNNING, Stand.THERE: Tone.PASSED, Stand.AWAY: Tone.HALTED, Stand.OVER: Tone.HALTED}


@dataclass(frozen=True)
class _Part:
    """The new recording, compiled, with its pictures by path."""

    workflow: Workflow
    pictures: Mapping[str, bytes]
    proposals: tuple[ParamProposal, ...]


class RecordAgain(QObject):
    """What the Record page does where steps are recorded again. `changed` is sent when the program has got further."""

    changed = Signal()

    def __init__(self, page: RecordPage, studio: Studio) -> None:
        super().__init__(page)
        self._page, self._studio = page, studio
        self.asked: Again | None = None
        self.run_up: RunUp | None = None
        self.card = AgainCard(self.bring_there, self.cancel, self._stop_compiling)
        self._compiling: Compiling | None = None
        self._loading: Background[Recording] = Background(self)
        self._reading: Background[_Part] = Background(self)
        self._dir: Path | None = None
        studio.document_changed.connect(self._other_document)

    @property
    def busy(self) -> bool:
        """Whether a recording is being compiled."""
        return self._dir is not None

    @property
    def on_its_way(self) -> bool:
        """Whether a run is bringing the program there."""
        return self.run_up is not None and self.run_up.stand is Stand.GOING

    def ask(self, again: Again) -> None:
        """Record that again."""
        self.cancel()
        self.asked = again
        self.card.show_again(again)
        known = {step.id for step in again.document.bundle.workflow.steps}
        self.card.run_up.setVisible(again.step_id in known and again.number > 1)
        self.changed.emit()

    def cancel(self) -> None:
        """It is not recorded again after all."""
        self._let_go()
        self.asked = None
        self.card.hide()
        self.changed.emit()

    def close_down(self) -> None:
        """The window closes."""
        if self.run_up is not None:
            self.run_up.stop_now()
        if self._compiling is not None:
            self._compiling.stop_now()
        self._loading.forget()
        self._reading.forget()
        self._clean_up()

    # Getting there

    def bring_there(self) -> None:
        """Let a run of the saved version do all steps before it."""
        again = self.asked
        if again is None or self.on_its_way:
            return
        workflow = again.document.bundle.workflow
        lasting = never_undone(workflow, again.step_id)
        if lasting:
            sentence = tr("On its way the run does what cannot be undone: {steps}.", steps="; ".join(lasting))
            if self._studio.ask(again.title, sentence, (tr("Do it"), tr("Stay here")), safe=1) != 0:
                return
        self._let_go()
        self.run_up = RunUp(again.document.bundle.dir, workflow, again.step_id, self)
        self.run_up.changed.connect(self._moved)
        self._moved()
        self.run_up.start()

    def _moved(self) -> None:
        if self.run_up is not None and self.asked is not None:
            self.card.say(self.run_up.sentence, _TONES[self.run_up.stand])
            self.card.run_up.setEnabled(self.run_up.stand is not Stand.GOING)
            self.changed.emit()

    def _let_go(self) -> None:
        run, self.run_up = self.run_up, None
        self.card.run_up.setEnabled(True)
        if run is not None:
            run.changed.disconnect(self._moved)
            run.stop()

    # After the recording

    def take(self, recording: Path) -> None:
        """Compile what was recorded, and put it into the open workflow."""
        again = self.asked
        if again is None:
            return
        self._let_go()
        self.card.progress.show_progress(tr("Starting"), 0, 1)
        self._dir = Path(tempfile.mkdtemp(prefix="waymark-again-"))
        self.changed.emit()
        self._loading.start(lambda: load_recording(recording), self._compile, lambda why: self._refuse(told(str(why))))

    def _compile(self, recording: Recording) -> None:
        again, folder = self.asked, self._dir
        if again is None or folder is None:
            return
        order = Order(recording, EditedRecording.of(recording.events), tr("Recorded again"), folder / "part", None)
        more = like_before(again.document.workflow)
        self._compiling = Compiling(order, self, more)
        self._compiling.progressed.connect(self.card.progress.show_progress)
        self._compiling.ended.connect(self._compiled)
        self._compiling.start()

    def _stop_compiling(self) -> None:
        if self._compiling is not None:
            self._compiling.stop()

    def _compiled(self, problem: str) -> None:
        run, self._compiling = self._compiling, None
        if run is not None:
            run.deleteLater()
        if problem:
            self._refuse(problem)
        elif self._dir is not None:
            self._reading.start(
                partial(_read, self._dir / "part"), self._put_in, lambda error: self._refuse(told(str(error)))
            )

    def _put_in(self, part: _Part) -> None:
        again = self.asked
        if again is None or self._studio.document is not again.document:
            return
        document = again.document
        try:
            made = splice(
                document.workflow, part.workflow, again.step_id, part.pictures.__getitem__, and_after=again.and_after
            )
        except CannotEdit as why:
            self._refuse(told(str(why)))
            return
        word = tr("record again")
        document.edit(word, lambda _: made.workflow, made.pictures, made.proposals(part.proposals))
        self._done(again)
        said = "\n".join((tr("It is recorded again. Look at it, save, and run it once."), *made.notes))
        self._studio.go("workflow", step=next(iter(made.ids.values())), said=said)

    def _done(self, again: Again) -> None:
        self._clean_up()
        if self.asked is again:
            self.cancel()

    def _refuse(self, sentence: str) -> None:
        self._clean_up()
        self.card.progress.hide()
        kept = tr("Nothing was changed; the recording is kept.")
        self.card.say(f"{sentence} {kept}", Tone.HALTED)
        self.changed.emit()

    def _clean_up(self) -> None:
        folder, self._dir = self._dir, None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _other_document(self) -> None:
        if self.asked is not None and self._studio.document is not self.asked.document:
            self._stop_compiling()
            self._loading.forget()
            self._reading.forget()
            self._clean_up()
            self.cancel()


def like_before(workflow: Workflow) -> tuple[str, ...]:
    """Arguments of `studio compile` by which the part is seen as the workflow was, and hides what it hides."""
    hidden = [word for pattern in workflow.hide or () for word in ("--hide", pattern)]
    return (*(() if workflow.structure else ("--no-structure",)), *hidden)


def _read(folder: Path) -> _Part:
    """In a thread."""
    bundle = load_bundle(folder)
    workflow = bundle.workflow
    paths = {path for step in workflow.steps for path in assets_of(step)}
    return _Part(workflow, {path: bundle.asset_bytes(path) for path in paths}, bundle.proposals)
