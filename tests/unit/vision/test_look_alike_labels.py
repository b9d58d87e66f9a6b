"""A label that only looks like the recorded one is another label, whatever the reader makes of it."""

from __future__ import annotations

import pytest
from helpers.drawing import Canvas

from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.runtime.label_word import is_recorded_label
from studio.engine.runtime.labels import LabelHit, is_relative
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation, ResolveOptions


def page(said: str, *, down: int = 0) -> Canvas:
    canvas = Canvas((520, 260))
    canvas.write("Work list", 40, 20, size=0.7)
    canvas.button(said, 60, 80 + down)
    canvas.button("Ledger", 260, 80 + down)
    canvas.write("Printed by the office", 60, 140 + down)
    return canvas


def recorded(said: str) -> AnchorDraft:
    return draft_anchor(page(said).frame, Point(115, 96), step_id="step_000")


def answer(draft: AnchorDraft, said: str, live: Canvas) -> Resolution | Refusal:
    options = ResolveOptions(crops={draft.anchor.template or "": draft.crops["template"]})
    return resolve(draft.anchor, Observation(live.frame, recorded=page(said).frame), options)


@pytest.mark.parametrize(
    ("said", "now"),
    [("Archive", "Archived"), ("Post", "Past"), ("Import", "Export"), ("Publish", "Unpublish"), ("Lot 5S", "Lot SS")],
)
def test_another_form_of_the_word_is_not_pressed(said: str, now: str) -> None:
    draft = recorded(said)
    assert isinstance(answer(draft, said, page(said, down=7)), Resolution)
    assert isinstance(answer(draft, said, page(now)), Refusal)
    assert isinstance(answer(draft, said, page(now, down=7)), Refusal)


def told(said: str, region: Region) -> Observation:
    texts = (TextRun(said, region),)
    snapshot = StructureSnapshot(url="http://clinic.example", title="Clinic", texts=texts)
    return Observation(page("Clear").frame, snapshot, recorded=page("Clear").frame)


def test_the_ink_decides_where_the_reader_takes_one_letter_for_two() -> None:
    """Say it reads Dear as Clear; beside it other texts are the same ink, so that this one should be."""
    anchor = recorded("Clear").anchor
    seen = Observation(page("Dear").frame, recorded=page("Clear").frame)
    there = next(t.region for t in page("Dear").texts if t.text == "Dear")
    assert not is_recorded_label(anchor, seen, LabelHit(there, "Clear", 1.0))
    again = Observation(page("Clear", down=5).frame, recorded=page("Clear").frame)
    there = next(t.region for t in page("Clear", down=5).texts if t.text == "Clear")
    assert is_recorded_label(anchor, again, LabelHit(there, "Dear", 0.9))


def test_what_the_program_says_is_compared_exactly() -> None:
    anchor: Anchor = recorded("Clear").anchor
    place = anchor.label_region or anchor.target
    assert is_recorded_label(anchor, told("Clear", place), LabelHit(place, "Clear", 1.0))
    assert not is_recorded_label(anchor, told("Dear", place), LabelHit(place, "Dear", 0.91))


@pytest.mark.parametrize("now", ["Approved", "Approve all", "Disapprove"])
def test_a_relative_is_no_new_name(now: str) -> None:
    assert is_relative(now, "Approve")


@pytest.mark.parametrize(("was", "now"), [("Turn on", "Turn off"), ("Jana Kern", "Jana Wolf"), ("Page 1", "Page 2")])
def test_what_begins_alike_and_goes_on_otherwise_is_no_new_name(was: str, now: str) -> None:
    assert is_relative(now, was)


@pytest.mark.parametrize(("was", "now"), [("Save encounter", "Store visit"), ("Add patient", "New patient")])
def test_another_word_is_one(was: str, now: str) -> None:
    assert not is_relative(now, was)
