"""The main job with structure: baseline, every kind of drift, judged by what the clinic stored."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from studio.engine.bundle import load_bundle
from studio.engine.identity.scrubbed_bundle import rows_of_recording, scrub_bundle
from studio.engine.model.halts import HaltCode
from studio.engine.recording import load_recording
from tests.helpers.named_patients import named_in, naming
from tests.helpers.triage_loop import NOTE, OTHER_NOTE, QUERIES, Arm, TriageLoop


@pytest.fixture(scope="module", autouse=True)
def one_browser(loop: TriageLoop) -> Iterator[None]:
    with loop.one_browser(structure=True):
        yield


@pytest.fixture
def arm(loop: TriageLoop) -> Arm:
    return Arm(loop, structure=True, first="structural")


def test_baseline_uses_the_first_rung_and_proposes_no_heal(arm: Arm) -> None:
    played = arm.play()
    arm.assert_healthy(played)
    assert played.report.ocr_calls == 0


@pytest.mark.parametrize("query", [*QUERIES, "drift=rows&zoom=150"])
def test_drift_is_survived_and_the_healed_version_needs_no_heal(arm: Arm, query: str) -> None:
    arm.assert_survives(query)


def test_rename_shows_both_labels_in_its_heal(arm: Arm) -> None:
    heals = arm.assert_survives("drift=rename").report.heals
    labels = {(c.before, c.after) for h in heals for c in h.changes if c.what == "label"}
    assert labels == {("Open", "View"), ("Save Encounter", "Submit Encounter")}


def test_another_note_is_stored_and_the_demonstrated_one_is_asserted_nowhere(arm: Arm) -> None:
    played = arm.play(params={"note": OTHER_NOTE})
    arm.assert_healthy(played, OTHER_NOTE)
    expected = " ".join(c.expected for s in played.report.steps for c in s.checks)
    assert "Referral reviewed" not in expected


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("drift=modal", HaltCode.UNEXPECTED_DIALOG),
        ("drift=delete", HaltCode.TARGET_NOT_FOUND),
        ("drift=duplicate", HaltCode.AMBIGUOUS),
        ("drift=duplicate,delete", HaltCode.NEEDS_CONFIRMATION),
        ("fault=refuse", HaltCode.POSTCONDITION_FAILED),
        ("fault=error", HaltCode.POSTCONDITION_FAILED),
    ],
)
def test_what_cannot_be_known_halts_with_step_reason_and_picture(arm: Arm, query: str, code: HaltCode) -> None:
    arm.assert_halts(query, frozenset({code}))


def test_a_scrubbed_copy_names_no_patient_and_still_does_it_for_the_right_one(arm: Arm, loop: TriageLoop) -> None:
    target = loop.folder / "scrubbed"
    scrub_bundle(load_bundle(loop.bundle), target, secret=None, known=rows_of_recording(load_recording(loop.recording)))
    assert [found for found in named_in(target) if "nurse.sample" not in found[1]] == []  # who signs in is no patient
    readable = naming((loop.bundle / "workflow.json").read_text("utf-8"))
    assert {"terri template", "p34", "mm-970848", "1951-12-03"} <= set(readable), "the search would have found them"
    params = {name: NOTE for name, spec in load_bundle(target).workflow.param_specs.items() if spec.required}
    loop.play(target, structure=True, params=params).assert_stored()
