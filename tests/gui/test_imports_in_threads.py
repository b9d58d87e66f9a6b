"""A package and a part of it, loaded by two threads at the same moment: both get what they asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import _bootstrap  # type: ignore[attr-defined]
from pathlib import Path
from threading import Event, Thread, get_ident
from time import sleep
from types import ModuleType

import pytest

from studio.ui.services.imports import import_packages_first


class Meeting(ModuleType):
    """Holds the thread that loads the house until the other one waits for something that this one loads."""

    def __init__(self) -> None:
        super().__init__("meeting")
        self.begun = Event()
        self.other = 0

    def in_the_house(self) -> None:
        if not self.begun.is_set():
            self.begun.set()
            while not _bootstrap._blocking_on.get(self.other):
                sleep(0.001)


@pytest.fixture
def meeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Meeting]:
    wing = tmp_path / "house" / "wing"
    wing.mkdir(parents=True)
    (wing.parent / "__init__.py").write_text("import meeting\nmeeting.in_the_house()\n")
    (wing / "__init__.py").write_text("from house.wing import room\n")
    (wing / "room.py").write_text("DOOR = 'open'\n")
    monkeypatch.syspath_prepend(tmp_path)
    made = Meeting()
    monkeypatch.setitem(sys.modules, "meeting", made)
    undo = import_packages_first()
    yield made
    undo()
    for name in ("house", "house.wing", "house.wing.room"):
        sys.modules.pop(name, None)


def test_a_package_and_its_part_at_the_same_moment(meeting: Meeting) -> None:
    wrong: list[str] = []

    def load(name: str) -> None:
        try:
            exec(f"import {name}", {})
        except RuntimeError as error:
            wrong.append(repr(error))

    def part() -> None:
        meeting.begun.wait()
        meeting.other = get_ident()
        load("house.wing.room")

    threads = [Thread(target=load, args=("house.wing",)), Thread(target=part)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert sys.modules["house.wing.room"].DOOR == "open"


def test_what_is_not_there_is_said_as_ever(meeting: Meeting) -> None:
    meeting.begun.set()
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'house\.not_there'"):
        exec("import house.not_there.at_all", {})
    with pytest.raises(ModuleNotFoundError, match="No module named 'no_house'"):
        exec("import no_house.room", {})
