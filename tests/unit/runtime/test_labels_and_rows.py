"""Labels among lines and rows among texts: whole, forgiving what OCR does, never what a person would notice."""

from __future__ import annotations

import pytest
from helpers.elements import text

from studio.engine.identity.letters import Likeness
from studio.engine.identity.proof import PlainProof, Proof
from studio.engine.identity.rows import cards_of, rows_of
from studio.engine.model.geometry import Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.structure import TextRun
from studio.engine.runtime.labels import label_hits, likeness


def whole(said: str, label: str) -> bool:
    return any(not hit.part for hit in label_hits([text(said, 0, 0)], label))


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("Save Encounter", "Save Encounter"),
        ("SaveEncounter", "Save Encounter"),
        ("save  encounter", "Save Encounter"),
        ("Save Encountor", "Save Encounter"),
        ("Sign ln", "Sign In"),
        ("Password:", "Password"),
        ("Password *", "Password"),
        ("0pen", "Open"),
        ("Retum to list", "Return to list"),
    ],
)
def test_what_ocr_does_to_a_label_is_forgiven(said: str, label: str) -> None:
    assert whole(said, label)


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("Approve all", "Approve"),
        ("Approve", "Approve all"),
        ("Confirm Password", "Password"),
        ("Visit 12", "Visit 13"),
        ("Room 101", "Room 1"),
        ("Uninstall application", "Install application"),
        ("Deactivate account", "Activate account"),
        ("Save", "Send"),
        ("View", "New"),
        ("", "Save"),
        ("Save", ""),
    ],
)
def test_another_label_is_another_label(said: str, label: str) -> None:
    assert not whole(said, label)


def test_an_exact_line_comes_before_a_misread_one() -> None:
    lines = [text("Save Encountor", 0, 0), text("Save Encounter", 0, 50)]
    assert [h.region.y for h in label_hits(lines, "Save Encounter")] == [50, 0]
    assert likeness("Save Encounter", "Save Encounter") == 1.0 > likeness("Save Encountor", "Save Encounter")


def test_in_a_merged_line_the_words_are_found_where_they_stand() -> None:
    line = TextRun("Forgot password? Privacy policy Terms", Region(100, 50, 370, 14))
    hit = label_hits([line], "Privacy policy")[0]
    assert hit.part
    assert (hit.region.x, hit.region.right) == (100 + 170, 100 + 310)
    assert label_hits([line], "Privacy pol") == ()


def test_an_icon_that_was_read_as_a_letter_is_no_part_of_the_label() -> None:
    (hit,) = label_hits([TextRun("+ Add", Region(100, 50, 50, 14))], "Add")
    assert not hit.part
    assert hit.region.x > 110
    (part,) = label_hits([TextRun("Do Add", Region(100, 50, 50, 14))], "Add")
    assert part.part


def test_lines_beside_each_other_are_one_row() -> None:
    lines = [text("b", 200, 103), text("a", 0, 100), text("c", 0, 130)]
    assert [[t.text for t in row.lines] for row in rows_of(lines)] == [["a", "b"], ["c"]]
    assert rows_of(lines)[0].region == Region(0, 100, 208, 17)
    assert rows_of([]) == ()


def table(*rows: tuple[str, ...]) -> list[TextRun]:
    return [text(cell, 200 * x, 40 * y) for y, row in enumerate(rows) for x, cell in enumerate(row)]


def judged(lines: list[TextRun], *cells: str) -> dict[int, Likeness]:
    """How each row, by its number, stands to a record that says `cells`."""
    proof = Proof(tuple(PlainProof(IdentityCell(text=cell)) for cell in cells))
    return {row.region.y // 40: proof.judge(row.texts, read=True).likeness for row in rows_of(lines)}


def found(lines: list[TextRun], *cells: str) -> list[int]:
    return [at for at, one in judged(lines, *cells).items() if one is Likeness.SAME]


NEAR = table(
    ("Jane Sample", "1980-01-07", "Routine"),
    ("Jane Sample", "1980-01-01", "Routine"),
    ("Jane Samples", "1980-01-07", "Routine"),
    ("Mary Jane Sample", "1980-01-07", "Routine"),
)


def test_of_near_identical_rows_exactly_one_matches() -> None:
    assert found(NEAR, "Jane Sample", "1980-01-07") == [0]
    assert found(NEAR, "Jane Sample", "1980-01-01") == [1]
    assert found(NEAR, "Jane Samples", "1980-01-07") == [2]
    assert found(NEAR[3:], "Jane Sample", "1980-01-07") == []


def test_rows_that_say_the_same_all_match() -> None:
    assert found([*NEAR, *(text(t.text, t.region.x, 400) for t in NEAR[:3])], "Jane Sample", "1980-01-07") == [0, 10]


def test_letters_that_look_alike_are_never_the_same() -> None:
    read = table(("Jane Samp1e", "1980-01-07"), ("Jane Sample", "1980-01-07"), ("José Sample", "1980-01-07"))
    assert judged(read, "Jane Sample", "1980-01-07") == {0: Likeness.ALIKE, 1: Likeness.SAME, 2: Likeness.OTHER}
    assert judged(read, "Jose Sample", "1980-01-07")[2] is Likeness.ALIKE


def test_pieces_close_by_are_one_name_and_a_cell_further_off_is_another() -> None:
    line = [text("Mary", 0, 0), TextRun("Jane Sample", Region(36, 0, 88, 14)), text("1980-01-07", 200, 0)]
    assert rows_of(line)[0].texts == ("Mary Jane Sample", "1980-01-07")
    assert found(line, "Jane Sample", "1980-01-07") == []


def test_the_texts_of_a_card_are_those_that_stand_to_each_other_as_recorded() -> None:
    lines = [text(f"{said} {n}", 20 + 200 * n, 100 + 30 * at) for n in (1, 2) for at, said in enumerate(("Ann", "No"))]
    cards = cards_of(lines, [Region(0, 0, 40, 14), Region(0, 30, 40, 14)], 1.0)
    assert [card.texts for card in cards] == [("Ann 1", "No 1"), ("Ann 2", "No 2")]


def test_a_date_is_found_in_a_line_that_ocr_merged() -> None:
    assert found(table(("Jane Sample", "1980-01-07 Routine")), "Jane Sample", "1980-01-07") == [0]


@pytest.mark.parametrize(
    ("row", "cell"),
    [
        (("Lot 12B",), "Lot 12"),
        (("Joann 12",), "Ann 12"),
        (("Old Lot 12",), "Lot 12"),
        (("Ann", "12 Main Street"), "Ann 12"),
        (("10012",), "0012"),
        (("00123",), "0012"),
        (("A0012",), "0012"),
        (("1980-01-071",), "1980-01-07"),
    ],
)
def test_a_cell_that_is_only_a_part_of_another_does_not_match(row: tuple[str, ...], cell: str) -> None:
    assert found(table(row), cell) == []
