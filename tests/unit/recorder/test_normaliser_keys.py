"""Characters, keys and chords: what was typed, whatever the layout and the input method."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.raw_input import actions, chord, click, commit, dead, down, focus, tap, told, typed, up, wait

from studio.engine.backends.keys import chord as keys_of

BACKSPACE = tap("backspace")


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param([typed("Hello wörld")], ["type Hello wörld"], id="plain"),
        pytest.param([down("shift_l"), tap("A"), up("shift_l"), typed("b")], ["type Ab"], id="shift"),
        pytest.param([down("shift_r"), tap("a", ""), tap("1", ""), up("shift_r")], ["type A1"], id="no character told"),
        pytest.param([typed("z"), tap("z", "y"), tap("[", "ü"), typed("я")], ["type zyüя"], id="layout changed midway"),
        pytest.param([down("alt_gr"), tap("q", "@"), up("alt_gr")], ["type @"], id="AltGr"),
        pytest.param([down("alt_r"), tap("q", "@"), up("alt_r")], ["type @"], id="AltGr under another name"),
        pytest.param(
            [down("ctrl_l"), {**down("alt_gr"), "wait": 0.001}, tap("@"), up("alt_gr"), up("ctrl_l"), typed("x")],
            ["type @x"],
            id="AltGr of Windows",
        ),
        pytest.param([down("alt_l"), tap("a", "å"), up("alt_l")], ["type å"], id="Option of a Mac"),
        pytest.param([tap("kp_4", ""), tap("kp_2", "2"), tap("kp_decimal", "")], ["type 42."], id="keypad"),
        pytest.param([tap("caps_lock"), tap("A"), tap("num_lock"), tap("caps_lock")], ["type A"], id="locks"),
        pytest.param([down("a"), down("a"), down("a"), up("a")], ["type aaa"], id="letters repeat"),
        pytest.param([up("a"), up("ctrl_l"), typed("b")], ["type b"], id="released only"),
        pytest.param([down("a"), down("b"), up("b")], ["type ab"], id="never released"),
        pytest.param([down("'a'", "a"), tap("Key.space", "")], ["type a "], id="names as pynput prints them"),
    ],
)
def test_typed_text_has_its_real_characters(pieces: list[Any], expected: list[str]) -> None:
    assert told(*pieces) == expected


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param([typed("abc"), BACKSPACE, typed("d")], ["type abd"], id="folded"),
        pytest.param([typed("ab"), BACKSPACE * 2], [], id="nothing left"),
        pytest.param([typed("ab"), BACKSPACE * 4], ["key Backspace"] * 2, id="beyond"),
        pytest.param([typed("ab"), down("shift_l"), BACKSPACE, up("shift_l")], ["type a"], id="with shift"),
        pytest.param(
            [typed("ab cd"), chord("ctrl_l", "backspace")], ["type ab cd", "key Control+Backspace"], id="word"
        ),
        pytest.param([typed("ab"), tap("left"), BACKSPACE], ["type ab", "key ArrowLeft", "key Backspace"], id="moved"),
        pytest.param([typed("ae\u0301"), BACKSPACE], ["type ae\u0301", "key Backspace"], id="half a character"),
        pytest.param(
            [chord("ctrl_l", "a"), typed("x"), BACKSPACE],
            ["key Control+A", "type x", "key Backspace"],
            id="what was selected is gone",
        ),
    ],
)
def test_backspace_takes_back_what_was_typed(pieces: list[Any], expected: list[str]) -> None:
    assert told(*pieces, wait(1)) == expected


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param([dead("´"), typed("e")], "é", id="composed here"),
        pytest.param([dead("´"), tap("e", "é")], "é", id="composed by the system"),
        pytest.param(
            [dead("\u0308", "dead_diaeresis"), down("shift_l"), tap("U"), up("shift_l")], "Ü", id="with shift"
        ),
        pytest.param([tap("dead_circumflex", "", dead=True), typed("a")], "â", id="told by name"),
        pytest.param([dead("^"), typed(" ")], "^", id="alone"),
        pytest.param([dead("~"), dead("~"), typed("n")], "~n", id="twice"),
        pytest.param([dead("'"), typed("t")], "'t", id="not composed"),
        pytest.param([dead("^"), dead("´"), typed("a")], "ấ", id="two accents"),
        pytest.param([dead("/"), typed("o")], "ø", id="stroke"),
        pytest.param([typed("a"), dead("´"), BACKSPACE, typed("e")], "ae", id="taken back"),
        pytest.param([tap("multi_key"), typed("'e")], "é", id="compose"),
        pytest.param([tap("multi_key"), typed('"'), typed("u")], "ü", id="compose diaeresis"),
        pytest.param([tap("multi_key"), typed("ss"), tap("multi_key"), typed("=e")], "ß€", id="compose signs"),
        pytest.param([tap("multi_key"), typed("--."), tap("multi_key"), typed("---")], "–—", id="compose three"),
    ],
)
def test_characters_of_several_strokes(pieces: list[Any], expected: str) -> None:
    assert told(*pieces) == [f"type {expected}"]


def test_strokes_that_make_nothing_are_told() -> None:
    for pieces in ([dead("´"), tap("left")], [tap("multi_key"), typed("qj")], [down("process", "")], [dead("´")]):
        markers = [line for line in told(focus("City"), *pieces) if line.startswith("!")]
        assert len(markers) == 1, pieces
        assert "could not be read" in markers[0]
        assert "City" in markers[0]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param([typed("ni"), down("space", " "), commit("你"), up("space")], ["type 你"], id="pinyin"),
        pytest.param([typed("ni "), commit("你"), typed("hao2"), commit("好")], ["type 你好"], id="one after another"),
        pytest.param([typed("Hello ni "), commit("你")], ["type Hello 你"], id="after plain text"),
        pytest.param([typed("ni "), commit("你"), typed(","), commit("，")], ["type 你，"], id="signs"),
        pytest.param(
            [typed("watashi  "), down("enter"), commit("私"), up("enter"), wait(5), tap("enter")],
            ["type 私", "key Enter"],
            id="Enter commits",
        ),
        pytest.param(
            [typed("nihao"), tap("down"), tap("down"), typed(" "), commit("你好")], ["type 你好"], id="candidates"
        ),
        pytest.param([typed("watashi h"), commit("私"), typed("a"), commit("は")], ["type 私は"], id="next reading"),
        pytest.param([typed("gksr"), commit("한"), typed("mf "), commit("글")], ["type 한글 "], id="Korean"),
        pytest.param([typed("vieetj "), commit("việt")], ["type việt "], id="Vietnamese"),
        pytest.param([typed("hello "), commit("😀")], ["type hello 😀"], id="nothing replaced"),
        pytest.param([typed("abc"), commit("xyz")], ["type abcxyz"], id="dictated"),
        pytest.param([typed("he"), commit("he"), typed("y"), commit("y")], ["type hey"], id="echo"),
        pytest.param(
            [down("process", ""), down("process", ""), commit("你好")], ["type 你好"], id="keys without names"
        ),
        pytest.param([dead("´"), typed("e"), commit("é")], ["type é"], id="dead key told twice"),
        pytest.param([typed("abc"), tap("shift_l"), typed("ni "), commit("你")], ["type abc你"], id="switched on"),
        pytest.param([commit("a\nb")], ["type a\nb"], id="without keys"),
    ],
)
def test_an_input_method_replaces_the_keys_it_was_made_of(pieces: list[Any], expected: list[str]) -> None:
    assert told(*pieces) == expected


def test_what_is_typed_before_a_click_may_be_committed_by_it() -> None:
    down_, up_ = click(1, 2)
    assert told(typed("nihao"), down_, commit("你好"), up_) == ["type 你好", "click 1,2"]
    assert told(typed("ab"), tap("enter"), typed("c")) == ["type ab", "key Enter", "type c"]


def test_a_control_character_after_its_control_came_up_is_a_plain_letter() -> None:
    late = [down("ctrl_l"), up("ctrl_l"), *tap("f", "\x06")]
    assert told(late) == ["type f"]
    assert told(late, chord("ctrl_l", "f", char="\x06"), tap("f", "\x06")) == ["type f", "key Control+F", "type f"]
    assert told(down("shift"), down("ctrl_l"), up("ctrl_l"), tap("f", "\x06"), up("shift")) == ["type F"]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (chord("ctrl_l", "a"), "Control+A"),
        (chord("ctrl_r", "a", char="\x01"), "Control+A"),
        (tap("c", "\x03"), "Control+C"),
        (chord("alt_l", "f4"), "Alt+F4"),
        (chord("shift_l", "ctrl_l", "S"), "Control+Shift+S"),
        (chord("cmd", "shift", "alt", "ctrl", "x"), "Control+Alt+Shift+Meta+X"),
        (chord("cmd", "d"), "Meta+D"),
        (chord("ctrl_l", "alt_l", "t"), "Control+Alt+T"),
        (chord("shift_l", "tab"), "Shift+Tab"),
        (chord("shift_l", "left"), "Shift+ArrowLeft"),
        (chord("ctrl_l", "space", char=" "), "Control+Space"),
        (chord("ctrl_l", "+"), "Control++"),
        (chord("ctrl_l", "c", char="с"), "Control+C"),
        (chord("alt_l", "f", char="а"), "Alt+F"),
        ([down("ctrl_l"), down("alt_gr", wait=0.001), *tap("left"), up("alt_gr"), up("ctrl_l")], "AltGraph+ArrowLeft"),
        (tap("enter", "\r"), "Enter"),
        (tap("kp_enter"), "Enter"),
        (tap("tab", "\t"), "Tab"),
        (tap("esc"), "Escape"),
        (tap("page_down"), "PageDown"),
        (tap("down"), "ArrowDown"),
        (tap("delete"), "Delete"),
        (tap("f11"), "F11"),
        (tap("menu"), "ContextMenu"),
        (tap("cmd"), "Meta"),
    ],
)
def test_keys_and_chords_have_the_names_of_the_format(pieces: list[Any], expected: str) -> None:
    assert told(pieces) == [f"key {expected}"]
    assert keys_of(expected)


def test_only_commands_that_change_nothing_the_second_time_are_recorded_once() -> None:
    held = [down("ctrl_l"), *[down("s")] * 4, up("s"), up("ctrl_l")]
    assert told(held, held) == ["key Control+S"] * 2
    assert told(down("ctrl_l"), [down("z")] * 3, up("z"), up("ctrl_l")) == ["key Control+Z"] * 3
    assert told([down("down")] * 3, up("down")) == ["key ArrowDown"] * 3


def test_modifiers_alone_and_keys_of_the_machine() -> None:
    assert told(tap("shift_l"), tap("ctrl_l"), [down("alt_l"), down("shift_l"), up("shift_l"), up("alt_l")]) == []
    unread = chord("ctrl_l", "<24>")
    assert [line[0] for line in told(tap("alt_l"), tap("media_volume_up"), unread)] == ["!", "!", "!"]


def test_a_modifier_whose_release_was_lost_does_not_spoil_the_rest() -> None:
    lines = told(down("ctrl_l"), tap("c"), wait(61), typed("late"))
    assert lines[0] == "key Control+C"
    assert lines[1].startswith("! Control")
    assert lines[2:] == ["type late"]


def test_text_is_split_by_what_is_done_and_not_by_time() -> None:
    assert actions(typed("a"), wait(100), typed("b")) == ["type ab"]
    assert actions(focus("A"), typed("a"), focus("B"), typed("b"), focus("B"), typed("c")) == [
        "type a @A",
        "type bc @B",
    ]
    assert actions(typed("a"), click(), wait(1), typed("b")) == ["type a", "click 10,20", "type b"]
