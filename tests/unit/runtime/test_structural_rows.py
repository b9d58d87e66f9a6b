"""The structural rung in tables: the row decides before the label does."""

from __future__ import annotations

from dataclasses import replace

from helpers.elements import anchor_of, element, seen

from studio.engine.model.anchor import Anchor
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Verdict
from studio.engine.model.structure import Element
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.structural import try_structural

NAME, BORN = "Jane Sample", "1980-01-07"


def open_button(*row: str, at: int = 100, said: str = "Open") -> Element:
    return element(said, (600, at), row=row, column="Action", selector=f"tr:nth-child({at // 40}) > button")


MEANT = open_button(NAME, BORN, "Routine", at=120)
OTHERS = (
    open_button("Jane Sample", "1980-01-17", "Routine", at=160),
    open_button("Jane Samples", "1980-01-07", "Routine", at=200),
    open_button("Janet Sample", "1980-01-07", "Urgent", at=240),
)
ANCHOR = anchor_of(MEANT, count=40, context_text=f"{NAME} {BORN}")


def look(anchor: Anchor, *elements: Element) -> RungResult:
    return try_structural(anchor, seen(*elements))


def test_among_near_identical_rows_only_the_meant_one_is_found() -> None:
    result = look(ANCHOR, *OTHERS, MEANT)
    assert result.found is not None
    assert (result.found.element, result.found.identity) == (MEANT.index, "match")


def test_when_the_row_is_gone_no_other_row_is_taken() -> None:
    result = look(ANCHOR, *OTHERS)
    assert result.found is None
    assert BORN in result.attempt.sentence


def test_columns_may_move_and_a_cell_that_tells_nothing_may_change() -> None:
    live = replace(MEANT, row=("Urgent", BORN, NAME), region=MEANT.region.moved(0, 300))
    result = look(ANCHOR, *OTHERS, live)
    assert result.found is not None
    assert result.found.point == live.region.center


def test_without_a_singled_out_cell_every_cell_must_be_there() -> None:
    anchor = ANCHOR.model_copy(update={"context_text": None})
    assert look(anchor, replace(MEANT, row=(NAME, BORN, "Urgent"))).found is None
    assert look(anchor, MEANT).found is not None


def test_two_rows_that_say_the_same_are_refused() -> None:
    twin = replace(open_button(NAME, BORN, "Routine", at=280), index=7)
    result = look(ANCHOR, MEANT, twin)
    assert result.found is None
    assert (result.attempt.verdict, result.attempt.code) == (Verdict.REFUSED, HaltCode.AMBIGUOUS)


def test_a_renamed_button_in_the_meant_row_is_found() -> None:
    result = look(ANCHOR, replace(MEANT, name="View"), *(replace(o, name="View") for o in OTHERS))
    assert result.found is not None
    assert (result.found.element, result.found.label) == (MEANT.index, "View")


def test_of_two_unknown_buttons_in_the_row_none_is_taken() -> None:
    both = (replace(MEANT, name="View"), replace(MEANT, name="Archive", index=9))
    assert look(ANCHOR, *both).found is None


def test_a_known_button_in_the_row_is_not_the_renamed_one() -> None:
    anchor = ANCHOR.model_copy(update={"nearby_texts": ("Delete",)})
    assert look(anchor, replace(MEANT, name="Delete")).found is None


def test_the_same_label_outside_of_the_row_is_not_taken() -> None:
    assert look(ANCHOR, element("Open", (600, 20)), *OTHERS).found is None
