"""Whether what a person did belongs to the recording, by the window that took it at that very moment. Pure.

The hook tells who had the keyboard and what lay under the pointer when it happened (`Heard.keyboard`, `Heard.under`).
Tables of windows, which may be older or younger, only say whose window that is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.keyboard_owner import NOBODY, Taker
from studio.recorder.desktop.keys_held import QUIET_KEYS
from studio.recorder.desktop.scope import Scope, active_window, window_at

Table = Sequence[Window]
_TYPED = 300
_SAME_S = 1e-3


class Whose(StrEnum):
    """What is said of an event. `unsure`: nothing tells which window took it, or a program did that takes all keys."""

    RECORDED = "recorded"
    OUTSIDE = "outside"
    OWN = "own"
    UNSURE = "unsure"


class Taken(NamedTuple):
    """Whose an event is, and the window that took it: None for the bare desktop, and where it is not known."""

    whose: Whose
    window: Window | None = None


class Belonging:
    """Judges each event of one recording. `later` gives tables of windows as they are now, the cheapest first."""

    def __init__(self, scope: Scope, later: Sequence[Callable[[], Table]]) -> None:
        self._scope = scope
        self._later = later
        self._left_out: set[str] = set()
        self._typed: deque[tuple[float, Window | None]] = deque(maxlen=_TYPED)
        self.types_here = True
        """Whether the last key that was pressed belongs to the recording."""

    def of(self, heard: Heard, seen: Table, point: Point) -> Taken:
        """Whose it is; `seen` are the windows just before it. What was pressed inside belongs to it wherever it is let
        go."""
        name = heard.key or heard.button or ""
        if heard.kind in ("key_up", "pointer_up"):
            out = name in self._left_out
            self._left_out.discard(name)
            return Taken(Whose.OWN if out else Whose.RECORDED)
        if heard.key in QUIET_KEYS:
            return Taken(Whose.RECORDED)
        if heard.kind == "pointer_move":
            return _judged(self._scope, seen, window_at(seen, point))
        text = bool(heard.char) and not heard.held - {"Shift"}
        found = taken(self._scope, self._tables(seen), heard, point, text=text)
        if found.whose is not Whose.RECORDED:
            self._left_out.add(name)
        if heard.key is not None:
            self.types_here = found.whose is Whose.RECORDED
            if self.types_here and heard.char:
                self._typed.append((heard.at, found.window))
        return found

    def typed_in(self, at: float) -> Window | None:
        """The window that took the key pressed at `at`, s of the monotonic clock; None where it is not known."""
        return next((window for t, window in self._typed if abs(t - at) < _SAME_S), None)

    def _tables(self, seen: Table) -> Iterator[Table]:
        yield seen
        for ask in self._later:
            yield ask()


def taken(scope: Scope, tables: Iterable[Table], heard: Heard, point: Point, *, text: bool) -> Taken:
    """Whose that press is. `text`: it types a character. `point` is where the pointer was.

    `tables` are the windows as they were seen, that of just before the event first; later ones are asked for only
    where an earlier one does not know the window.
    """
    keyboard = heard.key is not None
    taker = heard.keyboard if keyboard else heard.under
    if taker is not None and taker.grabbed and text:
        return Taken(Whose.UNSURE)
    if taker is not None and taker.at_pointer:
        taker, keyboard = heard.under, False
    seen: list[Table] = []
    if taker is None:
        seen = list(tables)
        found = [active_window(table) if keyboard else window_at(table, point) for table in seen]
        if len({None if one is None else one.id for one in found}) == 1:
            return _judged(scope, seen[0], found[0])
        return _doubt(scope, seen)
    if taker.windows == (NOBODY,):
        return _judged(scope, (), None)
    for table in tables:
        seen.append(table)
        window = next((w for w in reversed(table) if w.id in taker.windows or w.top in taker.windows), None)
        if window is not None:
            return _judged(scope, table, window)
    return _by_program(scope, seen, taker)


def _by_program(scope: Scope, seen: Sequence[Table], taker: Taker) -> Taken:
    """A window that no table knows (it came and went): another one of the same connection tells whose it was."""
    for table in seen:
        framing = {w.top & ~taker.mask for w in table if w.top != w.id}
        for window in reversed(table):
            if taker.shares_client(window.id) and window.id & ~taker.mask not in framing:
                return _judged(scope, table, window)
    return _doubt(scope, seen)


def _judged(scope: Scope, table: Table, window: Window | None) -> Taken:
    if scope.is_ours(window):
        return Taken(Whose.OWN, window)
    return Taken(Whose.RECORDED if scope.wanted(table, window) else Whose.OUTSIDE, window)


def _doubt(scope: Scope, seen: Sequence[Table]) -> Taken:
    """Nothing tells: only where all that is shown is recorded does it not matter."""
    everything = scope.target is None and not any(scope.is_ours(w) for table in seen for w in table)
    return Taken(Whose.RECORDED if everything else Whose.UNSURE)
