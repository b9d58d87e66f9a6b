"""What a person blacked out, taken from pictures and from what the surface told. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.frame import Frame

INK = (64, 64, 64)
"""BGR of what is blacked out: told from black, which programs use."""


def black_out(frame: Frame, places: Iterable[Region]) -> Frame:
    """The picture with these places painted over."""
    pixels = frame.bgr.copy()
    for place in places:
        box = place.clamped(frame.size)
        pixels[box.y : box.bottom, box.x : box.right] = INK
    return Frame(bgr=pixels, scale=frame.scale, time=frame.time)


def without_places(element: Element) -> Element:
    """An element that is blacked out: it is there, but nothing is told of what it says."""
    return replace(element, name="", text="", value=None, label="", placeholder="", row=(), options=())


def words_within(snapshot: StructureSnapshot, places: Iterable[Region]) -> Iterator[str]:
    """Texts and values that stand wholly in one of the places."""
    told = list(places)
    for run in snapshot.texts:
        if run.text.strip() and any(_holds(p, run.region) for p in told):
            yield run.text.strip()
    for element in snapshot.elements:
        if any(_holds(p, element.region) for p in told):
            yield from (said.strip() for said in (element.text, element.value or "") if said.strip())


def _holds(place: Region, region: Region) -> bool:
    return region.area > 0 and place.padded(3).intersection(region) == region
