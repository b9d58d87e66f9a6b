"""A value that became a secret is in no file that the window keeps for itself, and in no version that it saves."""

from __future__ import annotations

from pathlib import Path

from helpers.notes_run import Notes

from studio.engine import editing
from studio.engine.bundle import load_bundle
from studio.engine.privacy.scan import Scanner
from studio.ui.document import Document


def test_unsaved_edits_and_the_saved_version_hold_no_value_of_a_secret(tmp_path: Path) -> None:
    notes = Notes(tmp_path)
    click, typed, save = notes.steps
    plain = typed.model_copy(update={"param": None, "text": "otter 4711", "intent": "type ‘otter 4711’"})
    document = Document(load_bundle(notes.bundle(click, plain, save)), tmp_path / "recovery" / "notes.json")
    document.edit_step("note", "step_001", comment="by hand")
    document.keep_safe()
    assert Scanner(["otter 4711"], pictures=0).search([tmp_path / "recovery"]).finds
    assert document.edit("make it a secret", lambda flow: editing.make_secret(flow, "step_001", "pin"))
    document.keep_safe()
    assert (tmp_path / "recovery" / "notes.json").is_file()
    assert Scanner(["otter 4711"], pictures=0).search([tmp_path / "recovery"]).finds == []
    saved = document.save()
    assert Scanner(["otter 4711"], pictures=0).search([saved, tmp_path / "recovery"]).finds == []
