"""Elements and snapshots as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from helpers.formats import element, snapshot

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element
from studio.engine.model.structure_json import (
    element_fields,
    element_from_json,
    element_to_json,
    snapshot_from_json,
    snapshot_to_json,
)

FULL = element(
    text="Save",
    row=("a", "b"),
    frame=("main",),
    options=("x",),
    value="",
    checked=False,
    expanded=True,
    focused=True,
    region=Region(-4, 0, 3, 2),
)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("one", [element(), FULL])
def test_elements_come_back(one: Element) -> None:
    assert element_from_json(through_json(element_to_json(one))) == one


def test_defaults_are_left_out() -> None:
    plain = {"index": 0, "tag": "button", "role": "button", "name": "Save", "region": (1, 2, 9, 8)}
    assert element_to_json(element()) == {**plain, "region": [1, 2, 9, 8]}
    assert element_to_json(FULL)["value"] == ""
    assert element_to_json(FULL)["checked"] is False


def test_snapshots_come_back() -> None:
    shot = snapshot(element(), FULL)
    assert snapshot_from_json(through_json(snapshot_to_json(shot))) == shot


def test_every_field_of_an_element_is_known() -> None:
    assert element_fields() == {f.name for f in fields(Element)}
    everything = {f.name: getattr(FULL, f.name) for f in fields(Element)}
    assert element_from_json(everything) == FULL


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"index": "0"}, "element.index must be a whole number"),
        ({"index": True}, "element.index must be a whole number"),
        ({"index": 10**9}, "element.index must be a whole number"),
        ({"name": None}, "element.name must be a text"),
        ({"name": "x" * 1_000_001}, "element.name must be a text of at most"),
        ({"region": [1, 2, 3]}, "element.region must be 4 whole numbers"),
        ({"region": [1, 2, 3, 4.5]}, "element.region must be a whole number"),
        ({"row": "ab"}, "element.row must be a list"),
        ({"row": ["a", 3]}, r"element.row\[1\] must be a text"),
        ({"row": ["a"] * 50_001}, "element.row must be a list of at most 50000"),
        ({"focused": 1}, "element.focused must be true or false"),
        ({"checked": "yes"}, "element.checked must be true or false"),
        ({"hue": 1}, "element has a field 'hue' that is not known"),
    ],
)
def test_wrong_elements_are_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        element_from_json(element_to_json(element()) | change)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"elements": [3]}, r"snapshot.elements\[0\] must be an object"),
        ({"scale": float("nan")}, "snapshot.scale must be a number"),
        ({"scroll": [1]}, "snapshot.scroll must be 2 whole numbers"),
        ({"texts": [{"text": "x"}]}, r"snapshot.texts\[0\].region is missing"),
    ],
)
def test_wrong_snapshots_are_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        snapshot_from_json(snapshot_to_json(snapshot()) | change)
    with pytest.raises(ValueError, match="snapshot must be an object"):
        snapshot_from_json([])
