"""A person at a real desktop: what is done with mouse and keyboard stands in the recording, and secrets do not."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.recorder_child import RecorderChild, recording
from helpers.virtual_desktop import VirtualDesktop, virtual_desktop, wait_for

from studio.__main__ import main
from studio.engine.backends.desktop.masking import OUTSIDE
from studio.engine.compiler.param_names import slug
from studio.engine.model.geometry import Point
from studio.engine.privacy.masking import MASK_BGR
from studio.engine.recording import Recording, load_recording, recover_recording
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.hooks_x11 import X11Hooks

FORM = """
wm title . "Field card"; wm geometry . 300x260+900+40
proc say {line} {set f [open %(log)s a]; puts $f $line; close $f}
label .l1 -text "User"; entry .user; label .l2 -text "Key"; entry .key -show *
button .store -text Store -command {say "stored [.user get]|[.key get]"}
label .menu -text "More >" -relief raised
pack .l1 .user .l2 .key .store .menu -pady 4
bind . <KeyPress> {say "key %%K"}
button .hidden -text "Archive" -bg yellow -command {say archived}
bind .menu <Enter> {place .hidden -x 190 -y 190 -width 100 -height 40}
"""
USER, KEY, MORE, ARCHIVE, BLANK = (1050, 104), (1050, 164), (1050, 233), (1141, 270), (990, 290)
"""Where the parts of the form stand on the screen."""
CARD = "4111 1111 1111 1111"


@pytest.fixture(scope="module")
def desktop(own_temp_dir: Path) -> Iterator[VirtualDesktop]:
    with virtual_desktop() as one:
        yield one


@pytest.fixture(scope="module")
def note(desktop: VirtualDesktop) -> Path:
    """The file that a text editor shows at the top left."""
    path = desktop.home / "note.txt"
    path.write_text("")
    desktop.start("mousepad", str(path), title="note.txt")
    return path


@pytest.fixture(scope="module")
def log(desktop: VirtualDesktop) -> Path:
    """What a form of Tk (no accessibility) was told: keys, stored values."""
    script, path = desktop.home / "form.tcl", desktop.home / "form.log"
    script.write_text(FORM % {"log": path})
    path.write_text("")
    desktop.start("wish", str(script), title="Field card")
    return path


def focus(desktop: VirtualDesktop, title: str) -> None:
    desktop.xdo("windowactivate", "--sync", desktop.window(title))


def click(desktop: VirtualDesktop, x: int, y: int, *, count: int = 1, button: str = "1") -> None:
    desktop.xdo("mousemove", str(x), str(y), "click", "--repeat", str(count), "--delay", "60", button)


def centre(desktop: VirtualDesktop, title: str, fx: float, fy: float) -> tuple[int, int]:
    """A point of a window, as parts of its width and height."""
    told = desktop.xdo("getwindowgeometry", "--shell", desktop.window(title))
    at = dict(line.split("=") for line in told.splitlines() if "=" in line)
    return int(int(at["X"]) + fx * int(at["WIDTH"])), int(int(at["Y"]) + fy * int(at["HEIGHT"]))


def files_with(folder: Path, *secrets: str) -> list[str]:
    """Files of a recording in which a secret can be read."""
    files = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    return [f"{p.name}: {s}" for p, data in files.items() for s in secrets if s.encode() in data]


def typed_raw(folder: Path) -> str:
    """All characters in the raw input of a recording."""
    lines = [json.loads(line) for line in (folder / "raw.jsonl").read_text().splitlines()]
    return "".join(line.get("char", "") for line in lines if line["kind"] == "key_down")


def told(event: Any) -> tuple[Any, ...]:
    """An event in short."""
    what = event.key or event.text or (event.dy or None) or event.end_point or ("•" if event.secret else None)
    return (str(event.kind), what)


def test_all_that_is_done_in_an_editor_is_there_in_order_with_its_frames(
    desktop: VirtualDesktop, note: Path, tmp_path: Path
) -> None:
    subprocess.run(("setxkbmap", "de"), env=desktop.env, check=True)
    out = tmp_path / "rec"
    with recording(desktop, out) as child:
        x, y = centre(desktop, "note.txt", 0.5, 0.5)
        click(desktop, x, y)
        child.wait("action")
        desktop.xdo("type", "Größe 1 @ 5€x")
        desktop.xdo("key", "BackSpace", "Return")
        subprocess.run(("setxkbmap", "us", "-variant", "intl"), env=desktop.env, check=True)
        desktop.xdo("key", "dead_acute", "e", "shift+t", "Tab", "ctrl+s")
        wait_for(lambda: note.read_text(), "the saved file")
        click(desktop, x, y, count=2)
        desktop.xdo("click", "5", "click", "5")
        time.sleep(0.7)
        desktop.xdo("mousemove", str(x - 60), str(y), "mousedown", "1", "mousemove", str(x), str(y + 20))
        desktop.xdo("mousemove", str(x + 50), str(y + 40), "mouseup", "1")
        click(desktop, x, y, button="3")
        child.wait("action", 10)
        desktop.xdo("key", "Escape")
        child.wait("action", 11)
        assert child.finish() == 0
    done = load_recording(out)
    assert [told(e) for e in done.events] == [
        ("click", None),
        ("type", "Größe 1 @ 5€"),
        ("key", "Enter"),
        ("type", "éT"),
        ("key", "Tab"),
        ("key", "Control+S"),
        ("double_click", None),
        ("scroll", 240),
        ("drag", Point(x + 50, y + 40)),
        ("right_click", None),
        ("key", "Escape"),
    ]
    assert note.read_text() == "Größe 1 @ 5€\néT\t"
    assert done.not_recorded == ()
    assert done.events[0].point == Point(x, y)
    assert all(e.monitor == 0 and "note.txt" in (e.window or "") for e in done.events)
    assert_frames_show_what_was_done(done, Point(x, y))
    assert main(["record", "--from-raw", str(out / "raw.jsonl"), "--out", str(tmp_path / "again")]) == 0
    assert (tmp_path / "again/events.jsonl").read_bytes() == (out / "events.jsonl").read_bytes()


def assert_frames_show_what_was_done(done: Recording, place: Point) -> None:
    """Before-frames are of before, after-frames of after, and the element is the one that was clicked."""
    for before, after in zip(done.events, done.events[1:], strict=False):
        same = done.after_frame(before.i).same_pixels(done.before_frame(after.i))
        assert same or before.settled, f"{before.i}: in a burst the next before-frame is the after-frame"
    menu_closed, menu_open = done.before_frame(9), done.after_frame(9)
    assert not menu_closed.same_pixels(menu_open)
    assert done.before_frame(10).same_pixels(menu_open)
    target = done.events[0].target
    assert target is not None
    assert target.role == "textbox"
    assert target.region.contains(place)
    assert done.before_structure(0) is not None
    open_menu = done.after_structure(9)
    assert open_menu is not None
    assert "Paste" in {e.name for e in open_menu.elements}


def test_secrets_are_nowhere_in_the_recording(desktop: VirtualDesktop, log: Path, tmp_path: Path) -> None:
    subprocess.run(("setxkbmap", "us"), env=desktop.env, check=True)
    out = tmp_path / "rec"
    fields = ("--add-entry", "Name", "--add-password", "Pass", "--add-entry", "Paid by", "--add-entry", "One-time code")
    form = ("zenity", "--forms", "--title", "Sign in", "--text", "x", *fields)
    with recording(desktop, out) as child, desktop.running(*form, title="Sign in"):
        focus(desktop, "Sign in")
        time.sleep(1)
        for at, text in enumerate(("alice", "s3cret-PW", CARD, "998877"), 1):
            desktop.xdo("type", "--delay", "20", text)
            desktop.xdo("key", "Tab")
            child.wait("action", 2 * at)  # the text and the Tab: a busy program tells of the next field when it has it
        child.wait("masked", 3)
        focus(desktop, "Field card")
        click(desktop, *KEY)
        desktop.xdo("key", "ctrl+alt+s")
        desktop.xdo("type", "tk-hidden-77")
        child.wait("masked", 4)
        desktop.xdo("key", "Tab")
        wait_for(lambda: child.actions and child.actions[-1].get("key") == "Tab", "the last Tab")
        assert child.finish() == 0
        stream = repr(child.events) + child.errors
    secrets = ("s3cret", "41111", "4111 1111", "1111 1111", "998877", "hidden-77", "hidden")
    assert files_with(out, *secrets) == []
    assert not any(s in stream for s in secrets)
    done = load_recording(out)
    typed = [(e.text, e.secret, e.field_label) for e in done.events if str(e.kind) == "type"]
    assert typed == [
        ("alice", False, "Name"),
        (None, True, "Pass"),
        (None, True, "Paid by"),
        (None, True, "One-time code"),
        (None, True, None),
    ]
    raw = (out / "raw.jsonl").read_text()
    assert raw.count('"masked"') == 4
    last = done.events[-1].i
    password = next(e for e in done.events if e.field_label == "Pass").target
    assert password is not None
    for place in (password.region.center, Point(KEY[0] - 70, KEY[1])):
        assert tuple(done.after_frame(last).bgr[place.y, place.x]) == MASK_BGR
    keys = log.read_text()
    assert "key Tab" in keys
    assert "key s\n" not in keys  # the hot key was ours alone


def test_pause_undo_notes_and_parameters_by_key_and_by_stream(
    desktop: VirtualDesktop, note: Path, tmp_path: Path
) -> None:
    out = tmp_path / "rec"
    with recording(desktop, out, "--hotkey", "undo_last=Control+Shift+F9") as child:
        focus(desktop, "note.txt")
        child.send("param_next", name="patient")
        child.send("note", text="who it is about")
        desktop.xdo("type", "Jane ")
        desktop.xdo("key", "ctrl+End")
        child.wait("action", 2)
        desktop.xdo("key", "ctrl+alt+p")
        child.wait("paused")
        desktop.xdo("type", "not this")
        desktop.xdo("key", "ctrl+alt+p")
        child.wait("resumed")
        desktop.xdo("key", "F5")
        desktop.xdo("key", "ctrl+shift+F9")
        child.wait("undone")
        child.send("dance")
        child.wait("warning")
        desktop.xdo("key", "Home")
        desktop.xdo("key", "ctrl+alt+n")
        desktop.xdo("key", "End")
        desktop.xdo("key", "ctrl+alt+v")
        desktop.xdo("type", "her")
        child.wait("hot_key", 2)
        desktop.xdo("key", "ctrl+alt+f")
        assert child.ended() == 0
    done = load_recording(out)
    assert [told(e) for e in done.events] == [
        ("type", "Jane "), ("key", "Control+End"), ("key", "Home"), ("key", "End"), ("type", "her"),
    ]  # fmt: skip
    assert [(e["command"], e["asks"]) for e in child.of("hot_key")] == [("note", False), ("param_next", False)]
    assert (done.events[2].note, done.events[3].note) == (None, "")
    assert done.events[4].param == slug(done.events[4].field_label or "")
    assert (done.events[0].param, done.events[0].note) == ("patient", "who it is about")
    assert done.meta.params == {"patient": "Jane ", done.events[4].param: "her"}
    assert typed_raw(out) == "Jane her"
    assert [e["event"]["i"] for e in child.of("action")][-1] == 4


def test_one_window_its_dialogs_and_nothing_else(
    desktop: VirtualDesktop, note: Path, log: Path, tmp_path: Path
) -> None:
    out = tmp_path / "rec"
    with recording(desktop, out, "--window", "note.txt") as child:
        focus(desktop, "note.txt")
        click(desktop, *USER)
        desktop.xdo("type", "elsewhere")
        child.wait("not_recorded")
        focus(desktop, "note.txt")
        desktop.xdo("key", "ctrl+o")
        desktop.window("Open File")
        child.wait("action")
        desktop.xdo("key", "Escape")
        child.wait("action", 2)
        assert child.finish() == 0
    done = load_recording(out)
    assert [told(e) for e in done.events] == [("key", "Control+O"), ("key", "Escape")]
    assert "Open File" in (done.events[1].window or "")
    assert len(done.not_recorded) == 1
    assert "e" not in typed_raw(out)
    assert done.meta.window == "Mousepad"  # note.txt is not open in another run
    frame = done.before_frame(0)
    assert frame.size == (1280, 800)
    x, y = BLANK
    assert np.all(frame.bgr[y - 20 : y + 20, x - 20 : x + 20] == OUTSIDE)
    x, y = centre(desktop, "note.txt", 0.5, 0.7)
    assert not np.all(frame.bgr[y - 20 : y + 20, x - 20 : x + 20] == OUTSIDE)


@contextmanager
def held_back(child: RecorderChild) -> Iterator[None]:
    """A machine so busy that the recorder hears nothing meanwhile."""
    child.process.send_signal(signal.SIGSTOP)
    yield
    child.process.send_signal(signal.SIGCONT)


def what_is_meant_for_the_excluded_window_and_what_is_not(desktop: VirtualDesktop) -> None:
    """The recorded window is in front before and after it, the excluded one has keyboard and pointer meanwhile."""
    editor = desktop.window("note.txt")
    x, y = (part.split("=")[1] for part in desktop.xdo("getwindowgeometry", "--shell", editor).splitlines()[1:3])
    focus(desktop, "note.txt")
    desktop.xdo("type", "ours")
    desktop.xdo("windowmove", "--sync", editor, "850", "0")
    click(desktop, *BLANK)
    desktop.xdo("windowmove", "--sync", editor, x, y)
    focus(desktop, "Field card")
    click(desktop, *USER)
    desktop.xdo("type", "mine")
    focus(desktop, "note.txt")
    desktop.xdo("type", "ours")
    focus(desktop, "Field card")


def test_a_hover_that_brings_up_what_is_clicked_is_recorded_and_excluded_windows_are_not(
    desktop: VirtualDesktop, note: Path, log: Path, tmp_path: Path
) -> None:
    out = tmp_path / "rec"
    editor = desktop.xdo("getwindowpid", desktop.window("note.txt"))
    with recording(desktop, out, "--exclude-pid", editor) as child:
        focus(desktop, "note.txt")
        desktop.xdo("type", "ours")
        focus(desktop, "Field card")
        for x, y in (BLANK, MORE):
            desktop.xdo("mousemove", str(x), str(y))
            time.sleep(0.8)
        click(desktop, *ARCHIVE)
        wait_for(lambda: "archived" in log.read_text(), "the hidden button")
        child.wait("action", 2)
        with held_back(child):
            what_is_meant_for_the_excluded_window_and_what_is_not(desktop)
        child.wait("action", 3)
        assert child.finish() == 0
    done = load_recording(out)
    assert [told(e) for e in done.events] == [("hover", None), ("click", None), ("click", None), ("type", "mine")]
    assert done.events[2].point == Point(*USER)
    assert done.events[0].point == Point(*MORE)
    button = done.events[1].point
    assert button is not None
    yellow = (0, 255, 255)
    assert not np.any(np.all(done.before_frame(0).bgr == yellow, axis=2))
    assert np.any(np.all(done.after_frame(0).bgr == yellow, axis=2))
    assert typed_raw(out) == "mine"
    x, y = centre(desktop, "note.txt", 0.3, 0.7)
    assert np.all(done.before_frame(0).bgr[y, x] == OUTSIDE)


def test_a_burst_of_two_hundred_actions_in_five_seconds_is_there_in_order(
    desktop: VirtualDesktop, tmp_path: Path
) -> None:
    places = [(20 + 29 * (n % 40), 480 + 60 * (n // 40)) for n in range(200)]
    chain = [
        word
        for x, y in places
        for word in ("mousemove", str(x), str(y), "mousedown", "1", "mouseup", "1", "sleep", "0.015")
    ]
    out = tmp_path / "rec"
    with recording(desktop, out) as child:
        began = time.monotonic()
        desktop.xdo(*chain)
        took = time.monotonic() - began
        child.wait("action", 199, timeout_s=120)
        assert child.finish() == 0
    done = load_recording(out)
    assert [(e.x, e.y) for e in done.events] == places
    times = [e.t for e in done.events]
    assert times == sorted(times)
    assert times[-1] - times[0] <= took
    for event in done.events[:-1]:
        assert done.after_frame(event.i).size == (1280, 800)


def test_what_a_replay_sends_meanwhile_is_left_out(desktop: VirtualDesktop, tmp_path: Path) -> None:
    out = tmp_path / "rec"
    with recording(desktop, out) as child:
        mark = ("xprop", "-root", "-f", "_WAYMARK_REPLAYING", "32c", "-set", "_WAYMARK_REPLAYING", str(os.getpid()))
        subprocess.run(mark, env=desktop.env, check=True)
        desktop.xdo("type", "sent by us")
        child.wait("not_recorded")
        with recording(desktop, tmp_path / "second") as second:
            assert second.ended() == 3
            assert "A replay works on this display" in second.errors
        subprocess.run(("xprop", "-root", "-remove", "_WAYMARK_REPLAYING"), env=desktop.env, check=True)
        click(desktop, 30, 700)
        child.wait("action")
        assert child.finish() == 0
    assert [str(e.kind) for e in load_recording(out).events] == ["click"]
    assert typed_raw(out) == ""


@pytest.mark.parametrize("actions", [1, 3])
def test_a_killed_recorder_loses_at_most_the_action_in_flight(
    desktop: VirtualDesktop, tmp_path: Path, actions: int
) -> None:
    out = tmp_path / "rec"
    with recording(desktop, out) as child:
        for n in range(actions):
            click(desktop, 100 + 40 * n, 700)
            child.wait("action", n + 1)
        wait_for(lambda: (out / "events.jsonl").read_bytes().count(b"\n") == actions, "the events on disk")
        click(desktop, 600, 700)
        child.process.send_signal(signal.SIGKILL)
        assert child.ended() == -signal.SIGKILL
    recovered = recover_recording(out)
    assert actions <= len(recovered.events) <= actions + 1
    assert [e.x for e in recovered.events][:actions] == [100 + 40 * n for n in range(actions)]
    assert (out / "raw.jsonl").read_bytes().count(b"pointer_down") >= actions


def test_a_full_disk_is_said_at_once_and_what_was_recorded_is_kept(
    desktop: VirtualDesktop, note: Path, tmp_path: Path
) -> None:
    out = tmp_path / "rec"
    with recording(desktop, out) as child:
        click(desktop, 100, 700)
        child.wait("action")
        wait_for(lambda: (out / "events.jsonl").read_bytes(), "the first event on disk")
        resource.prlimit(child.process.pid, resource.RLIMIT_FSIZE, (100, 100))
        click(desktop, 140, 700)
        assert child.ended() == 3
        said = child.of("warning")[-1]["sentence"]
    assert "was not written" in said
    assert "is kept" in said
    assert len(recover_recording(out).events) >= 1


def test_a_fault_in_a_callback_is_known_and_ends_nothing_else(desktop: VirtualDesktop) -> None:
    heard: list[Heard] = []

    def sink(event: Heard) -> None:
        heard.append(event)
        if event.kind == "pointer_down":
            raise RuntimeError("a fault of ours")

    hooks = X11Hooks(desktop.display)
    try:
        hooks.start(sink)
        assert hooks.fault() is None
        desktop.xdo("mousemove", "50", "760", "click", "1")
        fault = wait_for(hooks.fault, "the fault")
    finally:
        hooks.close()
    assert "listening to mouse and keyboard failed" in fault
    assert [(e.kind, e.x, e.y) for e in heard[-2:]] == [("pointer_move", 50, 760), ("pointer_down", 50, 760)]


def test_a_display_that_dies_is_said_and_what_was_recorded_is_whole(tmp_path: Path) -> None:
    with virtual_desktop((640, 480), manager=None, accessible=False) as bare:
        server = subprocess.run(("pgrep", "-n", "-P", str(os.getpid()), "Xvfb"), capture_output=True, check=True)
        bare.env["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={tmp_path / 'nothing'}"
        with recording(bare, tmp_path / "rec") as child:
            click(bare, 100, 100)
            child.wait("action")
            os.kill(int(server.stdout), signal.SIGKILL)
            assert child.ended() == 3
        said = [e["sentence"] for e in child.of("warning")]
        assert any("Password fields cannot be known" in s for s in said)  # there is no accessibility
        assert "The recording stopped" in said[-1]
        assert child.of("finished")
    assert [str(e.kind) for e in load_recording(tmp_path / "rec").events] == ["click"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"XDG_SESSION_TYPE": "wayland"}, "Wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "Wayland"),
        ({"DISPLAY": ""}, "no display"),
        ({"DISPLAY": ":9999"}, "cannot be opened"),
    ],
)
def test_where_nothing_can_be_watched_it_is_said_before_anything_is_written(
    tmp_path: Path, change: dict[str, str], words: str
) -> None:
    env = {k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE")} | change
    command = (sys.executable, "-m", "studio", "record", "--backend", "desktop", "--out", str(tmp_path / "rec"))
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_window_that_is_not_there_is_named_with_those_that_are(
    desktop: VirtualDesktop, note: Path, tmp_path: Path
) -> None:
    child = RecorderChild(desktop, tmp_path / "rec", "--window", "no such window")
    try:
        assert child.ended() == 3
        assert "no such window" in child.errors
        assert "note.txt" in child.errors
    finally:
        child.close()
    assert not (tmp_path / "rec").exists()
