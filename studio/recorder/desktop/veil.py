"""Takes secrets out of raw input before it is written or used. Pure."""

from __future__ import annotations

from collections.abc import Callable

from studio.engine.model.geometry import Point
from studio.engine.privacy.secrecy import holds_card_number
from studio.recorder.desktop.keys_held import KeysHeld, acts
from studio.recorder.raw import RawEvent
from studio.recorder.same_place import SamePlace

_SEPARATORS = " -.–/_"
_LONGEST = 19 + 24
"""Digits and separators of the longest card number."""
_CARET = {"left": -1, "right": 1, "home": -1_000_000, "end": 1_000_000}
_LEAVING = frozenset({"tab", "iso_left_tab", "enter", "return", "kp_enter"})
"""Keys after which the keyboard may be in another field."""


class Veil:
    """Text for a secret becomes one `masked` event for each run, so that not even its length is told.

    Which field is secret is told by `focus` events; `secret_next` makes the next text secret wherever it goes,
    and all that is typed after it until the keyboard may be elsewhere: after Tab, Enter, a click elsewhere, a `focus`.
    Digits wait until it is certain that they are no card number. `on_secret` is called with the text of each secret
    once it is complete, so that its echo on the screen can be masked.
    """

    def __init__(self, on_secret: Callable[[str], None]) -> None:
        self._on_secret = on_secret
        self._held = KeysHeld()
        self._field_is_secret = False
        self._armed = self._used = False
        self._place = SamePlace()
        self._secret: str | None = None
        self._whole, self._caret = "", 0
        self._digits: list[RawEvent] = []
        self._swallowed: set[str] = set()
        self.hidden_until = 0.0
        """When the last key of a secret was pressed."""

    def take(self, raw: RawEvent) -> list[RawEvent]:
        """What may be written now that `raw` came."""
        self._held.follow(raw)
        if raw.kind == "key_up" and raw.key in self._swallowed:
            self._swallowed.discard(raw.key)
            return []
        if self._types(raw) and (self._field_is_secret or self._armed):
            return self._decide() + self._hide(raw)
        if self._digits:
            return self._while_digits_wait(raw)
        if self._held.is_text(raw) and raw.kind == "key_down" and (raw.char or "").isdigit():
            out = self._end_secret(raw)
            self._digits.append(raw)
            return out
        return [*self._end_secret(raw), raw]

    def flush(self) -> list[RawEvent]:
        """Decide on what waits: nothing more will come."""
        out = self._decide()
        self._close_secret()
        return out

    @property
    def oldest(self) -> float | None:
        """When the first event that waits took place."""
        return self._digits[0].t if self._digits else None

    def _types(self, raw: RawEvent) -> bool:
        """Whether it is a part of typing: in a secret also what takes back."""
        erases = self._secret is not None and self._held.erases(raw)
        return raw.kind == "text" or (raw.kind == "key_down" and (self._held.is_text(raw) or erases))

    def _hide(self, raw: RawEvent) -> list[RawEvent]:
        first = self._secret is None
        self._secret = self._secret or ""
        self.hidden_until = raw.t
        self._used = self._armed
        so_far = self._secret
        self._edit(raw)
        if raw.key:
            self._swallowed.add(raw.key)
        self._secret = so_far[:-1] if self._held.erases(raw) else so_far + (raw.text or raw.char or "")
        return [RawEvent(t=raw.t, kind="masked")] if first else []

    def _end_secret(self, raw: RawEvent) -> list[RawEvent]:
        """A run of secret text ends with the next thing that a person does, or with another field."""
        if acts(raw) or raw.kind in ("focus", "command", "pause"):
            self._close_secret()
        if raw.kind == "key_down":
            self._edit(raw)
        if self._leaves(raw):
            self._armed = self._armed and not self._used
            self._used, self._whole, self._caret = False, "", 0
        if raw.kind == "focus":
            self._field_is_secret = raw.secret
        if raw.kind == "command" and raw.name == "secret_next":
            self._armed, self._used = True, False
        return []

    def _leaves(self, raw: RawEvent) -> bool:
        """Whether the keyboard may be in another field from now on."""
        if raw.kind == "pointer_down":
            return self._place.leaves(_point(raw), stays=self._used)
        return raw.kind == "focus" or (raw.kind == "key_down" and raw.key in _LEAVING)

    def _close_secret(self) -> None:
        if self._secret is not None:
            text, self._secret = self._secret, None
            self._on_secret(text)
            if self._whole not in ("", text):
                self._on_secret(self._whole)

    def _edit(self, raw: RawEvent) -> None:
        """Follow what stands in the field of a secret as a whole, for its echo on the screen."""
        before, after = self._whole[: self._caret], self._whole[self._caret :]
        if raw.key in _CARET:
            self._caret = min(max(self._caret + _CARET[raw.key], 0), len(self._whole))
        elif self._held.erases(raw):
            before, after = (before, after[1:]) if raw.key == "delete" else (before[:-1], after)
            self._whole, self._caret = before + after, len(before)
        elif self._secret is not None:
            before += raw.text or raw.char or ""
            self._whole, self._caret = before + after, len(before)

    def _while_digits_wait(self, raw: RawEvent) -> list[RawEvent]:
        goes_on = self._held.erases(raw) or (self._held.is_text(raw) and _fits(raw.char or ""))
        if goes_on and len(_typed(self._digits, self._held)) < _LONGEST:
            self._digits.append(raw)
            return []
        if acts(raw) or raw.kind in ("focus", "command", "pause", "text"):
            return self._decide() + self.take(raw)
        self._digits.append(raw)
        return []

    def _decide(self) -> list[RawEvent]:
        """The events that waited; of a card number only that there was one."""
        waited, self._digits = self._digits, []
        text = _typed(waited, self._held)
        if not holds_card_number(text):
            return waited
        self._on_secret(text)
        self.hidden_until = waited[-1].t
        hidden = [raw for raw in waited if raw.kind in ("key_down", "key_up") and (raw.char or raw.key == "backspace")]
        released = {raw.key for raw in hidden if raw.kind == "key_up"}
        self._swallowed |= {raw.key for raw in hidden if raw.key} - released
        return [RawEvent(t=waited[0].t, kind="masked"), *(raw for raw in waited if raw not in hidden)]


def _point(raw: RawEvent) -> Point | None:
    return None if raw.x is None or raw.y is None else Point(raw.x, raw.y)


def _fits(char: str) -> bool:
    return char.isdigit() or char in _SEPARATORS


def _typed(raws: list[RawEvent], held: KeysHeld) -> str:
    """The text that the events typed, with what was taken back gone."""
    text = ""
    for raw in raws:
        if held.erases(raw):
            text = text[:-1]
        elif raw.kind == "key_down" and raw.char:
            text += raw.char
    return text
