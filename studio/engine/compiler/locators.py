"""The structural locator of an element: all of its traits, and how many others share role and name."""

from __future__ import annotations

from studio.engine.model.anchor import StructuralLocator
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot


def locator_of(element: Element, snapshot: StructureSnapshot | None) -> StructuralLocator:
    """Every trait of `element`; `count` is the number of elements of its role and name in `snapshot` (at least 1)."""
    return StructuralLocator(
        role=element.role,
        name=element.name,
        label=element.label,
        test_id=element.test_id,
        element_id=element.element_id,
        name_attr=element.name_attr,
        tag=element.tag,
        input_type=element.input_type,
        placeholder=element.placeholder,
        href=element.href,
        section=element.section,
        column=element.column,
        row=element.row,
        frame=element.frame,
        selector=element.selector,
        count=max(1, _namesakes(element, snapshot)),
    )


def _namesakes(element: Element, snapshot: StructureSnapshot | None) -> int:
    elements = snapshot.elements if snapshot else ()
    return sum(1 for other in elements if (other.role, other.name) == (element.role, element.name))


def element_at(snapshot: StructureSnapshot, point: Point) -> Element | None:
    """The innermost (smallest) visible element under `point`; None where there is none or nothing is known of it."""
    if any(place.contains(point) for place in snapshot.unspoken):
        return None
    hits = [e for e in snapshot.elements if e.in_view and not e.covered_by and e.region.contains(point)]
    return min(hits, key=lambda e: e.region.area, default=None)


def same_element(element: Element, snapshot: StructureSnapshot) -> Element | None:
    """The element of `snapshot` that is `element` at another moment; None where it is gone or not one alone."""
    exact = [e for e in snapshot.elements if _traits(e) == _traits(element)]
    if len(exact) > 1:
        exact = [e for e in exact if e.region == element.region]
    return exact[0] if len(exact) == 1 else None


def _traits(element: Element) -> tuple[object, ...]:
    return (
        element.tag,
        element.role,
        element.element_id,
        element.test_id,
        element.name_attr,
        element.name if not element.editable else element.label,
        element.row,
        element.frame,
    )
