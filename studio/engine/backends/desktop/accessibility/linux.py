"""Accessibility on Linux: AT-SPI over D-Bus, with the display's windows to tell what lies on top."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TypeVar

from studio.engine.backends.desktop.accessibility.address import find_address
from studio.engine.backends.desktop.accessibility.bus import Bus, BusLost, Ref
from studio.engine.backends.desktop.accessibility.opening import NoAccessibility
from studio.engine.backends.desktop.accessibility.protocol import FocusChanged, Sink, TextCommitted
from studio.engine.backends.desktop.accessibility.session import Display, Session, Taken
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
    """See Accessibility. What is asked at a point does not wait for a snapshot that is just being taken."""

    def __init__(self, find: Callable[[], str]) -> None:
        """`find` gives the address of the bus, each time it is connected to. Raises BusLost, NoAccessibility."""
        self._find = find
        secrets: set[Ref] = set()
        with ExitStack() as stack:
            self._near = Line(find, secrets)
            stack.callback(self._near.close)
            self._all = Line(find, secrets)
            stack.callback(self._all.close)
            self._owned = stack.pop_all()
        self._taking = threading.Lock()
        self._last: tuple[tuple[Element, ...], list[Ref]] = ((), [])
        self._hint: Ref | None = None
        self._field: tuple[Ref, Element] | None = None

    def element_at(self, point: Point) -> Element | None:
        """See Accessibility."""
        return self._near.ask(lambda session: session.at(point), None)

    def focused(self) -> Element | None:
        """See Accessibility."""
        return self._near.ask(lambda session: session.focused(self._hint), None)

    def snapshot(self, region: Region | None = None, *, pids: Collection[int] | None = None) -> StructureSnapshot:
        """See Accessibility."""
        nothing: Taken = StructureSnapshot(url="desktop:", title="", truncated=True), []
        with self._taking:
            taken, refs = self._all.ask(lambda session: session.snapshot(region, pids), nothing)
            self._last = taken.elements, refs
            return taken

    def reveal(self, element: Element) -> bool:
        """See Accessibility."""
        with self._taking:
            elements, refs = self._last
            if not 0 <= element.index < len(elements) or elements[element.index] != element:
                return False
            return self._all.ask(lambda session: session.scroll_to(refs[element.index]), False)

    def watch(self, sink: Sink) -> Callable[[], None]:
        """See Accessibility. Raises BusLost, NoAccessibility where the bus is away just now."""
        watcher = Watcher(self._find, lambda what, ref, text, at, t: self._tell(sink, what, ref, text, at, t))
        self._owned.callback(watcher.close)
        return watcher.close

    def close(self) -> None:
        """See Accessibility."""
        self._owned.close()

    def _tell(self, sink: Sink, what: str, ref: Ref, text: str, at: int, t: float) -> None:
        if what == FOCUSED:
            self._hint = ref
            self._field = None
            element = self._field_of(ref)
            if element is not None:
                sink(FocusChanged(element, t))
            return
        secret = self._near.ask(lambda session: session.is_secret(ref), None)
        field = self._field_of(ref)
        if field is not None and secret:
            field = replace(field, secret=True, value=None, text="")
        may_be_told = secret is False and field is not None and not field.secret
        sink(TextCommitted(text if may_be_told else "", field, t, at))

    def _field_of(self, ref: Ref) -> Element | None:
        """The field, asked for once while text goes into it."""
        if self._field is None or self._field[0] != ref:
            element = self._near.ask(lambda session: session.element_of(ref), None)
            self._field = (ref, element) if element is not None else None
        return self._field[1] if self._field is not None else None


class Line:
    """One connection to the bus and one to the display, for one question at a time; connects anew by itself."""

    def __init__(self, find: Callable[[], str], secrets: set[Ref]) -> None:
        """Raises BusLost, NoAccessibility."""
        self._find = find
        self._secrets = secrets
        self._lock = threading.Lock()
        self._closed = False
        self._bus = Bus(find())
        self._windows = _windows()
        self._session = self._new_session()

    def ask(self, question: Callable[[Session], T], otherwise: T) -> T:
        """The answer; `otherwise` where the bus was lost and stays away."""
        with self._lock:
            for _ in range(0 if self._closed else 2):
                try:
                    return question(self._session)
                except BusLost:
                    self._bus.close()
                    with suppress(BusLost, NoAccessibility):
                        self._bus = Bus(self._find())
                        self._session = self._new_session()
            return otherwise

    def close(self) -> None:
        """Close both connections. Never raises."""
        with self._lock:
            self._closed = True
            self._bus.close()
            if self._windows is not None:
                self._windows.close()

    def _new_session(self) -> Session:
        return Session(self._bus, self._stack, self._secrets)

    def _stack(self) -> Display | None:
        """The windows; None where there is no display (any more)."""
        if self._windows is None:
            return None
        try:
            return Display(self._windows.stacking(), self._windows.screen())
        except SurfaceLost:
            self._windows.close()
            self._windows = None
            return None


def _windows() -> Windows | None:
    try:
        return Windows()
    except EnvironmentUnable:
        return None
