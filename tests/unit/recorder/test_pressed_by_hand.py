"""A whole desktop session with a program that tells of its button once, before it lit up: the click keeps its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.recording import load_recording
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.keyboard_owner import Taker
from studio.recorder.desktop.looker import Looker
from studio.recorder.desktop.scope import Scope
from studio.recorder.desktop.session import DesktopSession
from tests.unit.recorder.test_desktop_session import OURS, World, recorded

BUTTON = Element(0, "button", "button", "Store", Region(4, 4, 20, 10))


class Program:
    """Tells of one button."""

    def watch(self, _sink: object) -> None:
        pass

    def element_at(self, _point: Point) -> Element | None:
        return BUTTON

    def focused(self) -> Element | None:
        return None

    def snapshot(self, pids: object = None) -> StructureSnapshot:
        return StructureSnapshot("desktop:", "", (BUTTON,))

    def close(self) -> None:
        pass


def test_a_click_keeps_the_name_and_the_held_keys_and_the_recording_closes_with_a_picture(tmp_path: Path) -> None:
    source: Any = Program()
    looker: Any = Looker(source, lambda: 0.0, lambda: None)

    def play(session: DesktopSession, _typed: Callable[..., None]) -> None:
        sleep(0.3)
        taker = Taker((OURS,))

        def press(kind: Any, x: int, y: int, **more: Any) -> None:
            session.heard(Heard(at=monotonic(), kind=kind, button="left", x=x, y=y, under=taker, **more))

        session.heard(Heard(at=monotonic(), kind="key_down", key="ctrl_l", keyboard=taker))
        press("pointer_down", 8, 8)
        press("pointer_up", 8, 8)
        session.heard(Heard(at=monotonic(), kind="key_up", key="ctrl_l", keyboard=taker))
        press("pointer_down", 8, 8)
        for place in ((30, 8), (30, 28), (12, 20)):
            session.heard(Heard(at=monotonic(), kind="pointer_move", x=place[0], y=place[1]))
            sleep(0.03)
        press("pointer_up", 10, 10)

    try:
        recorded(tmp_path / "rec", play, Scope(), World(looker))
    finally:
        looker.close()
    recording = load_recording(tmp_path / "rec")
    click, drag = recording.events
    assert (click.kind, click.modifiers) == ("click", ("Control",))
    assert [e.target.name if e.target else None for e in recording.events] == ["Store", "Store"]
    assert drag.kind == "drag"
    assert {(22, 0), (22, 20)} <= {(dx, dy) for dx, dy, _ in drag.path}
    assert recording.has_end
    assert recording.before_structure(2) is not None
