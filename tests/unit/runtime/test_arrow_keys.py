"""Arrow keys lead to the entry that is meant, by what it says, not by its place; else the run stops before it acts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.drawn_list import TASKS, DrawnList
from helpers.notes_run import Notes
from helpers.steps import step, workflow

from studio.engine.bundle import save_bundle
from studio.engine.model.halts import HaltCode
from studio.engine.model.workflow import ActionKind
from studio.engine.runtime import marked_entry
from studio.engine.runtime.marked_row import marked_row, rows_beside

LOOKS = ("inverse", "coloured", "lit")
MORE = ("Pay the harbour dues", "Mend the sails", *TASKS)


@pytest.fixture(autouse=True)
def at_once(no_patience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marked_entry, "_MARKS_S", 0.0)
    monkeypatch.setattr(marked_entry, "_STEP_S", 0.2)


def marked(tasks: DrawnList, *keys: str) -> str | None:
    """What the last of `keys` has marked, by the pixels before and after it."""
    for key in keys[:-1]:
        tasks.press(key)
    before = tasks.frame()
    tasks.press(keys[-1])
    row = marked_row(keys[-1], before, tasks.frame())
    return row.text if row is not None else None


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("look", LOOKS)
def test_the_row_that_is_marked_is_read_however_a_program_marks_it(look: Any, dark: bool) -> None:
    assert marked(DrawnList(look=look, dark=dark), "ArrowDown", "ArrowDown") == "Renew the licence"
    assert marked(DrawnList(look=look, dark=dark, at=3), "ArrowUp") == "Renew the licence"
    assert marked(DrawnList(look=look, dark=dark), "End") == "Book the crane"
    assert marked(DrawnList(look=look, dark=dark, at=4), "Home") == "Order paint"


def test_the_number_of_its_place_is_no_part_of_what_a_row_says() -> None:
    assert marked(DrawnList(numbered=True), "ArrowDown") == "Call the sailmaker"
    named = DrawnList(tasks=("7 Elm Street", "12 Oak Lane", "3 High Road"))
    assert marked(named, "ArrowDown") == "12 Oak Lane"


def test_nothing_is_marked_where_a_key_marks_nothing_or_other_words_come() -> None:
    assert marked(DrawnList(at=4), "ArrowDown") is None
    assert marked(DrawnList(), "Enter") is None
    scrolled = DrawnList()
    before = scrolled.frame()
    scrolled.tasks = (*TASKS[1:], "Wash the deck")
    assert marked_row("ArrowDown", before, scrolled.frame()) is None


def test_a_line_of_text_that_is_no_longer_marked_is_no_row_that_was_led_to() -> None:
    text = DrawnList(at=1)
    before = text.frame()
    text.at = -1
    assert marked_row("End", before, text.frame()) is None


def test_all_rows_of_its_list_stand_beside_it() -> None:
    tasks = DrawnList(numbered=True)
    before = tasks.frame()
    tasks.press("ArrowDown")
    row = marked_row("ArrowDown", before, tasks.frame())
    assert row is not None
    assert [other.text for other in rows_beside(row, tasks.frame()) if other.text in TASKS] == list(TASKS)


def run(tmp_path: Path, program: DrawnList, **more: Any) -> Any:
    """Two arrow keys to the third task, then Enter."""
    given = more.pop("given", None)
    keys = [step(f"step_00{n}", ActionKind.KEY, key="ArrowDown") for n in range(2)]
    keys[1] = keys[1].model_copy(update={"entry": TASKS[2], "identity_param": "task" if given else None})
    flow = workflow(
        *keys,
        step("step_002", ActionKind.KEY, key="Enter"),
        params={"task": TASKS[2]} if given else {},
        structure=False,
    )
    bundle = save_bundle(flow, {}, tmp_path / "bundle")
    params = {"task": given} if given else {}
    return Notes(tmp_path).run(program, bundle_dir=bundle, params=params, structure=program.tells)


@pytest.mark.parametrize("tells", [False, True])
@pytest.mark.parametrize(
    "tasks", [TASKS, MORE, TASKS[::-1], ("Renew the licence", "Order paint", "Call the sailmaker")]
)
def test_the_row_that_is_meant_is_walked_to_wherever_it_stands(
    tmp_path: Path, tasks: tuple[str, ...], tells: bool
) -> None:
    program = DrawnList(tasks=tasks, tells=tells)
    assert run(tmp_path, program).succeeded
    assert program.done == ["Renew the licence"]


@pytest.mark.parametrize("tells", [False, True])
@pytest.mark.parametrize(
    "tasks",
    [
        ("Order paint", "Call the sailmaker", "Renew the contract"),
        ("Order paint", "Call the sailmaker", "Check the engine", "Renew the licence", "Renew the licence"),
        ("Order paint", "Call the sailmaker", "Renewed the licence"),
    ],
)
def test_nothing_is_done_with_another_row(tmp_path: Path, tasks: tuple[str, ...], tells: bool) -> None:
    program = DrawnList(tasks=tasks, tells=tells)
    report = run(tmp_path, program)
    assert program.done == []
    assert report.halt.code is HaltCode.IDENTITY_MISMATCH
    assert "“Renew the licence” should be marked" in report.halt.sentence


@pytest.mark.parametrize("tells", [False, True])
@pytest.mark.parametrize("given", ["Call the sailmaker", "Book the crane", "Renew the licence", "crane"])
def test_each_run_may_say_which_row(tmp_path: Path, given: str, tells: bool) -> None:
    program = DrawnList(tells=tells)
    assert run(tmp_path, program, given=given).succeeded
    assert len(program.done) == 1
    assert given in program.done[0]
