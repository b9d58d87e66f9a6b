"""Frames and structure as they may be kept: of the recorded windows only, with every secret painted over."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

import numpy as np

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.privacy.masking import FieldKey, Mask, field_key, painted
from studio.engine.privacy.own import own_patterns
from studio.engine.vision.frame import Frame
from studio.recorder.desktop.focus_gate import is_secret_field
from studio.recorder.desktop.ring import Shot, differing_region
from studio.recorder.desktop.scope import Scope

_CACHED = 4
_PAD = 2
_TAKES_TEXT = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})


@dataclass(frozen=True, slots=True)
class _Box:
    """A place in a window where a secret was typed that nobody could tell the field of."""

    region: Region
    former: Frame
    window: Window | None
    since: float


class Pictures:
    """Paints. `corner` is where on the desktop frames begin; everything that is kept is in px of the frame."""

    def __init__(self, scope: Scope, corner: Point) -> None:
        self._scope = scope
        self._corner = corner
        self.corner = corner
        self._places: dict[FieldKey, Region] = {}
        self._boxes: list[_Box] = []
        self._done: OrderedDict[tuple[int, int, int], tuple[Shot, StructureSnapshot | None, Frame]] = OrderedDict()
        self._version = 0
        self.mask = Mask(own_patterns())

    def add_secret(self, text: str, field: Element | None) -> None:
        """From now on the text and the field are secret."""
        self.mask.add(text, field)
        if field is not None:
            self._see_field(field)
        self._version += 1

    def see(self, element: Element) -> None:
        """Note where a secret field is, also where no whole snapshot tells it."""
        if is_secret_field(element, self.mask.hides):
            self.mask.add("", element)
            self._see_field(element)

    def hide_difference(self, before: Shot, after: Shot, window: Window | None) -> None:
        """A secret went into a field that nobody knows: hide what changed on the screen when it was typed."""
        region = differing_region(before.frame, after.frame)
        if region is not None:
            region = region.padded(_PAD).clamped(before.frame.size)
            self._boxes.append(_Box(region, before.frame.crop(region), window, after.ended))
            self._version += 1

    def frame(self, shot: Shot, snapshot: StructureSnapshot | None) -> Frame:
        """The frame as it may be kept. The same shot gives the same object as long as nothing new is secret."""
        key = (id(shot.frame), id(snapshot), self._version)
        found = self._done.get(key)
        if found is None:
            painted = self._scope.painted(shot.frame, shot.windows, self._corner)
            found = self._done[key] = (shot, snapshot, self._without_secrets(painted, shot, snapshot))
            if len(self._done) > _CACHED:
                self._done.popitem(last=False)
        return found[2]

    def structure(self, snapshot: StructureSnapshot | None) -> StructureSnapshot | None:
        """The snapshot as it may be kept, in px of the frame."""
        if snapshot is None:
            return None
        self._fields(snapshot)
        kept = self.mask.structure(snapshot)
        dx, dy = -self._corner.x, -self._corner.y
        if not dx and not dy:
            return kept
        return replace(
            kept,
            elements=tuple(replace(e, region=e.region.moved(dx, dy)) for e in kept.elements),
            texts=tuple(replace(t, region=t.region.moved(dx, dy)) for t in kept.texts),
            lists=tuple(replace(one, region=one.region.moved(dx, dy)) for one in kept.lists),
        )

    def element(self, element: Element) -> Element:
        """The element as it may be kept, in px of the frame."""
        kept = self.mask.element(element)
        return replace(kept, region=kept.region.moved(-self._corner.x, -self._corner.y))

    def point(self, point: Point) -> Point:
        """A point of the desktop in px of the frame."""
        return point.moved(-self._corner.x, -self._corner.y)

    def _see_field(self, element: Element) -> None:
        if element.region.area and self._places.get(field_key(element)) != element.region:
            self._places[field_key(element)] = element.region
            self._version += 1

    def _without_secrets(self, frame: Frame, shot: Shot, snapshot: StructureSnapshot | None) -> Frame:
        regions = [*self._fields(snapshot), *self._unknown_places(shot)]
        return painted(frame, regions)

    def _fields(self, snapshot: StructureSnapshot | None) -> list[Region]:
        """Where secret fields are: as the snapshot of this very moment tells it, else where they were last seen."""
        if snapshot is not None:
            for element in snapshot.elements:
                if element.role in _TAKES_TEXT:
                    self.see(element)
            hidden = [e for e in snapshot.elements if self.mask.hides(e)]
            former = self._places if snapshot.truncated else {}
            self._places = former | {field_key(e): e.region for e in hidden}
        told = self.mask.regions(snapshot) if snapshot is not None else list(self._places.values())
        return [region.moved(-self._corner.x, -self._corner.y).padded(_PAD) for region in told]

    def _unknown_places(self, shot: Shot) -> list[Region]:
        self._boxes = [box for box in self._boxes if shot.ended <= box.since or not _is_gone(box, shot)]
        return [_moved(box, shot) for box in self._boxes if not _is_gone(box, shot)]


def _is_gone(box: _Box, shot: Shot) -> bool:
    """Whether the window of the secret was closed, or the place looks as it did before the secret was typed."""
    if box.window is not None and shot.windows and all(w.id != box.window.id for w in shot.windows):
        return True
    place = _moved(box, shot)
    if place.clamped(shot.frame.size) != place:
        return False
    now = shot.frame.bgr[place.y : place.bottom, place.x : place.right]
    return now.shape == box.former.bgr.shape and bool(np.array_equal(now, box.former.bgr))


def _moved(box: _Box, shot: Shot) -> Region:
    """Where the place is now that its window may have been moved."""
    now = next((w for w in shot.windows if box.window is not None and w.id == box.window.id), None)
    if now is None or box.window is None:
        return box.region
    return box.region.moved(now.region.x - box.window.region.x, now.region.y - box.window.region.y)
