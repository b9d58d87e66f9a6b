"""gitk (Tk): a commit of the history gets a tag with a message, another one a branch."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.desk import SIZE, language, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

COMMITS = (
    ("README.md", "Start of the tide tables"),
    ("tides.py", "Read heights from the gauge file"),
    ("tides.py", "Sort gauges by harbour"),
    ("doc.txt", "Describe the gauge format"),
    ("tides.py", "Fix rounding of negative heights"),
    ("plot.py", "Draw the curve of one day"),
    ("plot.py", "Label high and low water"),
    ("doc.txt", "Explain the daily curve"),
    ("tides.py", "Cache the harmonic constants"),
    ("plot.py", "Print the curve in two colours"),
)
LATER = (
    ("doc.txt", "Name the sources of all gauges"),
    ("plot.py", "Mark midnight"),
    ("tides.py", "Warn of missing hours"),
)
DARK = """set want_ttk 0
set uicolor #303030
set uifgcolor #e0e0e0
set uifgdisabledcolor #909090
set bgcolor #1c1c1c
set fgcolor #e0e0e0
set selectbgcolor #44505c
set headbgcolor #206020
set headfgcolor white
set linkfgcolor #80b0ff
"""
LARGE = "set mainfont {sans 12}\nset textfont {monospace 12}\nset uifont {sans 12 bold}\n"
TOP, ROW, SUBJECT = 61, 15, 150
"""Where the list begins, how high a row is, and a place in the subjects (px), with the fonts that it has at first."""


class Gitk(Program):
    """A small repository; all branches are shown."""

    name, kind, batch = "gitk", "desktop", 1
    about = "a tag with a message at one commit, a branch at another"
    recorded = {
        "commit": "Fix rounding of negative heights",
        "tag": "v1.2",
        "message": "Checked against Cuxhaven",
        "branch": "two-colours",
    }
    other = {**recorded, "tag": "v1.2-rc3", "message": "Sent to the harbour office", "branch": "print-shop"}
    entry = {**recorded, "commit": "Sort gauges by harbour"}
    drifts = (
        Drift("dark", about="dark colours by its own settings"),
        Drift("large", about="12 pt instead of 9 pt"),
        Drift("rows", about="three newer commits above the others"),
        Drift("narrow", about="a screen of 1024 × 700"),
        Drift("german", RIGHT_OR_HALTED),
    )
    patience = 300
    by_layout = True

    def install(self, home: Path) -> None:
        cache.debian(home, "git", "gitk", "xdotool", "openbox", "xvfb", "at-spi2-core", "locales")

    def prepare(self, home: Path, data: Path) -> None:
        repository = data / "tides"
        repository.mkdir()
        git(repository, "init", "-q", "-b", "main")
        git(repository, "config", "user.name", "Mara Lind")
        git(repository, "config", "user.email", "mara@example.org")
        commit(repository, COMMITS, 1)

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        if drift == "rows":
            commit(data / "tides", LATER, 20)
        git(data / "tides", "update-index", "-q", "--refresh")  # copied files look changed until git has compared them
        if drift in ("dark", "large"):
            settings = data / ".config" / "git" / "gitk"
            settings.parent.mkdir(parents=True)
            settings.write_text(DARK if drift == "dark" else LARGE)
        size = (1024, 700) if drift == "narrow" else SIZE
        desk, running = open_desk(workdir, "gitk", size, language("de", "DE") if drift == "german" else None)
        try:
            desk.start("gitk", "--all", title="tides.* gitk", cwd=data / "tides")
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.sees("gitk")
        row = self._menu(session, values["commit"])
        session.click((SUBJECT + 30, row + 70))
        session.sees("maketag")
        session.type(values["tag"])
        session.key("Tab")
        session.type(values["message"])
        session.click((512, 471))
        session.sees_no("maketag")
        row = self._menu(session, "Print the curve in two colours")
        session.click((SUBJECT + 30, row + 130))
        session.sees("branchdialog")
        session.type(values["branch"])
        session.click((522, 453))
        session.sees_no("branchdialog")

    def _menu(self, session: Person, subject: str) -> int:
        """Select a commit and open its menu; returns the y of its row."""
        row = TOP + ROW * [said for _, said in reversed(COMMITS)].index(subject)
        session.click((SUBJECT, row))
        session.click((SUBJECT, row), button=3)
        return row

    def oracle(self, running: Running) -> Store:
        repository = running.workdir / "data" / "tides"
        shown = "%(refname)%09%(objecttype)%09%(if)%(*subject)%(then)%(*subject)%(else)%(subject)%(end)%09%(contents)"
        store: dict[str, Any] = {"refs": {}}
        for line in git(repository, "for-each-ref", "--format", shown).splitlines():
            if "\t" in line:
                name, kind, subject, said = line.split("\t")
                store["refs"][name] = f"{kind} at {subject!r}" + (f": {said}" if kind == "tag" else "")
        store["head"] = git(repository, "symbolic-ref", "HEAD").strip()
        store["changed"] = git(repository, "status", "--porcelain")
        store["stash"] = git(repository, "stash", "list")
        store["config"] = git(repository, "config", "--local", "--list")
        store["commits"] = git(repository, "log", "--all", "--format=%s%n%b")
        return store

    def expected(self, before: Store, values: Values) -> Store:
        refs = {
            **before["refs"],
            f"refs/tags/{values['tag']}": f"tag at {values['commit']!r}: {values['message']}",
            f"refs/heads/{values['branch']}": "commit at 'Print the curve in two colours'",
        }
        return {**before, "refs": refs}


def commit(repository: Path, commits: tuple[tuple[str, str], ...], first_day: int) -> None:
    """Commit a line for each, a day apart."""
    for day, (name, subject) in enumerate(commits, first_day):
        with (repository / name).open("a") as file:
            file.write(f"{subject.lower()}\n")
        git(repository, "add", "-A")
        when = f"2024-03-{day:02}T09:00:00+0000"
        git(repository, "commit", "-qm", subject, GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)


def git(repository: Path, *arguments: str, **env: str) -> str:
    """Run git there; what it says."""
    alone = {"HOME": str(repository), "GIT_CONFIG_NOSYSTEM": "1", "GIT_OPTIONAL_LOCKS": "0"}
    done = subprocess.run(
        ("git", *arguments), cwd=repository, env=os.environ | alone | env, capture_output=True, text=True, check=True
    )
    return done.stdout


PROGRAM = Gitk()
