"""Older workflow.json objects into the present schema: one function per version. Pure.

1 is the lineage's first form (also without `schema_version`), 2 is its sealed form, 3 was our first, and 4 adds what a
click brings about, keys that are held, and the paths of drags.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from studio.engine.errors import BadBundle, NewerVersion
from studio.engine.model.workflow import SCHEMA_VERSION
from studio.engine.untrusted import shown

_Data = dict[str, Any]


def upgrade(data: _Data, name: str) -> tuple[_Data, tuple[str, ...]]:
    """The object in the present schema, and what had to be left aside. Raises NewerVersion, BadBundle."""
    version = data.get("schema_version", 1)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadBundle(f"{name}: the schema_version {shown(version)} is not a number of a version.")
    if version > SCHEMA_VERSION:
        raise NewerVersion(
            f"{name} was written by a newer program (schema {version}, and this one reads up to {SCHEMA_VERSION}): "
            "update Waymark Studio."
        )
    notes: list[str] = []
    for step in range(version, SCHEMA_VERSION):
        data = _UPGRADERS[step](data, notes)
    return data, tuple(notes)


def one_to_two(data: _Data, notes: list[str]) -> _Data:
    """2 is a superset of 1: only the version changes. A null and a missing field mean the same."""
    _ = notes
    return {**_without_nulls(data), "schema_version": 2}


def two_to_three(data: _Data, notes: list[str]) -> _Data:
    """3 seals in another way, and calls the lineage's `automation_id` an element's id."""
    data = {**_without_nulls(data), "schema_version": 3}
    if data.pop("manifest", None) is not None:
        notes.append("the manifest of the other tool, whose seal means nothing here")
    steps = data.get("steps")
    for step in steps if isinstance(steps, list) else ():
        _rename(_structural(step), "automation_id", "element_id")
        if isinstance(step, dict) and _without_template(step):
            notes.append(
                f"what proves the row of step {shown(step.get('id'))}: hashes that only the other tool compares"
            )
    return data


def three_to_four(data: _Data, notes: list[str]) -> _Data:
    """4 has optional fields more, which a program that reads 3 would refuse: only the version changes."""
    _ = notes
    return {**data, "schema_version": 4}


_UPGRADERS: dict[int, Callable[[_Data, list[str]], _Data]] = {1: one_to_two, 2: two_to_three, 3: three_to_four}


def _without_template(step: _Data) -> bool:
    """Take out hashes of an identity that nothing here can compare; the step then says that it proves no row."""
    anchor = step.get("anchor")
    if not isinstance(anchor, dict) or anchor.pop("identity_template", None) is None:
        return False
    step["identity_armed"] = False
    step["identity_unarmed_reason"] = "Its row was known by hashes that only the other tool can compare."
    return True


def _structural(step: Any) -> Any:
    anchor = step.get("anchor") if isinstance(step, dict) else None
    return anchor.get("structural") if isinstance(anchor, dict) else None


def _rename(holder: Any, old: str, new: str) -> None:
    if isinstance(holder, dict) and old in holder:
        holder.setdefault(new, holder.pop(old))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [_without_nulls(inner) for inner in value] if isinstance(value, list) else value
