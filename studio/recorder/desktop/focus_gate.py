"""Holds text back until it is known which field has the keyboard: a password must not slip out before that. Pure."""

from __future__ import annotations

from collections.abc import Callable

from studio.engine.model.structure import Element
from studio.recorder.desktop.keys_held import ERASING, KeysHeld, acts
from studio.recorder.masking import field_key
from studio.recorder.raw import RawEvent
from studio.recorder.secrecy import says_secret

ASK_S = 0.06
"""So long after a click or key a program has moved the keyboard, if it does, s. Then it can be asked where it is."""

_START = 0.0


class FocusGate:
    """Raw events in; the same events out, in order, with a `focus` event before text that goes to another field.

    `asks` is False where nobody can tell the field: then nothing waits. `hides` tells whether a field took a secret.
    """

    def __init__(self, hides: Callable[[Element], bool], *, asks: bool) -> None:
        self.focus: Element | None = None
        self._hides = hides
        self._asks = asks
        self._moved: float | None = _START if asks else None
        self._waiting: list[RawEvent] = []
        self._held = KeysHeld()
        self._told = False

    def take(self, raw: RawEvent) -> list[RawEvent]:
        """What may go on now that `raw` came."""
        if self._waiting:
            self._waiting.append(raw)
            return []
        return self._next(raw)

    def learn(self, element: Element | None, t: float, *, asked: bool = False) -> list[RawEvent]:
        """The keyboard is in `element` at `t`: told by the program, or the answer to a question (`asked`)."""
        if self._moved is not None:
            if t < self._moved + (ASK_S if asked else 0):
                return []
            self._moved = None
        waiting, self._waiting = self._waiting, []
        out = self._changed(element, min([t, *(raw.t for raw in waiting[:1])]))
        for place, raw in enumerate(waiting):
            out += self._next(raw)
            if self._waiting:
                self._waiting += waiting[place + 1 :]
                break
        return out

    def flush(self) -> list[RawEvent]:
        """All that waits, though nobody told the field: nothing more will come."""
        self._moved, self._asks = None, False
        waiting, self._waiting = self._waiting, []
        return [passed for raw in waiting for passed in self._next(raw)]

    def wants_answer(self, now: float) -> bool:
        """Whether text waits and the program can be asked by now."""
        return bool(self._waiting) and self._moved is not None and now >= self._moved + ASK_S

    @property
    def is_unsure(self) -> bool:
        """Whether something happened that may have moved the keyboard, and nobody has told since where it is."""
        return self._moved is not None

    @property
    def oldest(self) -> float | None:
        """When the first event that waits took place."""
        return self._waiting[0].t if self._waiting else None

    def _next(self, raw: RawEvent) -> list[RawEvent]:
        self._held.follow(raw)
        text = self._held.is_text(raw) and raw.kind == "key_down"
        if text and self._moved is not None:
            self._waiting.append(raw)
            return []
        if self._asks and acts(raw) and not text and raw.key not in ERASING:
            self._moved = raw.t
        return [raw]

    def _changed(self, element: Element | None, t: float) -> list[RawEvent]:
        """A `focus` event where the field is another one than the last that was told."""
        same = self._told and _key(self.focus) == _key(element)
        self.focus, self._told = element, True
        if same:
            return []
        secret = is_secret_field(element, self._hides)
        return [RawEvent(t=max(t, 0.0), kind="focus", label=label_of(element) or None, secret=secret)]


def label_of(element: Element | None) -> str:
    """What a person calls the field; empty where it has no name."""
    return "" if element is None else (element.label or element.name or element.placeholder)[:500]


def is_secret_field(element: Element | None, hides: Callable[[Element], bool]) -> bool:
    """Whether what is typed there must not be kept."""
    return element is not None and (element.secret or hides(element) or says_secret(label_of(element)))


def _key(element: Element | None) -> object:
    return None if element is None else field_key(element)
