"""The main job by pixels only: baseline, every kind of drift, judged by what the clinic stored."""

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
    "drift=ids": False,
    "drift=slow": False,
}
"""Query string to whether heals are due."""


@pytest.mark.parametrize("time", [1, 2, 3])
def test_baseline_uses_the_first_rung_and_proposes_no_heal(loop: TriageLoop, time: int) -> None:
    played = loop.play(loop.bundle_vision, structure=False)
    played.assert_stored()
    assert set(played.rungs.values()) == {"template"}
    assert played.report.heals == ()
    assert played.report.ocr_full_frames == 0


def test_another_note_is_stored_and_no_whole_frame_is_read(loop: TriageLoop) -> None:
    played = loop.play(loop.bundle_vision, structure=False, params={"note": OTHER_NOTE})
    played.assert_stored(OTHER_NOTE)
    assert played.report.heals == ()
    assert played.report.ocr_full_frames == 0


@pytest.mark.parametrize("query", DRIFTS)
def test_drift_is_survived_and_the_healed_version_needs_no_heal(loop: TriageLoop, query: str) -> None:
    played = loop.play(loop.bundle_vision, structure=False, query=query)
    played.assert_stored()
    assert bool(played.report.heals) is DRIFTS[query]
    if played.report.heals:
        again = loop.play(loop.healed(loop.bundle_vision, played), structure=False, query=query)
        again.assert_stored()
        assert set(again.rungs.values()) == {"template"}
        assert [h.changes for h in again.report.heals] == []


def test_a_renamed_row_button_goes_on_by_geometry_and_a_renamed_save_asks(loop: TriageLoop) -> None:
    played = loop.play(loop.bundle_vision, structure=False, query="drift=rename")
    halt = played.report.halt
    assert halt is not None
    assert halt.code is HaltCode.NEEDS_CONFIRMATION
    assert "Submit Encounter" in halt.sentence
    assert halt.point is not None
    assert played.stored == ()
    confirmed = frozenset({halt.step_id})
    again = loop.play(loop.bundle_vision, structure=False, query="drift=rename", confirmed=confirmed)
    again.assert_stored()
    assert again.rungs[halt.step_id] == "geometry"


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("drift=modal", {HaltCode.POSTCONDITION_FAILED, HaltCode.UNEXPECTED_DIALOG}),
        ("drift=delete", {HaltCode.TARGET_NOT_FOUND}),
        ("drift=duplicate", {HaltCode.AMBIGUOUS}),
        ("drift=duplicate,theme", {HaltCode.AMBIGUOUS}),
        ("drift=swap,delete", {HaltCode.TARGET_NOT_FOUND}),
        ("fault=refuse", {HaltCode.POSTCONDITION_FAILED}),
    ],
)
def test_what_cannot_be_known_halts_with_step_reason_and_picture(
    loop: TriageLoop, query: str, codes: set[HaltCode]
) -> None:
    played = loop.play(loop.bundle_vision, structure=False, query=query)
    halt = played.report.halt
    assert played.report.outcome is Outcome.HALTED
    assert halt is not None
    assert halt.code in codes, halt.sentence
    assert halt.picture is not None
    assert (played.run_dir / halt.picture).stat().st_size > 1000
    assert played.stored == ()
