"""What was known at a press: the element that it works, and the structure of that very moment."""

from __future__ import annotations

from collections.abc import Callable

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.looker import Looker
from studio.recorder.desktop.ring import FrameRing, Shot
from studio.recorder.desktop.same_look import SameLook
from studio.recorder.desktop.scope import window_at


class Pressed:
    """Asks `looker` about presses. `stacking` tells the windows as they are now."""

    def __init__(
        self, looker: Looker, ring: FrameRing, corner: Point, stacking: Callable[[], tuple[Window, ...]]
    ) -> None:
        self._looker = looker
        self._ring = ring
        self._same = SameLook(ring.before, corner)
        self._stacking = stacking

    def element(self, heard: Heard, shot: Shot, still: float, window: Window | None) -> Element | None:
        """The element under the pointer as it was before the press; `shot` is what was seen then."""
        at = Point(heard.x, heard.y)

        def same(region: Region, since: float | None) -> bool:
            if since is None:
                return self._same.between(region, shot, self._ring.latest)
            return self._same.of(region, since, shot)

        return self._looker.element_at(at, heard.at, still, lambda: self._lies_on_top(window, at), same)

    def structure(self, heard: Heard, shot: Shot, still: float, element: Element | None) -> StructureSnapshot | None:
        """What programs told and still holds: but for a light on the element, tooltips and a caret nothing changed."""
        told = self._looker.snapshot(heard.at, still)
        if told is not None or (known := self._looker.last_before(heard.at)) is None:
            return told
        lit = element.region if element is not None and heard.key is None else None
        return known[0] if self._same.but_for(lit, known[1], shot) else None

    def _lies_on_top(self, window: Window | None, point: Point) -> bool:
        """Whether that window (None: the bare desktop) is what lies at the point now."""
        now = window_at(self._stacking(), point)
        return (now.id if now is not None else None) == (window.id if window is not None else None)
