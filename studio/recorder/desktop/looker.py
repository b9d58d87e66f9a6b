"""Asks programs for their structure: the element at the pointer at once, everything once the screen is at rest."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import NamedTuple

from studio.engine.backends.desktop.accessibility import Accessibility
from studio.engine.compiler.locators import element_at
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot

STILL_S = 0.12
"""The screen has been still and nobody acted for so long: what programs tell now is what is seen."""
_POLL_S = 0.05
_NEAR_PX = 3
_LATE_S = 0.1
"""An element that was told so long after the press may be one that the press brought up."""
_LATEST_S = 2.0
"""… and after so long nothing is asked about a press any more."""
_KEPT = 4
_AGAIN_S = 0.3
"""A program that did not answer is asked again after so long, s …"""
_TRIES = 4
"""… and so often, while nothing changes."""
_FIRST_S = 2.0


Same = Callable[[Region, float | None], bool]


@dataclass(frozen=True, slots=True)
class _Seen:
    snapshot: StructureSnapshot
    began: float
    ended: float


class _Rested(NamedTuple):
    """What lies where the pointer rests, by an answer that was asked for at `began` and came at `ended`."""

    point: Point
    element: Element | None
    began: float
    ended: float


class Looker:
    """Keeps the last snapshots, and the element where the pointer rests. Times are of the monotonic clock.

    `changed` tells when the screen last looked different. `pids` restricts snapshots to programs. `confirm` returns
    once the screen was looked at anew: what was told is of the picture that was known, or that has changed since.
    """

    def __init__(
        self,
        source: Accessibility,
        changed: Callable[[], float],
        pids: Callable[[], Collection[int] | None],
        confirm: Callable[[], None] = lambda: None,
    ) -> None:
        self._source = source
        self._confirm = confirm
        self._changed = changed
        self._pids = pids
        self._seen: deque[_Seen] = deque(maxlen=_KEPT)
        self._touched = 0.0
        self._rested: deque[_Rested] = deque(maxlen=2)
        self._stop = threading.Event()
        self._first = threading.Event()
        self._thread = threading.Thread(target=self._run, name="structure", daemon=True)

    def start(self) -> None:
        """Begin to look whenever the screen has come to rest; returns after the first look."""
        self._thread.start()
        self._first.wait(_FIRST_S)

    def touched(self, at: float) -> None:
        """A person acted: what was seen before is of the past."""
        self._touched = max(self._touched, at)

    def rest(self, point: Point) -> None:
        """The pointer rests at `point`: ask now what is there, before anything is pressed."""
        began = monotonic()
        self._rested.append(_Rested(point, self._element(point), began, monotonic()))

    def rests_on(self) -> None:
        """The pointer has not moved: ask again once the screen is still, where it changed since (a button lit up)."""
        moved = self._changed()
        if self._rested and self._rested[-1].began <= moved and monotonic() - moved >= STILL_S:
            self.rest(self._rested[-1].point)

    def element_at(
        self,
        point: Point,
        pressed: float,
        still_since: float,
        same_window: Callable[[], bool],
        same: Same | None = None,
    ) -> Element | None:
        """The element that a press at `pressed` worked: as it was before, or asked now where that is not too late.

        `still_since` is when the screen had last changed before the press. `same_window` tells whether what lies on top
        at the point is still the window that was pressed: a menu is gone at once, and what was beneath it answers.
        `same` tells whether the screen showed at the press in that region what it showed at that time (None: shows
        now): then what was told of an element there holds, whatever changed elsewhere.
        """
        for rested in reversed(self._rested):
            element, asked = rested.element, rested.began
            if rested.point.distance(point) > _NEAR_PX or asked >= pressed:
                continue
            held = element is not None and same is not None and same(element.region, asked)
            if rested.ended < pressed and (still_since < asked or held):
                return element
            if element is not None and held and same is not None and same(element.region, None) and same_window():
                return told_late(element)  # the press came while the program answered
        told = self.snapshot(pressed, still_since)
        if told is not None:
            found = element_at(told, point)
            return replace(found, index=-1) if found is not None else None
        if same is not None and (known := self._known_at(point, pressed, same)) is not None:
            return known
        asks = monotonic() - pressed < (_LATE_S if same is None else _LATEST_S)
        late = self._element(point) if asks else None
        in_time = monotonic() - pressed < _LATE_S
        if late is None or not same_window():
            return None
        if in_time:
            return late
        return told_late(late) if same is not None and same(late.region, None) else None

    def last_before(self, moment: float) -> tuple[StructureSnapshot, float] | None:
        """The last snapshot that was told before `moment` with nobody acting since, and when it was."""
        since = self._touched if self._touched < moment else 0.0
        seen = next((seen for seen in reversed(tuple(self._seen)) if seen.ended < moment and seen.began > since), None)
        return None if seen is None else (seen.snapshot, seen.ended)

    def _known_at(self, point: Point, pressed: float, same: Same) -> Element | None:
        """What the last snapshot before the press tells of the place, where that still looks the same."""
        for seen in reversed(tuple(self._seen)):
            if seen.ended < pressed:
                found = element_at(seen.snapshot, point)
                return replace(found, index=-1) if found is not None and same(found.region, seen.ended) else None
        return None

    def focused(self) -> Element | None:
        """The element that has the keyboard now; None also where its program does not answer."""
        with suppress(Exception):  # a program may end or hang while it is asked
            return self._source.focused()
        return None

    def snapshot(self, moment: float, still_since: float) -> StructureSnapshot | None:
        """What was told, and still held just before `moment`: the screen had not changed since `still_since`."""
        since = max(still_since, self._touched if self._touched < moment else 0.0)
        for seen in reversed(tuple(self._seen)):
            if seen.ended < moment and seen.began > since:
                return seen.snapshot
        return None

    @property
    def source(self) -> Accessibility:
        """What is asked."""
        return self._source

    def close(self) -> None:
        """Stop looking. Never raises."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(5)
        with suppress(Exception):
            self._source.close()

    def _element(self, point: Point) -> Element | None:
        with suppress(Exception):  # a program may end or hang while it is asked
            return self._source.element_at(point)
        return None

    def _run(self) -> None:
        tries = 0
        while not self._stop.wait(_POLL_S):
            moved = max(self._changed(), self._touched)
            last = self._seen[-1] if self._seen else None
            if last is not None and last.began > moved:
                again = last.snapshot.truncated and tries < _TRIES and monotonic() - last.ended >= _AGAIN_S
                tries += again
            else:
                again, tries = monotonic() - moved >= STILL_S, 0
            if again:
                self._look()

    def _look(self) -> None:
        began = monotonic()
        try:
            told = self._source.snapshot(pids=self._pids())
        except Exception:  # a program that does not answer now is asked again
            self._stop.wait(1.0)
            return
        ended = monotonic()
        self._confirm()
        self._seen.append(_Seen(told, began, ended))
        self._first.set()


def told_late(element: Element) -> Element:
    """An element that was told of only after the press, which may have changed its state."""
    return replace(element, index=-1, value=None, checked=None, pressed=None, expanded=None, selected=None)
