"""Key strokes for a text, planned on mappings of several layouts (field report 13)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.engine.backends.desktop.keymap import Keymap, NoKeyLeft, Stroke, assign, missing, pieces, runs
from studio.engine.backends.desktop.keysyms import LEVEL3_SHIFT, NAMED, SHIFT, char_of, keysym_of

SHIFT_KEY, LEVEL3_KEY, SPARE = 50, 108, 90


def mapping(rows: dict[int, tuple[int, ...]], group: int = 0, **more: frozenset[int]) -> Keymap:
    """Keys 8 to 120; those that are not named have no meaning, but for Shift and AltGr."""
    named = {SHIFT_KEY: (SHIFT,), LEVEL3_KEY: (LEVEL3_SHIFT,)} | rows
    return Keymap(8, tuple(named.get(code, (0, 0)) for code in range(8, 121)), group=group, **more)


def syms(text: str) -> tuple[int, ...]:
    return tuple(0 if c == "·" else keysym_of(c) for c in text)


GERMAN = mapping({11: syms('2"2"²·'), 24: syms("qQqQ@Ω"), 26: (*syms("eEeE"), 0x20AC, 0), 36: (NAMED["Enter"],)})
TWO = mapping({24: syms("qQйЙ"), 26: (*syms("eEeE"), 0, 0, 0x20AC, 0)})
TWO_SECOND = mapping({24: syms("qQйЙ"), 26: (*syms("eEeE"), 0, 0, 0x20AC, 0)}, group=1)


def test_levels_of_one_layout_are_held_down_for() -> None:
    assert GERMAN.stroke("q") == Stroke(24)
    assert GERMAN.stroke("Q") == Stroke(24, (SHIFT_KEY,))
    assert GERMAN.stroke("@") == Stroke(24, (LEVEL3_KEY,))
    assert GERMAN.stroke("Ω") == Stroke(24, (SHIFT_KEY, LEVEL3_KEY))
    assert GERMAN.stroke("€") == Stroke(26, (LEVEL3_KEY,))
    assert GERMAN.stroke('"') == Stroke(11, (SHIFT_KEY,))
    assert GERMAN.stroke("\n") == Stroke(36)
    assert missing("Qé€中é", GERMAN) == ("é", "中")


def test_of_several_layouts_the_one_in_use_counts_and_altgr_is_not_guessed() -> None:
    assert TWO.stroke("й") is None
    assert TWO_SECOND.stroke("Й") == Stroke(24, (SHIFT_KEY,))
    assert TWO_SECOND.stroke("q") is None
    assert TWO_SECOND.anywhere(keysym_of("q")) == 24  # a shortcut goes by it all the same
    assert TWO.stroke("€") is None
    assert TWO_SECOND.stroke("€") is None
    assert mapping({24: syms("qQйЙ")}, group=2).stroke("q") is None


def test_spare_keys_have_no_meaning_at_all_and_modify_nothing() -> None:
    keymap = mapping({24: syms("qQ")}, taken=frozenset({120}))
    assert keymap.spare()[:2] == (119, 118)
    assert not {24, SHIFT_KEY, LEVEL3_KEY, 120} & set(keymap.spare())


def test_keys_are_taken_over_from_what_was_used_longest_ago() -> None:
    bound: dict[str, int] = {}
    assert assign("éà", bound, (7, 8)) == {7: "é", 8: "à"}
    assert assign("é", bound, (7, 8)) == {}
    assert assign("中", bound, (7, 8)) == {8: "中"}
    assert bound == {"é": 7, "中": 8}
    with pytest.raises(NoKeyLeft, match="no spare key"):
        assign("xyz", bound, (7, 8))
    with pytest.raises(NoKeyLeft):
        pieces("é", GERMAN, 0)
    assert pieces("qQ", GERMAN, 0) == ["qQ"]


@given(st.text(st.sampled_from("qQ@éàü中文€"), max_size=40), st.integers(1, 4))
def test_pieces_are_the_text_and_each_fits(text: str, room: int) -> None:
    cut = pieces(text, GERMAN, room)
    assert "".join(cut) == text
    assert all(len(missing(piece, GERMAN)) <= room for piece in cut)


def test_keys_that_follow_each_other_change_together() -> None:
    assert runs([9, 3, 4, 8, 1]) == [[1], [3, 4], [8, 9]]
    assert runs([]) == []


@pytest.mark.parametrize(
    ("keysym", "char"),
    [(0x61, "a"), (0xE9, "é"), (0x01004E2D, "中"), (0x6C1, "а"), (0x7E1, "α"), (0x1B1, "ą"), (0x20AC, "€"),
     (0xCE0, "א"), (0xFE51, None), (0xFF0D, None), (0x13BC, "Œ"), (0x4B1, None)],
)  # fmt: skip
def test_keysyms_stand_for_characters(keysym: int, char: str | None) -> None:
    assert char_of(keysym) == char


@given(st.characters(exclude_categories=("Cs", "Cc")))
def test_each_character_has_a_keysym_that_stands_for_it(char: str) -> None:
    assert char_of(keysym_of(char)) == char
