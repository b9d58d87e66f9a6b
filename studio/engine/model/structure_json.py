"""Elements and snapshots as JSON and back. Fields at their default are left out; `region` is `[x, y, w, h]`.

Reading checks types and sizes and raises ValueError with one sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun

MAX_ITEMS = 50_000
"""Most elements, texts, lists or options that are read."""
MAX_TEXT = 1_000_000
"""Most characters of one text that are read."""
MAX_COORDINATE = 10_000_000

_T = TypeVar("_T")


def element_to_json(element: Element) -> dict[str, Any]:
    """The element as a JSON object."""
    return _to_json(element)


def element_from_json(data: Any) -> Element:
    """The element of a JSON object. Raises ValueError."""
    return _from_json(Element, data, "element")


def snapshot_to_json(snapshot: StructureSnapshot) -> dict[str, Any]:
    """The snapshot as a JSON object."""
    return _to_json(snapshot)


def snapshot_from_json(data: Any) -> StructureSnapshot:
    """The snapshot of a JSON object. Raises ValueError."""
    return _from_json(StructureSnapshot, data, "snapshot")


def element_fields() -> frozenset[str]:
    """Names that an element's JSON object may hold."""
    return frozenset(f.name for f in fields(Element))


def _to_json(value: Any) -> dict[str, Any]:
    return {f.name: _plain(getattr(value, f.name)) for f in fields(value) if getattr(value, f.name) != f.default}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return _to_json(value) if isinstance(value, (Element, TextRun, RowList)) else value


def _from_json(cls: Callable[..., _T], data: Any, where: str) -> _T:
    if not isinstance(data, Mapping):
        raise ValueError(f"{where} must be an object.")
    known = {f.name: f for f in fields(cls)}  # type: ignore[arg-type]
    for name in data:
        if name not in known:
            raise ValueError(f"{where} has a field {str(name)[:60]!r} that is not known.")
    for name, field in known.items():
        if name not in data and field.default is MISSING:
            raise ValueError(f"{where}.{name} is missing.")
    return cls(**{name: _PARSERS[str(known[name].type)](value, f"{where}.{name}") for name, value in data.items()})


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise ValueError(f"{where} must be a text of at most {MAX_TEXT} characters.")
    return value


def _whole(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_COORDINATE:
        raise ValueError(f"{where} must be a whole number.")
    return value


def _real(value: Any, where: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"{where} must be a number.")
    return float(value)


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{where} must be true or false.")
    return value


def _numbers(value: Any, where: str, count: int) -> list[int]:
    if not isinstance(value, (list, tuple)) or len(value) != count:
        raise ValueError(f"{where} must be {count} whole numbers.")
    return [_whole(item, where) for item in value]


def _region(value: Any, where: str) -> Region:
    return Region(*_numbers(value, where, 4))


def _pair(value: Any, where: str) -> tuple[int, int]:
    x, y = _numbers(value, where, 2)
    return x, y


def _many(parse: Callable[[Any, str], _T]) -> Callable[[Any, str], tuple[_T, ...]]:
    def parse_all(value: Any, where: str) -> tuple[_T, ...]:
        if not isinstance(value, (list, tuple)) or len(value) > MAX_ITEMS:
            raise ValueError(f"{where} must be a list of at most {MAX_ITEMS} entries.")
        return tuple(parse(item, f"{where}[{i}]") for i, item in enumerate(value))

    return parse_all


def _or_none(parse: Callable[[Any, str], _T]) -> Callable[[Any, str], _T | None]:
    return lambda value, where: None if value is None else parse(value, where)


def _record(cls: Callable[..., _T]) -> Callable[[Any, str], _T]:
    return lambda value, where: _from_json(cls, value, where)


_PARSERS: dict[str, Callable[[Any, str], Any]] = {
    "str": _text,
    "int": _whole,
    "float": _real,
    "bool": _flag,
    "str | None": _or_none(_text),
    "bool | None": _or_none(_flag),
    "Region": _region,
    "Region | None": _or_none(_region),
    "tuple[int, int]": _pair,
    "tuple[str, ...]": _many(_text),
    "tuple[Region, ...]": _many(_region),
    "tuple[Element, ...]": _many(_record(Element)),
    "tuple[TextRun, ...]": _many(_record(TextRun)),
    "tuple[RowList, ...]": _many(_record(RowList)),
}
"""One parser for each type that the fields of the structure values are annotated with."""
