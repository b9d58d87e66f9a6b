"""The control under a point, also in programs that tell of containers that they are elsewhere than what they hold."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from helpers.elements import element

from studio.engine.backends.desktop.accessibility.session import Session
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element

FIELD = element("Host", (100, 100), role="textbox", tag="text", label="Host", editable=True)
BOX = element("Settings", (0, 0), role="group", tag="panel")


class Told(Session):
    """Tells of all its controls, and of those in an area only as far as the containers around them are told there."""

    def __init__(self, near: list[Element], every: list[Element]) -> None:
        self.near, self.every, self.read = near, every, list[Any]()

    def _read(self, _places: Any, _windows: Any, _own: Any, areas: Any) -> Any:
        self.read.append(areas)
        return SimpleNamespace(elements=self.near if areas else self.every)


@pytest.mark.parametrize(
    ("near", "looks"), [([FIELD], 1), ([], 2)], ids=["its container holds it", "its container is told elsewhere"]
)
def test_a_control_is_found_wherever_its_container_is_told_and_all_is_read_only_where_it_must_be(
    near: list[Element], looks: int
) -> None:
    told, own = Told(near, [BOX, FIELD]), [SimpleNamespace(top=SimpleNamespace(scale=1.0))]
    assert told._innermost(own, None, own, FIELD.region.center) == FIELD  # type: ignore[arg-type]
    assert len(told.read) == looks
    assert told.read[0] == (Region(*FIELD.region.center, 1, 1),)


def test_where_there_is_no_control_there_is_none() -> None:
    own = [SimpleNamespace(top=SimpleNamespace(scale=1.0))]
    assert Told([], [FIELD])._innermost(own, None, own, FIELD.region.center.moved(400, 300)) is None  # type: ignore[arg-type]
