"""Reading files that others made: nothing outside of their folder, nothing too large, nothing half understood.

Each function takes the type of `BadInput` that it raises, with a sentence that names the place.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
from io import BufferedReader
from pathlib import Path
from typing import Any, TypeVar

import pydantic.fields  # noqa: F401 (all of it at once: PySide6 breaks the import of the half that is left for later)
from pydantic import BaseModel, ValidationError

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_DEPTH, MAX_DIGITS, MAX_NUMBER

_MAX_UNKNOWN_ROUNDS = 20
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

_READ_GIVEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

Model = TypeVar("Model", bound=BaseModel)


def existing_directory(path: Path, what: str, error: type[BadInput]) -> Path:
    """`path` resolved, where it is a folder."""
    try:
        resolved = path.resolve(strict=True)
    except (OSError, RuntimeError) as cause:
        raise error(f"{path} does not exist: give the folder of {what}.") from cause
    if not resolved.is_dir():
        raise error(f"{path} is not a folder: give the folder of {what}.")
    return resolved


def inside(root: Path, name: str, error: type[BadInput]) -> Path | None:
    """The real path of file `name` of the resolved folder `root`; None where there is none.

    Refuses links that leave the folder and everything that is not a regular file.
    """
    try:
        path = (root / name).resolve(strict=True)
        mode = path.stat().st_mode
    except FileNotFoundError:
        if (root / name).is_symlink():
            raise error(f"{root.name}/{name} is a link to nothing: put the file itself there.") from None
        return None
    except (OSError, RuntimeError, ValueError) as cause:
        raise error(f"{root.name}/{name} cannot be read ({cause}).") from cause
    if not path.is_relative_to(root):
        raise error(f"{root.name}/{name} is a link that leaves the folder: put the file itself there.")
    if not stat.S_ISREG(mode):
        raise error(f"{root.name}/{name} is not a file: put the file itself there.")
    return path


def read_given(path: Path, what: str, *, limit: int, error: type[BadInput]) -> bytes:
    """The bytes of a file that a person named, at most `limit`; `what` says which file to give."""
    data = None
    try:
        if path.is_file():
            with os.fdopen(os.open(path, _READ_GIVEN), "rb") as file:
                data = file.read(limit + 1)
    except (OSError, ValueError) as cause:
        raise error(f"{path} cannot be read ({cause}): give {what}.") from cause
    if data is None:
        why = "it is no file" if os.path.lexists(path) else "there is no such file"
        raise error(f"{path} cannot be read, {why}: give {what}.")
    if len(data) > limit:
        raise error(f"{path} is larger than the {limit // 1_000_000} MB that are read: give {what}.")
    return data


def read_file(root: Path, name: str, *, limit: int, error: type[BadInput]) -> bytes:
    """The bytes of file `name` of the resolved folder `root`, at most `limit`."""
    path = inside(root, name, error)
    if path is None:
        raise error(f"{root.name}/{name} is missing: the folder is not complete.")
    try:
        with open_inside(path) as file:
            data = file.read(limit + 1)
    except OSError as cause:
        raise error(f"{root.name}/{name} cannot be read ({cause.strerror}).") from cause
    if len(data) > limit:
        raise error(f"{root.name}/{name} is larger than the {limit // 1_000_000} MB that are read.")
    return data


def open_inside(path: Path) -> BufferedReader:
    """Open what `inside` has found, whatever stands there by now: no link is followed, nothing is waited for.

    Raises OSError.
    """
    return os.fdopen(os.open(path, _READ), "rb")


def parse_json(data: bytes, where: str, error: type[BadInput], *, halves: bool = False) -> Any:
    """The JSON value of UTF-8 `data`, without NaN, infinities, giant numbers or endless nesting.

    Halves of characters, which nothing can write, are let through only with `halves`.
    """
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_refuse, parse_int=_integer, parse_float=_real)
    except UnicodeDecodeError as cause:
        raise error(f"{where} is not UTF-8 text (byte {cause.start}).") from cause
    except json.JSONDecodeError as cause:
        raise error(f"{where} is broken JSON ({cause.msg}, line {cause.lineno}, column {cause.colno}).") from cause
    except ValueError as cause:
        raise error(f"{where} holds a number that cannot be read ({cause}).") from cause
    except RecursionError as cause:
        raise error(f"{where} is nested too deeply.") from cause
    if _depth(value) > MAX_DEPTH:
        raise error(f"{where} is nested too deeply.")
    if not halves and _HALF.search(data) and not _is_whole(value):
        raise error(f"{where} holds half of a character (a surrogate that stands alone).")
    return value


def whole_text(text: str) -> str:
    """`text` with the sign for an unknown character in place of halves of characters, which no file can hold."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def parse_object(data: bytes, where: str, error: type[BadInput], *, halves: bool = False) -> dict[str, Any]:
    """As `parse_json`, for a JSON object."""
    value = parse_json(data, where, error, halves=halves)
    if not isinstance(value, dict):
        raise error(f"{where} must be a JSON object, and is {_name_of(value)}.")
    return value


