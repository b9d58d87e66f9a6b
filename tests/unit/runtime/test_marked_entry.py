"""A key that takes an entry of a list is pressed only where the entry that is meant is marked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.drawn_form import DrawnForm
from helpers.elements import element, seen
from helpers.notes_run import Notes
from helpers.steps import step

from studio.engine.model.halts import HaltCode
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime import marked_entry
from studio.engine.runtime.marks import marked_entry as the_marked
from studio.engine.runtime.marks import says

FIELD = {"role": "combobox", "tag": "input", "editable": True, "focused": True}


@pytest.fixture(autouse=True)
def at_once(no_patience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marked_entry, "_MARKS_S", 0.0)
    monkeypatch.setattr(marked_entry, "_STEP_S", 0.2)


def entry(name: str, row: int, **more: Any) -> Element:
    return element(name, (100, 140 + 30 * row), role="option", tag="li", **more)


def marked(*elements: Element) -> str | None:
    shown = seen(*elements).structure
    assert shown is not None
    found = the_marked(shown)
    return says(found) if found is not None else None


def test_the_entry_that_the_field_points_at_or_that_has_the_focus_is_marked() -> None:
    field, low, high = element("Unit", **FIELD), entry("Low", 0), entry("High", 1)
    assert marked(field, low, high) is None
    assert marked(field, low, entry("High", 1, active=True)) == "High"
    assert marked(field, entry("Low", 0, selected=True), entry("High", 1, active=True)) == "High"
    assert marked(low, entry("High", 1, focused=True)) == "High"


def test_a_selected_one_is_marked_only_in_the_list_that_keys_work() -> None:
    chosen = entry("High", 1, selected=True)
    assert marked(element("Unit", **FIELD), entry("Low", 0), chosen) == "High"
    assert marked(element("Other", focused=True), chosen) is None
    assert marked(element("Unit", **FIELD), chosen, entry("Low", 0, selected=True)) is None


class Menu(DrawnForm):
    """The form with an open list of `entries` whose marked one keys move and Enter takes."""

    entries: tuple[str, ...] = ("Low", "Normal", "High")
    at = 0
    taken: str | None = None

    def snapshot(self) -> StructureSnapshot:
        shown = super().snapshot()
        rows = tuple(entry(name, row, active=row == self.at) for row, name in enumerate(self.entries))
        numbered = (e for e in (*shown.elements, *rows))
        return StructureSnapshot(url=shown.url, title=shown.title, elements=tuple(numbered), texts=shown.texts)

    def press(self, key: str) -> None:
        super().press(key)
        moves = {"ArrowDown": 1, "ArrowUp": -1}
        self.at = min(max(self.at + moves.get(key, 0), 0), len(self.entries) - 1)
        if key == "Enter":
            self.taken = self.entries[self.at]


def keys(*more: Step) -> tuple[Step, ...]:
    walk = step("step_001", ActionKind.KEY, key="ArrowDown")
    return (*more, walk, step("step_002", ActionKind.KEY, key="Enter", entry="Normal"))


def run(tmp_path: Path, menu: Menu, *steps: Step, **more: Any) -> Any:
    return Notes(tmp_path).run(menu, *steps, **more)


def test_the_entry_that_was_meant_is_taken_at_once_where_it_is_marked(tmp_path: Path) -> None:
    menu = Menu()
    run(tmp_path, menu, *keys())
    assert menu.taken == "Normal"


@pytest.mark.parametrize("entries", [("Normal", "Low", "High"), ("New", "Low", "High", "Normal"), ("A", "B", "Normal")])
def test_it_is_walked_to_where_it_stands_elsewhere(tmp_path: Path, entries: tuple[str, ...]) -> None:
    menu = Menu()
    menu.entries = entries
    run(tmp_path, menu, *keys())
    assert menu.taken == "Normal"


@pytest.mark.parametrize("entries", [("Low", "Normal again", "High"), ("Low", "normal", "High"), ("Low",)])
def test_another_entry_is_never_taken(tmp_path: Path, entries: tuple[str, ...]) -> None:
    menu = Menu()
    menu.entries = entries
    report = run(tmp_path, menu, *keys())
    assert menu.taken is None
    assert report.halt.code is HaltCode.TARGET_NOT_FOUND
    assert "“Normal” should be marked in the list" in report.halt.sentence


def test_with_another_value_the_entry_that_holds_it_is_meant(tmp_path: Path) -> None:
    def typed(tmp: Path, entries: tuple[str, ...], value: str) -> Menu:
        menu = Menu()
        menu.entries = entries
        notes = Notes(tmp)
        click, _, _ = notes.steps
        text = step("step_009", ActionKind.TYPE, param="note", field_label="Note")
        take = step("step_002", ActionKind.KEY, key="Enter", entry="Say hello there")
        notes.run(menu, click, text, take, params={"note": value})
        return menu

    for number, (entries, value, taken) in enumerate(
        [
            (("Say hello there",), "hello", "Say hello there"),
            (("Say goodbye now",), "goodbye", "Say goodbye now"),
            (("Say hello there",), "goodbye", None),
        ]
    ):
        (folder := tmp_path / str(number)).mkdir()
        assert typed(folder, entries, value).taken == taken
