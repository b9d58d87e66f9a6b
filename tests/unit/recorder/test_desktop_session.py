"""A desktop session without a desktop: what was done in a pause stays out, however late it is heard of."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import numpy as np

from studio.engine.backends.desktop.monitors import Monitor
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.events import Command, Event
from studio.engine.model.geometry import Region
from studio.engine.recording import RecordingWriter
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

    def start(self, sink: Sink) -> None:
        self._play(sink)

    def stacking(self) -> tuple[Window, ...]:
        return WINDOWS

    def acted(self) -> None:
        pass

    def fault(self) -> None:
        return None

    def cost(self) -> CallbackCost:
        return CallbackCost()

    def close(self) -> None:
        self.closed = True


def recorded(folder: Path, play: Callable[[DesktopSession, Callable[..., None]], None], scope: Scope) -> str:
    """The characters that reached the raw input."""
    told: list[Event] = []

    def start(sink: Sink) -> None:
        def typed(char: str, at: float | None = None, window: int = OURS) -> None:
            when = monotonic() if at is None else at
            for kind in ("key_down", "key_up"):
                sink(Heard(at=when, kind=kind, key=char, char=char, keyboard=Taker((window,))))  # type: ignore[arg-type]

        play(session, typed)
        session.command(Command(command="finish"))

    hands: Any = Scripted(start)
    ring = FrameRing()
    ring.add(Shot(Frame(bgr=np.zeros((30, 40, 3), np.uint8)), 0.0, 0.1, WINDOWS))
    parts = Parts(
        ring,
        hands,
        hands,
        hands,
        (Monitor(0, SCREEN),),
        SCREEN,
        scope,
        hot_keys(),
        looker=None,
        grabs=None,
        stack=ExitStack(),
    )
    with RecordingWriter(folder, app_url=None, viewport=(40, 30), backend="desktop") as writer:
        session = DesktopSession(parts, writer, SimpleNamespace(tell=told.append))
        assert session.run() == folder
    assert hands.closed
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
