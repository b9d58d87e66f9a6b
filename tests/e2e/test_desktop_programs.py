"""Programs that we did not write: recorded by real input, compiled, replayed on a fresh start, judged outside of us.

Each program is recorded once, as it comes, and replayed with other values where its looks have changed.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.desk_person import Person, Replayed, replay, studio
from helpers.recorder_child import recording
from helpers.virtual_desktop import VirtualDesktop, virtual_desktop

from studio.engine.backends.desktop.accessibility import Accessibility, open_accessibility, why_not
from studio.engine.recording import load_recording

SESSION = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")
LARGE = "[Settings]\ngtk-font-name=DejaVu Serif 13\n"
DARK = {"GTK_THEME": "Adwaita:dark"}
WRITTEN = "dose 5 mg\nweight 70 kg\n"
Does = Callable[[Person], None]


@pytest.fixture(scope="module")
def desktop(own_temp_dir: Path) -> Iterator[VirtualDesktop]:
    with virtual_desktop() as made, pytest.MonkeyPatch.context() as patch:
        patch.delenv("AT_SPI_BUS_ADDRESS", raising=False)
        patch.delenv("WAYLAND_DISPLAY", raising=False)
        for name in SESSION:
            patch.setenv(name, made.env[name])
        yield made


@pytest.fixture(scope="module")
def told(desktop: VirtualDesktop) -> Iterator[Accessibility]:
    opened = open_accessibility()
    assert opened is not None, why_not()
    yield opened
    opened.close()


@contextmanager
def running(desktop: VirtualDesktop, *command: str, title: str, **more: str) -> Iterator[None]:
    program = desktop.start(*command, title=title, **more)
    try:
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


def dressed(desktop: VirtualDesktop, *, large: bool) -> None:
    """Programs of GTK that start from now on have that font."""
    settings = desktop.home / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(LARGE if large else "")


def moved(desktop: VirtualDesktop, title: str) -> None:
    desktop.xdo("search", "--onlyvisible", "--name", title, "windowmove", "300", "170", "windowsize", "760", "480")


def done_to_the_end(done: Replayed) -> None:
    """All steps were done, by structure but where a busy machine had told none of a moment; of the last one, a write
    whose dialog closed, the run may then say that it cannot know what came of it."""
    assert done.code == 0 or done.halt == "outcome_unknown", done.said
    assert done.rungs.count("structural") >= len(done.rungs) - 1, done.rungs


# --- a text editor of GTK: menus with submenus, a dialog for files


def writes_a_letter(person: Person) -> None:
    person.key("ctrl+End")
    person.type("seen by Ann", param="line")
    for entry in ("Edit", "Select All", "Edit", "Convert", "To Uppercase"):
        person.click(entry, "menuitem")
    person.key("ctrl+shift+s")
    person.sees("Save As")
    person.key("ctrl+a")
    person.type(str(person.desktop.home / "letter-1.txt"), param="file")
    person.click("Save", "button")
    person.sees("letter-1.txt")


@pytest.fixture(scope="module")
def letter(desktop: VirtualDesktop, told: Accessibility) -> Path:
    draft = desktop.home / "draft.txt"
    draft.write_text(WRITTEN)
    with running(desktop, "mousepad", "--disable-server", str(draft), title="draft.txt"):
        bundle = recorded(desktop, told, "draft.txt", writes_a_letter)
    assert (desktop.home / "letter-1.txt").read_text() == f"{WRITTEN}seen by Ann".upper()
    return bundle


@pytest.mark.parametrize(("more", "large"), [(DARK, False), ({}, True)], ids=["dark and moved", "larger font"])
def test_a_letter_is_saved_under_another_name(
    desktop: VirtualDesktop, letter: Path, tmp_path: Path, more: dict[str, str], large: bool
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("dose 9 mg\n")
    dressed(desktop, large=large)
    with running(desktop, "mousepad", "--disable-server", str(other), title="other.txt", **more):
        if not large:
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
    person.type(str(person.desktop.home / "note-1.txt"), param="file")
    person.click("Save", "button")
    person.sees("note-1.txt")


@pytest.fixture(scope="module")
def note(desktop: VirtualDesktop, told: Accessibility) -> Path:
    draft = desktop.home / "raw.txt"
    draft.write_text(WRITTEN)
    with running(desktop, "featherpad", "--standalone", str(draft), title="raw.txt"):
        bundle = recorded(desktop, told, "raw.txt", writes_a_note)
    assert (desktop.home / "note-1.txt").read_text().rstrip() == f"{WRITTEN}seen by Ann".upper()
    return bundle


@pytest.mark.parametrize(
    "more", [{"QT_STYLE_OVERRIDE": "Windows"}, {"QT_FONT_DPI": "120"}], ids=["another style, moved", "larger font"]
)
def test_a_note_is_saved_under_another_name(
    desktop: VirtualDesktop, note: Path, tmp_path: Path, more: dict[str, str]
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("dose 9 mg\n")
    with running(desktop, "featherpad", "--standalone", str(other), title="other.txt", **more):
        if "QT_FONT_DPI" not in more:
            moved(desktop, "other.txt")
        given = {"line": "read by Bob", "file": str(tmp_path / "note-2.txt")}
        done_to_the_end(replay(desktop, note, tmp_path / "run", given))
    assert (tmp_path / "note-2.txt").read_text().rstrip() == "DOSE 9 MG\nREAD BY BOB"


# --- a calculator of GTK: buttons that say one letter


def multiplies(person: Person) -> None:
    for button in "7*6=":
        person.click(button, "button")
    person.key("ctrl+c")


@pytest.fixture(scope="module")
def product(desktop: VirtualDesktop, told: Accessibility) -> Path:
    with running(desktop, "galculator", title="galculator"):
        return recorded(desktop, told, "galculator", multiplies)


@pytest.mark.parametrize(("more", "large"), [(DARK, False), ({}, True)], ids=["dark", "larger font"])
def test_a_product_is_on_the_clipboard(
    desktop: VirtualDesktop, product: Path, tmp_path: Path, more: dict[str, str], large: bool
) -> None:
    dressed(desktop, large=large)
    with running(desktop, "galculator", title="galculator", **more):
        done_to_the_end(replay(desktop, product, tmp_path / "run", {}))
        assert clipboard(desktop) == "42"


def clipboard(desktop: VirtualDesktop) -> str:
    asked = "wm withdraw .\ncatch {clipboard get} got\nputs $got\nexit\n"
    return subprocess.run(
        ("wish",), input=asked, env=desktop.env, capture_output=True, text=True, check=True
    ).stdout.strip()
