"""A referral written by hand in MockDesk, and again for others while the program changes: judged in its database."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from helpers.desk_person import ROOT, Person, replay, studio
from helpers.recorder_child import recording
from helpers.virtual_desktop import VirtualDesktop

from studio.engine.backends.desktop.accessibility import Accessibility
from studio.engine.bundle import load_bundle
from studio.engine.recording import load_recording

TITLE = "Referral desk"
COLUMNS = "number, patient, reason, priority, agreed, note, kind"
OTTO = {"number": "RD-415350", "reason": "Rash on the arm", "note": "since May"}
SAVED = [("RD-415350", "Otto Dumny", "Rash on the arm", "Soon", 1, "since May", "referral")]


@contextmanager
def desk(desktop: VirtualDesktop, db: Path, *drift: str) -> Iterator[None]:
    changed = ("--drift", ",".join(drift)) if drift else ()
    command = (sys.executable, "-m", "studio.demo.mockdesk", "--db", str(db), *changed)
    program = desktop.start(*command, title=TITLE, PYTHONPATH=str(ROOT))
    try:
        yield
    finally:
        desktop.stop(program)


def rows(db: Path, table: str = "referrals", columns: str = COLUMNS) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(db)) as opened:
        return opened.execute(f"SELECT {columns} FROM {table}").fetchall()


def compiled(desktop: VirtualDesktop, out: Path) -> Path:
    bundle = out.with_name(f"{out.name}-bundle")
    done = studio(desktop, "compile", str(out), "--out", str(bundle), "--name", "Refer")
    assert done.returncode == 0, done.stderr
    return bundle


@pytest.fixture(scope="module")
def referral(desktop: VirtualDesktop, told: Accessibility) -> Path:
    db, out = desktop.home / "first.db", desktop.home / "referral"
    with desk(desktop, db), recording(desktop, out, "--window", TITLE) as child:
        person = Person(desktop, told, child)
        person.key("ctrl+f")
        person.type("RD-970848", param="number")
        person.click("Terri Template", "gridcell", times=2)
        person.reads("New referral for Terri Template, RD-970848.")
        person.type("Cough at night", param="reason")
        person.click("Soon", "radio")
        person.click("Patient agrees", "checkbox")
        person.click("Note", "textbox")
        person.type("as before", param="note")
        person.click("Save", "button")
        person.sees("Saved")
        person.key("Return")
        desktop.xdo("key", "ctrl+alt+f")
        assert child.ended() == 0, child.errors
    assert rows(db) == [("RD-970848", "Terri Template", "Cough at night", "Soon", 1, "as before", "referral")]
    done = load_recording(out)
    assert len(done.events) == 10
    assert done.not_recorded == ()
    return compiled(desktop, out)


@pytest.mark.parametrize(
    ("drift", "halt"),
    [
        (("theme", "rows", "density", "font", "duplicate"), ""),
        (("moved", "theme"), "needs_confirmation"),  # Save stands on the other side of all it stood beside
        (("deleted",), "target_not_found"),
    ],
    ids="+".join,
)
def test_a_referral_is_written_for_another_patient_or_not_at_all(
    desktop: VirtualDesktop, referral: Path, tmp_path: Path, drift: tuple[str, ...], halt: str
) -> None:
    db = tmp_path / "desk.db"
    with desk(desktop, db, *drift):
        done = replay(desktop, referral, tmp_path / "run", OTTO)
    assert (done.code, done.halt) == (1 if halt else 0, halt), done.said
    assert rows(db) == ([] if halt else SAVED)
    assert set(done.rungs) == {"structural"}


def test_a_menu_that_qt_does_not_tell_is_known_by_its_picture(
    desktop: VirtualDesktop, told: Accessibility, tmp_path: Path
) -> None:
    db, out = tmp_path / "desk.db", tmp_path / "menu"
    with desk(desktop, db), recording(desktop, out, "--window", TITLE) as child:
        person = Person(desktop, told, child)
        person.key("ctrl+f")
        person.type("RD-970848", param="number")
        person.click("Terri Template", "gridcell", button=3)
        (menu,) = told.snapshot().unspoken
        marks = (menu.x + 60, menu.y + menu.h * 36 // 100)  # the second of four entries
        assert told.element_at(menu.center) is None
        person.click(marks)
        assert child.finish() == 0
    assert rows(db, "urgent", "number") == [("RD-970848",)]
    assert load_recording(out).events[-1].target is None
    anchor = load_bundle(compiled(desktop, out)).workflow.steps[-1].anchor
    assert anchor is not None
    assert (anchor.structural, anchor.ocr_text) == (None, "Mark as urgent")
