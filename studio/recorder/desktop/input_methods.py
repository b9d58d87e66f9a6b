"""Tells text that an input method committed from the echo of the keys that were pressed. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

_REMEMBERED_S = 10.0
_ECHO_S = 2.0
_METHODS = ("ibus", "fcitx", "uim", "scim", "hime", "gcin", "nimf", "kime")
_EAST = 0x2E80
"""No keyboard layout makes characters from here on (radicals, kana, Han, Hangul): an input method does."""


class CommitFilter:
    """Programs tell all text that is put into a field. Only what no key explains came from an input method."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        names = " ".join(environment.get(n, "") for n in ("GTK_IM_MODULE", "QT_IM_MODULE", "XMODIFIERS")).lower()
        self._active = any(name in names for name in _METHODS)
        self._typed: deque[tuple[float, str]] = deque(maxlen=400)
        self._composing = -_REMEMBERED_S

    def key(self, char: str | None, *, composes: bool, at: float) -> None:
        """A key was pressed that makes `char`, or is a part of a dead key or compose sequence."""
        if composes:
            self._composing = at
        if char:
            self._typed.append((at, char))

    def is_committed(self, text: str, at: float) -> bool:
        """Whether an input method made `text`, which came into the field at `at`."""
        typed = {char for t, char in self._typed if at - t < _REMEMBERED_S}
        foreign = [c for c in text if not c.isascii() and c not in typed]
        if not text or not foreign or not typed:
            return False
        if all(ord(c) < _EAST for c in foreign):
            return self._active and at - self._composing > _ECHO_S
        return True
