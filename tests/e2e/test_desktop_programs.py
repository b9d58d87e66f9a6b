"""Programs that we did not write: recorded by real input, compiled, replayed on a fresh start, judged outside of us.

Each program is recorded once, as it comes, and replayed with other values where its looks have changed; by pixels
alone where they have not.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.desk_person import Person, Replayed, replay, studio
from helpers.recorder_child import recording
from helpers.virtual_desktop import VirtualDesktop

from studio.engine.backends.desktop.accessibility import Accessibility
from studio.engine.recording import load_recording

LARGE = "[Settings]\ngtk-font-name=DejaVu Serif 13\n"
DARK = {"GTK_THEME": "Adwaita:dark"}
WINDOWS_STYLE = {"QT_STYLE_OVERRIDE": "Windows", "QT_FONT_DPI": "120"}
WRITTEN = "dose 5 mg\nweight 70 kg\n"
Does = Callable[[Person], None]


@contextmanager
def running(desktop: VirtualDesktop, *command: str, title: str, **more: str) -> Iterator[None]:
    program = desktop.start(*command, title=title, **more)
    try:
        desktop.xdo("windowactivate", "--sync", desktop.window(title))
        yield
    finally:
        desktop.stop(program)


def recorded(desktop: VirtualDesktop, told: Accessibility, window: str, does: Does) -> Path:
    """The bundle of what `does` did, finished by hot key and compiled by command."""
    out = desktop.home / f"{window}-recording"
    with recording(desktop, out, "--window", window) as child:
        does(Person(desktop, told, child))
        desktop.xdo("key", "ctrl+alt+f")
        assert child.ended() == 0, child.errors
        assert child.of("finished")
    assert load_recording(out).not_recorded == ()
    bundle = out.with_name(f"{window}-bundle")
    done = studio(desktop, "compile", str(out), "--out", str(bundle), "--name", window)
    assert done.returncode == 0, done.stderr
    return bundle


def papers(desktop: VirtualDesktop) -> Path:
    """A folder of its own: in that of the logs a dialog for files changes with every line that a program logs."""
    folder = desktop.home / "papers"
    folder.mkdir(exist_ok=True)
    return folder


@contextmanager
def dressed(desktop: VirtualDesktop) -> Iterator[None]:
    """Programs of GTK that start meanwhile have another, larger font."""
    settings = desktop.home / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(LARGE)
    try:
        yield
    finally:
        settings.unlink()


def moved(desktop: VirtualDesktop, title: str) -> None:
    desktop.xdo("search", "--onlyvisible", "--name", title, "windowmove", "300", "170", "windowsize", "760", "480")


def done_to_the_end(done: Replayed) -> None:
    """All steps were done, each target found by structure, but for one at most that a busy program told too late: the
    runner waits two seconds for that, then looks at the screen."""
    assert done.code == 0, done.said
    assert sum(rung != "structural" for rung in done.rungs) <= 1 < len(done.rungs), done.said


def by_pixels(desktop: VirtualDesktop, bundle: Path) -> Path:
    """The same recording, compiled without what programs tell."""
    recording_dir = bundle.with_name(bundle.name.replace("-bundle", "-recording"))
    out = bundle.with_name(bundle.name.replace("-bundle", "-pixels"))
    done = studio(desktop, "compile", str(recording_dir), "--out", str(out), "--name", "Pixels", "--no-structure")
    assert done.returncode == 0, done.stderr
    return out


# --- a text editor of GTK: menus with submenus, a dialog for files


def writes_a_letter(person: Person) -> None:
    person.key("ctrl+End")
    person.type("seen by Ann", param="line")
    for entry in ("Edit", "Select All", "Edit", "Convert", "To Uppercase"):
        person.click(entry, "menuitem")
    person.key("ctrl+shift+s")
    person.sees("Save As")
    person.key("ctrl+a")
    person.type(str(papers(person.desktop) / "letter-1.txt"), param="file")
    person.click("Save", "button")
    person.sees("letter-1.txt")


@pytest.fixture(scope="module")
def letter(desktop: VirtualDesktop, told: Accessibility) -> Path:
    draft = papers(desktop) / "draft.txt"
    draft.write_text(WRITTEN)
    with running(desktop, "mousepad", "--disable-server", str(draft), title="draft.txt"):
        bundle = recorded(desktop, told, "draft.txt", writes_a_letter)
    assert (papers(desktop) / "letter-1.txt").read_text() == f"{WRITTEN}seen by Ann".upper()
    return bundle


def test_a_letter_is_saved_under_another_name(desktop: VirtualDesktop, letter: Path, tmp_path: Path) -> None:
    other = papers(desktop) / "other.txt"
    other.write_text("dose 9 mg\n")
    with running(desktop, "mousepad", "--disable-server", str(other), title="other.txt", **DARK):
        moved(desktop, "other.txt")
        given = {"line": "read by Bob Ö", "file": str(tmp_path / "letter-2.txt")}
        done_to_the_end(replay(desktop, letter, tmp_path / "run", given))
    assert (tmp_path / "letter-2.txt").read_text() == "DOSE 9 MG\nREAD BY BOB Ö"
    assert other.read_text() == "dose 9 mg\n"


# --- a text editor of Qt: other menus, another dialog


def writes_a_note(person: Person) -> None:
    person.key("ctrl+End")
    person.type("seen by Ann", param="line")
    person.click("Edit", "menuitem")
    person.click("Select All", "menuitem")
    person.key("ctrl+shift+u")
    person.key("ctrl+shift+s")
    person.sees("Save as")
    person.key("ctrl+a")
    person.type(str(papers(person.desktop) / "note-1.txt"), param="file")
    person.click("Save", "button")
    person.sees("note-1.txt")


@pytest.fixture(scope="module")
def note(desktop: VirtualDesktop, told: Accessibility) -> Path:
    draft = papers(desktop) / "raw.txt"
    draft.write_text(WRITTEN)
    with running(desktop, "featherpad", "--standalone", str(draft), title="raw.txt"):
        bundle = recorded(desktop, told, "raw.txt", writes_a_note)
    assert (papers(desktop) / "note-1.txt").read_text().rstrip() == f"{WRITTEN}seen by Ann".upper()
    return bundle


def test_a_note_is_saved_under_another_name(desktop: VirtualDesktop, note: Path, tmp_path: Path) -> None:
    other = papers(desktop) / "other.txt"
    other.write_text("dose 9 mg\n")
    with running(desktop, "featherpad", "--standalone", str(other), title="other.txt", **WINDOWS_STYLE):
        moved(desktop, "other.txt")
        given = {"line": "read by Bob", "file": str(tmp_path / "note-2.txt")}
        done_to_the_end(replay(desktop, note, tmp_path / "run", given))
    assert (tmp_path / "note-2.txt").read_text().rstrip() == "DOSE 9 MG\nREAD BY BOB"


def test_by_pixels_alone_it_is_saved_beside_another_name_and_nothing_proves_it(
    desktop: VirtualDesktop, note: Path, tmp_path: Path
) -> None:
    draft = papers(desktop) / "raw.txt"
    with running(desktop, "featherpad", "--standalone", str(draft), title="raw.txt"):
        given = {"line": "read by Bob", "file": "note-3.txt"}
        done = replay(desktop, by_pixels(desktop, note), tmp_path / "run", given, "--no-structure")
    assert done.halt == "outcome_unknown", done.said
    assert (papers(desktop) / "note-3.txt").read_text().rstrip().endswith("READ BY BOB")


# --- a calculator of GTK: buttons that say one letter


def multiplies(person: Person) -> None:
    for button in "7*6=":
        person.click(button, "button")
    person.key("ctrl+c")


@pytest.fixture(scope="module")
def product(desktop: VirtualDesktop, told: Accessibility) -> Path:
    with running(desktop, "galculator", title="galculator"):
        return recorded(desktop, told, "galculator", multiplies)


def test_a_product_is_on_the_clipboard(desktop: VirtualDesktop, product: Path, tmp_path: Path) -> None:
    with dressed(desktop), running(desktop, "galculator", title="galculator", **DARK):
        done_to_the_end(replay(desktop, product, tmp_path / "run", {}))
        assert clipboard(desktop) == "42"


def test_buttons_that_light_up_under_the_pointer_are_found_by_pixels_alone(
    desktop: VirtualDesktop, product: Path, tmp_path: Path
) -> None:
    with running(desktop, "galculator", title="galculator"):
        done = replay(desktop, by_pixels(desktop, product), tmp_path / "run", {}, "--no-structure")
        assert done.code == 0, done.said
        assert set(done.rungs) <= {"template", "template_global"}
        assert clipboard(desktop) == "42"


def clipboard(desktop: VirtualDesktop) -> str:
    asked = "wm withdraw .\ncatch {clipboard get} got\nputs $got\nexit\n"
    return subprocess.run(
        ("wish",), input=asked, env=desktop.env, capture_output=True, text=True, check=True
    ).stdout.strip()
