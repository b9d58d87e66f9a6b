"""Altered screens: where everything is in them to the pixel, what is changed, and how a step is judged there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from helpers.drawn_form import DrawnForm
from helpers.steps import step, workflow

from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Rung, Verdict
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame
from studio.engine.whatif import Kind, Outcome, Simulated, Way, full_ladder, judge, offers, simulate, try_it
from studio.engine.whatif.painting import another_word

SIZE = (400, 300)
TARGET = Region(100, 150, 80, 30)


def screen(*controls: Region) -> Frame:
    """A pale page with a dark bar at its top and a ruled box for each control."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 240, np.uint8)
    pixels[:20] = (60, 40, 20)
    for place in controls:
        cv2.rectangle(pixels, place[:2], (place.right - 1, place.bottom - 1), (30, 30, 200), 1)
        cv2.line(pixels, (place.x + 10, place.center.y), (place.right - 10, place.center.y), (0, 0, 0), 2)
    return Frame(bgr=pixels)


def anchor(place: Region = TARGET, **more: object) -> Anchor:
    return Anchor(region=place, control=place, click_point=place.center, **more)  # type: ignore[arg-type]


def altered(kind: Kind, place: Region = TARGET, *others: Region, **more: object) -> tuple[Frame, Simulated]:
    frame = screen(place, *others)
    made = simulate(frame, anchor(place, **more), kind)
    assert made is not None
    assert made.frame.size == SIZE
    return frame, made


def shows_the_same(a: Frame, at: Region, b: Frame, place: Region) -> bool:
    return bool(np.array_equal(a.crop(at).bgr, b.crop(place).bgr))


def test_dark_turns_lightness_round_and_keeps_places() -> None:
    frame, made = altered(Kind.DARK)
    assert made.expected == TARGET
    ground, ink = made.frame.bgr[200, 20], made.frame.bgr[TARGET.center.y, TARGET.center.x]
    assert int(ground.max()) < 60 < 200 < int(ink.min())
    hue = [cv2.cvtColor(f.bgr, cv2.COLOR_BGR2HLS)[TARGET.y, TARGET.x + 3, 0] for f in (frame, made.frame)]
    assert hue[0] == hue[1]


@pytest.mark.parametrize(("y", "by"), [(150, 40), (265, -40)])
def test_moved_pushes_everything_down_or_up_where_there_is_no_room(y: int, by: int) -> None:
    place = Region(100, y, 80, 30)
    frame, made = altered(Kind.MOVED, place)
    assert made.expected == place.moved(0, by)
    assert shows_the_same(made.frame, made.expected, frame, place)


@pytest.mark.parametrize("place", [TARGET, Region(310, 260, 80, 30), Region(4, 4, 40, 16)])
def test_zoom_keeps_the_target_in_view_at_its_new_size(place: Region) -> None:
    _, made = altered(Kind.ZOOM, place)
    expected = made.expected
    assert expected is not None
    assert (expected.w, expected.h) == (round(place.w * 1.25), round(place.h * 1.25))
    assert expected.clamped(SIZE) == expected
    red = np.argwhere((made.frame.bgr[:, :, 2] > 150) & (made.frame.bgr[:, :, 0] < 150))
    (top, left), (bottom, right) = red.min(axis=0), red.max(axis=0)
    found = (int(left), int(top), int(right) + 1, int(bottom) + 1)
    assert max(abs(a - b) for a, b in zip(found, (*expected[:2], expected.right, expected.bottom), strict=True)) <= 2


def test_a_row_is_added_above_the_target_and_borders_go_on() -> None:
    panel = Region(40, 60, 300, 200)
    frame, made = altered(Kind.ROW_ADDED, TARGET, panel)
    assert made.expected == TARGET.moved(0, TARGET.h + 12)
    assert shows_the_same(made.frame, made.expected, frame, TARGET)
    above = Region(0, 0, SIZE[0], TARGET.y - 30)
    assert shows_the_same(made.frame, above, frame, above)
    border = made.frame.bgr[panel.y : 299, panel.x]
    assert {tuple(int(c) for c in pixel) for pixel in border} == {(30, 30, 200)}


