"""A desktop session without a desktop: pauses, hot keys that take words, and what other programs tell meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from helpers.elements import element
from helpers.formats import snapshot

from studio.engine.backends.desktop.accessibility import AccessibilityEvent, FocusChanged, TextCommitted
from studio.engine.backends.desktop.monitors import Monitor
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.events import Command, Event, HotKeyPressed
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.recording import RecordingWriter, load_recording
from studio.engine.vision.frame import Frame
from studio.recorder.desktop.hooks import CallbackCost, Heard, Sink
from studio.recorder.desktop.hot_keys import hot_keys
from studio.recorder.desktop.keyboard_owner import Taker
from studio.recorder.desktop.parts import Parts
from studio.recorder.desktop.ring import FrameRing, Shot
from studio.recorder.desktop.scope import Scope
from studio.recorder.desktop.session import DesktopSession

SCREEN = Region(0, 0, 40, 30)
OURS, OTHER = 0x800003, 0xA00003
WINDOWS = tuple(
    Window(number, number, f"W{number}", number, "prog", SCREEN, SCREEN, active=number == OURS)
    for number in (OTHER, OURS)
)


class Scripted:
    """Hooks, grabber and windows in one: all that happens is there before the loop takes the first of it."""

    def __init__(self, play: Callable[[Sink], None]) -> None:
        self._play = play
        self.closed = False
        self.asked = 0

    def start(self, sink: Sink) -> None:
        self._play(sink)

    def stacking(self) -> tuple[Window, ...]:
        self.asked += 1
        return WINDOWS

    def acted(self) -> None:
        self.asked += 1

    def fault(self) -> None:
        return None

    def cost(self) -> CallbackCost:
        return CallbackCost()

    def close(self) -> None:
        self.closed = True


class Programs:
    """What programs tell: `focused` has the keyboard when they are asked."""

    def __init__(self) -> None:
        self.focus: Element | None = None
        self.asked = 0
        self.tell: Callable[[AccessibilityEvent], None] = lambda _: None
        self.source = self

    def watch(self, sink: Callable[[AccessibilityEvent], None]) -> None:
        self.tell = sink

    def start(self) -> None:
        pass

    def rests_on(self) -> None:
        pass

    def touched(self, at: float) -> None:
        pass

    def focused(self) -> Element | None:
        self.asked += 1
        return self.focus

    def snapshot(self, moment: float, still_since: float) -> StructureSnapshot:
        self.asked += 1
        return snapshot()

    def last_before(self, moment: float) -> None:
        return None


@dataclass
class World:
    """The desktop of a session: what programs tell, what is shown by now, and what was told in the end."""

    programs: Programs | None = None
    shown: tuple[Window, ...] = WINDOWS
    asks: bool = False
    asked: Callable[[], int] = lambda: 0
    told: tuple[Event, ...] = ()


def recorded(
    folder: Path, play: Callable[[DesktopSession, Callable[..., None]], None], scope: Scope, world: World | None = None
) -> str:
    """The characters that reached the raw input."""
    told: list[Event] = []
    world = world or World()
    looker: Any = world.programs

    def start(sink: Sink) -> None:
        def typed(char: str, at: float | None = None, window: int = OURS, held: tuple[str, ...] = ()) -> None:
            when = monotonic() if at is None else at
            for kind in ("key_down", "key_up"):
                keyboard = Taker((window,))
                sink(Heard(at=when, kind=kind, key=char, char=char, held=frozenset(held), keyboard=keyboard))  # type: ignore[arg-type]

        play(session, typed)
        session.command(Command(command="finish"))

    hands: Any = Scripted(start)
    world.asked = lambda: hands.asked + (world.programs.asked if world.programs else 0)
    ring = FrameRing()
    ring.add(Shot(Frame(bgr=np.zeros((30, 40, 3), np.uint8)), 0.0, 0.1, world.shown))
    parts = Parts(
        ring,
        hands,
        hands,
        hands,
        (Monitor(0, SCREEN),),
        SCREEN,
        scope,
        hot_keys(),
        looker=looker,
        grabs=None,
        stack=ExitStack(),
        asks=world.asks,
    )
    with RecordingWriter(folder, app_url=None, viewport=(40, 30), backend="desktop") as writer:
        session = DesktopSession(parts, writer, SimpleNamespace(tell=told.append))
        assert session.run() == folder
    assert hands.closed
    world.told = tuple(told)
    lines = [json.loads(line) for line in (folder / "raw.jsonl").read_text().splitlines()]
    return "".join(line.get("char", "") for line in lines if line["kind"] == "key_down")


def test_what_was_done_in_a_pause_stays_out_however_late_it_is_heard_of(tmp_path: Path) -> None:
    def play(session: DesktopSession, typed: Callable[..., None]) -> None:
        typed("a")
        session.command(Command(command="pause"))
        typed("b")
        in_pause = monotonic()
        session.command(Command(command="resume"))
        typed("c", in_pause)
        resumed = monotonic()
        typed("d")
        session.command(Command(command="resume"))  # changes nothing
        typed("e", resumed)

    assert recorded(tmp_path / "rec", play, Scope()) == "ade"


def test_text_is_led_to_the_window_that_had_the_keyboard_when_it_was_typed(tmp_path: Path) -> None:
    def play(session: DesktopSession, typed: Callable[..., None]) -> None:
        for char, window in zip("aBcD", (OURS, OTHER) * 2, strict=True):
            typed(char, window=window)

    assert recorded(tmp_path / "rec", play, Scope(own_pids=frozenset({OTHER}))) == "ac"
    assert recorded(tmp_path / "one", play, Scope(target=WINDOWS[0])) == "BD"


def test_a_callback_only_puts_aside_what_it_heard_and_nothing_is_lost(tmp_path: Path) -> None:
    """All slow work (programs, windows, pictures) is done by the loop, however much has come meanwhile."""
    world, chars = World(Programs()), "abcdefghij" * 30

    def play(_: DesktopSession, typed: Callable[..., None]) -> None:
        before = world.asked()
        for char in chars:
            typed(char)
        assert world.asked() == before

    assert recorded(tmp_path / "rec", play, Scope(), world) == chars
    assert world.asked() > len(chars)


def field(name: str) -> Element:
    return element(role="textbox", name=name, region=Region(4, 4, 20, 10))


def fields_of(folder: Path) -> list[tuple[str | None, str | None]]:
    return [(event.text, event.field_label) for event in load_recording(folder).events]


@pytest.mark.parametrize("scope", [Scope(), Scope(own_pids=frozenset({OTHER}))])
def test_text_is_never_labelled_with_the_field_of_another_program(tmp_path: Path, scope: Scope) -> None:
    """Its own program tells nothing, and by the time that it is asked for the keyboard is in another one."""
    programs = Programs()
    programs.focus = field("Elsewhere")
    moved_on = tuple(replace(window, active=window.id == OTHER) for window in WINDOWS)

    def play(_: DesktopSession, typed: Callable[..., None]) -> None:
        typed("a")

    assert recorded(tmp_path / "rec", play, scope, World(programs, moved_on)) == "a"
    assert fields_of(tmp_path / "rec") == [("a", None)]


@pytest.mark.parametrize("scope", [Scope(target=WINDOWS[1]), Scope(own_pids=frozenset({OTHER}))])
def test_what_was_done_elsewhere_meanwhile_leaves_no_label_behind(tmp_path: Path, scope: Scope) -> None:
    """The other program tells that the keyboard came to it, and its own one not that it came back."""
    programs = Programs()
    programs.focus = name = field("Name")

    def play(_: DesktopSession, typed: Callable[..., None]) -> None:
        typed("a")
        programs.tell(TextCommitted("a", name, monotonic()))
        typed("x", window=OTHER)
        programs.tell(FocusChanged(field("Elsewhere"), monotonic()))
        typed("b")

    assert recorded(tmp_path / "rec", play, scope, World(programs)) == "ab"
    assert {label for _, label in fields_of(tmp_path / "rec")} == {"Name"}
    assert "Elsewhere" not in (tmp_path / "rec" / "raw.jsonl").read_text()


@pytest.mark.parametrize(("window", "text"), [(OURS, "你"), (OTHER, "ni")])
def test_what_an_input_method_makes_in_another_program_is_not_taken_over(
    tmp_path: Path, window: int, text: str
) -> None:
    programs = Programs()
    programs.focus = field("Name")

    def play(_: DesktopSession, typed: Callable[..., None]) -> None:
        for char in "ni":
            typed(char)
        programs.tell(TextCommitted("n", programs.focus, monotonic()))
        for char in "ni" if window == OTHER else "":
            typed(char, window=OTHER)
        programs.tell(TextCommitted("你", field("Elsewhere") if window == OTHER else programs.focus, monotonic()))

    recorded(tmp_path / "rec", play, Scope(own_pids=frozenset({OTHER})), World(programs))
    assert fields_of(tmp_path / "rec") == [(text, "Name")]
    assert ("你" in (tmp_path / "rec" / "raw.jsonl").read_text()) is (window == OURS)


@pytest.mark.parametrize("asks", [False, True])
def test_hot_keys_that_take_words_ask_for_them_or_do_without(tmp_path: Path, asks: bool) -> None:
    def play(session: DesktopSession, typed: Callable[..., None]) -> None:
        for key, command in (
            ("v", Command(command="param_next", name="who")),
            ("n", Command(command="note", text="!")),
        ):
            typed(key, held=("Control", "Alt"))
            if asks:
                session.command(command)
        typed("a")

    world = World(asks=asks)
    assert recorded(tmp_path / "rec", play, Scope(), world) == "a"
    (event,) = load_recording(tmp_path / "rec").events
    assert (event.text, event.param, event.note) == (("a", "who", "!") if asks else ("a", "value", ""))
    keys = [(told.command, told.asks) for told in world.told if isinstance(told, HotKeyPressed)]
    assert keys == [("param_next", asks), ("note", asks)]
    assert (tmp_path / "rec" / "raw.jsonl").read_text().count('"command"') == 3  # two of them, and finish
