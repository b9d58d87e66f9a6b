"""A document that was saved: its window's title marked unsaved changes before, and does no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.elements import blank, element, seen
from helpers.notes_run import Notes
from helpers.steps import step

from studio.engine.backends.desktop.accessibility.titles import marks_unsaved
from studio.engine.compiler.checks_structure import saved_mark
from studio.engine.model.halts import HaltCode
from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.structure_json import snapshot_from_json, snapshot_to_json
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk
from studio.engine.runtime.checks import CheckContext, evaluate
from studio.engine.runtime.observation import Observation

PASSED, FAILED, UNKNOWN = CheckVerdict.PASSED, CheckVerdict.FAILED, CheckVerdict.UNKNOWN


@pytest.mark.parametrize(
    "title",
    [
        "*letter.txt - Mousepad", "letter.txt* - Editor", "● notes.md — Code", "notes.md • | Writer", "a.py [+] - vim",
        "plan.ods [modified] - Sheets", "Letter (unsaved)", "Report — Edited",
        "brief.txt [geändert] — Kate", "Brief (Bearbeitet)", "Brief — Bearbeitet", "lettre.odt [modifié] — Kate",
        "carta.txt [modificado] - Kate", "lettera (modificato)", "brief.txt [gewijzigd]", "carta.txt - não salvo",
        "brev.txt [ändrad]", "brev.txt (ikke gemt)", "list.txt [zmieniony]", "List — Niezapisany",
        "note.txt * — Kate", "note.txt + (~/ward) - GVIM", "note.txt =+ (/srv) - GVIM", "* (Unsaved) - Blender",
        "Editor - * note.txt", "⬤ note.txt", "[*] note.txt", "BRIEF [GEÄNDERT]",
    ],
)  # fmt: skip
def test_a_title_that_marks_unsaved_changes(title: str) -> None:
    assert marks_unsaved(title)


@pytest.mark.parametrize(
    "title",
    [
        "letter.txt - Mousepad",
        "Ward A • Ward B - Board",
        "Edited volumes - Library",
        "2 * 3 - Calculator",
        "",
        "Unsaved",
        "Edited",
        "Geändert - Board",
        "Ward + (East) - Board",
        "C++ notes - Editor",
        "What was changed (last week) - Board",
        "Unmodified - Board",
    ],
)
def test_a_title_that_marks_none(title: str) -> None:
    assert not marks_unsaved(title)


def windows(*names: str, unsaved: tuple[str, ...] = ()) -> StructureSnapshot:
    told = seen(*(element("Text", frame=("editor", name)) for name in names), unsaved=unsaved).structure
    assert told is not None
    return told


def mute(*names: str, unsaved: tuple[str, ...] = ()) -> StructureSnapshot:
    return StructureSnapshot(url="desktop:", title="", mute=names, unsaved=unsaved)


SAVED = {
    "saved by a program that tells nothing": (mute("Mousepad", unsaved=("Mousepad",)), mute("Mousepad"), PASSED),
    "closed by one that tells nothing": (mute("Mousepad", unsaved=("Mousepad",)), mute(), FAILED),
    "saved": (windows("Mousepad", unsaved=("Mousepad",)), windows("Mousepad"), PASSED),
    "still marked": (windows("Mousepad", unsaved=("Mousepad",)), windows("Mousepad", unsaved=("Mousepad",)), FAILED),
    "closed": (windows("Mousepad", unsaved=("Mousepad",)), windows("Other"), FAILED),
    "never marked": (windows("Mousepad"), windows("Mousepad"), UNKNOWN),
    "another was saved": (
        windows("Mousepad", "Sheets", unsaved=("Mousepad", "Sheets")),
        windows("Mousepad", "Sheets", unsaved=("Mousepad",)),
        FAILED,
    ),
    "another title, as of another document": (windows("b.txt", unsaved=("b.txt",)), windows("b.txt"), PASSED),
    "another title, still marked": (
        windows("b.txt", unsaved=("b.txt",)),
        windows("b.txt", unsaved=("b.txt",)),
        FAILED,
    ),
    "one of two of that name": (
        windows("Mousepad", unsaved=("Mousepad", "Mousepad")),
        windows("Mousepad", unsaved=("Mousepad",)),
        PASSED,
    ),
}


@pytest.mark.parametrize(("before", "after", "verdict"), SAVED.values(), ids=SAVED)
def test_it_is_saved_where_the_mark_went_and_the_window_stayed(
    before: StructureSnapshot, after: StructureSnapshot, verdict: CheckVerdict
) -> None:
    check = Postcondition(kind=CheckKind.SAVED, text="Mousepad")
    frame = blank()
    assert evaluate(check, CheckContext(Observation(frame, before), Observation(frame, after))).verdict is verdict
    assert evaluate(check, CheckContext(Observation(frame), Observation(frame))).verdict is UNKNOWN


def test_what_the_compiler_expects_is_what_the_recording_showed() -> None:
    before, after = windows("Mousepad", unsaved=("Mousepad",)), windows("Mousepad")
    assert saved_mark(before, after) == (Postcondition(kind=CheckKind.SAVED, text="Mousepad"),)
    assert saved_mark(before, before) == saved_mark(after, after) == saved_mark(before, windows("Other")) == ()
    assert snapshot_from_json(snapshot_to_json(before)) == before


def test_where_no_title_ever_marks_anything_a_person_is_asked_whether_it_was_saved(tmp_path: Path) -> None:
    expect = (Postcondition(kind=CheckKind.SAVED, text="Notes", timeout_s=0),)
    save = step("step_000", ActionKind.KEY, key="Control+S", risk=Risk.IRREVERSIBLE, expect=expect)
    report = Notes(tmp_path).run(DrawnForm(), save)
    assert report.halt is not None
    assert report.halt.code is HaltCode.OUTCOME_UNKNOWN
    assert "no title marked unsaved changes" in report.halt.sentence
