"""What input hooks tell, whatever the system: one value for each event, put into a queue and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from studio.recorder.desktop.keyboard_owner import Taker

HeardKind = Literal["key_down", "key_up", "pointer_down", "pointer_up", "pointer_move", "wheel"]


@dataclass(frozen=True, slots=True)
class Heard:
    """One event of mouse or keyboard. `at` is the moment it happened, in s of the monotonic clock.

    `x`, `y` are physical px of the whole desktop; `dx`, `dy` wheel notches, positive right and down. `key` and
    `button` are named as pynput names them; `char` is what the layout of that moment makes of the key, `dead`
    whether it only waits for the next one. `held` are the modifiers that were down: Control, Alt, Shift, Meta.
    `injected`: sent by a program, not by a person. `keyboard` is who took the keys at that very moment, `under` who lay
    topmost at the point (NOBODY: only the root); None where the system does not tell.
    """

    at: float
    kind: HeardKind
    x: int = 0
    y: int = 0
    key: str | None = None
    char: str | None = None
    dead: bool = False
    button: str | None = None
    dx: int = 0
    dy: int = 0
    held: frozenset[str] = frozenset()
    injected: bool = False
    keyboard: Taker | None = None
    under: Taker | None = None


Sink = Callable[[Heard], None]
CALLBACK_MS = 2.0
"""A callback that takes longer makes mouse and keyboard feel slow."""


@dataclass(slots=True)
class CallbackCost:
    """How many callbacks there were, how long they took in all and at most (ms), and how many took too long."""

    count: int = 0
    total_ms: float = 0.0
    slowest_ms: float = 0.0
    slow: int = 0

    def add(self, seconds: float) -> None:
        """Count one."""
        ms = seconds * 1000
        self.count += 1
        self.total_ms += ms
        self.slowest_ms = max(self.slowest_ms, ms)
        self.slow += ms > CALLBACK_MS


class InputHooks(Protocol):
    """Listens to mouse and keyboard of the whole desktop until it is closed."""

    def start(self, sink: Sink) -> None:
        """Begin; `sink` is called in a thread of the hook's and must only enqueue. Raises EnvironmentUnable."""

    def fault(self) -> str | None:
        """Why nothing is heard any more, as a part of a sentence; None while it listens."""

    def cost(self) -> CallbackCost:
        """What the callbacks took so far."""

    def close(self) -> None:
        """Stop listening. Never raises."""
