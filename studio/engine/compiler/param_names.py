"""Names of parameters, made of what stands beside them. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


def slug(label: str) -> str:
    """A parameter's name from a label: `Insurance No.` becomes `insurance_no`."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", plain.casefold()).strip("_") or "value"
    return f"n_{name}" if name[0].isdigit() else name


def own_name(label: str, taken: Iterable[str | None]) -> str:
    """A parameter's name from a label that is none of `taken`: a second `Name` becomes `name_2`."""
    return unused(slug(label), taken)


def unused(name: str, taken: Iterable[str | None]) -> str:
    """The name, with a number where it is one of `taken`."""
    used, number, free = set(taken), 1, name
    while free in used:
        number += 1
        free = f"{name}_{number}"
    return free


def masked(value: str) -> str:
    """First and last character only; nothing of a value of one or two."""
    return f"{value[0]}…{value[-1]}" if len(value) > 2 else "…"
