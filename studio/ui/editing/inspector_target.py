"""The inspector's sections on the target: what it is found by, and what proves the record."""

from __future__ import annotations

from studio.engine.model.workflow import Step
from studio.ui.editing.editor import Editor
from studio.ui.editing.frame_editor import FrameEditor
from studio.ui.editing.section import Link, Section, Shown, small
from studio.ui.editing.step_words import row_lines
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.widgets.basics import Chip
from studio.ui.words import tr


class TargetSection(Section):
    """Picture, label, landmarks; each can be chosen anew."""

    def __init__(self, editor: Editor, frames: FrameEditor) -> None:
        super().__init__(tr("Target"))
        self._editor, self._frames = editor, frames

    def show_step(self, shown: Shown) -> None:
        """Another step."""
        step = shown.step
        anchor, key = step.anchor, step.id
        self.setVisible(anchor is not None)
        if anchor is None:
            return
        self.begin((tr("Paint over…"), lambda: self._frames.redact(key)))
        size = f"{anchor.region.w} × {anchor.region.h} px" if anchor.template else tr("none")
        alike = tr(", {n} places look like it", n=anchor.template_count) if anchor.template_count > 1 else ""
        crop = small("crop", tr("Choose another picture of the target"), lambda: self._frames.set_target(key))
        self.item(tr("Picture: {size}", size=size + alike), "", crop, icon="template")
        self._label(step)
        self._landmarks(step)

    def _label(self, step: Step) -> None:
        anchor, key = step.anchor, step.id
        assert anchor is not None
        choose = small("edit", tr("Choose another label"), lambda: self._frames.set_label(key))
        if not anchor.ocr_text:
            self.item(tr("Label: none"), "", choose, icon="label")
            return
        alike = tr("stands {n} times", n=anchor.label_count) if anchor.label_count > 1 else ""
        drop = small("cross", tr("Find it without its label"), lambda: self._editor.drop_label(key))
        self.item(tr("Label: “{text}”", text=anchor.ocr_text), alike, choose, drop, icon="label")

    def _landmarks(self, step: Step) -> None:
        anchor, key = step.anchor, step.id
        assert anchor is not None
        add = small("plus", tr("Add a landmark"), lambda: self._frames.add_landmark(key))
        count = len(anchor.landmarks)
        self.item(tr("Landmarks: {n}", n=count) if count else tr("Landmarks: none"), "", add, icon="landmarks")
        for number, mark in enumerate(anchor.landmarks):
            word = tr("Remove the landmark “{text}”", text=mark.ocr_text)
            drop = small("cross", word, lambda n=number: self._editor.drop_landmark(key, n))  # type: ignore[misc]
            self.item(f"        “{mark.ocr_text}”", f"{mark.distance_px} px", drop)


class IdentitySection(Section):
    """Which texts prove that it is the right record."""

    def __init__(self, editor: Editor, frames: FrameEditor) -> None:
        super().__init__(tr("Identity"))
        self._editor, self._frames = editor, frames

    def show_step(self, shown: Shown) -> None:
        """Another step."""
        step = shown.step
        self.setVisible(step.anchor is not None)
        if step.anchor is None:
            return
        choose: Link = (tr("Choose…"), lambda: self._frames.prove_row(step.id))
        if step.identity_armed:
            chip = Chip(tr("Proves the record"), Tone.PASSED)
            self.begin((tr("None…"), lambda: self._editor.drop_proof(step.id)), choose, beside=chip)
            for cell, origin in row_lines(step.anchor, shown.workflow.params):
                self.item(cell, origin)
            return
        self.begin(choose)
        alike = step.anchor.label_count > 1 or step.anchor.template_count > 1
        said = told(step.identity_unarmed_reason or "") or tr("Nothing proves which record this is.")
        self.say(said, "" if alike else "second", "problem" if alike else "", Tone.HEALED)
