"""The desktop as a surface, on programs that we did not write: typed, recorded, replayed, judged outside."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.virtual_desktop import VirtualDesktop, virtual_desktop, wait_for

from studio.engine.backends.desktop.accessible import AccessibleDesktop, open_desktop
from studio.engine.backends.desktop.backend import DesktopBackend
from studio.engine.backends.desktop.grab import ScreenGrabber
from studio.engine.backends.desktop.input_x11 import X11Input
from studio.engine.backends.desktop.program import Program
from studio.engine.backends.desktop.x11 import refuse_without_display
from studio.engine.backends.protocols import EnvironmentUnable, Interfered, SurfaceLost
from studio.engine.compiler import compile_recording
from studio.engine.model.geometry import Point, Region
from studio.engine.model.results import Outcome
from studio.engine.model.workflow import CheckKind, Risk
from studio.engine.runtime import Replayer
from studio.recorder.driven import DrivenRecorder

ROOT = Path(__file__).resolve().parent.parent.parent
STRANGE = "Hello World 123 !\"§$%&/()=?`+*#'-_.:,;<>|@€ éà 中文 ñß äöü ЖЯ ~^ \\ {[]}"


BOTH_SHIFTS = ("keydown", "Shift_L", "key", "Shift_R", "keyup", "Shift_L")


@contextmanager
def editor(desktop: VirtualDesktop, name: str, text: str = "") -> Iterator[Path]:
    """A text editor with a file of that name, fresh each time."""
    letter = desktop.home / name
    letter.write_text(text, encoding="utf-8")
    program = desktop.start("mousepad", "--disable-server", str(letter), title=name)
    try:
        yield letter
    finally:
        desktop.stop(program)


def saved(letter: Path, before: str = "") -> str:
    """What the editor wrote, once it did."""
    wait_for(lambda: letter.read_text(encoding="utf-8") != before, "the saved file")
    return letter.read_text(encoding="utf-8").rstrip("\n")


def mask(desktop: VirtualDesktop) -> int:
    """Buttons and modifiers that the server takes for pressed."""
    from Xlib import display

    connection = display.Display(desktop.display)
    try:
        return int(connection.screen().root.query_pointer().mask) & 0x1FFF
    finally:
        connection.close()


def keys(desktop: VirtualDesktop, *layout: str) -> str:
    """The table of keys; with `layout` after it was set."""
    if layout:
        subprocess.run(["setxkbmap", *layout], env=desktop.env, check=True)
    return subprocess.run(["xkbcomp", "-xkb", desktop.display, "-"], capture_output=True, check=True).stdout.decode()


@pytest.mark.parametrize(
    ("layout", "before"),
    [
        (("-layout", "us"), ()),
        (("-layout", "de"), ("key", "Caps_Lock")),
        (("-layout", "fr"), ("key", "Num_Lock")),
        (
            ("-layout", "us,ru", "-option", "grp:shifts_toggle"),
            BOTH_SHIFTS,
        ),
    ],
    ids=["us", "de with Caps Lock", "fr with Num Lock", "second of two"],
)
def test_text_comes_out_as_meant_whatever_the_layout(
    desktop: VirtualDesktop, layout: tuple[str, ...], before: tuple[str, ...]
) -> None:
    plain = keys(desktop, "-option", "", *layout)
    with editor(desktop, "typed.txt") as letter:
        sender = X11Input()
        for word, key in zip(before[::2], before[1::2], strict=True):
            desktop.xdo(word, key)
        locks = mask(desktop)
        try:
            sender.type_text(STRANGE)
            sender.press("Control+S")
            assert saved(letter) == STRANGE
            assert mask(desktop) == locks  # Caps Lock is on again
        finally:
            sender.close()
            if locks:
                desktop.xdo(*before)
    assert keys(desktop) == plain  # spare keys were given back
    keys(desktop, "-option", "", "-layout", "us")


def test_nothing_stays_down_whatever_happens(desktop: VirtualDesktop) -> None:
    desktop.xdo("keydown", "Shift_L", "mousedown", "1")  # a run before this one was killed
    assert mask(desktop)
    sender = X11Input()
    assert mask(desktop) == 0
    asked = iter([None, None, "Somebody moved the mouse."])
    sender.heed(lambda: next(asked))
    with pytest.raises(Interfered, match="Somebody"):
        sender.drag(Point(1200, 700), Point(1250, 750))
    assert mask(desktop) == 0
    with pytest.raises(ValueError, match="no mouse button"):
        sender.click(Point(5, 5), button="fourth")
    for unknown in ("Hyperspace", "Control+Nonesuch"):
        with pytest.raises(ValueError, match="no key"):
            sender.press(unknown)
    assert mask(desktop) == 0
    sender.close()


def test_two_clicks_that_were_meant_as_two_are_no_double_click(desktop: VirtualDesktop) -> None:
    with editor(desktop, "clicks.txt", "alpha beta gamma") as letter, open_desktop(window="clicks.txt") as surface:
        word = place(surface, "textbox", "").moved(0, 0)
        at = Point(word.x + 70, word.y + 12)
        for _ in range(2):
            surface.click(at)
        surface.type_text("X")  # a double click would have selected a word, and lost it
        surface.press("Control+S")
        assert sorted(saved(letter, "alpha beta gamma").replace("X", "")) == sorted("alpha beta gamma")
        surface.click(at, count=2)
        surface.press("Delete")
        surface.press("Control+S")
        wait_for(lambda: "X" not in letter.read_text() or len(letter.read_text().split()) < 3, "a word to go")


def place(surface: DesktopBackend, role: str, name: str) -> Region:
    """Where the program shows that control."""
    assert isinstance(surface, AccessibleDesktop)

    def look() -> Region | None:
        elements = surface.snapshot().elements
        return next((e.region for e in elements if (e.role, e.name) == (role, name) and e.in_view), None)

    return wait_for(look, f"{role} {name}")


def record_letter(surface: AccessibleDesktop, out: Path) -> None:
    """Adds a line, makes all of it capitals by the menu, and saves."""
    with DrivenRecorder(surface, out, window="mousepad") as recorder:
        recorder.press("Control+End")
        recorder.type_text("Dear Ms Näve, 5 € for you", param="body")
        for name in ("Edit", "Select All", "Edit", "Convert", "To Uppercase"):
            recorder.click(place(surface, "menuitem", name).center)
        recorder.press("Control+S")
        recorder.finish()


@pytest.fixture(scope="module")
def recording(desktop: VirtualDesktop) -> Path:
    out = desktop.home / "recording"
    with editor(desktop, "letter.txt", "first line\n") as letter, open_desktop(window="mousepad") as surface:
        assert isinstance(surface, AccessibleDesktop)
        record_letter(surface, out)
        assert saved(letter, "first line\n") == "FIRST LINE\nDEAR MS NÄVE, 5 € FOR YOU"
    return out


def studio(desktop: VirtualDesktop, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "studio", *arguments],
        env=desktop.env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_letter_is_written_again_on_a_fresh_start(desktop: VirtualDesktop, recording: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    workflow = compile_recording(recording, bundle, name="Write a letter")
    save = workflow.steps[-1]
    assert (save.key, save.risk, [check.kind for check in save.expect]) == (
        *("Control+S", Risk.IRREVERSIBLE),
        [CheckKind.SAVED],
    )
    assert (workflow.backend, workflow.window, workflow.structure) == ("desktop", "mousepad", True)
    with editor(desktop, "other.txt", "first line\n") as letter:
        desktop.xdo("search", "--name", "other.txt", "windowmove", "40", "60", "windowsize", "600", "420")
        given = ("--param", "body=Other words ok", "--run-dir", str(tmp_path / "r"))
        done = studio(desktop, "replay", str(bundle), *given)
        assert done.returncode == 0, done.stdout + done.stderr
        assert saved(letter, "first line\n") == "FIRST LINE\nOTHER WORDS OK"
    report = json.loads((tmp_path / "r" / "report.json").read_text())
    assert {step["rung"] for step in report["steps"] if step["rung"]} == {"structural"}


@contextmanager
def calculator(desktop: VirtualDesktop) -> Iterator[None]:
    program = desktop.start("galculator", title="galculator")
    try:
        yield
    finally:
        desktop.stop(program)


def test_a_sum_is_done_again_by_pixels_only(desktop: VirtualDesktop, tmp_path: Path) -> None:
    with calculator(desktop), open_desktop(window="galculator") as surface:
        assert isinstance(surface, AccessibleDesktop)
        with DrivenRecorder(surface, tmp_path / "recording", window="galculator") as recorder:
            for key in "7*6=":
                recorder.click(place(surface, "button", key).center)
            recorder.finish()
        shown = surface.frame()
    workflow = compile_recording(tmp_path / "recording", tmp_path / "bundle", name="Multiply", structure=False)
    assert workflow.place is not None
    display = Region(workflow.place.x, workflow.place.y + 40, workflow.place.w, 70)
    with calculator(desktop), open_desktop(window="galculator", place=workflow.place, structure=False) as surface:
        run = Replayer(surface, structure=False).run(bundle_dir=tmp_path / "bundle", run_dir=tmp_path / "r")
        assert run.outcome is Outcome.PASSED, run.halt or run.error
        assert surface.frame().crop(display).same_pixels(shown.crop(display))
        assert [step.rung for step in run.steps] == ["template"] * 4


def test_a_person_pauses_the_run_and_the_panic_key_stops_it(
    desktop: VirtualDesktop, recording: Path, tmp_path: Path
) -> None:
    compile_recording(recording, tmp_path / "bundle", name="Write a letter")
    with editor(desktop, "shared.txt", "first line\n") as letter:
        command = ("replay", str(tmp_path / "bundle"), "--events", "--run-dir", str(tmp_path / "r"))
        run = subprocess.Popen(
            [sys.executable, "-m", "studio", *command],
            env=desktop.env, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert run.stdin is not None
        assert run.stdout is not None
        with run.stdin, run.stdout:
            told = [_answer(json.loads(line), desktop, run) for line in run.stdout]
        assert run.wait() == 130
        assert "FIRST" not in letter.read_text(encoding="utf-8")
    kinds = [event["type"] for event in told]
    assert kinds.count("paused") == kinds.count("resumed") == 1
    assert "Somebody used the mouse" in next(event["sentence"] for event in told if event["type"] == "warning")
    assert told[-1]["outcome"] == "stopped"
    assert mask(desktop) == 0
    assert "_WAYMARK_REPLAYING:  not found." in _root(desktop)


def _answer(event: dict[str, Any], desktop: VirtualDesktop, run: subprocess.Popen[str]) -> dict[str, Any]:
    """A person moves the mouse, resumes, and presses the panic key two clicks later."""
    if event["type"] == "step_finished" and event["result"]["step_id"] == "step_000":
        desktop.xdo("mousemove", "1100", "700")
    elif event["type"] == "paused":
        assert f"= {run.pid}" in _root(desktop)
        assert run.stdin is not None
        run.stdin.write('{"command": "resume"}\n')
        run.stdin.flush()
    elif event["type"] == "step_started" and event["step_id"] == "step_004":
        desktop.xdo("key", "ctrl+alt+Escape")
    return event


def _root(desktop: VirtualDesktop) -> str:
    told = subprocess.run(["xprop", "-root", "_WAYMARK_REPLAYING"], env=desktop.env, capture_output=True, check=True)
    return told.stdout.decode()


def test_a_replay_that_cannot_begin_says_why(desktop: VirtualDesktop, recording: Path, tmp_path: Path) -> None:
    bundle = str(tmp_path / "bundle")
    compile_recording(recording, tmp_path / "bundle", name="Write a letter", structure=False)
    gone = studio(desktop, "replay", bundle, "--program", "nonesuch-program", "--run-dir", str(tmp_path / "r"))
    assert (gone.returncode, "cannot be started" in gone.stderr) == (3, True)
    for session, said in (({"XDG_SESSION_TYPE": "wayland", "DISPLAY": ":1"}, "Wayland"), ({}, "no display")):
        with pytest.raises(EnvironmentUnable, match=said):
            refuse_without_display(session)
    with editor(desktop, "there.txt"), open_desktop(structure=False):
        second = studio(desktop, "replay", bundle, "--run-dir", str(tmp_path / "r"))
        assert (second.returncode, "Another replay" in second.stderr) == (3, True), second.stderr
        with pytest.raises(EnvironmentUnable, match=r"There are “.*there\.txt"):
            Program("Nonesuch", wait_s=0)
    assert not (tmp_path / "r").exists()


def test_a_display_that_goes_away_is_a_lost_surface_and_grabs_leave_nothing_behind(own_temp_dir: Path) -> None:
    with virtual_desktop((640, 480), manager=None, accessible=False) as small:
        grabber, surface = ScreenGrabber(small.display), DesktopBackend(display=small.display)
        grabber.grab()
        before = len(list(Path("/proc/self/fd").iterdir()))
        for i in range(300):  # two regions in turn (field report 20)
            frame = grabber.grab(Region(600, 400, 100, 100) if i % 2 else None)
            assert frame.size == ((40, 80) if i % 2 else (640, 480))
        assert len(list(Path("/proc/self/fd").iterdir())) == before
        assert grabber.monitors[0].region == Region(0, 0, 640, 480)
    for act in (grabber.grab, surface.frame, lambda: surface.click(Point(5, 5)), lambda: surface.wait_quiet_frame(1.0)):
        with pytest.raises(SurfaceLost):
            act()
    surface.close()
    grabber.close()
