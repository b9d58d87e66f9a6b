"""The structure of the page in front: snapshots over all its frames, the element under a point, revealing one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame as PageFrame

from studio.engine.backends.protocols import SurfaceLost
from studio.engine.backends.web.pages import Pages
from studio.engine.backends.web.structure import element_from, snapshot_from
from studio.engine.backends.web.world import Replaced, World
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot

_TRAITS = ("tag", "role", "name", "element_id", "frame")


class WebStructure:
    """Takes snapshots and remembers where the elements of the last one live, so that they can be revealed."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._last: tuple[Element, ...] = ()
        self._homes: list[tuple[int, World]] = []
        self._extra: dict[int, tuple[Element, World, int]] = {}
        self._foreign_worlds: dict[PageFrame, World | None] = {}

    def snapshot(self) -> StructureSnapshot:
        """Everything that the page shows now, in one round trip for each process. Raises SurfaceLost."""
        world = self._pages.front.world
        payload = world.ask("snapshot", None)
        parts = [(world, payload), *self._foreign_parts(payload)]
        taken = snapshot_from(payload, [part for _, part in parts[1:]])
        self._remember(taken, parts)
        return taken

    def _remember(self, taken: StructureSnapshot, parts: list[tuple[World, dict[str, Any]]]) -> None:
        self._last, self._homes, self._extra = taken.elements, [], {}
        start = 0
        for world, part in parts:
            self._homes.append((start, world))
            start += len(part["elements"])

    def _foreign_parts(self, payload: dict[str, Any]) -> list[tuple[World, dict[str, Any]]]:
        """Snapshots of frames that live in other processes, and of those inside them."""
        found: list[tuple[World, dict[str, Any]]] = []
        for place in payload["foreign"]:
            world = self._world_of(place)
            if world is None:
                continue
            try:
                part = world.ask_once("snapshot", _placed(place, payload["scale"]))
            except (Replaced, SurfaceLost):
                continue
            found += [(world, part), *self._foreign_parts({**part, "scale": payload["scale"]})]
        return found

    def _world_of(self, place: dict[str, Any]) -> World | None:
        """The scripts of the foreign frame that lies at `place`; None where it is not reachable."""
        distances = []
        for frame in self._pages.front.page.frames:
            world = self._foreign_world(frame)
            corner = _corner(frame) if world is not None else None
            if corner is not None:
                distances.append((abs(corner[0] - place["view"]["x"]) + abs(corner[1] - place["view"]["y"]), world))
        nearest = min(distances, key=lambda pair: pair[0], default=(0.0, None))
        return nearest[1] if nearest[0] < 40 else None

    def _foreign_world(self, frame: PageFrame) -> World | None:
        if frame not in self._foreign_worlds:
            self._foreign_worlds[frame] = _session_world(frame)
        return self._foreign_worlds[frame]

    def element_at(self, point: Point) -> Element | None:
        """The element that a click there would work, with a selector that is unique now; None where nothing is."""
        world = self._pages.front.world
        answer = world.ask("elementAt", None, point.x, point.y)
        while "foreign" in answer:
            inner = self._world_of(answer["foreign"])
            if inner is None:
                return None
            scale = self._scale()
            world, answer = inner, inner.ask("elementAt", _placed(answer["foreign"], scale), point.x, point.y)
        return self._numbered(world, answer) if "element" in answer else None

    def _scale(self) -> float:
        return float(self._pages.front.page.evaluate("devicePixelRatio"))

    def _numbered(self, world: World, answer: dict[str, Any]) -> Element:
        local = int(answer["index"])
        start = next((start for start, home in self._homes if home is world), None)
        index = start + local if start is not None else -1
        element = element_from(index, answer["element"], answer["selector"])
        if index < 0 or self._home(index) != (world, local) or not _same(element, self._known(index)):
            index = len(self._last) + len(self._extra)
            element = element_from(index, answer["element"], answer["selector"])
            self._extra[index] = (element, world, local)
        return element

    def _known(self, index: int) -> Element | None:
        return self._last[index] if 0 <= index < len(self._last) else None

    def _home(self, index: int) -> tuple[World, int] | None:
        if index >= len(self._last):
            return None
        start, world = next((pair for pair in reversed(self._homes) if pair[0] <= index), (0, None))
        return (world, index - start) if world is not None else None

    def reveal(self, element: Element) -> bool:
        """Scroll the element to the middle of every container; False where it is gone or from an older snapshot."""
        if element.index in self._extra:
            known, world, local = self._extra[element.index]
        else:
            home, known_or_none = self._home(element.index), self._known(element.index)
            if home is None or known_or_none is None:
                return False
            known, (world, local) = known_or_none, home
        if not _same(element, known):
            return False
        try:
            return bool(world.ask_once("reveal", local, element.tag, element.element_id))
        except Replaced:
            return False


def _same(one: Element, other: Element | None) -> bool:
    return other is not None and all(getattr(one, trait) == getattr(other, trait) for trait in _TRAITS)


def _placed(place: dict[str, Any], scale: float) -> dict[str, Any]:
    return {"view": place["view"], "clip": place["clip"], "ratio": scale}


def _session_world(frame: PageFrame) -> World | None:
    """Scripts for a frame that lives in a process of its own; None for all others."""
    if frame.parent_frame is None:
        return None
    try:
        return World(frame.page.context.new_cdp_session(frame))
    except PlaywrightError:
        return None


def _corner(frame: PageFrame) -> tuple[float, float] | None:
    try:
        box = frame.frame_element().bounding_box()
    except PlaywrightError:
        return None
    return (box["x"], box["y"]) if box else None
