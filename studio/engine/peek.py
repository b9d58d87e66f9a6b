"""What lists and cards tell of files without opening them in full: nothing where one cannot be read, no error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_SMALL_BYTES
from studio.engine.untrusted import parse_json, read_given


def peek(file: Path, limit: int = MAX_SMALL_BYTES) -> dict[str, Any]:
    """The JSON object in `file`, at most `limit` bytes; empty where there is none. Nothing in it is checked."""
    told = peek_value(file, limit)
    return told if isinstance(told, dict) else {}


def peek_value(file: Path, limit: int = MAX_SMALL_BYTES) -> Any:
    """The JSON value in `file`, at most `limit` bytes; None where there is none."""
    try:
        return parse_json(read_given(file, "a file of JSON", limit=limit, error=BadInput), file.name, BadInput)
    except BadInput:
        return None


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
    return objects_in(told.get(name))


def objects_in(value: Any) -> list[dict[str, Any]]:
    """The JSON objects in a list; what is no object is left out."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def inside(folder: Path, name: str | None) -> Path | None:
    """The regular file `name` of `folder`; None where it is absent, no regular file, or leads out of the folder."""
    if not name:
        return None
    root = folder.resolve()
    try:
        path = (root / name).resolve(strict=True)
    except (OSError, ValueError):
        return None
    return path if path.is_file() and path.is_relative_to(root) else None
