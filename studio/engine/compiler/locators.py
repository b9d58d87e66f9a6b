"""The structural locator of an element: all of its traits, and how many others share role and name."""

from __future__ import annotations

from studio.engine.model.anchor import StructuralLocator
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot, innermost_at


def locator_of(element: Element, snapshot: StructureSnapshot | None) -> StructuralLocator:
    """Every trait of `element`; `count` is the number of elements of its role and name in `snapshot` (at least 1).

    What a look at a single element cannot tell (what comes before it, which of its kind it is) is taken from the whole
    `snapshot`, so that it is as much as a run sees. Of a truncated one it is not known which of its kind it is.
    """
    whole = same_element(element, snapshot) if snapshot else None
    alike = _alike(whole, snapshot) if whole and snapshot and not snapshot.truncated else ()
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
        before=whole.before if whole else element.before,
        order=alike.index(whole) if whole in alike else 0,
        among=len(alike),
        guessed=element.guessed,
    )


def _alike(element: Element, snapshot: StructureSnapshot) -> tuple[Element, ...]:
    """The elements of its kind, name and place, itself too, in the order of the document."""
    own = _place(element)
    return tuple(other for other in snapshot.elements if _place(other) == own)


def _place(element: Element) -> tuple[object, ...]:
    return element.role, element.tag, element.name, element.frame, element.section


def _namesakes(element: Element, snapshot: StructureSnapshot | None) -> int:
    elements = snapshot.elements if snapshot else ()
    return sum(1 for other in elements if (other.role, other.name) == (element.role, element.name))


def element_at(snapshot: StructureSnapshot, point: Point) -> Element | None:
    """The innermost (smallest) visible element under `point`; None where there is none or nothing is known of it."""
    if any(place.contains(point) for place in snapshot.unspoken):
        return None
    found = innermost_at(snapshot.elements, point)
    return found if found is not None and not found.covered_by else None


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
