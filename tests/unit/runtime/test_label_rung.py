"""The label rung: a control that says the recorded label, whole, alone, of the recorded kind."""

from __future__ import annotations

from typing import Any

from helpers.drawing import Canvas
from helpers.elements import seen

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Verdict
from studio.engine.model.structure import TextRun
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.label import try_label
from studio.engine.runtime.observation import Effort, TextReader
from studio.engine.runtime.searching import Search


def look(anchor: Anchor, canvas: Canvas, effort: Effort = Effort.FULL, **more: Any) -> RungResult:
    observation = seen(frame=canvas.frame, texts=more.get("texts", tuple(canvas.texts)))
    return try_label(anchor, Search(observation, TextReader(observation), effort))


def point_of(result: RungResult) -> Point | None:
    return result.found.point if result.found else None


def button(said: str, x: int = 300, y: int = 300, width: int = 110) -> tuple[Anchor, Canvas]:
    canvas = Canvas()
    control = canvas.button(said, x, y, width)
    return (
        Anchor(
            region=control.padded(6),
            control=control,
            click_point=control.center,
            ocr_text=said,
            label_region=canvas.texts[-1].region,
        ),
        canvas,
    )


def field(label: str, y: int = 200) -> tuple[Anchor, Canvas]:
    canvas = Canvas()
    control = canvas.field(label, 100, y)
    return (
        Anchor(
            region=control.padded(6),
            control=control,
            click_point=control.center,
            ocr_text=label,
            label_region=canvas.texts[0].region,
            kind=TargetKind.INPUT,
        ),
        canvas,
    )


SAVE, SAVE_PAGE = button("Save")
PASSWORD, PASSWORD_PAGE = field("Password")


def test_it_is_found_in_its_place_and_elsewhere() -> None:
    assert point_of(look(SAVE, SAVE_PAGE, Effort.LOCAL)) == SAVE.click_point
    assert point_of(look(SAVE, button("Save", 600, 500)[1])) == Point(655, 516)


def test_local_effort_reads_only_around_the_place() -> None:
    assert look(SAVE, button("Save", 600, 500)[1], Effort.LOCAL).attempt.verdict is Verdict.MISS


def test_a_text_without_a_button_around_it_is_not_the_button() -> None:
    canvas = Canvas()
    canvas.write("Save", 330, 310)
    assert look(SAVE, canvas).found is None


def test_two_controls_of_one_label_are_ambiguous() -> None:
    canvas = Canvas()
    canvas.button("Save", 300, 300)
    canvas.button("Save", 300, 500)
    result = look(SAVE, canvas)
    assert (result.attempt.verdict, result.attempt.code) == (Verdict.REFUSED, HaltCode.AMBIGUOUS)


def test_a_copy_far_away_is_noticed_although_nothing_is_read_there() -> None:
    canvas = Canvas()
    canvas.button("Save", 300, 300)
    canvas.button("Save", 620, 540)
    result = look(SAVE, canvas, Effort.LOCAL)
    assert (result.attempt.verdict, result.attempt.code) == (Verdict.REFUSED, HaltCode.AMBIGUOUS)


def test_of_several_recorded_the_label_does_not_tell() -> None:
    anchor = SAVE.model_copy(update={"label_count": 2})
    assert look(anchor, SAVE_PAGE).attempt.verdict is Verdict.MISS


def test_a_button_whose_label_begins_alike_is_another() -> None:
    for said in ("Save all", "Do not save", "Save & close"):
        for width in (110, 170):
            assert look(SAVE, button(said, 300, 300, width)[1]).found is None, said


def test_approve_is_not_approve_all() -> None:
    approve, _ = button("Approve encounter", 300, 300, 160)
    assert look(approve, button("Approve encounter all", 300, 300, 200)[1]).found is None


def test_of_a_line_merged_from_two_buttons_the_right_one_is_found() -> None:
    canvas = Canvas()
    canvas.button("Save", 300, 300, 70)
    canvas.button("Cancel", 372, 300, 80)
    said, other = canvas.texts
    anchor = SAVE.model_copy(update={"control": Region(300, 300, 70, 32)})
    result = look(anchor, canvas, texts=(TextRun("Save Cancel", said.region.union(other.region)),))
    assert point_of(result) == Point(335, 316)


def test_a_field_is_found_below_its_label_where_it_moved() -> None:
    assert point_of(look(PASSWORD, field("Password", 400)[1])) == Point(220, 415)


def test_a_field_whose_label_only_ends_alike_is_another() -> None:
    assert look(PASSWORD, field("Confirm Password")[1]).found is None
    assert look(PASSWORD, field("Password hint")[1]).found is None


def test_a_label_without_its_field_is_missed() -> None:
    canvas = Canvas()
    canvas.write("Password", 100, 180)
    assert look(PASSWORD, canvas).found is None


def test_without_a_label_it_is_skipped() -> None:
    anchor = SAVE.model_copy(update={"ocr_text": None})
    assert look(anchor, SAVE_PAGE).attempt.verdict is Verdict.SKIPPED
