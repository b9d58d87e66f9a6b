"""The pure parts of the web surface: traffic, keys, lists, structure, finding a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.engine.backends.keys import chord
from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.backends.web import browser
from studio.engine.backends.web.lists import NativeList, NoSuchOption, keys_to_choose
from studio.engine.backends.web.structure import snapshot_from
from studio.engine.backends.web.traffic import BACKGROUND_S, LONG_S, WINDOW_S, Traffic
from studio.engine.backends.web.world import page_script
from studio.engine.model.geometry import Region


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class TestTraffic:
    def test_counts_what_is_under_way(self) -> None:
        traffic = Traffic(Clock())
        assert not traffic.busy
        traffic.began("a", "fetch")
        assert traffic.busy
        traffic.ended("a")
        assert not traffic.busy
        assert traffic.generation == 2

    @pytest.mark.parametrize("kind", ["eventsource", "websocket", "ping", "media"])
    def test_endless_ones_do_not_count(self, kind: str) -> None:
        traffic = Traffic(Clock())
        traffic.began("a", kind)
        traffic.ended("a")
        assert not traffic.busy
        assert traffic.generation == 0

    def test_old_requests_are_background_once_we_act(self) -> None:
        clock = Clock()
        traffic = Traffic(clock)
        traffic.began("poll", "fetch")
        clock.now += BACKGROUND_S + 1
        assert traffic.busy
        traffic.acted()
        assert not traffic.busy
        traffic.began("ours", "xhr")
        clock.now += BACKGROUND_S + 1
        assert traffic.busy

    def test_a_stream_is_background_after_a_while(self) -> None:
        clock = Clock()
        traffic = Traffic(clock)
        traffic.began("stream", "fetch")
        clock.now += LONG_S + 0.1
        assert not traffic.busy

    def test_a_window_is_awaited_for_a_while(self) -> None:
        clock = Clock()
        traffic = Traffic(clock)
        traffic.window_opening()
        assert traffic.busy
        traffic.window_opened()
        assert not traffic.busy
        traffic.window_opening()
        clock.now += WINDOW_S + 0.1
        assert not traffic.busy


@pytest.mark.parametrize(
    ("key", "keys"),
    [
        ("Enter", ("Enter",)), ("Control+A", ("Control", "a")), ("Ctrl+Shift+a", ("Control", "Shift", "A")),
        ("Shift+Tab", ("Shift", "Tab")), ("+", ("+",)), ("Control++", ("Control", "+")), ("esc", ("Escape",)),
        ("F5", ("F5",)), ("a", ("a",)), ("A", ("A",)), ("Cmd+Left", ("Meta", "ArrowLeft")), (" ", (" ",)),
    ],
)  # fmt: skip
def test_chord(key: str, keys: tuple[str, ...]) -> None:
    assert chord(key) == keys


def test_a_key_has_a_name() -> None:
    with pytest.raises(ValueError, match="empty"):
        chord("")


class TestLists:
    LIST = NativeList(("", "One", "Closed", "Two"), ("", "One", "Two"), "One", disabled=False, popup=True)

    def test_steps_skip_what_is_disabled(self) -> None:
        assert keys_to_choose(self.LIST, " Two ") == ["Alt+ArrowDown", "Home", "ArrowDown", "ArrowDown", "Enter"]

    def test_nothing_to_do(self) -> None:
        assert keys_to_choose(self.LIST, "One") == []

    @pytest.mark.parametrize("label", ["Three", "Closed"])
    def test_refusal(self, label: str) -> None:
        with pytest.raises(NoSuchOption, match=label):
            keys_to_choose(self.LIST, label)

    def test_long_lists_are_told_shortly(self) -> None:
        many = tuple(f"o{n}" for n in range(40))
        with pytest.raises(NoSuchOption, match="and 28 more"):
            keys_to_choose(NativeList(many, many, "o1", disabled=False, popup=True), "x")


ROW = [
    "input", "textbox", "Name", [1, 2, 3, 4], "text", "id", "test", "attr", "email", "hint", "label", "href", "value",
    "section", ["cell"], "column", ["outer"], "#id", ["a", "b"], True, False, None, True, True, True, True, False,
    "cover", True, True, False, "post", ["near", "next"], [1, 2, 3, 2],
]  # fmt: skip


def test_each_value_finds_its_field() -> None:
    part = {"elements": [ROW], "texts": [["t", [0, 0, 5, 5]]], "lists": [["l", 3, [0, 0, 9, 9]]], "dialogs": ["d"],
            "truncated": False}  # fmt: skip
    top = {**part, "url": "u", "title": "t", "scale": 2, "scroll": [0, 5]}
    taken = snapshot_from(top, [part])
    first, second = taken.elements
    assert (first.index, second.index) == (0, 1)
    assert first.region == Region(1, 2, 3, 4)
    assert (first.test_id, first.input_type, first.value, first.column) == ("test", "email", "value", "column")
    assert (first.row, first.frame, first.options) == (("cell",), ("outer",), ("a", "b"))
    assert (first.checked, first.pressed, first.expanded, first.selected) == (True, False, None, True)
    assert (first.focused, first.disabled, first.secret, first.in_view) == (True, True, True, False)
    assert (first.covered_by, first.submits, first.editable) == ("cover", True, True)
    assert (len(taken.texts), len(taken.lists), taken.dialogs) == (2, 2, ("d", "d"))
    assert (taken.scale, taken.scroll) == (2.0, (0, 5))


class TestBrowser:
    def test_the_named_one_first(self, tmp_path: Path) -> None:
        program = tmp_path / "mine"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        assert browser.find_browser({"STUDIO_BROWSER": str(program)}) == program
        with pytest.raises(EnvironmentUnable, match="STUDIO_BROWSER names nowhere"):
            browser.find_browser({"STUDIO_BROWSER": "nowhere"})

    @pytest.mark.parametrize("name", ["chromium", "google-chrome", "microsoft-edge"])
    def test_by_name(self, tmp_path: Path, name: str) -> None:
        program = tmp_path / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        assert browser.find_browser({"PATH": str(tmp_path)}) == program
        assert browser.find_browser({"PATH": str(tmp_path / "none")}) is None

    @pytest.mark.parametrize(("uid", "given_up"), [(0, True), (1000, False)])
    def test_the_sandbox_stays_unless_root(self, monkeypatch: pytest.MonkeyPatch, uid: int, given_up: bool) -> None:
        monkeypatch.setattr(browser.os, "geteuid", lambda: uid)
        assert ("--no-sandbox" in browser.launch_args()) is given_up


def test_the_page_script_is_one_strict_function_body() -> None:
    assert page_script().startswith('"use strict";')
    assert page_script().rstrip().endswith("};")
