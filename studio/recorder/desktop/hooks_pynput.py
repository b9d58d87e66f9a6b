"""Mouse and keyboard by pynput's listeners: the way on Windows and macOS. Written for them, not tried on them.

Points are physical px where the process is aware of the displays' scales (pynput asks for that on Windows).
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import Any

from studio.engine.backends.protocols import EnvironmentUnable
from studio.recorder.desktop.hooks import CallbackCost, Heard, HeardKind, Sink

_HELD = {
    "ctrl": "Control",
    "ctrl_l": "Control",
    "ctrl_r": "Control",
    "alt": "Alt",
    "alt_l": "Alt",
    "alt_r": "Alt",
    "shift": "Shift",
    "shift_l": "Shift",
    "shift_r": "Shift",
    "cmd": "Meta",
    "cmd_l": "Meta",
    "cmd_r": "Meta",
}


class PynputHooks:
    """Listens by pynput; callbacks only make a value and hand it on."""

    def __init__(self) -> None:
        """Raises EnvironmentUnable where pynput finds no display or has no permission."""
        try:
            from pynput import keyboard, mouse
        except ImportError as problem:
            raise EnvironmentUnable(f"Mouse and keyboard cannot be watched here: {problem}.") from problem
        self._modules = (keyboard, mouse)
        self._listeners: list[Any] = []
        self._held: set[str] = set()
        self._at = (0, 0)
        self._cost = CallbackCost()
        self._problem: str | None = None

    def start(self, sink: Sink) -> None:
        """Begin. Raises EnvironmentUnable where the system does not let us listen."""
        self._sink = sink
        keyboard, mouse = self._modules
        self._listeners = [
            keyboard.Listener(
                on_press=lambda key, injected=False: self._key("key_down", key, injected),
                on_release=lambda key, injected=False: self._key("key_up", key, injected),
            ),
            mouse.Listener(on_move=self._moved, on_click=self._clicked, on_scroll=self._scrolled),
        ]
        for listener in self._listeners:
            listener.start()
            listener.wait()
        trusted = getattr(self._listeners[0], "IS_TRUSTED", True)
        if sys.platform == "darwin" and not trusted:
            self.close()
            raise EnvironmentUnable(
                "macOS does not let this program watch mouse and keyboard: allow it in System Settings, Privacy & "
                "Security, Accessibility and Input Monitoring, then start it again."
            )

    def fault(self) -> str | None:
        """Why nothing is heard any more."""
        if self._problem is None and any(not listener.is_alive() for listener in self._listeners):
            self._problem = "listening to mouse and keyboard failed"
        return self._problem

    def cost(self) -> CallbackCost:
        """What the callbacks took so far."""
        return self._cost

    def close(self) -> None:
        """Stop listening. Never raises."""
        for listener in self._listeners:
            listener.stop()

    def _key(self, kind: HeardKind, key: Any, injected: bool) -> None:
        name = getattr(key, "name", None)
        char = " " if name == "space" else getattr(key, "char", None)
        shown = name or char or f"<{getattr(key, 'vk', 0)}>"
        modifier = _HELD.get(shown)
        self._tell(kind, injected, key=shown, char=char, dead=bool(getattr(key, "is_dead", False)))
        if modifier:
            (self._held.add if kind == "key_down" else self._held.discard)(modifier)

    def _moved(self, x: float, y: float, injected: bool = False) -> None:
        self._at = (round(x), round(y))
        self._tell("pointer_move", injected)

    def _clicked(self, x: float, y: float, button: Any, pressed: bool, injected: bool = False) -> None:
        self._at = (round(x), round(y))
        self._tell("pointer_down" if pressed else "pointer_up", injected, button=str(button.name))

    def _scrolled(self, x: float, y: float, dx: float, dy: float, injected: bool = False) -> None:
        self._at = (round(x), round(y))
        self._tell("wheel", injected, dx=round(dx), dy=-round(dy))

    def _tell(self, kind: HeardKind, injected: bool, **more: Any) -> None:
        began = monotonic()
        x, y = self._at
        self._sink(Heard(at=began, kind=kind, x=x, y=y, held=frozenset(self._held), injected=injected, **more))
        self._cost.add(monotonic() - began)
