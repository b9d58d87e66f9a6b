"""Parts of web recording that need no browser: which page, where a frame lies, what is secret, the socket's frames."""

from __future__ import annotations

import re

import pytest

from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.backends.web.world import PARTS
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun
from studio.engine.privacy.masking import MASK_TEXT, Mask
from studio.engine.runtime.values import moment_of
from studio.recorder.web.fronts import Fronts
from studio.recorder.web.launch import endpoint_of
from studio.recorder.web.reading import Reader
from studio.recorder.web.ring import Ring, Shot
from studio.recorder.web.script import _LISTENERS, listener_script
from studio.recorder.web.secrecy import SecretValues, asks_for_secret
from studio.recorder.web.signals import Edit, FieldState, Leave, Moment, Rested, Unread
from studio.recorder.web.spots import Spot
from studio.recorder.web.websocket import _masked
from studio.resource_files import resource


def test_a_replay_follows_what_opens_and_is_told_to_go_back() -> None:
    fronts = Fronts("a")
    assert fronts.turn_to("a", 1.0) is None
    fronts.opened("b", 2.0)
    assert fronts.turn_to("a", 1.9) is None, "the click that opened it was told later than it opened"
    assert fronts.turn_to("b", 3.0) is None
    assert fronts.front == "b"
    assert fronts.turn_to("a", 4.0) == 1
    assert fronts.turn_to("b", 5.0) == 2
    fronts.closed("b")
    assert (fronts.front, fronts.turn_to("a", 6.0)) == ("a", 1)
    assert fronts.number("c") is None


def test_a_frame_in_another_process_is_put_in_its_place() -> None:
    spot = Spot(x=100, y=40, sx=2.0, sy=2.0, ratio=1.5, path=("Elsewhere",))
    assert spot.point(Point(15, 30)) == Point(180, 120)
    inner = Element(0, "button", "button", "Go", Region(15, 30, 30, 15), frame=("deep",))
    placed = spot.element(inner)
    assert placed.region == Region(180, 120, 60, 30)
    assert placed.frame == ("Elsewhere", "deep")
    assert Spot().element(inner) is inner


def test_the_keyboard_is_inside_of_the_frame_that_has_it() -> None:
    frame = Element(0, "iframe", "", "", Region(0, 0, 9, 9), focused=True)
    inner = Element(1, "input", "textbox", "In", Region(0, 0, 9, 9), frame=("f",), focused=True)
    outer = Element(2, "input", "textbox", "Out", Region(0, 0, 9, 9), focused=True)
    assert StructureSnapshot("", "", (frame, inner)).focused is inner
    assert StructureSnapshot("", "", (outer, inner)).focused is outer, "a frame remembers what it had"
    assert StructureSnapshot("", "", (frame,)).focused is frame


@pytest.mark.parametrize(
    ("traits", "secret"),
    [
        ({"label": "PIN"}, True),
        ({"placeholder": "Enter the verification code"}, True),
        ({"name_attr": "otp_code"}, True),
        ({"label": "Postal code"}, False),
        ({"label": "Spinning"}, False),
        ({"label": "Password", "editable": False}, False),
        ({"secret": True, "editable": False}, True),
    ],
)
def test_fields_that_ask_for_secrets(traits: dict[str, object], secret: bool) -> None:
    element = Element(0, "input", "textbox", "", Region(0, 0, 9, 9), **({"editable": True} | traits))  # type: ignore[arg-type]
    assert asks_for_secret(element) is secret


def test_a_ring_keeps_what_was_shown_before() -> None:
    ring = Ring()
    for number in range(60):
        ring.add(Shot(float(number), bytes([number])))
    assert ring.before(50.0) == Shot(49.0, b"\x31")
    oldest = ring.oldest()
    assert oldest is not None
    assert oldest.time > 20, "memory is bounded"
    assert ring.before(oldest.time) is None


@pytest.mark.parametrize(
    "message", ["", "{", "[]", '{"kind": "down"}', '{"kind": "no such", "time": 1}', '{"kind": "key", "time": "x"}']
)
def test_what_a_page_tells_is_never_trusted(message: str) -> None:
    read = Reader(lambda ms: ms).signal("p", message, lambda p: p, lambda e: e)
    assert read is None or isinstance(read, Unread), "never an error; what may have been an action is told"


def test_pictures_of_another_size_are_none_of_this_page() -> None:
    ring = Ring()
    small, true = bytes(16) + b"\0\0\0\x01\0\0\0\x01", bytes(16) + b"\0\0\0\x02\0\0\0\x02"
    ring.add(Shot(1.0, small))
    ring.add_true(Shot(2.0, true))
    ring.add(Shot(3.0, small))
    assert ring.latest() == ring.oldest() == Shot(2.0, true)


