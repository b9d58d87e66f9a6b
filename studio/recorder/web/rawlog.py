"""raw.jsonl of a page: presses and wheel as they came, and what fields held. Secrets leave only a mask. Pure."""

from __future__ import annotations

from studio.engine.model.workflow import ActionKind
from studio.recorder.raw import RawEvent
from studio.recorder.web.performed import Performed
from studio.recorder.web.signals import Down, Signal, Up, Wheel

NOTCH_PX = 100
"""Logical px of one wheel notch."""

_BUTTONS = {0: "left", 1: "middle", 2: "right"}
_NAMES = {
    "ArrowDown": "down", "ArrowLeft": "left", "ArrowRight": "right", "ArrowUp": "up", "Control": "ctrl_l",
    "Alt": "alt_l", "Shift": "shift_l", "Meta": "cmd", "Escape": "esc", "PageDown": "page_down", "PageUp": "page_up",
}  # fmt: skip


def of_signal(signal: Signal) -> tuple[RawEvent, ...]:
    """Pointer and wheel."""
    t = max(signal.t, 0.0)
    if isinstance(signal, Down):
        button = _BUTTONS.get(signal.button, "unknown")
        return (RawEvent(t=t, kind="pointer_down", button=button, x=signal.point.x, y=signal.point.y),)
    if isinstance(signal, Up):
        return (RawEvent(t=t, kind="pointer_up", button="left", x=signal.point.x, y=signal.point.y),)
    if isinstance(signal, Wheel):
        dx, dy = _notches(signal.dx), _notches(signal.dy)
        return (RawEvent(t=t, kind="wheel", x=signal.point.x, y=signal.point.y, dx=dx, dy=dy),)
    return ()


def of_action(done: Performed) -> tuple[RawEvent, ...]:
    """Keys and text, once it is known what is secret."""
    action, t = done.action, max(done.action.ended, 0.0)
    if action.kind is ActionKind.KEY and action.key:
        return _chord(action.key, t)
    if action.kind is ActionKind.TYPE:
        focus = RawEvent(t=t, kind="focus", label=action.field_label, secret=action.secret)
        text = RawEvent(t=t, kind="masked") if action.secret else RawEvent(t=t, kind="text", text=action.text or "")
        return focus, text
    return ()


def _chord(name: str, t: float) -> tuple[RawEvent, ...]:
    *held, last = ["+"] if name == "+" else name.split("+")
    names = [_NAMES.get(key, key.casefold()) for key in held]
    key = _NAMES.get(last, last if len(last) == 1 else last.casefold())
    char = last.lower() if len(last) == 1 else None
    down = [RawEvent(t=t, kind="key_down", key=one) for one in names]
    up = [RawEvent(t=t, kind="key_up", key=one) for one in reversed(names)]
    pressed = RawEvent(t=t, kind="key_down", key=key.lower(), char=char)
    return (*down, pressed, RawEvent(t=t, kind="key_up", key=key.lower(), char=char), *up)


def _notches(px: int) -> int:
    return (px > 0) - (px < 0) if 0 < abs(px) < NOTCH_PX else round(px / NOTCH_PX)
