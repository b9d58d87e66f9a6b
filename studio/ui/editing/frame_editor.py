"""Edits that need a look at a recorded screen: another crop, a landmark, a check, a proof, a redaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from studio.engine import editing
from studio.engine.editing import CannotEdit, Painted, Retargeted
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import Workflow
from studio.engine.vision.frame import Frame
from studio.ui.document import Document
from studio.ui.editing.editor import Editor
from studio.ui.editing.pick_dialog import Pick, PickDialog, PickRequest
from studio.ui.editing.pictures import DraftPictures
from studio.ui.services.background import Background
from studio.ui.told import told
from studio.ui.widgets.marks import marks_of
from studio.ui.words import tr

Asker = Callable[[PickRequest], Pick | None]


class FrameEditor(QObject):
    """Asks a person to point, works out the edit off the GUI thread, and makes it one undo step.

    `busy` carries what goes on, empty when it is done. An answer that comes after the document went on is computed
    against the step as it was and refused where that step has changed since.
    """

    busy = Signal(str)

    def __init__(self, editor: Editor, window: QWidget, ask: Asker | None = None) -> None:
        super().__init__(window)
        self._editor = editor
        self._ask = ask or (lambda request: ask_in(window, request))
        self._work: Background[Retargeted | Painted] = Background(self)
        self._stopped = False

    @property
    def document(self) -> Document:
        """What is edited."""
        return self._editor.document

    def stop(self) -> None:
        """Give up what is being worked out."""
        self._stopped = True

    # What a target is found by

    def set_target(self, step_id: str) -> None:
        """Another crop, or another target."""
        step = self._editor.step(step_id)
        anchor = step.anchor
        request = self._request(
            step_id,
            tr("The picture of the target"),
            tr(
                "Draw a rectangle around the control, with a little air. As long as it holds the recorded point the "
                "target stays the same; elsewhere it becomes another one, and its label and landmarks are read anew."
            ),
            tr("Use this picture"),
            start=anchor.region if anchor else None,
        )
        self._retarget(tr("re-crop"), step_id, request, lambda w, f, p: editing.set_target(w, step_id, f, _region(p)))

    def add_landmark(self, step_id: str) -> None:
        """One more text near the target."""
        request = self._request(
            step_id,
            tr("Add a landmark"),
            tr("Choose words near the target that always stand there: a heading, a caption. Nothing that is data."),
            tr("Use as a landmark"),
            reads=True,
        )
        self._retarget(
            tr("add landmark"), step_id, request, lambda w, f, p: editing.add_landmark(w, step_id, f, _region(p))
        )

    def set_label(self, step_id: str) -> None:
        """Other words as the label."""
        anchor = self._editor.step(step_id).anchor
        request = self._request(
            step_id,
            tr("The label of the target"),
            tr("Choose the words on the control, or the caption beside a field. Correct them where they are misread."),
            tr("Use as the label"),
            start=anchor.label_region if anchor else None,
            reads=True,
            text=(anchor.ocr_text or "") if anchor else "",
        )
        self._retarget(
            tr("label"), step_id, request, lambda w, f, p: editing.set_label(w, step_id, f, _region(p), p.text)
        )

    def prove_row(self, step_id: str) -> None:
        """Texts of the row that prove the record."""
        request = self._request(
            step_id,
            tr("What proves the record"),
            tr(
                "Choose the texts in the row of the target that belong to this record alone: a name, a number, a date. "
                "A run then acts only where they stand; the value of a parameter follows that parameter."
            ),
            tr("Prove the record by this"),
            reads=True,
        )
        self._retarget(
            tr("proof of the record"), step_id, request, lambda w, f, p: editing.prove_row(w, step_id, f, _region(p))
        )

    # What is expected

    def expect(self, step_id: str, *, present: bool) -> None:
        """A text that must, or must not, be there after the step."""
        pictures = DraftPictures.of(self.document)
        after = pictures.after_of(step_id)
        there = tr("Choose, or type, words that are only on the screen when the step has worked.")
        gone = tr("Choose, or type, words that must no longer be on the screen when the step has worked.")
        path = (after or pictures.before_of(step_id)) if present else (pictures.before_of(step_id) or after)
        title = tr("A text that must be there") if present else tr("A text that must be gone")
        request = self._request_at(
            pictures, path, title, there if present else gone, tr("Add the check"), reads=True, seconds=5.0
        )
        pick = self._ask(request)
        if pick is not None:
            self._editor.apply(
                tr("add check"),
                lambda w: editing.expect_text(
                    w, step_id, pick.text, _wide(pick.region), present=present, timeout_s=pick.seconds
                ),
            )

    def insert_wait(self, step_id: str) -> None:
        """A step before this one that waits for a text."""
        pictures = DraftPictures.of(self.document)
        request = self._request_at(
            pictures,
            pictures.before_of(step_id),
            tr("Wait before this step"),
            tr("Choose, or type, words that show that the program is ready. A run waits until they are there."),
            tr("Insert the wait"),
            reads=True,
            seconds=30.0,
        )
        pick = self._ask(request)
        made: list[str] = []

        def change(workflow: Workflow) -> Workflow:
            assert pick is not None
            after, new = editing.insert_wait(
                workflow, step_id, pick.text, _wide(pick.region), timeout_s=pick.seconds or 30.0
            )
            made.append(new)
            return after

        if pick is not None and self._editor.apply(tr("insert wait"), change):
            self._editor.chosen.emit(made[-1])

    # Painting over

    def redact(self, step_id: str) -> None:
        """Paint over a place, in all pictures of the workflow."""
        request = self._request(
            step_id,
            tr("Paint over"),
            tr(
                "Draw over what nobody should see. It is painted over at this place in the pictures of all steps when "
                "the workflow is saved; the versions before keep what they show."
            ),
            tr("Paint over it"),
        )
        pick = self._ask(request)
        if pick is None or pick.region is None:
            return
        region, pictures = pick.region, DraftPictures.of(self.document)
        workflow = pictures.workflow
        ids = [step.id for step in workflow.steps]
        self._stopped = False
        self.busy.emit(tr("Painting over…"))
        self._work.start(
            lambda: editing.redact(workflow, ids, region, _fresh(pictures), lambda _d, _a: not self._stopped),
            lambda made: self._take(tr("paint over"), made, made.pictures),
            self._failed,
        )

    # How it is done

    def _retarget(
        self,
        word: str,
        step_id: str,
        request: PickRequest,
        work: Callable[[Workflow, Frame, Pick], Retargeted],
    ) -> None:
        pick = self._ask(request)
        if pick is None:
            return
        if pick.region is None:
            self._editor.refused.emit(tr("Draw a rectangle on the picture first."))
            return
        workflow, source = self.document.workflow, request.frame
        self.busy.emit(tr("Looking at the picture…"))

        def done(made: Retargeted | Painted) -> None:
            now = next((s for s in self.document.workflow.steps if s.id == step_id), None)
            if now != workflow.step(step_id):
                self.busy.emit("")
                self._editor.refused.emit(tr("The step was changed meanwhile: do it again."))
                return
            self._take(word, made, made.pictures)

        self._work.start(lambda: work(workflow, source(), pick), done, self._failed)

    def _take(self, word: str, made: Retargeted | Painted, pictures: Mapping[str, Frame]) -> None:
        self.busy.emit("")
        self.document.edit(word, made.applied, pictures)

    def _failed(self, problem: Exception) -> None:
        self.busy.emit("")
        sentence = told(str(problem)) if isinstance(problem, CannotEdit) else ""
        self._editor.refused.emit(sentence or tr("That did not work: {problem}", problem=told(str(problem))))

    def _request(
        self,
        step_id: str,
        title: str,
        sentence: str,
        word: str,
        *,
        start: Region | None = None,
        reads: bool = False,
        text: str = "",
    ) -> PickRequest:
        pictures = DraftPictures.of(self.document)
        anchor = self._editor.step(step_id).anchor
        path = pictures.before_of(step_id)
        marks = marks_of(anchor)
        focus = anchor.target if anchor else None
        return PickRequest(title, sentence, word, _source(pictures, path), marks, start, focus, reads=reads, text=text)

    def _request_at(
        self,
        pictures: DraftPictures,
        path: str | None,
        title: str,
        sentence: str,
        word: str,
        *,
        reads: bool,
        seconds: float,
    ) -> PickRequest:
        return PickRequest(title, sentence, word, _source(pictures, path), reads=reads, seconds=seconds)


def ask_in(window: QWidget, request: PickRequest) -> Pick | None:
    """Ask in a dialog, and leave nothing of it."""
    dialog = PickDialog(window, request)
    try:
        return dialog.ask()
    finally:
        dialog.deleteLater()


def _source(pictures: DraftPictures, path: str | None) -> Callable[[], Frame]:
    def frame() -> Frame:
        if path is None:
            raise CannotEdit(tr("There is no picture of this screen: type the text instead."))
        return pictures[path]

    return frame


def _fresh(pictures: DraftPictures) -> Callable[[str], Frame]:
    """Frames that are not kept: there may be hundreds."""
    return lambda path: Frame(png=pictures[path].png, scale=pictures.workflow.scale)


def _region(pick: Pick) -> Region:
    assert pick.region is not None
    return pick.region


def _wide(region: Region | None) -> Region | None:
    return region.padded(4) if region is not None else None
