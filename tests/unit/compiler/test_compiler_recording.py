"""Whole recordings, drawn and with hand-written snapshots: from the folder to the bundle and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from studio.engine.bundle import load_bundle
from studio.engine.compiler import compile_recording
from studio.engine.compiler.risk_said import RiskSaid
from studio.engine.errors import BadParams
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun
from studio.engine.model.structure_json import element_to_json
from studio.engine.model.workflow import ActionKind, CheckKind, Risk, RiskWord, Workflow
from studio.engine.recording import RecordedEvent, RecordingWriter
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr_stats
from tests.helpers.drawing import Canvas

SIZE = (800, 600)
PATIENT, OTHER = ("Jane Sample", "MM-100234"), ("Omar Example", "MM-200111")
Moment = tuple[Frame, StructureSnapshot]


def shown(page: Canvas, *elements: Element, lists: tuple[RowList, ...] = (), url: str = "") -> Moment:
    numbered = tuple(replace(element, index=i) for i, element in enumerate(elements))
    return page.frame, StructureSnapshot(url, "Clinic", numbered, tuple(page.texts), lists)


def button(name: str, at: Region, **more: Any) -> Element:
    return Element(0, "button", "button", name, at, text=name, **more)


def field(name: str, at: Region, **more: Any) -> Element:
    return Element(0, "input", "textbox", name, at, label=name, editable=True, **more)


def search(value: str = "", *, focused: bool = False) -> Moment:
    page = Canvas()
    page.write("Find a patient", 100, 60, size=0.7)
    return shown(page, field("Name", page.field("Name", 100, 150, value), focused=focused), url="#search")


def worklist() -> Moment:
    page, elements = Canvas(), []
    page.write("Patients found", 30, 40, size=0.7)
    for i, (name, number) in enumerate((PATIENT, OTHER)):
        page.write(name, 30, 150 + 60 * i)
        page.write(number, 250, 150 + 60 * i)
        at = page.button("Open", 600, 140 + 60 * i, 90)
        elements.append(button("Open", at, row=(name, number), column="Action"))
    return shown(page, *elements, url="#list")


def encounter(note: str = "", *, focused: bool = False) -> Moment:
    page = Canvas()
    page.write("New Encounter", 100, 60, size=0.7)
    note_field = field("Note", page.field("Note", 100, 150, note), focused=focused)
    save = button("Save Encounter", page.button("Save Encounter", 100, 300, 160), submits=True)
    return shown(page, note_field, save, url="#form")


def chart() -> Moment:
    page = Canvas()
    page.write("Encounter saved - all is well with her", 100, 60)
    page.write("all is well with her", 100, 200)
    return shown(page, lists=(RowList("Encounters", 1, Region(90, 180, 400, 60)),), url="#chart")


def record(folder: Path, *, structure: bool = True, secret: bool = False) -> Path:
    """Search by name, open the row, write the note, save."""
    moments = [
        *(search(), search(focused=True), search("Jane Sample", focused=True), worklist()),
        *(encounter(), encounter(focused=True), encounter("all is well with her", focused=True), chart()),
    ]
    name = {"text": None, "secret": True} if secret else {"text": "Jane Sample"}
    events = [
        at(ActionKind.CLICK, moments[0], 0),
        RecordedEvent(kind=ActionKind.TYPE, field_label="Name", **name),
        RecordedEvent(kind=ActionKind.KEY, key="Enter"),
        at(ActionKind.CLICK, moments[3], 0),
        at(ActionKind.CLICK, moments[4], 0),
        RecordedEvent(kind=ActionKind.TYPE, text="all is well with her", param="note", field_label="Note"),
        at(ActionKind.CLICK, moments[6], 1),
    ]
    with RecordingWriter(folder, app_url="http://localhost/", viewport=SIZE) as writer:
        for event, before, after in zip(events, moments, moments[1:], strict=False):
            snapshots = (before[1], after[1]) if structure else (None, None)
            writer.append(event, before[0], after[0], *snapshots)
        return writer.finish()


def at(kind: ActionKind, moment: Moment, index: int) -> RecordedEvent:
    element = moment[1].elements[index]
    return RecordedEvent(
        kind=kind, x=element.region.center.x, y=element.region.center.y, element=element_to_json(element)
    )


@pytest.fixture
def compiled(tmp_path: Path) -> tuple[Workflow, Path]:
    recording = record(tmp_path / "recording")
    before = ocr_stats()
    workflow = compile_recording(recording, tmp_path / "bundle", name="Note")
    assert (ocr_stats() - before).calls == 0
    return workflow, tmp_path / "bundle"


def test_the_steps_read_like_a_person_would_say_them(compiled: tuple[Workflow, Path]) -> None:
    assert [step.intent for step in compiled[0].steps] == [
        "click the field ‘Name’",
        "type ‘Jane Sample’ into ‘Name’",
        "press Enter",
        "click ‘Open’ in the row of ‘Jane Sample’",
        "click the field ‘Note’",
        "type ⟨note⟩ into ‘Note’",
        "click ‘Save Encounter’",
    ]


def test_only_the_save_is_irreversible_and_its_evidence_holds_no_value_but_of_a_parameter(
    compiled: tuple[Workflow, Path],
) -> None:
    *others, save = compiled[0].steps
    assert {step.risk for step in others} == {Risk.REVERSIBLE}
    assert save.risk is Risk.IRREVERSIBLE
    assert [(check.kind, check.text, check.param) for check in save.expect] == [
        (CheckKind.TEXT_PRESENT, "Encounter saved", None),
        (CheckKind.TEXT_ADDED, "all is well with her", "note"),
    ]


def test_typed_steps_carry_no_checks_and_searching_is_proven_by_the_next_target(
    compiled: tuple[Workflow, Path],
) -> None:
    steps = compiled[0].steps
    assert steps[1].expect == steps[5].expect == ()
    assert steps[2].expect == ()  # the row that is opened next stands on no screen before it
    assert [(check.attribute, check.value) for check in steps[0].expect] == [("focused", "true")]


def test_the_bundle_opens_and_equal_frames_are_kept_once(compiled: tuple[Workflow, Path]) -> None:
    workflow, folder = compiled
    bundle = load_bundle(folder)
    assert bundle.sealed
    assert [step.id for step in bundle.workflow.steps] == [step.id for step in workflow.steps]
    for step in bundle.workflow.steps:
        assert step.before_frame
        assert bundle.asset(step.before_frame).size == SIZE
    row = bundle.workflow.steps[3]
    assert row.identity_armed
    assert row.anchor is not None
    assert row.anchor.identifier_crop in bundle.asset_paths


def test_each_target_is_found_again_on_its_own_frame(compiled: tuple[Workflow, Path]) -> None:
    manifest = load_bundle(compiled[1]).manifest
    assert manifest is not None
    assert manifest.provenance["self_check"] == {"found": 4, "of": 4, "not_found": []}


def test_a_note_is_a_parameter_and_the_name_is_only_proposed(compiled: tuple[Workflow, Path]) -> None:
    workflow, folder = compiled
    assert workflow.params == {"note": "all is well with her"}
    assert not workflow.param_specs["note"].required
    assert [(p.name, p.masked_value) for p in load_bundle(folder).proposals] == [("name", "J…e")]


def test_a_confirmed_name_that_chooses_the_row_is_required(tmp_path: Path) -> None:
    workflow = compile_recording(record(tmp_path / "r"), tmp_path / "b", name="Note", accept_params=["name"])
    assert workflow.param_specs["name"].required
    assert workflow.steps[1].param == "name"
    assert workflow.steps[1].text is None
    assert workflow.steps[3].identity_param == "name"


def test_a_secret_leaves_no_value_anywhere_in_the_bundle(tmp_path: Path) -> None:
    workflow = compile_recording(record(tmp_path / "r", secret=True), tmp_path / "b", name="Note")
    assert workflow.secret_params == ("name",)
    assert workflow.params == {"note": "all is well with her"}
    assert workflow.steps[1].text is None
    assert "⟨name⟩" in workflow.steps[1].intent


def said(risk: Risk) -> RiskSaid:
    return RiskSaid(risk, "I asked the ward.", RiskWord(by="Ann", at="2026-01-01T00:00:00+00:00"))


def test_a_persons_word_on_risk_stands_with_its_reason_and_is_taken_over_when_compiled_again(tmp_path: Path) -> None:
    overrides = {"step_003": said(Risk.IRREVERSIBLE), "step_006": said(Risk.REVERSIBLE)}
    rec = record(tmp_path / "r")
    first = compile_recording(rec, tmp_path / "b", name="Note", risk_overrides=overrides)
    again = compile_recording(rec, tmp_path / "c", name="Note")
    for workflow in (first, again):
        assert [workflow.step(s).risk for s in overrides] == [Risk.IRREVERSIBLE, Risk.REVERSIBLE]
        assert {workflow.step(s).risk_reason for s in overrides} == {"I asked the ward."}
        assert {w.by for s in overrides if (w := workflow.step(s).risk_word)} == {"Ann"}
    assert "I asked the ward. (Ann, 2026-01-01" in (tmp_path / "c" / "workflow.py").read_text()
    (tmp_path / "elsewhere").mkdir()
    alone = compile_recording(rec, tmp_path / "elsewhere" / "d", name="Note")
    assert all(alone.step(s).risk_word is None for s in overrides)


def test_a_word_on_a_step_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadParams, match="step_099"):
        compile_recording(
            record(tmp_path / "r"), tmp_path / "b", name="N", risk_overrides={"step_099": said(Risk.REVERSIBLE)}
        )


def test_an_unknown_parameter_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(BadParams, match="Proposed are: name"):
        compile_recording(record(tmp_path / "r"), tmp_path / "b", name="Note", accept_params=["nmae"])
    assert not (tmp_path / "b").exists()


def test_progress_is_told_step_by_step(tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    compile_recording(record(tmp_path / "r"), tmp_path / "b", name="N", progress=lambda *what: told.append(what))
    assert told[0][:2] == (0, 7)
    assert told[-1][:2] == (7, 7)


@pytest.mark.parametrize("recorded", [True, False], ids=["hidden", "absent"])
def test_from_pixels_the_same_recording_reads_the_same(tmp_path: Path, recorded: bool) -> None:
    recording = record(tmp_path / "r", structure=recorded)
    before = ocr_stats()
    workflow = compile_recording(recording, tmp_path / "b", name="Note", structure=False)
    assert (ocr_stats() - before).full_frames == 0
    labels = [step.anchor.ocr_text for step in workflow.steps if step.anchor]
    assert labels == ["Name", "Open", "Note", "Save Encounter"]
    assert all(step.anchor.structural is None for step in workflow.steps if step.anchor)
    assert not workflow.structure
    assert workflow.steps[1].field_label == "Name"
    assert workflow.steps[6].risk is Risk.IRREVERSIBLE
    said = [(check.kind, check.text, check.param) for check in workflow.steps[6].expect]
    note = ("all is well with her", "note")
    assert said == [
        (CheckKind.TEXT_PRESENT, "Encounter saved", None),
        (CheckKind.TEXT_ADDED, *note),  # one more of it is counted, and whose record it is read letter by letter
        (CheckKind.TEXT_PRESENT, *note),
    ]


def test_a_text_run_outside_of_the_frame_changes_nothing(tmp_path: Path) -> None:
    frame, snapshot = search()
    far = replace(snapshot, texts=(*snapshot.texts, TextRun("Far below", Region(0, 5000, 90, 14))))
    with RecordingWriter(tmp_path / "r", app_url=None, viewport=SIZE) as writer:
        writer.append(
            at(ActionKind.CLICK, (frame, far), 0), frame, search(focused=True)[0], far, search(focused=True)[1]
        )
        writer.finish()
    (step,) = compile_recording(tmp_path / "r", tmp_path / "b", name="N").steps
    assert step.anchor is not None
    assert "Far below" not in step.anchor.nearby_texts
