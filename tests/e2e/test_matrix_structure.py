"""The main job with structure: baseline, every kind of drift, judged by what the clinic stored."""

from __future__ import annotations

import pytest

from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome
from tests.helpers.triage_loop import OTHER_NOTE, TriageLoop

DRIFTS = {
    "drift=theme": True,
    "drift=move": True,
    "drift=banner": True,
    "drift=rows": True,
    "zoom=80": True,
    "zoom=125": True,
    "zoom=150": True,
    "drift=font": True,
    "drift=density": True,
    "drift=reflow": True,
    "drift=swap": True,
    "drift=rename": True,
    "drift=ids": False,
    "drift=slow": False,
}
"""Query string to whether heals are due."""


@pytest.mark.parametrize("time", [1, 2, 3])
def test_baseline_uses_the_first_rung_and_proposes_no_heal(loop: TriageLoop, time: int) -> None:
    played = loop.play(loop.bundle, structure=True)
    played.assert_stored()
    assert set(played.rungs.values()) == {"structural"}
    assert played.report.heals == ()
    assert played.report.ocr_calls == 0


@pytest.mark.parametrize("query", DRIFTS)
def test_drift_is_survived_and_the_healed_version_needs_no_heal(loop: TriageLoop, query: str) -> None:
    played = loop.play(loop.bundle, structure=True, query=query)
    played.assert_stored()
    assert bool(played.report.heals) is DRIFTS[query]
    if played.report.heals:
        again = loop.play(loop.healed(loop.bundle, played), structure=True, query=query)
        again.assert_stored()
        assert set(again.rungs.values()) == {"structural"}
        assert [h.changes for h in again.report.heals] == []


def test_rename_shows_both_labels_in_its_heal(loop: TriageLoop) -> None:
    heals = loop.play(loop.bundle, structure=True, query="drift=rename").report.heals
    labels = {(c.before, c.after) for h in heals for c in h.changes if c.what == "label"}
    assert labels == {("Open", "View"), ("Save Encounter", "Submit Encounter")}


def test_another_note_is_stored_and_the_demonstrated_one_is_asserted_nowhere(loop: TriageLoop) -> None:
    played = loop.play(loop.bundle, structure=True, params={"note": OTHER_NOTE})
    played.assert_stored(OTHER_NOTE)
    expected = " ".join(c.expected for s in played.report.steps for c in s.checks)
    assert "Referral reviewed" not in expected


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("drift=modal", {HaltCode.UNEXPECTED_DIALOG}),
        ("drift=delete", {HaltCode.TARGET_NOT_FOUND}),
        ("drift=duplicate", {HaltCode.AMBIGUOUS}),
        ("fault=refuse", {HaltCode.POSTCONDITION_FAILED}),
        ("fault=error", {HaltCode.POSTCONDITION_FAILED}),
    ],
)
def test_what_cannot_be_known_halts_with_step_reason_and_picture(
    loop: TriageLoop, query: str, codes: set[HaltCode]
) -> None:
    played = loop.play(loop.bundle, structure=True, query=query)
    halt = played.report.halt
    assert played.report.outcome is Outcome.HALTED
    assert halt is not None
    assert halt.code in codes
    assert halt.step_id == played.report.steps[-1].step_id
    assert halt.picture is not None
    assert (played.run_dir / halt.picture).stat().st_size > 1000
    assert played.stored == ()
