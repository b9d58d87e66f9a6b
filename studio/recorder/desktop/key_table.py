"""What each key means, kept at hand: asked for again only where the display tells that it changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from studio.recorder.desktop.record_stream import KeysTold, KeysWanted

Ask = Callable[[int, int], Sequence[Sequence[int]]]
"""The keysyms of so many keys from the first one on, at all levels."""


class KeyTable:
    """Follows the mapping in the order of the stream, so that a key means what it meant when it was pressed."""

    def __init__(self, ask: Ask, first: int, count: int) -> None:
        """Asks for all of them."""
        self._ask = ask
        self._wanted: KeysWanted | None = None
        self._syms: dict[int, tuple[int, ...]] = {}
        self._read(first, count)

    def syms(self, code: int) -> tuple[int, ...]:
        """What the key means at all levels."""
        return self._syms.get(code, ())

    def wanted(self, told: KeysWanted) -> None:
        """A program asks for another meaning; that it holds is told next."""
        self._wanted = told

    def changed(self, told: KeysTold) -> None:
        """Some keys mean something else. Where they do so once more by now, what was asked for held meanwhile."""
        wanted, self._wanted = self._wanted, None
        if told.request != 1:
            return
        self._read(told.first, told.count)
        for code, syms in enumerate(wanted.syms, wanted.first) if wanted is not None else ():
            if syms[:1] != self._syms.get(code, ())[:1]:
                self._syms[code] = syms

    def _read(self, first: int, count: int) -> None:
        for code, syms in enumerate(self._ask(first, count), first):
            self._syms[code] = tuple(syms)