def test_in_a_list_the_added_row_is_another_record_that_looks_alike() -> None:
    rows = [Region(250, 60 + 40 * n, 80, 30) for n in range(4)]
    place = rows[2]
    frame = screen(*rows)
    pixels = frame.bgr.copy()
    for n, row in enumerate(rows):
        cv2.putText(pixels, f"Name {n}", (40, row.y + 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1)
    frame = Frame(bgr=pixels)
    made = simulate(frame, anchor(place, row_texts=("Name 2",)), Kind.ROW_ADDED)
    assert made is not None
    assert made.expected == place.moved(0, 40)
    whole = Region(0, place.y, SIZE[0], place.h)
    assert shows_the_same(made.frame, whole.moved(0, 40), frame, whole)
    assert shows_the_same(made.frame, whole, frame, whole.moved(0, -40))


def test_gone_leaves_nothing_of_target_and_label_and_all_else() -> None:
    label, other = Region(100, 126, 60, 14), Region(250, 150, 80, 30)
    frame, made = altered(Kind.GONE, TARGET, label, other, label_region=label, ocr_text="Name")
    assert made.expected is None
    for place in (TARGET, label):
        assert np.unique(made.frame.crop(place).bgr.reshape(-1, 3), axis=0).tolist() == [[240, 240, 240]]
    assert shows_the_same(made.frame, other, frame, other)


def test_a_label_inside_of_what_is_gone_is_gone_too() -> None:
    _, made = altered(Kind.GONE, TARGET, label_region=Region(120, 158, 40, 14), ocr_text="Save")
    assert len(np.unique(made.frame.crop(TARGET).bgr.reshape(-1, 3), axis=0)) == 1


def test_renamed_needs_a_label_and_says_a_word_that_is_nowhere_else() -> None:
    assert simulate(screen(TARGET), anchor(), Kind.RENAMED) is None
    assert another_word("Save", ("Proceed", "archive")) == "Further"
    assert try_it(step("a", anchor=anchor()), screen(TARGET), {}, Kind.RENAMED).outcome is Outcome.NO_EFFECT


@pytest.mark.parametrize(
    ("kind", "expected", "point", "outcome"),
    [
        (Kind.MOVED, TARGET.moved(0, 40), (140, 205), Outcome.RIGHT),
        (Kind.MOVED, TARGET.moved(0, 40), (140, 165), Outcome.WRONG),
        (Kind.GONE, None, TARGET.center, Outcome.WRONG),
        (Kind.RENAMED, None, TARGET.center, Outcome.NEW_NAME),
        (Kind.RENAMED, None, (300, 40), Outcome.WRONG),
        (Kind.GONE, None, None, Outcome.STOPS),
        (Kind.DARK, TARGET, None, Outcome.STOPS),
    ],
)
def test_an_answer_is_judged_by_where_it_acts(
    kind: Kind, expected: Region | None, point: tuple[int, int] | None, outcome: Outcome
) -> None:
    answer: Resolution | Refusal = Refusal(code=HaltCode.TARGET_NOT_FOUND, sentence="Nothing.")
    if point is not None:
        answer = Resolution(rung=Rung.OCR, point=Point(*point), region=TARGET, confidence=1.0)
    assert judge(anchor(), Simulated(kind, screen(TARGET), expected), answer) is outcome


@pytest.fixture(scope="module")
def saving() -> tuple[Step, Frame, dict[str, Frame]]:
    """The step that saves on the drawn form, as the compiler makes it from pixels."""
    form = DrawnForm()
    frame = form.frame()
    draft = draft_anchor(frame, form.save.place.center, step_id="step_002")
    assert draft.anchor.template
    made = step("step_002", intent="click “Save note”", anchor=draft.anchor, risk=Risk.IRREVERSIBLE)
    return made, frame, {draft.anchor.template: draft.crops["template"]}


def test_a_real_step_is_right_where_it_is_there_and_stops_where_it_is_not(
    saving: tuple[Step, Frame, dict[str, Frame]],
) -> None:
    made, frame, crops = saving
    outcomes = {kind: try_it(made, frame, crops, kind).outcome for kind in Kind}
    assert outcomes[Kind.RENAMED] is Outcome.STOPS, "an irreversible step asks before it acts under a new name"
    assert outcomes[Kind.GONE] is Outcome.STOPS
    there = (Kind.AS_RECORDED, Kind.DARK, Kind.MOVED, Kind.ZOOM, Kind.ROW_ADDED)
    assert {kind.value: outcomes[kind].value for kind in there} == {kind.value: "right" for kind in there}


def test_every_rung_is_tried_and_says_where_it_would_act(saving: tuple[Step, Frame, dict[str, Frame]]) -> None:
    made, frame, crops = saving
    assert made.anchor is not None
    found = full_ladder(made, Observation(frame, recorded=frame), crops)
    verdicts = {a.rung: a.verdict for a in found.attempts}
    assert verdicts[Rung.STRUCTURAL] is Verdict.SKIPPED
    assert [verdicts[r] for r in (Rung.TEMPLATE, Rung.OCR)] == [Verdict.FOUND, Verdict.FOUND]
    assert Rung.TEMPLATE_GLOBAL not in verdicts
    assert found.decider is Rung.TEMPLATE
    assert all(made.anchor.target.contains(point) for point in found.points.values())
    assert {Rung.TEMPLATE, Rung.OCR} <= set(found.points)


def test_offers_take_words_of_the_program_and_never_a_recorded_value(
    saving: tuple[Step, Frame, dict[str, Frame]],
) -> None:
    made, frame, _ = saving
    assert made.anchor is not None
    bare = made.model_copy(update={"anchor": made.anchor.model_copy(update={"landmarks": made.anchor.landmarks[:1]})})
    kept = bare.anchor.landmarks[0].ocr_text if bare.anchor else ""
    found = list(offers(workflow(bare), made.id, frame))
    texts = [offer.text for offer in found if offer.way is Way.LANDMARK]
    assert texts
    assert not {kept, "Save note"} & set(texts)
    for offer in found:
        marks = offer.edit.applied(workflow(bare)).step(made.id).anchor.landmarks  # type: ignore[union-attr]
        added = tuple(mark.ocr_text for mark in marks)
        assert added == ((kept, offer.text) if offer.way is Way.LANDMARK else tuple(texts))
    as_data = workflow(bare, params={"value": texts[0]})
    assert texts[0] not in [offer.text for offer in offers(as_data, made.id, frame)]


def test_a_click_beside_what_was_taken_for_the_control_is_right_at_the_same_place() -> None:
    beside = anchor().model_copy(update={"click_point": Point(TARGET.x - 10, TARGET.y + 5)})
    for kind in (Kind.AS_RECORDED, Kind.MOVED, Kind.ZOOM):
        made = simulate(screen(TARGET), beside, kind)
        assert made is not None
        assert made.expected is not None
        scale = 1.25 if kind is Kind.ZOOM else 1
        there = Point(round(made.expected.x - 10 * scale), round(made.expected.y + 5 * scale))
        hit = Resolution(rung=Rung.TEMPLATE, point=there, region=made.expected, confidence=1)
        assert judge(beside, made, hit) is Outcome.RIGHT
        off = hit.model_copy(update={"point": there.moved(-12, 0)})
        assert judge(beside, made, off) is Outcome.WRONG
