"""A hot key that was pressed is obeyed, though the hook did not tell of it; none is obeyed twice."""

from __future__ import annotations

from typing import Any

from studio.recorder.desktop.focus_gate import FocusGate
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.hot_keys import HEARD_S, hot_keys, parse_chord
from studio.recorder.raw import RawEvent

FINISH, PAUSE = parse_chord("Control+Alt+F"), parse_chord("Control+Alt+P")


def pressed(key: str, at: float) -> Heard:
    return Heard(at=at, kind="key_down", key=key, held=frozenset({"Control", "Alt"}))


def test_what_the_display_gave_us_and_the_hook_did_not_tell_is_obeyed_after_a_moment() -> None:
    keys = hot_keys()
    assert keys.missed([FINISH], 10.0) == []
    assert keys.missed([], 10.0 + HEARD_S / 2) == []
    assert keys.missed([], 10.1 + HEARD_S) == ["finish"]
    assert keys.missed([], 20.0) == []


def test_what_both_told_is_obeyed_once() -> None:
    keys = hot_keys()
    keys.hears(pressed("p", 9.99))
    assert keys.missed([PAUSE], 10.0) == []
    assert keys.missed([], 11.0) == []
    keys.hears(pressed("p", 20.2))  # the hook may be the later one
    assert keys.missed([PAUSE], 20.0) + keys.missed([], 20.5) == []
    assert keys.missed([PAUSE], 30.0) + keys.missed([], 30.5) == ["pause"], "an old press is another one"


def test_a_chord_after_the_text_makes_a_late_focus_one_of_what_came_later() -> None:
    """Text on a canvas, then Control+S opens a dialog: its field did not take the text."""
    gate = FocusGate(lambda _: False, asks=True)
    name: Any = element("Name")
    for raw in (key("t", "t", 1.0), key("ctrl_l", None, 1.2), key("s", "s", 1.25)):
        assert gate.take(raw) == [] or raw.key == "ctrl_l"
    out = gate.answer(name, 2.0, tells=True)
    assert [raw.label for raw in out if raw.kind == "focus"] in ([], [None])
    plain = FocusGate(lambda _: False, asks=True)
    plain.take(key("t", "t", 1.0))
    assert [raw.label for raw in plain.answer(name, 2.0, tells=True) if raw.kind == "focus"] == ["Name"]


def key(name: str, char: str | None, t: float) -> RawEvent:
    return RawEvent(t=t, kind="key_down", key=name, char=char)


def element(name: str) -> Any:
    from studio.engine.model.geometry import Region
    from studio.engine.model.structure import Element

    return Element(0, "text", "textbox", name, Region(0, 0, 9, 9), label=name, editable=True)
