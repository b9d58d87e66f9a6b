"""All edits that the page offers: asks what must be asked, changes the document, says why where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from studio.engine import editing
from studio.engine.editing import CannotEdit
from studio.engine.model.workflow import Stage, Step, Workflow
from studio.ui.document import Document
from studio.ui.editing.forms import LineForm, NoteForm, RiskForm
from studio.ui.told import told
from studio.ui.words import tr

Change = Callable[[Workflow], Workflow]


class Editor(QObject):
    """Edits of one document. `refused` carries the sentence that says why an edit is not made, `noted` one that a
    person should know after it was made, `chosen` the step to go to after an edit."""

    refused = Signal(str)
    noted = Signal(str)
    chosen = Signal(str)

    def __init__(self, document: Document, window: QWidget) -> None:
        super().__init__(window)
        self.document, self._window = document, window

    def step(self, step_id: str) -> Step:
        """The step as it is now. Raises KeyError."""
        return self.document.step(step_id)

    def apply(self, word: str, change: Change) -> bool:
        """One edit; whether it was made."""
        try:
            return self.document.edit(word, change)
        except CannotEdit as why:
            self.refused.emit(told(str(why)))
            return False

    # A step as a whole

    def rename(self, step_id: str) -> None:
        """Ask for another name."""
        sentence = tr("The name is for people. It changes nothing of what the step does.")
        form = LineForm(self._window, tr("Rename"), sentence, tr("Rename"), tr("Name"), self.step(step_id).intent)
        if form.said_yes:
            self.apply(tr("rename"), lambda w: editing.rename(w, step_id, form.value))

    def comment(self, step_id: str) -> None:
        """Ask for a note."""
        sentence = tr("A note for whoever looks at this workflow. Leave it empty to take it away.")
        form = NoteForm(self._window, tr("Comment"), sentence, tr("Comment"), self.step(step_id).comment or "")
        if form.said_yes:
            self.apply(tr("comment"), lambda w: editing.comment(w, step_id, form.value))

    def toggle_disabled(self, step_ids: Sequence[str]) -> None:
        """Pass the steps over, or let them run again where all of them are passed over."""
        if all(self.step(step_id).disabled for step_id in step_ids):
            self.apply(tr("enable"), lambda w: editing.enable(w, step_ids))
        else:
            self.apply(tr("disable"), lambda w: editing.disable(w, step_ids))

    def delete(self, step_ids: Sequence[str]) -> None:
        """Take the steps out; it can be undone."""
        steps = self.document.workflow.steps
        after = next((s.id for s in reversed(steps) if s.id not in step_ids), "")
        at = min((n for n, s in enumerate(steps) if s.id in step_ids), default=0)
        after = next((s.id for s in steps[at:] if s.id not in step_ids), after)
        if self.apply(tr("delete"), lambda w: editing.delete(w, step_ids)):
            self.chosen.emit(after)

    def move(self, step_id: str, by: int) -> None:
        """Move the step up or down the line."""
        if self.apply(tr("move"), lambda w: editing.move(w, step_id, by)):
            self.noted.emit(
                tr("The pictures were recorded in another order: look at the checks of both steps, then run it once.")
            )

    def set_risk(self, step_id: str) -> None:
        """Ask whether it can be undone, and why."""
        step = self.step(step_id)
        form = RiskForm(self._window, step.risk, step.risk_reason or "")
        if form.said_yes:
            self.apply(tr("risk"), lambda w: editing.set_risk(w, step_id, form.risk, form.reason))

    # What is typed

    def make_param(self, step_id: str) -> None:
        """Ask for a parameter's name."""
        workflow, step = self.document.workflow, self.step(step_id)
        name = editing.free_name(workflow, slug(step))
        sentence = tr("Each run then gives this value. What was recorded stays as the example.")
        form = LineForm(self._window, tr("Make it a parameter"), sentence, tr("Make it a parameter"), tr("Name"), name)
        if form.said_yes:
            self.apply(tr("parameter"), lambda w: editing.make_param(w, step_id, form.value))

    def make_secret(self, step_id: str) -> None:
        """Ask for a secret's name."""
        workflow, step = self.document.workflow, self.step(step_id)
        name = step.param if step.param else editing.free_name(workflow, slug(step))
        sentence = tr("Each run asks for it, and no version from the next one on holds the value.")
        form = LineForm(self._window, tr("Make it a secret"), sentence, tr("Make it a secret"), tr("Name"), name)
        if form.said_yes and self.apply(tr("secret"), lambda w: editing.make_secret(w, step_id, form.value)):
            self.noted.emit(
                tr(
                    "The value is gone from this workflow. Pictures may still show it: paint over it. The versions "
                    "before this one and the recording still hold it: delete them once this one is saved."
                )
            )

    def name_secret(self, step_id: str) -> None:
        """Ask for the name of a secret that has none."""
        name = editing.free_name(self.document.workflow, slug(self.step(step_id)))
        sentence = tr("Each run asks for the secret by this name.")
        form = LineForm(self._window, tr("Name the secret"), sentence, tr("Name it"), tr("Name"), name)
        if form.said_yes:
            self.apply(tr("name secret"), lambda w: editing.name_secret(w, step_id, form.value))

    def make_constant(self, step_id: str) -> None:
        """Type what was recorded."""
        self.apply(tr("keep as recorded"), lambda w: editing.make_constant(w, step_id))

    def drop_param(self, name: str) -> None:
        """Take away a parameter that nothing uses."""
        self.apply(tr("remove parameter"), lambda w: editing.drop_param(w, name))

    # Checks, landmarks, labels

    def drop_check(self, step_id: str, number: int) -> None:
        """Take away a check."""
        self.apply(tr("remove check"), lambda w: editing.drop_check(w, step_id, number))

    def set_patience(self, step_id: str, number: int, seconds: float) -> None:
        """How long a check is waited for."""
        self.apply(tr("time to wait"), lambda w: editing.set_patience(w, step_id, number, seconds))

    def drop_landmark(self, step_id: str, number: int) -> None:
        """Take away a landmark."""
        self.apply(tr("remove landmark"), lambda w: editing.drop_landmark(w, step_id, number))

    def drop_label(self, step_id: str) -> None:
        """Find the target without its label."""
        self.apply(tr("no label"), lambda w: editing.drop_label(w, step_id))

    def drop_proof(self, step_id: str) -> None:
        """Ask why the step needs to prove no record."""
        sentence = tr("The step then acts on whatever stands there. Only right where it stands in no row of records.")
        form = LineForm(self._window, tr("Act without proof"), sentence, tr("Act without proof"), tr("Why"))
        if form.said_yes:
            self.apply(tr("no proof"), lambda w: editing.drop_proof(w, step_id, form.value))

    # Stages

    def rename_stage(self, shown: Sequence[Stage], first: str) -> None:
        """Ask for another title."""
        title = next((stage.title for stage in shown if stage.first == first), "")
        sentence = tr("The title stands above the steps of this stage.")
        form = LineForm(self._window, tr("Rename the stage"), sentence, tr("Rename"), tr("Title"), title)
        if form.said_yes:
            self.apply(tr("rename stage"), lambda w: editing.rename_stage(w, shown, first, form.value))

    def merge_stage(self, shown: Sequence[Stage], first: str) -> None:
        """Join the stage to the one before it."""
        self.apply(tr("join stages"), lambda w: editing.merge_stage(w, shown, first))

    def split_stage(self, shown: Sequence[Stage], state: str) -> None:
        """Begin a stage at a step."""
        sentence = tr("A stage begins at this step and ends where the next one begins.")
        form = LineForm(self._window, tr("Begin a stage here"), sentence, tr("Begin"), tr("Title"))
        if form.said_yes:
            self.apply(tr("new stage"), lambda w: editing.split_stage(w, shown, state, form.value))


def slug(step: Step) -> str:
    """A name for what the step types."""
    from studio.engine.compiler.param_names import slug as named

    label = step.field_label or (step.anchor.ocr_text if step.anchor else None)
    return named(label or "value")[:40].strip("_") or "value"
