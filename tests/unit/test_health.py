"""The doctor's checks: what each finds, that none can hang or break the rest, and what follows from them."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from studio.engine import health
from studio.engine.health import Finding, abilities, examine, machine, qt
from studio.engine.health.access import accessibility
from studio.engine.health.browser import browser
from studio.engine.health.display import display, hooks, session
from studio.recorder.desktop.hot_key_check import hot_keys

NAMES = [
    *("python", "disk", "fonts", "reading", "browser"),
    *("session", "display", "screen", "hooks", "sending", "damage", "accessibility", "keyring", "privacy", "window"),
]


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment without a display, session or bus."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "AT_SPI_BUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
    return monkeypatch


def test_without_a_display_everything_is_looked_at_and_pages_still_replay(nowhere: pytest.MonkeyPatch) -> None:
    findings = examine((*health.CHECKS, hot_keys))
    assert [f.name for f in findings] == [*NAMES, "hot_keys"]
    assert all(f.sentence.endswith(".") for f in findings)
    assert all(bool(f.mend) == (f.state != "ok") for f in findings)
    by_name = {f.name: f for f in findings}
    assert (by_name["browser"].state, by_name["reading"].state) == ("ok", "ok")
    assert {by_name[n].state for n in ("session", "display", "screen", "hooks", "sending", "hot_keys")} == {"warning"}
    assert "no session bus" in by_name["accessibility"].sentence
    able = {work.name: work for work in abilities(findings)}
    assert {name: work.able for name, work in able.items()} == {
        "record_web": "limited",
        "replay_web": "yes",
        "record_desktop": "no",
        "replay_desktop": "no",
        "read_text": "yes",
    }
    assert by_name["display"].sentence in able["record_desktop"].because
    assert able["record_desktop"].mend == by_name["display"].mend


def test_a_check_that_breaks_or_hangs_is_a_finding() -> None:
    held = threading.Event()

    def strange() -> Finding:
        raise RuntimeError("odd\nand more")

    def silent() -> Finding:
        held.wait()
        return Finding("silent", "ok", "Late.")

    broken, hung, fine = examine((strange, silent, machine.python), limit_s=0.5)
    held.set()
    assert broken == Finding("strange", "warning", "Could not be looked at (odd).", "Run studio doctor again.")
    assert (hung.name, hung.state) == ("silent", "warning")
    assert "0.5 s" in hung.sentence
    assert fine.name == "python"


def test_wayland_shows_windows_but_is_not_watched(nowhere: pytest.MonkeyPatch) -> None:
    nowhere.setenv("WAYLAND_DISPLAY", "wayland-0")
    nowhere.setenv("DISPLAY", ":0")
    assert session().state == "ok"
    assert "Wayland" in display().sentence
    assert hooks().state == "warning"
    states = [Finding(n, "ok", "") for n in NAMES if n != "display"]
    able = {work.name: work.able for work in abilities([*states, display()])}
    assert (able["record_web"], able["record_desktop"], able["replay_desktop"]) == ("yes", "no", "no")


def test_a_display_that_does_not_answer_is_told(nowhere: pytest.MonkeyPatch) -> None:
    nowhere.setenv("DISPLAY", ":4242")
    assert ":4242" in display().sentence
    assert display().mend
    assert session().state == "warning"


def test_a_missing_browser_is_named_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_BROWSER", "no-such-browser")
    found = browser()
    assert (found.name, found.state) == ("browser", "missing")
    assert "no-such-browser" in found.sentence
    assert found.mend
    stopped = {work.name: work for work in abilities([found])}
    assert stopped["record_web"].able == stopped["replay_web"].able == "no"
    assert stopped["replay_web"].because == found.sentence


def test_a_browser_that_does_not_start_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("STUDIO_BROWSER", str(program))
    assert browser().state == "missing"


@pytest.mark.parametrize(
    ("free", "state", "able"), [(10, "missing", "no"), (900, "warning", "yes"), (90_000, "ok", "yes")]
)
def test_the_disk_is_judged_by_what_is_free(monkeypatch: pytest.MonkeyPatch, free: int, state: str, able: str) -> None:
    usage = shutil.disk_usage(".")._replace(free=free * 1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    found = machine.disk()
    assert found.state == state
    assert next(w for w in abilities([found]) if w.name == "replay_web").able == able


def test_text_that_is_misread_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_read_sample", lambda: "D0ct0r")
    assert (machine.reading().state, "D0ct0r" in machine.reading().sentence) == ("missing", True)


def test_missing_libraries_of_the_window_are_named_with_their_packages() -> None:
    listing = "\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibxcb-cursor.so.0 => not found\n\tlibEGL.so.1 => not found\n"
    found = qt.judged(listing + listing)
    assert found.sentence == "No window opens: libEGL.so.1, libxcb-cursor.so.0 is missing."
    assert "apt-get install libegl1 libxcb-cursor0)" in found.mend
    assert qt.judged("\tlibc.so.6 => /lib/libc.so.6 (0x1)\n").state == "ok"
    assert qt.judged("").state == "warning"


def test_what_only_helps_limits_and_says_what_is_lost() -> None:
    off = Finding("accessibility", "warning", "The bus is off.", "Turn it on.")
    works = {work.name: work for work in abilities([off])}
    assert works["record_desktop"].able == works["replay_desktop"].able == "limited"
    assert "password" in works["record_desktop"].because
    assert works["record_desktop"].mend == "Turn it on."
    assert works["replay_web"] == health.Ability("replay_web", "Replay on a web page", "yes")


def test_no_bus_is_no_crash(nowhere: pytest.MonkeyPatch) -> None:
    assert accessibility().name == "accessibility"
    assert accessibility().mend
