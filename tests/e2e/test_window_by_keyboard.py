"""The studio in a real window, by mouse and keyboard: a short form of the whole job, on files made before.

The long form, with recording and runs, is in test_studio_window.py.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.healed_notes import make_library
from helpers.virtual_desktop import virtual_desktop
from helpers.window_person import WindowPerson

from studio.engine.bundle import load_bundle


@pytest.fixture
def person(own_temp_dir: Path, tmp_path: Path) -> Iterator[WindowPerson]:
    """At a window on a library with one workflow, whose run has heals to be looked at."""
    make_library(tmp_path / "library")
    shutil.rmtree(tmp_path / "library" / "made", ignore_errors=True)
    with virtual_desktop() as desktop:
        made = WindowPerson(desktop, tmp_path)
        yield made
        for program in made.running:
            desktop.stop(program)


def test_a_workflow_is_opened_edited_saved_and_its_heals_are_decided(person: WindowPerson) -> None:
    person.start()
    person.click("notes", part=True, of="WorkflowCard")
    person.sees("Version 1", of="WorkflowPage")
    person.key("ctrl+shift+r")
    person.sees("Record again from step 1 on", part=True, of="AgainCard")
    person.click("Do not record it again", of="AgainCard")
    person.key("ctrl+5")
    person.sees("4 open", of="ReviewTools.Chip")
    person.key("a")
    person.sees("3 open", of="ReviewTools.Chip")
    person.key("r")
    person.sees("2 open", of="ReviewTools.Chip")
    person.key("ctrl+s")
    person.sees("Saved as version 2 with 1 heal.", part=True, of="Notice")
    person.key("ctrl+3")
    person.sees("Version 1", of="WorkflowPage")
    person.key("F2")
    person.sees("Rename", of="LineForm")
    person.type("click where the note goes")
    person.key("Return", "ctrl+s")
    person.sees("Saved as version 3.")
    assert person.quit() == 0
    versions = [load_bundle(person.library / "workflows" / "notes" / f"v{n}") for n in (1, 2, 3)]
    assert [v.workflow.steps[0].intent == "click where the note goes" for v in versions] == [False, False, True]
    changed = [a != b for a, b in zip(versions[0].workflow.steps, versions[1].workflow.steps, strict=True)]
    assert sum(changed) == 1
