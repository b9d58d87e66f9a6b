"""The identity gate: which record, proven by structure, by pixels, or read with reserve; and who may act on what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import pytest
from helpers.drawing import Canvas
from helpers.patients import Patient, answer, listed, observed, recorded, row_of
from helpers.steps import resolution, save_anchor, step

from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Choice, HaltCode
from studio.engine.model.identity import IdentityCell, IdentityVerdict
from studio.engine.model.resolution import Refusal, Resolution, Rung
from studio.engine.model.workflow import Risk
from studio.engine.runtime.halting import halt_for_refusal
from studio.engine.runtime.identity_gate import prove
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame

JANE: Patient = ("Jane Sample", "1951-12-03", "MM-100234")
OTHERS: tuple[Patient, ...] = (("Omar Example", "1960-01-17", "MM-200111"), ("Terri Test", "1970-07-30", "MM-300999"))
TWINS = {
    "other birth date": ("Jane Sample", "1951-12-08", "MM-100234"),
    "swapped figures": ("Jane Sample", "1951-12-03", "MM-100243"),
    "near name": ("Jana Sample", "1951-12-03", "MM-100234"),
    "look-alike name": ("Jane SampIe", "1951-12-03", "MM-100234"),
    "look-alike number": ("Jane Sample", "1951-12-03", "MM-1O0234"),
    "an accent": ("Jane Sample'", "1951-12-03", "MM-100234"),
}


@pytest.fixture(scope="module")
def told() -> AnchorDraft:
    """Compiled with structure."""
    return recorded(JANE, *OTHERS, at=0)


@pytest.fixture(scope="module")
def drawn() -> AnchorDraft:
    """Compiled from pixels."""
    return recorded(JANE, *OTHERS, at=0, structure=False)


def test_all_identifying_texts_are_armed_with_their_places(told: AnchorDraft, drawn: AnchorDraft) -> None:
    for draft in (told, drawn):
        assert [cell.text for cell in draft.anchor.identity_cells] == list(JANE)
        assert all(cell.region for cell in draft.anchor.identity_cells)


@pytest.mark.parametrize("twin", TWINS.values(), ids=TWINS)
def test_a_record_that_differs_in_one_text_is_never_taken(told: AnchorDraft, twin: Patient) -> None:
    refusal = answer(told, observed(twin, *OTHERS))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.identity) == (HaltCode.IDENTITY_MISMATCH, IdentityVerdict.MISMATCH)
    assert row_of(answer(told, observed(twin, *OTHERS, JANE))) == 3


@pytest.mark.parametrize("kind", ["other birth date", "look-alike name", "an accent"])
def test_by_pixels_neither(drawn: AnchorDraft, kind: str) -> None:
    refusal = answer(drawn, observed(TWINS[kind], *OTHERS, structure=False))
    assert isinstance(refusal, Refusal)
    assert refusal.code in (HaltCode.IDENTITY_MISMATCH, HaltCode.UNREADABLE)
    beside = answer(drawn, observed(TWINS[kind], *OTHERS, JANE, structure=False))
    assert (row_of(beside), isinstance(beside, Resolution) and beside.identity) == (3, IdentityVerdict.MATCH)


def test_a_refusal_says_what_the_row_shows_and_what_it_does_not(told: AnchorDraft) -> None:
    refusal = answer(told, observed(TWINS["other birth date"], *OTHERS))
    assert isinstance(refusal, Refusal)
    assert "shows Jane Sample · MM-100234, but not 1951-12-03: it is another record" in refusal.sentence


def test_texts_on_both_sides_of_the_target_count() -> None:
    """The picture of a row must not end at its button."""
    page, twin = listed(), listed()
    for canvas, born in ((page, "1951-12-03"), (twin, "1951-12-08")):
        canvas.write("Jane Sample", 30, 139)
        canvas.button("Open", 300, 130, 90)
        canvas.write(born, 500, 139)
        canvas.write("Omar Example", 30, 189)
        canvas.button("Open", 300, 180, 90)
        canvas.write("1960-01-17", 500, 189)
    draft = draft_anchor(page.frame, Point(345, 146), step_id="s")
    assert [cell.text for cell in draft.anchor.identity_cells] == ["Jane Sample", "1951-12-03"]
    for canvas, there in ((page, True), (twin, False)):
        assert isinstance(answer(draft, Observation(canvas.frame)), Resolution) is there


def test_what_only_reads_like_the_record_in_another_look_is_found_with_reserve(drawn: AnchorDraft) -> None:
    inverted = Observation(listed(OTHERS[0], JANE, OTHERS[1]).inverted)
    found = answer(drawn, inverted)
    assert isinstance(found, Resolution)
    assert (row_of(found), found.identity) == (1, IdentityVerdict.MATCH)  # dark or light, the letters are the same
    blurred = Frame(bgr=cv2.GaussianBlur(listed(OTHERS[0], JANE, OTHERS[1]).pixels, (3, 3), 0.6))
    read = answer(drawn, Observation(blurred))
    assert isinstance(read, Resolution)
    assert (row_of(read), read.identity) == (1, IdentityVerdict.UNREADABLE)


ARMED = save_anchor(identity_cells=(IdentityCell(text="Jane Sample"),))


@pytest.mark.parametrize(
    ("verdict", "more", "through"),
    [
        (IdentityVerdict.MATCH, {"risk": Risk.IRREVERSIBLE}, True),
        (IdentityVerdict.UNREADABLE, {}, True),
        (IdentityVerdict.UNREADABLE, {"risk": Risk.IRREVERSIBLE}, False),
        (IdentityVerdict.UNREADABLE, {"identity_param": "patient"}, False),
        (IdentityVerdict.NONE, {}, False),  # found by whatever means, but its row was never asked
    ],
)
def test_what_is_not_certain_needs_a_person_where_it_matters(
    verdict: IdentityVerdict, more: dict[str, Any], through: bool
) -> None:
    found = resolution(Rung.OCR, identity=verdict)
    proven = prove(step(anchor=ARMED, **more), found)
    assert isinstance(proven, Resolution) is through
    assert prove(step(anchor=ARMED, **more), found, shown=True) is found
    sure = verdict is IdentityVerdict.MATCH
    assert isinstance(prove(step(anchor=ARMED, **more), found, strict=True), Resolution) is sure
    if isinstance(proven, Refusal):
        assert (proven.code, proven.identity, proven.point) == (HaltCode.UNREADABLE, "unreadable", found.point)
        assert Choice.CONFIRM in halt_for_refusal(step(), proven, None, 0).choices


def test_a_target_in_no_row_is_not_asked() -> None:
    found = resolution(Rung.OCR)
    assert prove(step(anchor=save_anchor(), risk=Risk.IRREVERSIBLE), found) is found


def test_a_row_whose_texts_were_out_of_sight_is_never_taken_by_pictures(drawn: AnchorDraft) -> None:
    """Not all texts were on the screen when it was recorded: the picture shows a part of the proof."""
    cells = (*drawn.anchor.identity_cells, IdentityCell(text="North ward"))
    partly = replace(drawn, anchor=drawn.anchor.model_copy(update={"identity_cells": cells}))
    assert isinstance(answer(partly, observed(JANE, *OTHERS, structure=False)), Refusal)
    assert isinstance(answer(drawn, observed(JANE, *OTHERS, structure=False)), Resolution)


def cards(*patients: Patient) -> Canvas:
    """A grid of cards, three in a line, each with its texts above its button."""
    page = Canvas()
    page.pixels[:] = 235
    for n, patient in enumerate(patients):
        left, top = 30 + 250 * (n % 3), 100 + 200 * (n // 3)
        cv2.rectangle(page.pixels, (left, top), (left + 220, top + 170), (255, 255, 255), cv2.FILLED)
        for line, text in enumerate(patient):
            page.write(text, left + 20, top + 18 + 34 * line)
        page.button("Open", left + 20, top + 122, 90)
    return page


def test_a_card_is_one_record_by_pixels_alone_too() -> None:
    draft = draft_anchor(cards(OTHERS[0], JANE, OTHERS[1]).frame, Point(345, 238), step_id="s")
    assert [cell.text for cell in draft.anchor.identity_cells] == list(JANE)
    moved = answer(draft, Observation(cards(*OTHERS, ("Eva Else", "1990-05-06", "MM-555555"), JANE).frame))
    assert isinstance(moved, Resolution)
    assert (Region(50, 422, 90, 32).contains(moved.point), moved.identity) == (True, IdentityVerdict.MATCH)
    inverted = answer(draft, Observation(cards(*OTHERS, JANE).inverted))
    assert isinstance(inverted, Resolution)
    assert Region(550, 222, 90, 32).contains(inverted.point)
    gone = answer(draft, Observation(cards(OTHERS[0], TWINS["other birth date"], OTHERS[1]).frame))
    assert isinstance(gone, Refusal)


def test_a_row_of_a_bundle_that_keeps_no_places_is_found_where_it_moved(told: AnchorDraft) -> None:
    older = told.anchor.model_copy(update={"identity_cells": (), "structural": None, "identifier_crop": None})
    for region in (older.identifier_region, None):
        draft = replace(told, anchor=older.model_copy(update={"identifier_region": region}))
        found = answer(draft, observed(*OTHERS, JANE))
        assert isinstance(found, Resolution)
        assert (row_of(found), found.rung, found.identity) == (2, Rung.OCR, IdentityVerdict.MATCH)
