"""What the normaliser is told of the system: times, distances, monitors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from studio.engine.backends.desktop.monitors import Monitors
from studio.engine.model.geometry import Point


@dataclass(frozen=True, slots=True)
class Rest:
    """The pointer stood still at `point` from `began` to `ended` (s), no button down, before it went on to a click."""

    point: Point
    began: float
    ended: float


def reveals_nothing(_: Rest) -> bool:
    """No rest of the pointer counts as a hover."""
    return False


@dataclass(frozen=True, slots=True)
class Settings:
    """Times in s, distances in physical px. The defaults are those of common desktops.

    `double_click_s` counts from press to press. `ime_hold_s` is how long Enter after letters waits for an input
    method to say what it made of them; `ime_active_s` the same once an input method was seen at work.
    `reveals` decides whether a rest of the pointer showed what was clicked next. No `monitors`: no point is clamped.
    """

    double_click_s: float = 0.5
    double_click_px: float = 5
    drag_px: float = 8
    went_px: float = 24
    wheel_pause_s: float = 0.6
    wheel_px: float = 30
    rest_s: float = 0.4
    rest_px: float = 4
    ime_hold_s: float = 0.4
    ime_active_s: float = 3.0
    repeat_s: float = 1.0
    stuck_s: float = 60.0
    monitors: Monitors = ()
    reveals: Callable[[Rest], bool] = reveals_nothing
