"""Accessibility as the StructureSource of a desktop surface: it remembers its last snapshot."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from studio.engine.backends.desktop.accessibility.protocol import Accessibility
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun

Pids = Callable[[], Collection[int] | None]
Origin = Callable[[], Point]

_TRAITS = ("tag", "role", "name", "element_id", "frame", "row", "selector")


class AccessibleStructure:
    """What a desktop surface shows, in px of its frame. Never raises: what does not answer is not told.

    `pids` gives the programs that count (None: all). `origin` is the point of the desktop at the frame's left top:
    the monitors may begin at negative coordinates.
    """

    def __init__(
        self, accessibility: Accessibility, pids: Pids = lambda: None, origin: Origin = lambda: Point(0, 0)
    ) -> None:
        self._accessibility = accessibility
        self._pids = pids
        self._origin = origin
        self._last: list[Element] = []
        self._raw: list[Element] = []

    def snapshot(self) -> StructureSnapshot:
        """Elements, texts, lists and dialogs of this moment."""
        raw = self._accessibility.snapshot(pids=self._pids())
        taken = _moved(raw, self._origin())
        self._raw, self._last = list(raw.elements), list(taken.elements)
        return taken

    def element_at(self, point: Point) -> Element | None:
        """The element that would receive a click there, numbered as in the last snapshot, with a new number if new."""
        live = self._live(point)
        if live is None:
            return None
        known = next((e.index for e in self._last if _same(e, live)), None)
        if known is not None:
            return replace(live, index=known)
        element = replace(live, index=len(self._last))
        self._last.append(element)
        self._raw.append(element)
        return element

    def reaches(self, point: Point, element: Element) -> bool:
        """Whether a click there would work that element of the last snapshot, saying what it said then."""
        if not 0 <= element.index < len(self._last) or self._last[element.index] != element:
            return False
        live = self._live(point)
        return live is not None and not live.covered_by and (_same(element, live) or _opens(element, live))

    def reveal(self, element: Element, at: Point | None = None) -> bool:  # noqa: ARG002 - programs choose the place
        """Have the program scroll the element into view, to a place of its own choice. False where it cannot."""
        if not 0 <= element.index < len(self._last) or self._last[element.index] != element:
            return False
        return self._accessibility.reveal(self._raw[element.index])

    def focused(self) -> Element | None:
        """What has the keyboard, of whatever program."""
        live = self._accessibility.focused()
        return _shifted(live, self._origin()) if live is not None else None

    def _live(self, point: Point) -> Element | None:
        origin = self._origin()
        live = self._accessibility.element_at(point.moved(origin.x, origin.y))
        return _shifted(live, origin) if live is not None else None


def _same(one: Element, other: Element) -> bool:
    return all(getattr(one, trait) == getattr(other, trait) for trait in _TRAITS)


def _opens(element: Element, live: Element) -> bool:
    """A list that drops down with a field to type in: a click in its middle reaches the field."""
    return element.role == "combobox" and live.selector.startswith(f"{element.selector} > ")


def _moved(taken: StructureSnapshot, origin: Point) -> StructureSnapshot:
    if origin == Point(0, 0):
        return taken
    return replace(
        taken,
        elements=tuple(_shifted(e, origin) for e in taken.elements),
        texts=tuple(TextRun(run.text, _from(run.region, origin)) for run in taken.texts),
        lists=tuple(RowList(entry.name, entry.rows, _from(entry.region, origin)) for entry in taken.lists),
    )


def _shifted(element: Element, origin: Point) -> Element:
    if origin == Point(0, 0):
        return element
    shown = _from(element.shown, origin) if element.shown is not None else None
    return replace(element, region=_from(element.region, origin), shown=shown)


def _from(region: Region, origin: Point) -> Region:
    return region.moved(-origin.x, -origin.y)
