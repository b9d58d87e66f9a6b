"""Of a list with very many children, those that are in sight, without asking for all of them."""

from __future__ import annotations

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Bus, Ref
from studio.engine.backends.desktop.accessibility.scaling import Mapping
from studio.engine.model.geometry import Region

FEW = 400
"""Children that are simply all asked for."""

_MOST = 1500
_HEADS = 40
"""First children, which may be the heads of columns and then lie elsewhere."""
_EDGE_PX = 4
_STEPS = 6


def shown_children(bus: Bus, ref: Ref, region: Region | None, mapping: Mapping) -> list[tuple[int, Ref]]:
    """Index and object of all children between the first and the last that lie at some point of `region`.

    Raises BusLost.
    """
    if region is None:
        return []
    points = [mapping.told_point(x, y) for x, y in _probes(region)]
    hits = [atspi.ref_of(reply) for reply in bus.ask([atspi.at_point(ref, x, y) for x, y in points])]
    found = list(dict.fromkeys(hit for hit in hits if hit is not None and hit != ref))
    places = [atspi.whole_of(reply) for reply in bus.ask([atspi.place(hit) for hit in found])]
    indexes = [place for place in places if place is not None and place >= _HEADS]
    first = range(_HEADS)
    seen = range(min(indexes), min(max(indexes) + 1, min(indexes) + _MOST)) if indexes else range(0)
    wanted = [*first, *seen]
    children = [atspi.ref_of(reply) for reply in bus.ask([atspi.child(ref, index) for index in wanted])]
    return [(index, child) for index, child in zip(wanted, children, strict=True) if child is not None]


def _probes(region: Region) -> list[tuple[int, int]]:
    """Points near the corners and along both sides: a head, a scroll bar or a blank part hides some of them."""
    left, right = region.x + _EDGE_PX, region.right - _EDGE_PX
    heights = [region.y + _EDGE_PX + (region.h - 2 * _EDGE_PX) * step // _STEPS for step in range(_STEPS + 1)]
    across = [left, left + (right - left) // 2, max(left, right - 24), right]
    return [(x, y) for y in heights for x in across]
