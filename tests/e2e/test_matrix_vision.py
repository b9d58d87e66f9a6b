"""The main job by pixels only: baseline, every kind of drift, judged by what the clinic stored."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from studio.engine.bundle import load_bundle
from studio.engine.model.halts import HaltCode
from tests.helpers.triage_loop import NOTE, OTHER_NOTE, PATIENT, QUERIES, Arm, TriageLoop


@pytest.fixture(scope="module", autouse=True)
def one_browser(loop: TriageLoop) -> Iterator[None]:
    with loop.one_browser(structure=False):
        yield


@pytest.fixture
def arm(loop: TriageLoop) -> Arm:
    return Arm(loop, structure=False, first="template")


@pytest.mark.parametrize(("time", "params"), [(1, {}), (2, {"note": OTHER_NOTE})])
def test_baseline_uses_the_first_rung_proposes_no_heal_and_reads_no_whole_frame(
    arm: Arm, time: int, params: dict[str, str]
) -> None:
    played = arm.play(params=params)
    arm.assert_healthy(played, params.get("note", NOTE))
    assert played.report.ocr_full_frames == 0


@pytest.mark.parametrize("query", QUERIES)
def test_drift_is_survived_and_the_healed_version_needs_no_heal(arm: Arm, query: str) -> None:
    arm.assert_survives(query)


def test_a_renamed_row_button_goes_on_by_geometry_and_a_renamed_save_asks(arm: Arm) -> None:
    played = arm.play("drift=rename")
    halt = played.report.halt
    assert halt is not None
    assert halt.code is HaltCode.NEEDS_CONFIRMATION
    assert "Submit Encounter" in halt.sentence
    assert halt.point is not None
    assert played.stored == ()
    again = arm.play("drift=rename", confirmed=frozenset({halt.step_id}))
    again.assert_stored()
    assert again.rungs[halt.step_id] == "geometry"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("drift=modal", HaltCode.POSTCONDITION_FAILED),
        ("drift=delete", HaltCode.TARGET_NOT_FOUND),
        ("drift=duplicate", HaltCode.AMBIGUOUS),
        ("drift=duplicate,delete", HaltCode.NEEDS_CONFIRMATION),
        ("drift=duplicate,theme", HaltCode.AMBIGUOUS),
        ("drift=swap,delete", HaltCode.TARGET_NOT_FOUND),
        ("fault=refuse", HaltCode.POSTCONDITION_FAILED),
    ],
)
def test_what_cannot_be_known_halts_with_step_reason_and_picture(arm: Arm, query: str, code: HaltCode) -> None:
    arm.assert_halts(query, frozenset({code}))


def test_a_row_is_called_by_what_it_is_called_with_structure(loop: TriageLoop) -> None:
    rows = [
        [cell.text for step in load_bundle(bundle).workflow.steps if step.anchor for cell in step.anchor.identity_cells]
        for bundle in (loop.bundle_vision, loop.bundle)
    ]
    assert rows[0] == rows[1] == [*PATIENT[:1], "1951-12-03", *PATIENT[1:]]
    intents = [step.intent for step in load_bundle(loop.bundle_vision).workflow.steps]
    assert f"click ‘Open’ in the row of ‘{PATIENT[0]}’" in intents
