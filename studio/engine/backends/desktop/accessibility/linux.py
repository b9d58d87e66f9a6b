"""Accessibility on Linux: AT-SPI over D-Bus, with the display's windows to tell what lies on top."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from studio.engine.backends.desktop.accessibility.address import find_address
from studio.engine.backends.desktop.accessibility.bus import Bus, BusLost, Ref
from studio.engine.backends.desktop.accessibility.opening import NoAccessibility
from studio.engine.backends.desktop.accessibility.protocol import FocusChanged, Sink, TextCommitted
from studio.engine.backends.desktop.accessibility.session import Session, Stack, Taken
from studio.engine.backends.desktop.accessibility.watching import FOCUSED, Watcher
from studio.engine.backends.desktop.windows import Windows
from studio.engine.backends.protocols import EnvironmentUnable, SurfaceLost
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot

T = TypeVar("T")


def open_it() -> AtspiAccessibility:
    """Connect to the bus of this session. Raises NoAccessibility."""
    try:
        return AtspiAccessibility(find_address)
    except BusLost as problem:
        raise NoAccessibility(f"The accessibility bus cannot be reached ({problem}): log in again.") from problem


class AtspiAccessibility:
    """See Accessibility. Connects anew by itself when the bus was restarted; until then it tells nothing."""

    def __init__(self, find: Callable[[], str]) -> None:
        """`find` gives the address of the bus, each time it is connected to. Raises BusLost, NoAccessibility."""
        self._find = find
        self._lock = threading.RLock()
        self._secrets: set[Ref] = set()
        self._last: tuple[tuple[Element, ...], list[Ref]] = ((), [])
        self._bus = Bus(find())
        self._windows = _windows()
        self._session = self._new_session()
        self._watchers: list[Watcher] = []
        self._hint: Ref | None = None
        self._field: tuple[Ref, Element] | None = None

    def element_at(self, point: Point) -> Element | None:
        """See Accessibility."""
        return self._guarded(lambda session: session.at(point), None)

    def focused(self) -> Element | None:
        """See Accessibility."""
        return self._guarded(lambda session: session.focused(self._hint), None)

    def snapshot(self, region: Region | None = None, *, pids: Collection[int] | None = None) -> StructureSnapshot:
        """See Accessibility."""
        nothing: Taken = StructureSnapshot(url="desktop:", title="", truncated=True), []
        with self._lock:
            taken, refs = self._guarded(lambda session: session.snapshot(region, pids), nothing)
            self._last = taken.elements, refs
            return taken

    def reveal(self, element: Element) -> bool:
        """See Accessibility."""
        with self._lock:
            elements, refs = self._last
            if not 0 <= element.index < len(elements) or elements[element.index] != element:
                return False
            return self._guarded(lambda session: session.scroll_to(refs[element.index]), False)

    def watch(self, sink: Sink) -> Callable[[], None]:
        """See Accessibility. Raises BusLost, NoAccessibility where the bus is away just now."""
        watcher = Watcher(self._find, lambda what, ref, text, at, t: self._tell(sink, what, ref, text, at, t))
        self._watchers.append(watcher)
        return watcher.close

    def close(self) -> None:
        """See Accessibility."""
        for watcher in self._watchers:
            watcher.close()
        with self._lock:
            self._bus.close()
            if self._windows is not None:
                self._windows.close()

    def _tell(self, sink: Sink, what: str, ref: Ref, text: str, at: int, t: float) -> None:
        if what == FOCUSED:
            self._hint = ref
            element = self._guarded(lambda session: session.element_of(ref), None)
            self._field = (ref, element) if element is not None else None
            if element is not None:
                sink(FocusChanged(element, t))
            return
        secret = self._guarded(lambda session: session.is_secret(ref), None)
        field = self._element_of(ref)
        if field is not None and secret:
            field = replace(field, secret=True, value=None, text="")
        open_ = secret is False and field is not None and not field.secret
        sink(TextCommitted(text if open_ else "", field, t, at))

    def _element_of(self, ref: Ref) -> Element | None:
        """The field, asked for once while text goes into it."""
        if self._field is None or self._field[0] != ref:
            element = self._guarded(lambda session: session.element_of(ref), None)
            self._field = (ref, element) if element is not None else None
        return self._field[1] if self._field is not None else None

    def _guarded(self, ask: Callable[[Session], T], otherwise: T) -> T:
        """Ask; connect anew once where the bus was lost. `otherwise` where it stays away."""
        with self._lock:
            for _ in range(2):
                try:
                    return ask(self._session)
                except BusLost:
                    self._bus.close()
                    with suppress(BusLost, NoAccessibility):
                        self._bus = Bus(self._find())
                        self._session = self._new_session()
            return otherwise

    def _new_session(self) -> Session:
        return Session(self._bus, self._stack, None, self._secrets)

    def _stack(self) -> Stack:
        """The windows; None where there is no display (any more)."""
        if self._windows is None:
            return None
        try:
            return self._windows.stacking()
        except SurfaceLost:
            self._windows.close()
            self._windows = None
            return None


def _windows() -> Windows | None:
    try:
        return Windows()
    except EnvironmentUnable:
        return None
