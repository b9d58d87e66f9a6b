"""MockDesk worked by real mouse and keyboard on a desktop of its own, judged in its database."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.spoken import Spoken, spoken
from helpers.virtual_desktop import VirtualDesktop, stop, virtual_desktop, wait_for

ROOT = Path(__file__).resolve().parents[2]
TITLE = "Referral desk"


@pytest.fixture(scope="module")
def desktop(own_temp_dir: Path) -> Iterator[VirtualDesktop]:
    with virtual_desktop() as started:
        yield started


class Desk:
    """A running MockDesk."""

    def __init__(self, desktop: VirtualDesktop, db: Path, *options: str, title: str = TITLE) -> None:
        self.desktop, self.db = desktop, db
        command = [sys.executable, "-m", "studio", "demo", "mockdesk", "--db", str(db), *options]
        env = desktop.env | {"PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.told = json.loads(self.process.stdout.readline())
        self.waits_for_window(title)

    def query(self, sql: str) -> list[tuple[object, ...]]:
        db = sqlite3.connect(self.db)
        try:
            return db.execute(sql).fetchall()
        finally:
            db.close()

    def part(self, name: str, identifier: str = "") -> Spoken:
        """The shown part of that name; `identifier` is the end of its object name."""

        def look() -> Spoken | None:
            parts = spoken(self.desktop.env, "MockDesk")
            return next((p for p in parts if p.name == name and p.identifier.endswith(identifier)), None)

        return wait_for(look, f"{name!r} on the screen")

    def names(self) -> list[str]:
        return [p.name for p in spoken(self.desktop.env, "MockDesk")]

    def click(self, part: Spoken, button: str = "1", times: str = "1") -> None:
        self.desktop.xdo("mousemove", str(part.x), str(part.y), "click", "--repeat", times, "--delay", "60", button)

    def type(self, text: str) -> None:
        first, *more = text.split("\n")
        self.desktop.xdo("type", "--delay", "15", first)
        for line in more:
            self.key("Return")
            self.desktop.xdo("type", "--delay", "15", line)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.desktop.xdo("key", key)

    def waits_for(self, sql: str, rows: list[tuple[object, ...]]) -> None:
        wait_for(lambda: self.query(sql) == rows, f"{rows} as the answer to {sql}")

    def waits_for_window(self, title: str) -> None:
        """Until the window of that title has the keyboard."""
        look = ("getactivewindow", "getwindowname")
        wait_for(lambda: title in self.desktop.xdo(*look), f"the window {title!r}")

    def open_menu(self, part: Spoken) -> None:
        """The menu of a row; Qt does not speak it, so its window is waited for."""
        windows = ("search", "--onlyvisible", "--pid", str(self.told["pid"]))

        def shown(count: int) -> bool:
            return len(self.desktop.xdo(*windows).splitlines()) == count

        wait_for(lambda: shown(1), "the window alone")
        self.click(part, button="3")
        wait_for(lambda: shown(2), "the menu of the row")

    def close(self) -> None:
        stop(self.process)  # type: ignore[arg-type]
        assert self.process.stdout is not None
        self.process.stdout.close()


def test_a_referral_is_written_found_changed_and_deleted(desktop: VirtualDesktop, tmp_path: Path) -> None:
    desk = Desk(desktop, tmp_path / "desk.db")
    try:
        assert desk.told["db"] == str(tmp_path / "desk.db")
        assert desk.told["pid"] == desk.process.pid
        desk.key("ctrl+f")
        desk.type("RD-970848")
        desk.click(desk.part("Terri Template"), times="2")
        desk.part("New referral for Terri Template, RD-970848.")
        desk.type("Cough at night")
        desk.click(desk.part("Soon", "priority_soon"))
        desk.click(desk.part("Patient agrees"))
        desk.click(desk.part("Note", "note"))
        desk.type("two\nlines")
        desk.click(desk.part("Save", "save"))
        columns = "number, patient, reason, priority, agreed, note, kind"
        row = ("RD-970848", "Terri Template", "Cough at night", "Soon", 1, "two\nlines", "referral")
        desk.waits_for(f"SELECT {columns} FROM referrals", [row])
        desk.waits_for_window("Saved")
        desk.key("Return")
        desk.waits_for_window(TITLE)
        desk.click(desk.part("Terri Template"), times="2")
        desk.part("Record 1 is open.")
        desk.key("End")
        desk.type("!")
        desk.key("ctrl+s")
        desk.waits_for("SELECT reason FROM referrals", [("Cough at night!",)])
        desk.waits_for_window("Saved")
        desk.key("Return")
        desk.waits_for_window(TITLE)
        desk.click(desk.part("Terri Template"))
        desk.key("ctrl+shift+d")
        desk.waits_for_window("Delete record")
        desk.key("Return")
        desk.part("Record 1 is kept.")
        desk.click(desk.part("Terri Template"))
        desk.key("ctrl+shift+d")
        desk.waits_for_window("Delete record")
        desk.click(desk.part("Delete"))
        desk.waits_for("SELECT id FROM referrals", [])
    finally:
        desk.close()


def test_a_file_is_attached_and_all_is_exported(desktop: VirtualDesktop, tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_text("a scan")
    desk = Desk(desktop, tmp_path / "desk.db")
    try:
        desk.click(desk.part("Otto Dumny"), times="2")
        desk.part("New referral for Otto Dumny, RD-415350.")
        desk.type("Rash")
        desk.click(desk.part("Browse…"))
        desk.waits_for_window("Attach a file")
        desk.type(f"{tmp_path / 'scan.pdf'}\n")
        desk.part("scan.pdf is attached.")
        desk.click(desk.part("Save", "save"))
        desk.waits_for_window("Saved")
        desk.key("Return")
        desk.waits_for_window(TITLE)
        desk.click(desk.part("Export", "tool_export"))
        desk.waits_for_window("Export referrals")
        desk.key("ctrl+a")
        desk.type(f"{tmp_path / 'all.csv'}\n")
        wait_for((tmp_path / "all.csv").is_file, "the exported file")
        desk.part("Referrals are in all.csv.")
        exported = (tmp_path / "all.csv").read_text().splitlines()
        assert exported[0].startswith("id,number,patient,reason")
        assert exported[1].startswith("1,RD-415350,Otto Dumny,Rash,")
        assert exported[1].endswith(f"{tmp_path / 'scan.pdf'},referral")
    finally:
        desk.close()


def test_the_menu_of_a_row_marks_and_removes_that_row(desktop: VirtualDesktop, tmp_path: Path) -> None:
    desk = Desk(desktop, tmp_path / "desk.db")
    try:
        desk.open_menu(desk.part("RD-415350"))
        desk.key("Down", "Down", "Return")
        desk.waits_for("SELECT number FROM urgent", [("RD-415350",)])
        desk.open_menu(desk.part("RD-104287"))
        desk.key("Up", "Return")
        desk.waits_for_window("Remove patient")
        desk.click(desk.part("Remove"))
        desk.waits_for("SELECT number FROM removed", [("RD-104287",)])
        wait_for(lambda: "RD-104287" not in desk.names(), "the row to go")
        desk.process.send_signal(signal.SIGTERM)
        assert desk.process.wait(10) == 0
    finally:
        desk.close()


def test_drift_moves_and_renames_what_is_worked(desktop: VirtualDesktop, tmp_path: Path) -> None:
    desk = Desk(desktop, tmp_path / "desk.db", "--drift", "theme,moved,renamed,duplicate,swap", "--slow")
    try:
        desk.key("ctrl+f")
        desk.type("RD-104278")
        desk.key("BackSpace", "BackSpace", "8", "7")
        desk.click(desk.part("Jane Samples"), times="2")
        desk.part("New referral for Jane Samples, RD-104287.")
        assert "Save" not in desk.names()
        assert desk.names().count("Store") == 2
        desk.type("Knee")
        desk.click(desk.part("Store", "save_2"))
        desk.waits_for("SELECT patient, reason, kind FROM referrals", [("Jane Samples", "Knee", "draft")])
    finally:
        desk.close()


def test_who_signs_in_gets_in_and_the_password_stays_nowhere(desktop: VirtualDesktop, tmp_path: Path) -> None:
    desk = Desk(desktop, tmp_path / "desk.db", "--sign-in", title="Sign in")
    try:
        desk.type("ann\tabc\n")
        desk.part("This password is too short.")
        desk.type("open sesame\n")
        desk.waits_for_window("Referral desk (MockDesk)")
        digest = hashlib.sha256(b"open sesame").hexdigest()
        assert desk.query("SELECT user, password_sha256 FROM sign_ins") == [("ann", digest)]
        assert "open sesame" not in desk.names()
        desk.key("ctrl+q")
        assert desk.process.wait(10) == 0
    finally:
        desk.close()


@pytest.mark.parametrize(
    ("options", "display", "code", "words"),
    [
        ([], None, 3, "there is none"),
        ([], ":4242", 3, "does not answer"),
        (["--drift", "sideways"], None, 2, "sideways"),
    ],
)
def test_what_keeps_it_from_starting_is_one_sentence(
    options: list[str], display: str | None, code: int, words: str
) -> None:
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env |= {"DISPLAY": display} if display else {}
    command = [sys.executable, "-m", "studio", "demo", "mockdesk", *options]
    done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1)
    assert words in done.stderr


def test_a_file_that_is_no_database_is_told(desktop: VirtualDesktop, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("a letter and not a database " * 40)
    command = [sys.executable, "-m", "studio.demo.mockdesk", "--db", str(tmp_path / "letter.txt")]
    done = subprocess.run(command, env=desktop.env, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert "letter.txt cannot be used as a database" in done.stderr
