"""The structure of the page in front: snapshots over all its frames, the element under a point, revealing one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

from studio.engine.backends.protocols import Deflected, SurfaceLost
from studio.engine.backends.web.foreign import ForeignFrames, placed, world_at
from studio.engine.backends.web.guard import Call, guarding, nothing_in
from studio.engine.backends.web.pages import Pages
from studio.engine.backends.web.structure import element_from, snapshot_from
from studio.engine.backends.web.world import Replaced, World
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot

_TRAITS = ("tag", "role", "name", "element_id", "frame")
_Part = tuple[World, dict[str, Any]]


class _Home(NamedTuple):
    """Where an element lives: the scripts that know it, and its number there."""

    element: Element
    world: World
    local: int


class WebStructure:
    """Takes snapshots and remembers where the elements of the last one live, so that they can be revealed."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._foreign = ForeignFrames(pages)
        self._homes: list[_Home] = []
        self.still: bool | None = None

    def snapshot(self) -> StructureSnapshot:
        """Everything that the page shows now, in one round trip where no foreign frame is in it. Raises SurfaceLost."""
        world = self._pages.front.world
        payload = world.ask("snapshot", None)
        self.still = bool(payload["still"])
        parts = [(world, payload), *self._foreign_parts(payload)]
        taken = snapshot_from(payload, [part for _, part in parts[1:]])
        places = [(home, local) for home, part in parts for local in range(len(part["elements"]))]
        self._homes = [_Home(element, *place) for element, place in zip(taken.elements, places, strict=True)]
        return taken

    def _foreign_parts(self, payload: dict[str, Any]) -> list[_Part]:
        """Snapshots of foreign frames, and of those inside them."""
        waiting, found = list(payload["foreign"]), list[_Part]()
        located = self._foreign.located() if waiting else []
        while waiting:
            place = waiting.pop(0)
            world = world_at(place, located)
            part = self._foreign_part(world, placed(place, payload["scale"])) if world is not None else None
            if world is not None and part is not None:
                found.append((world, part))
                waiting += part["foreign"]
        return found

    def _foreign_part(self, world: World, place: dict[str, Any]) -> dict[str, Any] | None:
        try:
            part: dict[str, Any] = world.ask_once("snapshot", place)
        except (Replaced, SurfaceLost):
            self._foreign.forget()
            return None
        return part

    def element_at(self, point: Point) -> Element | None:
        """The element that a click there would work, with a selector that is unique now; None where nothing is."""
        world, answer = self._ask_at(self._pages.front.world, None, point)
        while world is not None and "foreign" in answer:
            place = placed(answer["foreign"], answer["scale"])
            world, answer = self._ask_at(world_at(place, self._foreign.located()), place, point)
        return self._numbered(world, answer) if world is not None and "element" in answer else None

    def reaches(self, point: Point, element: Element) -> bool:
        """Whether a click there would work that element of the last snapshot, saying what it said then."""
        home = self._home(element)
        if home is None:
            return False
        if home.world is self._pages.front.world:
            answer = home.world.ask("reaches", home.local, point.x, point.y, element.name, list(element.row))
            if answer is not None:
                return bool(answer)
        live = self.element_at(point)
        return live is not None and (live.role, live.name) == (element.role, element.name)

    @contextmanager
    def pressing(self, element: Element, *, arrives: bool = True, by_key: bool = False) -> Iterator[None]:
        """While it lasts, presses (or keys) reach that element of the last snapshot, saying what it said, or nothing.

        Raises Deflected, SurfaceLost.
        """
        home = self._home(element)
        if home is None:
            raise Deflected("", begun=False)
        meant = Call(home.world, "guardNode", (home.local, element.name, list(element.row), by_key), by_key)
        others = {world for world in (self._pages.front.world, *self._foreign.known()) if world is not home.world}
        with guarding([meant, *(nothing_in(world, by_key) for world in others)], arrives=arrives):
            yield

    def pressing_at(self, point: Point, *, arrives: bool = True) -> AbstractContextManager[None]:
        """The same for whatever stands at `point` of the document in front."""
        return guarding([Call(self._pages.front.world, "guardPoint", (point.x, point.y))], arrives=arrives)

    def _home(self, element: Element) -> _Home | None:
        home = self._homes[element.index] if 0 <= element.index < len(self._homes) else None
        return home if home is not None and home.element == element else None

    def _ask_at(
        self, world: World | None, place: dict[str, Any] | None, point: Point
    ) -> tuple[World | None, dict[str, Any]]:
        return world, world.ask("elementAt", place, point.x, point.y) if world is not None else {}

    def _numbered(self, world: World, answer: dict[str, Any]) -> Element:
        """The element with its index in the last snapshot; with a new one where it was not in it."""
        local = int(answer["index"])
        element = element_from(len(self._homes), answer["element"], answer["selector"])
        for index, home in enumerate(self._homes):
            if home.world is world and home.local == local and _same(element, home.element):
                return element_from(index, answer["element"], answer["selector"])
        self._homes.append(_Home(element, world, local))
        return element

    def reveal(self, element: Element, at: Point | None = None) -> bool:
        """Scroll the element, or its point `at`, to the middle of every container.

        False where it is gone or from an older snapshot.
        """
        if not 0 <= element.index < len(self._homes):
            return False
        home = self._homes[element.index]
        if not _same(element, home.element):
            return False
        try:
            part = _part_of(element.region, at)
            return bool(home.world.ask_once("reveal", home.local, element.tag, element.element_id, *part))
        except Replaced:
            return False


def _part_of(region: Region, at: Point | None) -> tuple[float, float]:
    """Where a point of a region lies in it, as parts of its width and height."""
    at = at or region.center
    return (at.x - region.x) / max(region.w, 1), (at.y - region.y) / max(region.h, 1)


def _same(one: Element, other: Element) -> bool:
    return all(getattr(one, trait) == getattr(other, trait) for trait in _TRAITS)
