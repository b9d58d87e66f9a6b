"""Tells text from chords in a stream of raw events. Pure."""

from __future__ import annotations

from studio.recorder.raw import RawEvent

_COMMANDING = frozenset({"ctrl", "ctrl_l", "ctrl_r", "alt", "alt_l", "alt_r", "cmd", "cmd_l", "cmd_r"})
QUIET_KEYS = frozenset({"shift", "shift_l", "shift_r", "caps_lock", "num_lock", "alt_gr"}) | _COMMANDING
"""Keys that do nothing by themselves."""

ERASING = frozenset({"backspace", "delete"})
_TOUCHES = frozenset({"key_down", "pointer_down", "wheel"})


class KeysHeld:
    """Follows which keys of a chord are down."""

    def __init__(self) -> None:
        self._down: set[str] = set()

    def follow(self, raw: RawEvent) -> None:
        """Take the next event."""
        if raw.key in _COMMANDING:
            (self._down.add if raw.kind == "key_down" else self._down.discard)(raw.key)

    def is_text(self, raw: RawEvent) -> bool:
        """Whether it types a character (or lets go of the key that did)."""
        return raw.kind in ("key_down", "key_up") and bool(raw.char) and not self._commanding

    def erases(self, raw: RawEvent) -> bool:
        """Whether it takes back what was typed."""
        return raw.kind == "key_down" and raw.key in ERASING and not self._commanding

    @property
    def _commanding(self) -> bool:
        """AltGr of Windows is reported as Control and Alt together with a character: text."""
        return bool(self._down) and not {"alt_gr"} & self._down


def acts(raw: RawEvent) -> bool:
    """Whether a person did something by it: pressed a key that is no modifier, a button, or turned the wheel."""
    return raw.kind in _TOUCHES and raw.key not in QUIET_KEYS
