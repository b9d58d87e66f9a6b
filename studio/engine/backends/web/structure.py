"""Makes the engine's values of what the in-page script answers. Pure."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun

Payload = dict[str, Any]


# Where in a row of values the lists stand that become tuples, and the selector.
_REGION, _ROW, _FRAME, _SELECTOR, _OPTIONS, _BEFORE, _SHOWN = 3, 14, 16, 17, 18, 32, 33
_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,), "bool": (bool,), "str | None": (str, type(None)), "bool | None": (bool, type(None)),
    "Region | None": (list, tuple, type(None)),
}  # fmt: skip
_KINDS = tuple(_TYPES.get(str(one.type), (list, tuple)) for one in fields(Element)[1:])


def element_from(index: int, row: list[Any], selector: str | None = None) -> Element:
    """One element from its row of values, which stand in the order of Element's fields (see describe.js)."""
    # the last fields are told by desktop programs only
    values = [value if type(value) in kinds else _made(value, kinds) for value, kinds in zip(row, _KINDS, strict=False)]
    values[_REGION] = Region(*row[_REGION])
    for place in (_ROW, _FRAME, _OPTIONS, _BEFORE):
        values[place] = tuple(row[place])
    values[_SHOWN] = Region(*row[_SHOWN]) if row[_SHOWN] is not None else None
    if selector is not None:
        values[_SELECTOR] = selector
    return Element(index, *values)


def _made(value: Any, kinds: tuple[type, ...]) -> Any:
    """What a page answered otherwise than its kind of element should (a drawing, a custom element): nothing."""
    if type(None) in kinds:
        return None
    return bool(value) if kinds == (bool,) else "" if value is None else str(value)


def snapshot_from(payload: Payload, parts: list[Payload] | None = None) -> StructureSnapshot:
    """The snapshot of the top document, with those of frames in other processes (`parts`) after its own."""
    every = [payload, *(parts or [])]
    rows = [row for part in every for row in part["elements"]]
    return StructureSnapshot(
        url=payload["url"],
        title=payload["title"],
        elements=tuple(element_from(index, row) for index, row in enumerate(rows)),
        texts=tuple(TextRun(text, Region(*region)) for part in every for text, region in part["texts"]),
        lists=tuple(RowList(name, rows, Region(*region)) for part in every for name, rows, region in part["lists"]),
        dialogs=tuple(title for part in every for title in part["dialogs"]),
        scale=float(payload["scale"]),
        truncated=any(part["truncated"] for part in every),
        scroll=tuple(payload["scroll"]),
    )
