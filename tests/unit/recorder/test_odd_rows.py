"""What a page answers of an odd element becomes an element all the same."""

from __future__ import annotations

import json
from typing import Any

from studio.engine.backends.web.structure import element_from
from studio.engine.model.structure_json import element_from_json, element_to_json


def row(**odd: Any) -> list[Any]:
    """A row of describe.js for a drawing, with some of its values odd."""
    plain: dict[str, Any] = {"tag": "rect", "role": "", "name": "", "region": [1, 2, 3, 4]}
    texts = ("text", "id", "test", "name_attr", "type", "placeholder", "label", "href")
    plain |= dict.fromkeys(texts, "") | {"value": None, "section": "", "row": [], "column": "", "frame": []}
    plain |= {"selector": "", "options": []} | dict.fromkeys(("checked", "pressed", "expanded", "selected"), None)
    plain |= {"focused": False, "disabled": False, "secret": False, "in_view": True, "covered": "", "submits": False}
    plain |= {"editable": False, "multiline": False, "method": "", "before": [], "shown": None}
    return list((plain | odd).values())


def test_nothing_that_is_missing_or_of_another_kind_costs_the_recording() -> None:
    made = element_from(0, row(editable=None, disabled=0, name=None, href=7, checked="mixed", value=3))
    assert (made.editable, made.disabled, made.name, made.href) == (False, False, "", "7")
    assert (made.checked, made.value) == (None, None)
    again = element_from_json(json.loads(json.dumps(element_to_json(made))))
    assert again == made