def read_value(model: type[Model], data: Any, where: str, error: type[BadInput]) -> tuple[Model, tuple[str, ...]]:
    """The value of `model` that `data` holds, and the places of unknown fields, which are taken out of `data`."""
    unknown: dict[str, None] = {}
    for _ in range(_MAX_UNKNOWN_ROUNDS):
        try:
            return model.model_validate(data), tuple(unknown)
        except ValidationError as cause:
            problems = cause.errors(include_url=False, include_context=False)
            wrong = [p for p in problems if p["type"] != "extra_forbidden"]
            if wrong:
                raise error(_sentence(where, wrong)) from cause
            for problem in problems:
                _take_out(data, problem["loc"])
                unknown[place(problem["loc"])] = None
    raise error(f"{where} holds too many unknown fields.")


def place(loc: tuple[int | str, ...]) -> str:
    """A path into JSON as a person writes it: `steps[3].anchor.region`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).lstrip(".")


def shown(value: Any, limit: int = 60) -> str:
    """`value` for a sentence: one line, at most `limit` characters, control characters escaped."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _sentence(where: str, problems: list[Any]) -> str:
    first = problems[0]
    reason = f"{first['msg'][:1].lower()}{first['msg'][1:]}".removeprefix("value error, ")
    seen = "" if first["type"] in ("missing", "value_error") else f"; it is {shown(first['input'])}"
    more = f" ({len(problems) - 1} more like this)" if len(problems) > 1 else ""
    spot = place(first["loc"])
    return f"{where}{': ' + spot if spot else ''}: {reason}{seen}{more}."


def _take_out(data: Any, loc: tuple[int | str, ...]) -> None:
    for part in loc[:-1]:
        data = data[part]
    del data[loc[-1]]


def _refuse(name: str) -> float:
    raise ValueError(name)


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"{text[:MAX_DIGITS]}…")
    return int(text)


def _real(text: str) -> float:
    value = float(text)
    if not math.isfinite(value) or abs(value) > MAX_NUMBER:
        raise ValueError(text[:20])
    return value


def _is_whole(value: Any) -> bool:
    """Whether all texts in a JSON value can be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _depth(value: Any) -> int:
    """How deeply lists and objects are nested; stops soon after MAX_DEPTH."""
    level, depth = [value], 0
    while level and depth <= MAX_DEPTH:
        level = [inner for outer in level for inner in _children(outer)]
        depth += 1
    return depth


def _children(value: Any) -> list[Any]:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [item for item in items if isinstance(item, (dict, list))]


def _name_of(value: Any) -> str:
    names = {list: "a list", str: "a text", int: "a number", float: "a number", bool: "true or false"}
    return names.get(type(value), "null")
