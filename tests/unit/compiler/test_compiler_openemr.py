"""A real clinic program (fake data), recorded by another tool without structure: what a person would read."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.engine.compiler import compile_recording
from studio.engine.model.workflow import CheckKind, Risk, Workflow
from studio.engine.vision.ocr import OcrStats, forget_readings, ocr_stats

RECORDING = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "openemr" / "recording"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not RECORDING.is_dir(), reason="the recording of a real program is not beside the project"),
]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workflow, OcrStats]:
    forget_readings()
    before = ocr_stats()
    workflow = compile_recording(RECORDING, tmp_path_factory.mktemp("openemr") / "bundle", name="Message")
    return workflow, ocr_stats() - before


@pytest.mark.parametrize(
    ("step", "kind", "label"),
    [
        ("step_000", "input", "Username"),
        ("step_002", "input", "Password"),
        ("step_004", "text", "Login"),
        ("step_013", "icon", None),
        ("step_014", "text", "Add"),
        ("step_015", "input", None),
        ("step_017", "text", "Save as new message"),
    ],
)
def test_labels_are_whole_and_of_one_control(
    compiled: tuple[Workflow, OcrStats], step: str, kind: str, label: str | None
) -> None:
    anchor = compiled[0].step(step).anchor
    assert anchor is not None
    assert (anchor.kind.value, anchor.ocr_text) == (kind, label)


def test_labels_that_the_screen_cuts_are_read_as_far_as_they_can_be_seen(
    compiled: tuple[Workflow, OcrStats],
) -> None:
    search, patient = (compiled[0].step(name).anchor for name in ("step_005", "step_008"))
    assert search is not None
    assert patient is not None
    assert (search.ocr_text or "").startswith("Search by any demog")
    assert (patient.ocr_text or "").endswith("ord, Phil")


def test_steps_are_called_as_a_person_would_name_what_is_seen(compiled: tuple[Workflow, OcrStats]) -> None:
    icon, patient = (compiled[0].step(name).intent for name in ("step_013", "step_008"))
    assert icon == "click the icon in the row of ‘…sages’"  # the screen cuts “Messages”
    assert patient == "click ‘…ord, Phil’ in the row of ‘333-444-2222’"


def test_the_patients_row_is_told_by_its_numbers(compiled: tuple[Workflow, OcrStats]) -> None:
    step = compiled[0].step("step_008")
    assert step.identity_armed
    assert step.anchor is not None
    assert step.anchor.row_texts == ("333-444-2222", "333222333", "1972-02-09")


def test_only_saving_the_message_is_irreversible(compiled: tuple[Workflow, OcrStats]) -> None:
    risky = [step.id for step in compiled[0].steps if step.risk is Risk.IRREVERSIBLE]
    assert risky == ["step_017"]


def test_checks_are_short_whole_and_hold_no_value(compiled: tuple[Workflow, OcrStats]) -> None:
    texts = [check.text for step in compiled[0].steps for check in step.expect if check.kind is CheckKind.TEXT_PRESENT]
    assert texts
    for text in texts:
        assert text is not None
        assert len(text) <= 60
        assert not any(value in text for value in ("admin", "Phil", "Reviewed", "2026", "Loading"))
    regions = [check.region for step in compiled[0].steps for check in step.expect if check.region]
    assert all(region.area < 0.15 * 1280 * 800 for region in regions)


def test_landmarks_are_near_whole_and_of_the_same_dialog(compiled: tuple[Workflow, OcrStats]) -> None:
    save = compiled[0].step("step_017").anchor
    assert save is not None
    assert {mark.ocr_text for mark in save.landmarks} <= {"Type:", "To:", "Add New Message", "Cancel", "Close"}
    assert save.landmarks


def test_no_frame_is_read_whole(compiled: tuple[Workflow, OcrStats]) -> None:
    stats = compiled[1]
    assert stats.full_frames == 0
    assert stats.pixels < 5 * 1280 * 800