def test_the_listener_is_one_program() -> None:
    listener = listener_script()
    assert listener.count('"use strict"') == 2
    texts = {part: resource(f"web/{part}.js").read_text(encoding="utf-8") for part in (*PARTS, *_LISTENERS)}
    assert all(listener.count(text) == 2 for text in texts.values()), "for the page itself, and for what is inside it"
    kept = {part: count for part, text in texts.items() if (count := text.count("preventDefault"))}
    assert kept == {"guard": 1, "record_fields": 1}, "a runner's press, and our own hot keys"
    arms = [part for part, text in texts.items() if re.search(r"guardNode|guardPoint|new Guard", text)]
    assert sorted(arms) == ["api", "guard"], "no listener arms the guard of a press"


def test_a_message_is_masked_as_the_protocol_demands() -> None:
    data, mask = b"hello, browser", b"\x01\x02\x03\x04"
    over = _masked(data, mask)
    assert over == bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
    assert _masked(over, mask) == data
    assert _masked(b"", mask) == b""


def test_no_browser_at_the_address_says_what_to_do() -> None:
    with pytest.raises(EnvironmentUnable, match="--remote-debugging-port"):
        endpoint_of("127.0.0.1:9")


@pytest.mark.parametrize(
    ("text", "form", "keys"),
    [
        ("2026-11-30", "%d%m%Y", "30112026"),
        ("14:05", "%I%M%p", "0205PM"),
        ("2026-11-30T14:05", "%m%d%Y\t%H%M", "11302026\t1405"),
        ("2026-11", "%m%Y", "112026"),
    ],
)
def test_dates_and_times_become_keys(text: str, form: str, keys: str) -> None:
    assert moment_of(text).strftime(form) == keys


def test_a_secret_is_hidden_wherever_the_page_shows_it() -> None:
    mask = Mask()
    mask.add("Hush/9 ä", None)
    mask.add("Hush", None)
    field = Element(
        0, "button", "button", "Hush/9 ä", Region(0, 0, 9, 9),
        **dict.fromkeys(("text", "placeholder", "label", "section", "column", "covered_by"), "a Hush/9 ä"),  # type: ignore[arg-type]
        value="Hush/9 ä", href="x?p=Hush%2F9%20%C3%A4", row=("r", "Hush/9 ä"), options=("Hush/9 ä",),
    )  # fmt: skip
    region = Region(1, 2, 3, 4)
    snapshot = StructureSnapshot(
        "http://h/#p=Hush%2f9+%c3%a4&t=1700000000005", "Wrong Hush/9 ä", (field,), (TextRun("so: Hush/9 ä", region),),
        (RowList("Hush/9 ä", 1, region),), ("Hush/9 ä",),
    )  # fmt: skip
    kept = mask.structure(snapshot)
    assert "Hush" not in str(kept)
    assert "/9 ä" not in str(kept), "of a longer secret nothing is left where a shorter one stands in it"
    assert (kept.url, kept.elements[0].row) == (f"http://h/#p={MASK_TEXT}&t=1700000000005", ("r", MASK_TEXT))
    assert mask.regions(snapshot) == [field.region, region]
    mask.add("9 ä", None)
    assert mask.text("9 ä") == "9 ä", "too short to be told from other words"


def test_what_secret_fields_hold_is_learned_when_it_is_whole() -> None:
    mask = Mask()
    secrets = SecretValues(mask)
    for text in ("Hunt", "Hunter2", "Hunter"):
        secrets.learn(Edit(1.0, "p", FieldState("f", None, secret=True, hidden=text)))
    assert mask.text("Hunter, Hunter2, Hunt") == f"{MASK_TEXT}, {MASK_TEXT}2, Hunt"
    secrets.learn(Leave(2.0, "p", "f"))
    secrets.learn(Rested(3.0, "p", Moment(3.0, hidden=(("f", ""), ("g", "Filled-in")))))
    secrets.field("pin")
    secrets.learn(Edit(4.0, "p", FieldState("pin", "482913")))
    secrets.learn(Edit(4.0, "p", FieldState("city", "Springfield")))
    assert mask.text("Hunter Filled-in 482913 Springfield") == f"{MASK_TEXT} {MASK_TEXT} {MASK_TEXT} Springfield"
    assert "Hunt" not in repr(FieldState("f", None, hidden="Hunt")) + repr(Moment(1.0, hidden=(("f", "Hunt"),)))
