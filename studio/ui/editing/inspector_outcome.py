"""The inspector's sections on what must hold afterwards: checks of the screen, of the record, and the risk."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox

from studio.engine.model.workflow import CheckKind, Risk
from studio.ui.editing.editor import Editor
from studio.ui.editing.frame_editor import FrameEditor
from studio.ui.editing.section import Section, Shown, small
from studio.ui.editing.step_words import check_sentence, patience
from studio.ui.services.when import when
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.words import tr


class CheckSection(Section):
    """What the screen must show, and what is waited for before."""

    def __init__(self, editor: Editor, frames: FrameEditor) -> None:
        super().__init__(tr("Screen check"))
        self._editor, self._frames = editor, frames

    def show_step(self, shown: Shown) -> None:
        """Another step."""
        step = shown.step
        key = step.id
        self.begin(
            (tr("Must show…"), lambda: self._frames.expect(key, present=True)),
            (tr("Must be gone…"), lambda: self._frames.expect(key, present=False)),
            (tr("Wait before…"), lambda: self._frames.insert_wait(key)),
        )
        if step.wait_until is not None:
            said = tr("First waits until {what}", what=check_sentence(step.wait_until))
            self.item(said, patience(step.wait_until), icon="clock")
        for number, check in enumerate(step.expect):
            unknown = check.kind is CheckKind.UNKNOWABLE
            word = tr("Remove the check: {what}", what=check_sentence(check))
            drop = small("cross", word, lambda n=number: self._editor.drop_check(key, n))  # type: ignore[misc]
            icon, tone = ("unknown", Tone.UNKNOWN) if unknown else ("check", Tone.PASSED)
            self.item(
                check_sentence(check), "", self._patience(key, number, check.timeout_s), drop, icon=icon, tone=tone
            )
        if not step.expect and step.wait_until is None:
            typed = step.text is not None or step.param is not None
            self.say(tr("What was typed is read back.") if typed else tr("Nothing is checked afterwards."), "second")

    def _patience(self, step_id: str, number: int, seconds: float) -> QDoubleSpinBox:
        spin = QDoubleSpinBox()
        spin.setRange(0, 600)
        spin.setDecimals(0 if seconds == int(seconds) else 1)
        spin.setSuffix(" s")
        spin.setValue(seconds)
        spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        spin.setFixedWidth(theme.px(64))
        spin.setKeyboardTracking(False)
        spin.setAccessibleName(tr("Wait up to"))
        spin.setToolTip(tr("How long a run waits for this"))
        spin.valueChanged.connect(lambda value: self._editor.set_patience(step_id, number, value))
        return spin


class RecordSection(Section):
    """Claims about the system of record; shown only where the workflow has some."""

    def __init__(self) -> None:
        super().__init__(tr("Record check"))

    def show_step(self, shown: Shown) -> None:
        """Another step."""
        step = shown.step
        self.setVisible(bool(step.effects))
        if not step.effects:
            return
        self.begin()
        for effect in step.effects:
            fields = ", ".join(f"{k} = {v.literal or f'⟨{v.param}⟩'}" for k, v in effect.fields.items())
            self.say(f"{effect.kind.value.replace('_', ' ')} {effect.record} {fields}".strip(), "", "record_check")


class RiskSection(Section):
    """Whether the step can be undone, and why that is believed."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(tr("Risk"))
        self._editor = editor

    def show_step(self, shown: Shown) -> None:
        """Another step."""
        step = shown.step
        self.begin((tr("Change…"), lambda: self._editor.set_risk(step.id)))
        if step.risk is Risk.IRREVERSIBLE:
            said = tr("Cannot be undone. Halts if it is found by less than its label.")
            self.say(said, "", "shield", Tone.HEALED)
        else:
            self.say(tr("Can be undone"))
        if step.risk_reason:
            self.say(told(step.risk_reason), "note")
        if step.risk_word:
            self.say(tr("Said by {who}, {when}", who=step.risk_word.by, when=when(step.risk_word.at)), "note")
        if step.risk_asked:
            self.say(f"{step.risk_asked} {tr('Say whether it can be undone.')}", "", "problem", Tone.HEALED)
