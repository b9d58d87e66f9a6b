"""The whole job as a person does it: the studio as a real program, driven only by mouse and keyboard.

Judged by the database of the program that is worked in, and by the files on disk.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from helpers.screen_eyes import ScreenEyes
from helpers.virtual_desktop import VirtualDesktop, virtual_desktop
from helpers.window_person import ROOT, WindowPerson

from studio.engine.bundle import load_bundle

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

TITLE = "Referral desk"
SECRET = "as before"


@pytest.fixture(scope="module")
def desktop(own_temp_dir: Path) -> Iterator[VirtualDesktop]:
    with virtual_desktop() as made:
        yield made


@pytest.fixture
def person(desktop: VirtualDesktop, tmp_path: Path) -> Iterator[WindowPerson]:
    made = WindowPerson(desktop, tmp_path)
    yield made
    for program in made.running:
        desktop.stop(program)


@contextmanager
def desk(desktop: VirtualDesktop, db: Path, *drift: str) -> Iterator[WindowPerson]:
    changed = ("--drift", ",".join(drift)) if drift else ()
    command = (sys.executable, "-m", "studio.demo.mockdesk", "--db", str(db), *changed)
    program = desktop.start(*command, title=TITLE, PYTHONPATH=str(ROOT))
    try:
        yield WindowPerson(desktop, db.parent, "MockDesk", rests_s=0.6)
    finally:
        desktop.stop(program)


def rows(db: Path, columns: str, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(db)) as opened:
        return opened.execute(f"SELECT {columns} FROM {table}").fetchall()


def referrals(db: Path) -> list[tuple[object, ...]]:
    return rows(db, "number, patient, reason, priority, agreed, note, attachment", "referrals")


def test_record_clean_up_decide_run_review_and_run_the_new_version(
    desktop: VirtualDesktop, person: WindowPerson, tmp_path: Path
) -> None:
    db = tmp_path / "desk.db"
    with desk(desktop, db) as worker:
        person.start()
        records_one_window(person)
        works_in_the_desk(person, worker)
        person.click("Finish", of="floating")
        cleans_up_and_compiles(person)
        decides_two_of_three(person)
        looks_at_a_ladder(person)
        runs(person, "RD-415350", "Rash on the arm", "since May")
    shown = ("RD-970848", "Terri Template", "Cough at night", "Soon", 1, SECRET, "scan-1.pdf")
    first = ("RD-415350", "Otto Dumny", "Rash on the arm", "Soon", 1, "since May", "scan-1.pdf")
    assert referrals(db) == [shown, first]
    assert person.quit() == 0
    with desk(desktop, db, "theme", "density"):
        person.start()
        person.click("Refer.", part=True, of="WorkflowCard")
        runs(person, "RD-846109", "Back pain", "weekly")
        accepted = reviews_the_heals_by_keyboard(person)
        person.click("Run version 3")
        runs(person, "RD-507714", "Sore throat", "daily", open_run=False)
    second = ("RD-846109", "Rob Example", "Back pain", "Soon", 1, "weekly", "scan-1.pdf")
    third = ("RD-507714", "Fiona Fixture", "Sore throat", "Soon", 1, "daily", "scan-1.pdf")
    assert referrals(db) == [shown, first, second, third]
    assert person.quit() == 0
    assert_what_is_on_disk(person.library, accepted)


def records_one_window(person: WindowPerson) -> None:
    person.click("Record a workflow", of="PageHead")
    person.click("One window", of="ChoiceCard")
    person.sees(f"{TITLE} (MockDesk)", part=True, of="QListWidget")
    person.fill("Name of the workflow", "Refer")
    person.key("ctrl+Return")
    person.sees("0 actions", of="floating")


def works_in_the_desk(person: WindowPerson, worker: WindowPerson) -> None:
    """One click too many is among it."""
    done = iter(range(1, 99))

    def counted() -> None:
        n = next(done)
        person.sees("1 action" if n == 1 else f"{n} actions", of="floating")

    def types(said: str) -> None:
        worker.desktop.xdo("type", "--delay", "25", said)
        next(done)
        time.sleep(0.8)

    def clicks(name: str, of: str, times: int = 1) -> None:
        worker.click(name, of=of, times=times)
        counted()

    worker.key("ctrl+f")
    counted()
    types("RD-970848")
    clicks("Terri Template", "patients", 2)
    worker.sees("New referral for Terri Template, RD-970848.")
    types("Cough at night")
    clicks("Urgent", "ReferralsPage")
    clicks("Soon", "ReferralsPage")
    clicks("Patient agrees", "ReferralsPage")
    clicks("Note", "note")
    types(SECRET)
    clicks("Attachment", "attachment")
    types("scan-1.pdf")
    clicks("Save", "ReferralsPage")
    worker.sees("Referral 1 for Terri Template is saved.")
    worker.key("Return")
    counted()


def cleans_up_and_compiles(person: WindowPerson) -> None:
    person.click("Click “Urgent”", part=True, of="ActionList")
    person.key("Delete")
    person.sees("12 steps from 13 actions")
    person.click(f"Type “{SECRET}”", part=True, of="ActionList")
    person.key("k")
    person.sees("A secret", of="LineForm")
    person.key("Return")
    person.sees("Type •••• into", part=True, of="ActionList")
    person.key("ctrl+Return")
    person.sees("Delete the recording afterwards, which still shows it", of="CompileForm")
    person.key("Return")


def decides_two_of_three(person: WindowPerson) -> None:
    person.sees("0 of 3 decided")
    person.key("F2")
    person.type("number")
    person.key("Return")
    person.sees("1 of 3 decided")
    person.key("Return")
    person.sees("2 of 3 decided")
    person.key("3", "Return")
    person.sees("3 of 3 decided")
    person.key("ctrl+Return")
    person.sees("Saved as version 2.")


def looks_at_a_ladder(person: WindowPerson) -> None:
    person.fill("Find a step", "Save", of="SearchField")
    person.key("Return")
    person.sees("click ‘Save’", part=True, of="Inspector")
    person.key("Tab", "l")
    person.sees("Would click at", part=True, of="Banner")
    person.key("Escape")
    person.sees("Version 2", of="WorkflowPage")


def runs(person: WindowPerson, number: str, reason: str, note: str, *, open_run: bool = True) -> None:
    if open_run:
        person.sees("Version 2", of="WorkflowPage")
        person.key("F5")
    person.sees("Values of this run")
    for field, value in (("Search", number), ("Reason", reason), ("Note", note)):
        person.fill(field, value)
    person.key("ctrl+Return")
    person.sees("Passed on screen", part=True, of="ResultPage.PageHead")


def reviews_the_heals_by_keyboard(person: WindowPerson) -> int:
    """Accepts all but the second one, and saves; how many it accepted."""
    person.key("h")
    count = int(person.sees(" open", part=True, of="ReviewTools.Chip").name.split()[0])
    assert count >= 3
    for place in range(count):
        person.key("r" if place == 1 else "a")
        person.sees(f"{count - 1 - place} open", of="ReviewTools.Chip")
    person.key("ctrl+s")
    person.sees(f"Saved as version 3 with {count - 1} heals.", of="Notice")
    return count - 1


def assert_what_is_on_disk(library: Path, accepted: int) -> None:
    versions = [load_bundle(library / "workflows" / "refer" / f"v{n}") for n in (1, 2, 3)]
    assert [len(v.workflow.steps) for v in versions] == [12, 12, 12]
    newest = versions[-1].workflow
    assert (set(newest.params), newest.secret_params) == ({"number", "reason"}, ("note",))
    before, after = ({s.id: s for s in v.workflow.steps} for v in versions[1:])
    assert sum(before[i] != after[i] for i in before) == accepted
    reports = sorted((library / "runs" / "refer").glob("*/report.json"))
    told = [json.loads(path.read_text()) for path in reports]
    assert [len(t["heals"]) for t in told][-1] <= 1, "what was accepted needs no heal any more"
    secret_places = [*(library / "workflows").rglob("*"), *(library / "runs").rglob("*")]
    shown = [p for p in secret_places if p.is_file() and SECRET.encode() in p.read_bytes()]
    assert shown == []


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium on this machine")
def test_the_practice_clinic_is_recorded_in_a_browser_and_run_with_another_note(
    desktop: VirtualDesktop, person: WindowPerson
) -> None:
    person.start()
    person.click("Start", of="QFrame.Button")
    person.sees("The practice clinic is ready.", part=True, of="PageDetail")
    person.key("ctrl+Return")
    person.sees("0 actions", of="floating")
    works_in_the_clinic(ScreenEyes(desktop))
    person.key("ctrl+alt+f")
    person.sees("Click “Save Encounter”", part=True, of="ActionList")
    person.key("ctrl+Return")
    person.sees("Compile", of="CompileForm")
    person.key("Return")
    person.sees("0 of 2 decided")
    person.key("3", "Return")  # the user stays as he is
    person.sees("1 of 2 decided")
    person.key("Return")
    person.sees("2 of 2 decided")
    person.key("ctrl+Return")
    person.sees("Version 2", of="WorkflowPage")
    person.key("F5")
    person.fill("Note", "Seen again in May.")
    person.key("ctrl+Return")
    person.sees("Passed on screen", of="ResultPage.PageHead")
    assert person.acts <= 12  # README.md says so
    assert person.quit() == 0
    stored = rows(person.library / "practice" / "clinic.db", "patient_id, type, note, agreed", "encounters")
    assert stored == [("p06", "Triage", "Rash is better.", 1), ("p06", "Triage", "Seen again in May.", 1)]


def works_in_the_clinic(eyes: ScreenEyes) -> None:
    """Otto Dummy's referral, written by hand."""
    eyes.click("Username", below=36)
    eyes.type("nurse.sample")
    eyes.click("Sign In")
    eyes.sees("Referral Tasks")
    eyes.click("Otto Dummy", x=eyes.sees("Open").x)
    eyes.click("New Encounter")
    eyes.click("Triage")
    eyes.click("Note", below=50)
    eyes.type("Rash is better.")
    eyes.click("Patient agreed")
    eyes.click("Save Encounter")
    eyes.sees("Encounter saved")
