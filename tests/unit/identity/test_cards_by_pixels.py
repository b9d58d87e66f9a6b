"""Cards of a board in pixels alone: which panels are cards, and that no card of another record is acted on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import pytest
from helpers.drawing import FONT, Canvas
from helpers.patients import answer

from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.row_cells import NO_ROW, TWINS
from studio.engine.compiler.target_pixels import sight
from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.runtime.observation import Observation

TOP = 100
LEFT = (30, 280, 530)
JANE, OMAR, TERRI = ("Jane Sample", "MM-100234"), ("Omar Example", "MM-200111"), ("Terri Test", "MM-300999")


@dataclass
class Card:
    """What one card shows. `raised` is by how many px its button's word stands higher in the button."""

    texts: tuple[str, ...]
    button: str = ""
    column: int = 0
    width: int = 220
    height: int = 140
    raised: int = 0
    field: str = ""


def board(*cards: Card, filled: bool = True) -> Canvas:
    """Cards that stand apart: white ones on a grey page, or bordered ones on a white page."""
    page = Canvas()
    if filled:
        page.pixels[:] = 225
    for card in cards:
        left, line = LEFT[card.column], (255, 255, 255) if filled else (190, 190, 190)
        corners = (left, TOP), (left + card.width, TOP + card.height)
        cv2.rectangle(page.pixels, *corners, (255, 255, 255), cv2.FILLED)
        cv2.rectangle(page.pixels, *corners, line, 1)
        for n, text in enumerate(card.texts):
            page.write(text, left + 20, TOP + 16 + 28 * n)
        if card.field:
            page.field("", left + 20, TOP + 62, card.field, width=150)
        if card.button:
            write_button(page, card)
    return page


def write_button(page: Canvas, card: Card) -> None:
    """Without a border: then the words are most of its look."""
    place = button_of(card)
    cv2.rectangle(page.pixels, (place.x, place.y), (place.right - 1, place.bottom - 1), (225, 120, 20), cv2.FILLED)
    (inked, tall), _ = cv2.getTextSize(card.button, FONT, 0.45, 1)
    at = (place.x + (place.w - inked) // 2, place.y + (place.h + tall) // 2 - card.raised)
    cv2.putText(page.pixels, card.button, at, FONT, 0.45, (255, 255, 255), 1, cv2.LINE_AA)


def button_of(card: Card) -> Region:
    return Region(LEFT[card.column] + 20, TOP + 98, 90, 32)


def identity(page: Canvas, card: Card) -> Identity:
    return sight(page.frame, button_of(card).center).identity


FINISH = Card(JANE, "Finish", 1)
BESIDE = (Card(OMAR, "Start"), Card(TERRI, "", 2, height=80))


@pytest.mark.parametrize("filled", [True, False])
def test_a_card_whose_word_no_other_card_has_is_one_record(filled: bool) -> None:
    page = board(FINISH, *BESIDE, filled=filled)
    draft = draft_anchor(page.frame, button_of(FINISH).center, step_id="s")
    assert [cell.text for cell in draft.anchor.identity_cells] == list(JANE)
    assert isinstance(answer(draft, Observation(page.frame)), Resolution)
    another = board(Card(("Jane Sample", "MM-100243"), "Finish", 1), *BESIDE, filled=filled)
    assert isinstance(answer(draft, Observation(another.frame)), Refusal)
    there = Card(JANE, "Finish", 2)
    moved = answer(draft, Observation(board(there, Card(OMAR, "Start"), filled=filled).frame))
    assert isinstance(moved, Resolution)
    assert button_of(there).contains(moved.point)


def test_the_same_record_in_a_card_that_offers_something_else_hides_nothing() -> None:
    assert identity(board(FINISH, Card(JANE, "Start"), BESIDE[1]), FINISH).singled == JANE


def test_a_number_that_is_no_word_alone_belongs_to_the_word_before_it() -> None:
    ours = Card(("Cold tap", "Cellar"), "Finish", 1)
    page = board(ours, *BESIDE)
    page.write("14", page.texts[1].region.right + 7, TOP + 44)
    assert identity(page, ours).singled == ("Cold tap", "Cellar 14")


def test_the_same_words_a_px_higher_in_the_next_button_are_the_same_control() -> None:
    ours = Card(JANE, "Start", 1)
    twin = identity(board(ours, Card(JANE, "Start", raised=1)), ours)
    assert (twin.armed, twin.reason) == (False, TWINS)
    told = identity(board(ours, Card(("Jane Sample", "MM-100243"), "Start", raised=1)), ours)
    assert (told.armed, told.singled) == (True, JANE)


@pytest.mark.parametrize(
    ("card", "others"),
    [
        (FINISH, ()),
        (FINISH, (Card(OMAR, "Start", 0, width=180), Card(TERRI, "Start", 2, width=250))),
        (Card(("Name",), "Finish", 1, field="Jane Sample"), BESIDE),
    ],
    ids=["it stands alone", "panels of other widths", "it holds a field"],
)
def test_a_panel_without_its_like_is_no_card(card: Card, others: tuple[Card, ...]) -> None:
    found = identity(board(card, *others), card)
    assert (found.armed, found.reason) == (False, NO_ROW)


def test_a_panel_that_takes_much_of_the_frame_is_a_part_of_the_page() -> None:
    page = board(Card(JANE, "Finish", 0, 240, 470), Card(OMAR, "Start", 1, 240, 470))
    assert sight(page.frame, Point(95, 214)).identity.reason == NO_ROW


def test_a_bar_of_menus_above_a_bar_of_tools_of_its_width_is_no_card() -> None:
    page = Canvas()
    page.pixels[:] = 225
    for n in range(3):
        cv2.rectangle(page.pixels, (20, 20 + 34 * n), (760, 50 + 34 * n), (255, 255, 255), cv2.FILLED)
        for column, said in enumerate(("File", "Edit", "View", "Help") if n == 0 else ("Find", "Export", "Print")):
            page.write(said, 30 + 60 * column, 30 + 34 * n)
    assert sight(page.frame, Point(100, 36)).identity.reason == NO_ROW
