"""What lists and cards tell of files without opening them in full: nothing where one cannot be read, no error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_SMALL_BYTES
from studio.engine.untrusted import parse_object, read_given


def peek(file: Path, limit: int = MAX_SMALL_BYTES) -> dict[str, Any]:
    """The JSON object in `file`, at most `limit` bytes; empty where there is none. Nothing in it is checked."""
    try:
        return parse_object(read_given(file, "a file of JSON", limit=limit, error=BadInput), file.name, BadInput)
    except BadInput:
        return {}


def text_of(told: dict[str, Any], name: str) -> str:
    """The field `name` where it is a text, else an empty one."""
    value = told.get(name)
    return value if isinstance(value, str) else ""


def number_of(told: dict[str, Any], name: str) -> float:
    """The field `name` where it is a number, else 0."""
    value = told.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def objects_of(told: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The JSON objects in the list `name`; what is no object is left out."""
    value = told.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
