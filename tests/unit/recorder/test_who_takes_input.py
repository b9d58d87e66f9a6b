"""Who takes keys and clicks, led from the display's own stream: decoded, followed in its order, judged. All pure."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.recorder.desktop.belonging import Belonging, Whose
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.key_table import KeyTable
from studio.recorder.desktop.keyboard_owner import NOBODY, POINTER, KeyboardOwner, Taker
from studio.recorder.desktop.record_stream import (
    FocusTold,
    FocusWanted,
    GrabWanted,
    Input,
    KeysTold,
    KeysWanted,
    PropertyTold,
    Told,
    TopTold,
    events,
    requests,
)
from studio.recorder.desktop.scope import Scope
from studio.recorder.desktop.tops import Top, Tops

ROOT, MASK = 0x50D, 0x1FFFFF
MANAGER, EDITOR, FORM, LOCK = 0x200000, 0x800000, 0xA00000, 0xC00000
"""Connections of a window manager and of three programs."""
EDITOR_WINDOW, EDITOR_FRAME, FORM_WINDOW, FORM_FRAME = EDITOR + 3, MANAGER + 0x61, FORM + 0x10, MANAGER + 0xD4
NORMAL, GRAB, UNGRAB = 0, 1, 2
INFERIOR, NONLINEAR, VIRTUAL, TO_POINTER, TO_NONE = 2, 3, 4, 6, 7
OTHER_EVENT = Input(6, 0, 1, 0, 0, 0)


def came(window: int, detail: int = NONLINEAR, mode: int = NORMAL) -> FocusTold:
    return FocusTold(window, True, mode, detail)


def left(window: int, detail: int = NONLINEAR, mode: int = NORMAL) -> FocusTold:
    return FocusTold(window, False, mode, detail)


TO_EDITOR = (FocusWanted(EDITOR_WINDOW), left(FORM_WINDOW), left(FORM_FRAME, VIRTUAL), came(EDITOR_FRAME, VIRTUAL))
"""Only the window manager hears that a program gets the keyboard which reads its input another way (GTK)."""
TO_FORM = (FocusWanted(FORM_WINDOW), left(EDITOR_FRAME, VIRTUAL), came(FORM_FRAME, VIRTUAL), came(FORM_WINDOW))


def owner(*told: Told, first: int = FORM_WINDOW) -> KeyboardOwner:
    one = KeyboardOwner(ROOT, MASK)
    one.answered(first, FORM_FRAME)
    for each in told:
        one.take(each)
    return one


def windows_of(one: KeyboardOwner) -> tuple[int, ...] | None:
    return None if one.now is None else one.now.windows


# --- who has the keyboard


def test_the_keyboard_is_followed_from_window_to_window() -> None:
    assert owner(*TO_EDITOR).now == Taker((EDITOR_WINDOW, EDITOR_FRAME), (EDITOR,), MASK)
    back = owner(*TO_EDITOR, OTHER_EVENT, *TO_FORM).now
    assert back is not None
    assert set(back.windows) == {FORM_WINDOW, FORM_FRAME}
    assert back.clients == (FORM,)
    within = owner(*TO_EDITOR, FocusWanted(EDITOR + 4), OTHER_EVENT)
    assert within.now == owner(*TO_EDITOR).now


def test_a_window_that_closes_leaves_the_keyboard_to_nobody_until_it_is_told_to_whom() -> None:
    closing = (came(EDITOR_FRAME, INFERIOR), left(EDITOR_FRAME), left(ROOT, VIRTUAL), came(ROOT, TO_NONE))
    assert windows_of(owner(*TO_EDITOR, OTHER_EVENT, *closing)) == (NOBODY,)
    helper = MANAGER + 0xB
    then = (FocusWanted(helper), left(ROOT, TO_NONE), came(ROOT, VIRTUAL))
    assert windows_of(owner(*TO_EDITOR, OTHER_EVENT, *closing, *then)) == (helper,)
    assert windows_of(owner(came(ROOT, TO_POINTER))) == (POINTER,)


def test_where_nobody_hears_of_it_the_request_tells_and_else_it_is_asked() -> None:
    silent = owner(*TO_FORM, FocusWanted(EDITOR_WINDOW), left(FORM_WINDOW))
    assert windows_of(silent) == (EDITOR_WINDOW,)
    lost = owner(*TO_FORM, OTHER_EVENT, left(FORM_WINDOW))
    assert lost.now is None
    assert lost.is_asked_for()
    lost.answered(FORM_WINDOW)  # it has it again by now: what was typed in between is not known
    assert lost.now is None
    lost.answered(EDITOR_WINDOW)
    assert windows_of(lost) == (EDITOR_WINDOW,)
    lost.take(FocusWanted(LOCK + 1))  # nobody heard that it came: nobody may hear that it goes
    assert lost.is_asked_for()


def test_a_request_that_nothing_followed_means_nothing_later() -> None:
    later = owner(*TO_EDITOR, FocusWanted(LOCK + 1), OTHER_EVENT, left(EDITOR_FRAME, VIRTUAL))
    assert later.now is None


def test_a_menu_of_the_same_program_and_a_lock_of_another_take_all_keys() -> None:
    menu = owner(*TO_EDITOR, GrabWanted(EDITOR, EDITOR + 0x50, True), left(EDITOR_FRAME, VIRTUAL, GRAB))
    assert menu.now == Taker((EDITOR + 0x50,), (EDITOR,), MASK)
    menu.take(TopTold("unmapped", EDITOR + 0x50))
    assert windows_of(menu) == (EDITOR_WINDOW, EDITOR_FRAME)
    menu.take(came(EDITOR_FRAME, VIRTUAL, UNGRAB))
    assert windows_of(menu) == (EDITOR_WINDOW, EDITOR_FRAME)
    lock = owner(*TO_EDITOR, GrabWanted(LOCK, ROOT, True), left(EDITOR_FRAME, VIRTUAL, GRAB), came(ROOT, 2, GRAB))
    assert lock.now == Taker((LOCK,), (LOCK,), MASK, grabbed=True)
    lock.take(GrabWanted(LOCK, 0, False))
    assert windows_of(lock) == (EDITOR_WINDOW, EDITOR_FRAME)
    hot_key = owner(*TO_EDITOR, OTHER_EVENT, left(EDITOR_FRAME, VIRTUAL, GRAB), came(ROOT, 0, GRAB))
    assert hot_key.now is not None
    assert hot_key.now.grabbed
    hot_key.take(came(EDITOR_FRAME, VIRTUAL, UNGRAB))
    assert windows_of(hot_key) == (EDITOR_WINDOW, EDITOR_FRAME)


def test_a_frame_in_a_frame_is_the_same_window_after_a_menu_too() -> None:
    outer = MANAGER + 0x60
    to_editor = (*TO_EDITOR[:-1], came(outer, VIRTUAL), came(EDITOR_FRAME, VIRTUAL))
    expected = Taker((EDITOR_WINDOW, EDITOR_FRAME, outer), (EDITOR,), MASK)
    assert owner(*to_editor).now == expected
    gone = tuple(left(window, VIRTUAL, GRAB) for window in (EDITOR_FRAME, outer))
    back = tuple(came(window, VIRTUAL, UNGRAB) for window in (outer, EDITOR_FRAME))
    menu = GrabWanted(EDITOR, EDITOR + 0x50, True)
    assert owner(*to_editor, OTHER_EVENT, menu, *gone, OTHER_EVENT, *back).now == expected


# --- what lies where


def test_what_lies_at_a_point_is_followed_through_every_change() -> None:
    tops, here = Tops(), Point(50, 50)
    for number in (1, 2):
        tops.put(number, Top(Region(0, 0, 100, 100), mapped=True))
    seen = [tops.at(here)]
    for told in (
        TopTold("created", 3, (40, 40, 20, 20)),
        TopTold("mapped", 3),
        TopTold("configured", 1, (0, 0, 100, 100), above=3),
        TopTold("configured", 1, (0, 0, 100, 100), above=0),
        TopTold("raised", 2),
        TopTold("lowered", 2),
        TopTold("unmapped", 3),
        TopTold("configured", 1, (60, 0, 100, 100), above=2),
        TopTold("gone", 2),
        TopTold("came", 2),
    ):
        tops.take(told)
        seen.append(tops.at(here))
    assert seen == [2, 2, 3, 1, 3, 2, 3, 1, 2, 0, 0]
    tops.shows(1, False)
    assert tops.at(Point(70, 50)) == 0


# --- what keys mean


def test_a_key_means_what_it_meant_even_where_it_means_something_else_again_by_now() -> None:
    now = {8: (0, 0), 9: (0x61, 0x41)}
    table = KeyTable(lambda first, count: [now[code] for code in range(first, first + count)], 8, 2)
    table.wanted(KeysWanted(8, ((0xE9,),)))
    table.changed(KeysTold(1, 8, 1))  # asked for too late: it was taken back
    assert table.syms(8) == (0xE9,)
    table.wanted(KeysWanted(8, ((0,),)))
    table.changed(KeysTold(1, 8, 1))
    assert table.syms(8) == (0, 0)
    now[9] = (0x62, 0x42)
    assert table.syms(9) == (0x61, 0x41)
    table.changed(KeysTold(0, 8, 2))  # of the modifiers
    assert table.syms(9) == (0x61, 0x41)
    table.changed(KeysTold(1, 8, 2))
    assert table.syms(9) == (0x62, 0x42)
    assert table.syms(200) == ()


# --- decoding


def raw_event(code: int, *fields: int, layout: str, detail: int = 0) -> bytes:
    return struct.pack(f"=BBH{layout}", code, detail, 7, *fields).ljust(32, b"\0")


def test_the_stream_is_decoded_and_of_the_root_only_what_is_told_to_us() -> None:
    data = b"".join(
        (
            raw_event(2, 99, ROOT, 0, 0, 30, 40, 0, 0, 5, layout="IIIIhhhhH", detail=24),
            raw_event(9, EDITOR_FRAME, NORMAL, layout="IB", detail=VIRTUAL),
            raw_event(12, EDITOR_FRAME, layout="I"),
            raw_event(34, 1, 8, 1, layout="BBB"),
            raw_event(16, ROOT, 5, -3, 4, 10, 20, 1, 0, layout="IIhhHHHB"),
            raw_event(22, ROOT, 5, 4, -3, 4, 10, 20, 1, 0, layout="IIIhhHHHB"),
            raw_event(22, EDITOR_FRAME, 5, 4, -3, 4, 10, 20, 1, 0, layout="IIIhhHHHB"),
            raw_event(22 | 128, ROOT, 5, 4, -3, 4, 10, 20, 1, 0, layout="IIIhhHHHB"),
            raw_event(21, ROOT, 5, MANAGER, layout="III"),
            raw_event(21, ROOT, 5, ROOT, layout="III"),
            raw_event(26, ROOT, 5, 0, 1, layout="IIIB"),
            raw_event(28, ROOT, 300, layout="II"),
            raw_event(17, ROOT, 5, layout="II"),
            raw_event(18, ROOT, 5, layout="II"),
            raw_event(19, ROOT, 5, layout="II"),
        )
    )
    box = (-3, 4, 12, 22)
    inputs: list[Told] = [Input(2, 24, 99, 30, 40, 5), came(EDITOR_FRAME, VIRTUAL)]
    assert list(events(data, ours=False, root=ROOT)) == inputs
    assert list(events(data, ours=True, root=ROOT)) == [
        *inputs,
        KeysTold(1, 8, 1),
        TopTold("created", 5, box),
        TopTold("configured", 5, box, 4),
        TopTold("gone", 5),
        TopTold("came", 5),
        TopTold("lowered", 5),
        PropertyTold(300),
        TopTold("gone", 5),
        TopTold("unmapped", 5),
        TopTold("mapped", 5),
    ]


@pytest.mark.parametrize(
    ("data", "meant"),
    [
        (struct.pack("=BBHII", 42, 1, 3, EDITOR_WINDOW, 0), FocusWanted(EDITOR_WINDOW)),
        (struct.pack("=BBHIII", 131, 49, 4, EDITOR_WINDOW, 0, 3), FocusWanted(EDITOR_WINDOW)),
        (struct.pack("=BBHIII", 131, 50, 4, EDITOR_WINDOW, 0, 3), None),
        (struct.pack("=BBHIII", 31, 0, 4, ROOT, 0, 0), GrabWanted(LOCK, ROOT, True)),
        (struct.pack("=BBHII", 131, 51, 3, LOCK + 1, 0), GrabWanted(LOCK, LOCK + 1, True)),
        (struct.pack("=BBHI", 32, 0, 2, 0), GrabWanted(LOCK, 0, False)),
        (struct.pack("=BBHII", 131, 52, 3, 0, 0), GrabWanted(LOCK, 0, False)),
        (struct.pack("=BBHBBHIIII", 100, 2, 6, 8, 2, 0, 97, 65, 98, 66), KeysWanted(8, ((97, 65), (98, 66)))),
        (struct.pack("=BBHBBH", 100, 2, 6, 8, 2, 0), KeysWanted(8, ())),
        (struct.pack("=BBHI", 130, 51, 2, 0), None),
    ],
)
def test_requests_are_decoded(data: bytes, meant: Told | None) -> None:
    assert list(requests(data, LOCK, 131)) == ([] if meant is None else [meant])


@given(st.binary(min_size=4, max_size=80), st.sampled_from((9, 16, 22, 28, 31, 34, 42, 100, 131)))
def test_nothing_that_a_program_sends_ends_the_listening(data: bytes, code: int) -> None:
    sent = bytes((code,)) + data
    one, tops = owner(), Tops()
    for told in (*requests(sent, LOCK, 131), *events(sent, ours=True, root=ROOT)):
        one.take(told)
        if isinstance(told, TopTold):
            tops.take(told)
    assert tops.at(Point(0, 0)) >= 0


# --- whose it is


WHOLE = Region(0, 0, 100, 100)


def shown(
    number: int,
    top: int,
    pid: int,
    *,
    popup: bool = False,
    active: bool = False,
) -> Window:
    return Window(number, top, f"W{number}", pid, "prog", WHOLE, WHOLE, popup=popup, active=active)


EDITOR_SHOWN = shown(EDITOR_WINDOW, EDITOR_FRAME, 8)
FORM_SHOWN = shown(FORM_WINDOW, FORM_FRAME, 9, active=True)
HELPER = shown(MANAGER + 0xB, MANAGER + 0xB, 3, popup=True)
BOTH = (HELPER, EDITOR_SHOWN, FORM_SHOWN)
"""The form was in front when the table was read."""
EXCLUDED = Scope(own_pids=frozenset({8}))
ONE = Scope(target=FORM_SHOWN)


def takes(*windows: int, client: int = 0, grabbed: bool = False) -> Taker:
    return Taker(windows, (client,) if client else (), MASK, grabbed)


def judge(scope: Scope, heard: Heard, *tables: Sequence[Window]) -> Whose:
    first, *later = tables
    return Belonging(scope, [lambda one=one: one for one in later]).of(heard, first, Point(heard.x, heard.y)).whose


def typed(keyboard: Taker | None, **more: object) -> Heard:
    return Heard(at=1.0, kind="key_down", key="x", char="x", keyboard=keyboard, **more)  # type: ignore[arg-type]


def pressed(under: Taker | None) -> Heard:
    return Heard(at=1.0, kind="pointer_down", button="left", x=50, y=50, under=under)


@pytest.mark.parametrize("scope", [EXCLUDED, ONE])
def test_text_and_clicks_belong_to_the_window_that_took_them_whatever_the_table_says(scope: Scope) -> None:
    out = Whose.OWN if scope is EXCLUDED else Whose.OUTSIDE
    assert judge(scope, typed(takes(EDITOR_WINDOW, EDITOR_FRAME)), BOTH) is out
    assert judge(scope, pressed(takes(EDITOR_FRAME)), BOTH) is out
    assert judge(scope, typed(takes(FORM_FRAME)), BOTH) is Whose.RECORDED
    assert judge(scope, pressed(takes(FORM_FRAME)), BOTH) is Whose.RECORDED
    assert judge(scope, typed(takes(POINTER), under=takes(EDITOR_FRAME)), BOTH) is out


def test_a_window_that_no_table_knows_is_judged_by_its_program_or_not_at_all() -> None:
    gone = takes(EDITOR + 0x99, MANAGER + 0x300, client=EDITOR)
    assert judge(EXCLUDED, typed(gone), BOTH, BOTH) is Whose.OWN
    assert judge(EXCLUDED, typed(takes(FORM + 0x99, client=FORM)), BOTH, BOTH) is Whose.RECORDED
    frame_only = takes(MANAGER + 0x300, client=MANAGER)
    assert judge(EXCLUDED, pressed(frame_only), BOTH, BOTH) is Whose.UNSURE
    assert judge(ONE, typed(takes(LOCK + 1, client=LOCK)), BOTH, BOTH) is Whose.UNSURE
    assert judge(Scope(), pressed(frame_only), BOTH, BOTH) is Whose.RECORDED  # all that is shown is recorded
    later = (*BOTH, shown(LOCK + 1, LOCK + 1, 8))
    assert judge(EXCLUDED, typed(takes(LOCK + 1, client=LOCK)), BOTH, later) is Whose.OWN


def test_where_the_display_does_not_tell_what_was_seen_before_and_after_must_agree() -> None:
    switched = (HELPER, shown(EDITOR_WINDOW, EDITOR_FRAME, 8, active=True), shown(FORM_WINDOW, FORM_FRAME, 9))
    assert judge(EXCLUDED, typed(None), BOTH, BOTH) is Whose.RECORDED
    assert judge(EXCLUDED, typed(None), BOTH, switched) is Whose.UNSURE
    assert judge(EXCLUDED, pressed(None), BOTH, (FORM_SHOWN, EDITOR_SHOWN)) is Whose.UNSURE
    assert judge(EXCLUDED, pressed(None), BOTH, BOTH) is Whose.RECORDED


def test_text_for_a_program_that_takes_all_keys_is_nobodys_and_the_bare_desktop_is_everybodys() -> None:
    locked = takes(LOCK + 1, client=LOCK, grabbed=True)
    assert judge(Scope(), typed(locked), (*BOTH, shown(LOCK + 1, LOCK + 1, 5))) is Whose.UNSURE
    chord = typed(locked, held=frozenset({"Alt"}))
    assert judge(Scope(), chord, (*BOTH, shown(LOCK + 1, LOCK + 1, 5))) is Whose.RECORDED
    for scope, expected in ((EXCLUDED, Whose.RECORDED), (ONE, Whose.OUTSIDE)):
        assert judge(scope, pressed(takes(NOBODY)), BOTH) is expected
        assert judge(scope, typed(takes(NOBODY)), BOTH) is expected


def test_what_was_pressed_elsewhere_is_let_go_of_elsewhere_and_what_was_typed_is_known_by_its_window() -> None:
    judged = Belonging(EXCLUDED, ())
    release = Heard(at=1.1, kind="key_up", key="x", keyboard=takes(FORM_FRAME))
    outside = judged.of(typed(takes(EDITOR_FRAME)), BOTH, Point(0, 0))
    assert (outside.whose, judged.types_here) == (Whose.OWN, False)
    assert judged.of(release, BOTH, Point(0, 0)).whose is Whose.OWN
    assert judged.of(typed(takes(FORM_FRAME)), BOTH, Point(0, 0)).whose is Whose.RECORDED
    assert judged.of(release, BOTH, Point(0, 0)).whose is Whose.RECORDED
    assert judged.types_here
    assert (judged.typed_in(1.0), judged.typed_in(2.0)) == (FORM_SHOWN, None)
