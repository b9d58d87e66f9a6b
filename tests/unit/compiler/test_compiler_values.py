from __future__ import annotations

import pytest

from studio.engine.compiler.texts import as_label, stable, without_glyphs
from studio.engine.compiler.values import Variables, constant_part, telling_part

NOTE = Variables.of(["Reports mild pain after a long walk; advised rest."])
NAME = Variables.of(["Phil"])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Referral Tasks", "Referral Tasks"),
        ("Encounter saved — Reports mild pain after a long walk; adv", "Encounter saved"),
        ("Reports mild pain after a long walk; advised rest.", None),
        ("Noted: mild pain after", None),
        ("walk; advised", None),
        ("after", "after"),
    ],
)
def test_a_text_is_cut_to_what_holds_no_value(text: str, left: str | None) -> None:
    assert constant_part(text, NOTE) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Medical Record Dashboard - Phil Belford", "Medical Record Dashboard"),
        ("Patient Messages for Belford, Phil", "Patient Messages for"),
        ("Phil", None),
        ("Philosophy department", "Philosophy department"),
    ],
)
def test_the_rest_of_a_name_goes_with_it(text: str, left: str | None) -> None:
    assert constant_part(text, NAME) == left


@pytest.mark.parametrize("text", ["Wednesday, July 8, 2026", "10:15", "8 of 57", "Loading Message Inbox", "Page 3"])
def test_dates_counters_and_texts_that_go_away_are_never_asserted(text: str) -> None:
    assert constant_part(text, NOTE) is None


def test_figures_are_cut_off_where_enough_is_left() -> None:
    assert constant_part("Select Encounter (3)", NOTE) == "Select Encounter"


def test_a_value_that_ocr_read_without_spaces_is_recognised() -> None:
    assert constant_part("SavedReportsmildpainafteralongwalk;advisedrest.", NOTE) is None


@pytest.mark.parametrize(
    ("read", "label"),
    [("V Save as new message", "Save as new message"), ("+ Add", "Add"), ("A new day", "A new day"), ("x", "x")],
)
def test_icons_beside_a_text_are_left_out(read: str, label: str) -> None:
    assert without_glyphs(read) == label


@pytest.mark.parametrize(("read", "label"), [("Note:", "Note"), ("Name *", "Name"), ("\ue123 Save", "Save")])
def test_labels_lose_colons_stars_and_icon_fonts(read: str, label: str) -> None:
    assert as_label(read) == label


def test_landmarks_are_the_programs_own_words() -> None:
    assert stable("Referral Tasks")
    assert not any(map(stable, ("None", "No encounters yet", "2026-11-30", "Belford,", "ok")))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "The referral of Phil was sent.",
            "was sent.",
        ),  # “The referral of Phil could not be sent” holds the other part
        ("Encounter saved", "Encounter saved"),
        ("The visit of Phil: sent", None),
        ("The long history of Phil was long", "The long history of"),
    ],
)
def test_of_a_message_only_what_tells_that_it_was_written_is_left(text: str, left: str | None) -> None:
    assert telling_part(text, NAME) == left
