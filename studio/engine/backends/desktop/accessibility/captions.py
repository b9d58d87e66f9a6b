"""Fields that their program does not label take the text that a person would read as their label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, TextRun

_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_ONE_LINE_PX = 48
"""A higher field is a page to write on; what stands above it is no label."""

_ABOVE_PX, _LEFT_PX = 60, 260
"""How far from a field all of a caption may reach; a little more than `caption_of_field` looks."""


def wants_caption(element: Element, scale: float) -> bool:
    """Whether it is a field of one line that has no name."""
    one_line = element.region.h <= _ONE_LINE_PX * scale
    return element.role in _ROLES and one_line and not (element.name or element.label)


def caption_zone(region: Region) -> Region:
    """Where all that can be the caption of a field lies, the field too."""
    return Region(region.x - _LEFT_PX, region.y - _ABOVE_PX, region.w + _LEFT_PX, region.h + _ABOVE_PX)


def captioned(elements: Sequence[Element], texts: Sequence[TextRun], scale: float) -> list[Element]:
    """The elements of one window, its nameless fields named by the text left of or above them."""
    return [_named(e, elements, texts) if wants_caption(e, scale) else e for e in elements]


def _named(field: Element, elements: Sequence[Element], texts: Sequence[TextRun]) -> Element:
    from studio.engine.compiler.field_label import (
        caption_of_field,
    )  # not before a field needs it: it costs half a second
    from studio.engine.compiler.texts import as_label

    found = caption_of_field(field.region, texts)
    if found is None or any(_between(found.region, field, other) for other in elements):
        return field
    said = as_label(found.text)
    return replace(field, name=said, label=said, guessed=True)


def _between(caption: Region, field: Element, other: Element) -> bool:
    """Whether the caption is that of another field, which stands between."""
    if other.index == field.index or other.role not in _ROLES or other.region.overlaps(field.region):
        return False
    gap = caption.union(Region(field.region.x, field.region.y, 1, field.region.h))
    return gap.overlaps(other.region)
