"""Whatever comes in: nothing is raised, lost, doubled or reordered, and no secret survives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from helpers.raw_input import chord, click, commit, dead, down, focus, move, short, tap, timed, typed, up, wait, wheel
from hypothesis import given
from hypothesis import strategies as st

from studio.recorder.actions import Action, Marker, Normalised, TakenBack
from studio.recorder.normaliser import Normaliser, normalise
from studio.recorder.normaliser.cleaning import cleaned
from studio.recorder.raw import RawEvent, RawKind

NAMES = "space enter tab backspace esc left ctrl_l alt_l alt_gr shift_l cmd multi_key dead_acute caps_lock kp_5 <24>"
KEYS = [None, "a", "A", "é", "я", "1", " ", "media_next", *NAMES.split()]
CHARS = [None, "a", "A", "é", "ш", "1", "4", " ", "\x01", "\r", "'", "´", "\u0301", "😀", "\u200d"]
KINDS = get_args(RawKind)

anything = st.builds(
    RawEvent,
    t=st.integers(0, 400).map(lambda n: n / 20),
    kind=st.sampled_from([*KINDS, *["key_down"] * 6, *["pointer_down", "pointer_up"] * 3]),
    key=st.sampled_from(KEYS),
    char=st.sampled_from(CHARS),
    dead=st.sampled_from([False, False, False, True]),
    button=st.sampled_from([None, "left", "left", "right", "middle", "button4"]),
    x=st.sampled_from([None, 0, 3, 400, -1900]),
    y=st.sampled_from([None, 0, 300]),
    dx=st.integers(-1, 1),
    dy=st.integers(-2, 2),
    injected=st.sampled_from([False, False, False, True]),
    text=st.sampled_from([None, "a", "你", "한", "việt", "，", "4111111111111111"]),
    label=st.sampled_from([None, "Name", "PIN"]),
    name=st.sampled_from(
        [None, "undo_last", "secret_next", "param_next", "note", "hover", "finish", "pause", "resume"]
    ),
    secret=st.booleans(),
)
streams = st.lists(anything, max_size=60)


@given(streams, st.lists(st.floats(0, 25), max_size=12))
def test_one_by_one_with_time_passing_gives_what_the_whole_list_gives(raw: list[RawEvent], ticks: list[float]) -> None:
    raw = sorted(raw, key=lambda event: event.t)
    machine = Normaliser()
    found: list[Normalised] = []
    waiting = sorted(ticks)
    for event in raw:
        while waiting and waiting[0] <= event.t:
            found += machine.tick(waiting.pop(0))
        _ = machine.pending, machine.pending_since, machine.rests
        found += machine.feed(event)
    found += machine.flush()
    assert tuple(found) == normalise(raw)


def told(raw: Iterable[RawEvent]) -> list[str]:
    """The actions that were not taken back, without the markers (of a secret's keys none is left) and its field."""
    lines: list[str] = []
    for item in normalise(raw):
        if isinstance(item, TakenBack):
            del lines[-1:]
        elif not isinstance(item, Marker):
            lines.append(short(item))
    return [line.split(" @")[0] if "(secret)" in line else line for line in lines]


@given(streams)
def test_disorder_is_survived_and_cleaning_changes_no_action(raw: list[RawEvent]) -> None:
    kept = cleaned(raw)
    assert cleaned(kept) == kept
    ordered = sorted(raw, key=lambda event: event.t)
    assert told(cleaned(ordered)) == told(ordered)


LETTERS = st.sampled_from("abcxyzABC019 ,.;äéßя")
pieces = st.one_of(
    LETTERS.map(lambda c: (typed(c), c)),
    st.just((tap("backspace"), "\b")),
    st.just(([down("backspace"), down("backspace"), up("backspace")], "\b\b")),
    LETTERS.map(lambda c: ([down(c), down(c), up(c)], c + c)),
    st.just((tap("enter"), "\n")),
    st.just((click(), "")),
    st.just((click() * 2, "")),
    st.just(([wheel(1), wheel(1)], "")),
    st.just(([move(1, 1)], "")),
    st.just(([wait(0.7)], "")),
    st.just((tap("shift_l"), "")),
    st.sampled_from("aeuAE").map(
        lambda c: ([*dead("´"), *typed(c)], {"a": "á", "e": "é", "u": "ú", "A": "Á", "E": "É"}[c])
    ),
    st.just(([*tap("multi_key"), *typed("ss")], "ß")),
    st.just(([down("alt_gr"), *tap("q", "@"), up("alt_gr")], "@")),
    st.just(([*tap("shift_l"), *typed("nihao "), commit("你好")], "你好")),
    st.just(([focus("Name")], "")),
    st.just(([focus("City")], "")),
)


def field_after(strokes: str) -> str:
    """What stands in a field in which much stood before."""
    field = ["."] * 200
    for stroke in strokes:
        if stroke == "\b":
            field.pop()
        else:
            field.append(stroke)
    return "".join(field)


def strokes_of(found: tuple[Normalised, ...]) -> str:
    """What replaying the actions types."""
    keys = {"Backspace": "\b", "Enter": "\n"}
    return "".join(item.text or keys[item.key or ""] for item in found if isinstance(item, Action) and typed_by(item))


def typed_by(item: Action) -> bool:
    """Whether the action types something."""
    return item.kind in ("type", "key")


@given(st.lists(pieces, max_size=40))
def test_the_field_holds_after_a_replay_what_it_held(steps: list[tuple[list[Any], str]]) -> None:
    found = normalise(timed(piece for raw, _ in steps for piece in raw))
    assert field_after(strokes_of(found)) == field_after("".join(effect for _, effect in steps))
    began = [item.began for item in found if isinstance(item, Action)]
    assert began == sorted(began)


SECRET = "☠☢☣"
secret_pieces = st.one_of(
    st.sampled_from(SECRET).map(typed),
    st.sampled_from(SECRET).map(commit),
    st.sampled_from(SECRET).map(lambda c: [*dead("´"), *typed(c)]),
    st.just(tap("backspace")),
    st.just({"kind": "masked"}),
    st.just(chord("ctrl_l", "a")),
    st.just(tap("tab")),
    st.just(click()),
    st.just(tap("left")),
    st.just(wait(0.6)),
)


@given(st.lists(secret_pieces, max_size=30), st.sampled_from([("Login", True), ("One-time code", False)]))
def test_no_character_of_a_secret_is_seen_anywhere(inside: list[Any], field: tuple[str, bool]) -> None:
    label, is_password = field
    raw = list(timed([focus(label, secret=is_password), *inside, focus("Name"), typed("Jo")]))
    found = normalise(raw)
    kept = cleaned(raw)
    assert not set(SECRET) & set(repr(found) + repr(kept))
    assert [item.text for item in found if isinstance(item, Action) and item.text] == ["Jo"]
