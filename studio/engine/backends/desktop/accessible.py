"""The desktop with what its programs tell of themselves, and the one place where a desktop surface is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from studio.engine.backends.desktop.accessibility import Accessibility, open_accessibility
from studio.engine.backends.desktop.accessibility.structure_source import AccessibleStructure
from studio.engine.backends.desktop.backend import DesktopBackend
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot


class AccessibleDesktop(DesktopBackend):
    """A desktop with structure. In window mode only that program's elements are told."""

    def __init__(
        self,
        accessibility: Accessibility,
        *,
        display: str | None = None,
        window: str | None = None,
        place: Region | None = None,
    ) -> None:
        """As DesktopBackend; `accessibility` is closed with it. Raises EnvironmentUnable."""
        super().__init__(display=display, window=window, place=place)
        self._owned.callback(accessibility.close)
        self._structure = AccessibleStructure(accessibility, lambda: self.pids, lambda: self.corner)

    def snapshot(self) -> StructureSnapshot:
        """Elements, texts, lists and dialogs of this moment."""
        return self._structure.snapshot()

    def element_at(self, point: Point) -> Element | None:
        """The element that would receive a click there."""
        return self._structure.element_at(point)

    def reaches(self, point: Point, element: Element) -> bool:
        """Whether a click there would work that element of the last snapshot, saying what it said then."""
        return self._structure.reaches(point, element)

    def reveal(self, element: Element, at: Point | None = None) -> bool:
        """Have the program scroll the element into view. False where it cannot."""
        return self._structure.reveal(element, at)


@contextmanager
def open_desktop(
    *, display: str | None = None, window: str | None = None, place: Region | None = None, structure: bool = True
) -> Iterator[DesktopBackend]:
    """The desktop, with structure where it is wanted and there is an accessibility bus. Raises EnvironmentUnable."""
    accessibility = open_accessibility() if structure else None
    try:
        if accessibility is None:
            backend = DesktopBackend(display=display, window=window, place=place)
        else:
            backend = AccessibleDesktop(accessibility, display=display, window=window, place=place)
    except BaseException:
        if accessibility is not None:
            accessibility.close()
        raise
    try:
        yield backend
    finally:
        backend.close()
