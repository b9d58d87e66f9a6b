"""A person at a real browser is recorded: real input by a second client, one page for each kind of reported fault."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page

from studio.demo.mockmed import MockMed
from studio.engine.backends.web import open_web
from studio.engine.bundle import load_bundle
from studio.engine.compiler import compile_recording
from studio.engine.model.results import Outcome, RunReport
from studio.engine.recording import Recording, load_recording, recover_recording
from studio.engine.runtime import Replayer, RunControl
from studio.engine.vision.ocr import ocr
from studio.recorder.normaliser.outbox import WORDLESS
from tests.conftest import descendants, remains
from tests.helpers.by_hand import HandRecording, PersonsBrowser, hand_recording, pause, persons_browser
from tests.helpers.hand_pages import hand_pages

Do = Callable[[Page, HandRecording], None]


@pytest.fixture(scope="module")
def person(own_temp_dir: Path) -> Iterator[PersonsBrowser]:
    with persons_browser() as running:
        yield running


@pytest.fixture(autouse=True)
def no_leaks(person: PersonsBrowser, pages: str) -> Iterator[None]:
    """As for all tests, but for the module's browser, which starts and ends helpers whenever it likes."""

    def left() -> set[object]:
        others = {(pid, name) for pid, name in descendants(os.getpid()).items() if "chrom" not in name}
        return others | {thread for thread in threading.enumerate() if "process_request" not in thread.name}

    before = left()
    yield
    assert not remains(left, before)


@pytest.fixture(scope="module")
def pages(own_temp_dir: Path) -> Iterator[str]:
    with hand_pages() as address:
        yield address


@pytest.fixture
def record(person: PersonsBrowser, pages: str, tmp_path: Path) -> Callable[[str, Do], Recording]:
    """Records what a person does on one of the pages."""

    def recorded(name: str, act: Do) -> Recording:
        address = f"{pages}/{name}"
        with hand_recording(person.endpoint, tmp_path / "rec", address) as hand:
            page = person.page_at(address)
            act(page, hand)
            recording = hand.finish()
        for other in person.pages[1:]:
            other.close()
        return recording

    return recorded


def told(recording: Recording) -> list[str]:
    """Each action in a few words."""
    return [
        " ".join(
            str(word)
            for word in (
                e.kind,
                e.key,
                repr(e.text) if e.text is not None else "",
                e.target.name if e.target and not e.key else "",
            )
            if word
        )
        for e in recording.events
    ]


def replayed(person: PersonsBrowser, recording: Recording, tmp: Path, **params: str) -> RunReport:
    """Compiled and replayed from the recorded address in a session of its own, everything confirmed."""
    compile_recording(recording.dir, tmp / "bundle", name="by hand")
    bundle = load_bundle(tmp / "bundle")
    confirmed = frozenset(step.id for step in bundle.workflow.steps)
    size = recording.meta.viewport
    with open_web(recording.meta.app_url, viewport=size, browser=person.browser) as backend:
        replayer = Replayer(backend, control=RunControl(), confirmed=confirmed)
        return replayer.run(bundle.workflow, params=params, bundle_dir=bundle.dir, run_dir=tmp / "run")


def why(report: RunReport) -> str:
    return f"{report.outcome}: {report.halt.sentence if report.halt else report.error}"


def test_fields_hold_what_was_typed_at_last(record: Callable[[str, Do], Recording]) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        keys, session = page.keyboard, page.context.new_cdp_session(page)
        page.locator("#mail").click()
        keys.type("a")
        for kind in ("keyDown", "keyUp"):  # AltGr+Q on a German keyboard
            text = {"text": "@"} if kind == "keyDown" else {}
            session.send("Input.dispatchKeyEvent", {"type": kind, "key": "@", "code": "KeyQ", **text})
        session.send("Input.dispatchKeyEvent", {"type": "rawKeyDown"})  # as filling in by the browser does: no key
        keys.type("b")
        keys.press("Tab")
        keys.type("new")
        keys.press("Control+Alt+v")  # the text before it is not meant
        hand.wait_for("hot_key")
        page.locator("#phone").click()
        keys.type("5551234567")
        page.locator("#born").click()
        for _ in range(2):
            keys.press("ArrowLeft")
        keys.type("11302026")
        page.locator("#story").click()
        keys.type("one\ntwp")
        keys.press("Backspace")
        keys.type("o")
        page.locator("#chat").click()
        keys.type("hello")
        keys.press("Shift+Enter")
        keys.type("there")
        keys.press("Enter")
        pause(page)
        for editor in ("#plain", "#inbutton", "#own"):
            page.locator(editor).click()
            keys.type("text")
        page.locator("#city").click()
        keys.press("Control+A")
        for part in ("に", "日本"):
            session.send(
                "Input.imeSetComposition", {"text": part, "selectionStart": len(part), "selectionEnd": len(part)}
            )
        session.send("Input.insertText", {"text": "日本"})
        pause(page)

    recording = record("fields", act)
    assert told(recording) == [
        *("click Mail", "type 'a@b' Mail", "key Tab", "key Control+A", "type 'new' Filled"),
        *("click Phone", "type '(555) 123-4567' Phone", "click Born", "type '2026-11-30' Born"),
        *("click Story", "type 'one\\ntwo' Story"),
        *("click Chat", "type 'hello' Chat", "key Shift+Enter", "type 'there' Chat", "key Enter"),
        *("click Plain editor", "type 'text' Plain editor", "click Button editor", "type 'text' Button editor"),
        *("click Own editor", "type 'TEXT' Own editor", "click City", "key Control+A", "type '日本' City"),
    ]
    assert [(e.text, e.param) for e in recording.events if e.param] == [("(555) 123-4567", "phone")]
    assert recording.events[8].typed_as == "%m%d%Y"
    assert not recording.not_recorded


def test_choices_are_one_step_each_and_replay_with_another_file(
    record: Callable[[str, Do], Recording], person: PersonsBrowser, tmp_path: Path
) -> None:
    mine, other = tmp_path / "mine.txt", tmp_path / "other.txt"
    mine.write_text("mine")
    other.write_text("other")

    def act(page: Page, hand: HandRecording) -> None:
        page.locator("#size").focus()
        for _ in range(2):
            page.keyboard.press("ArrowDown")
        page.locator("#colour").click()
        page.keyboard.type("red")
        page.get_by_text("Light red").click()
        pause(page)
        page.get_by_role("button", name="Fruit").click()
        pause(page)
        page.get_by_text("Pear").click()
        pause(page)
        page.get_by_text("I agree").click()
        with page.expect_file_chooser() as chooser:
            page.get_by_text("Attach a file").click()
        chooser.value.set_files(mine)
        pause(page)
        assert page.locator("#fruit").inner_text() == "Pear", "the list was not disturbed"

    recording = record("choices", act)
    assert told(recording) == [
        *("select 'Large' Size", "click Colour", "type 'red' Colour", "click Light red"),
        *("click Fruit", "click Pear", "click I agree", "upload 'mine.txt' Attach a file"),
    ]
    assert str(tmp_path) not in (recording.dir / "events.jsonl").read_text(), "where a file lies is the run's own"
    report = replayed(person, recording, tmp_path, file=str(other))
    assert report.outcome is Outcome.PASSED, why(report)


def test_pointer_gestures_keep_their_ends_and_what_revealed_them(record: Callable[[str, Do], Recording]) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        mouse = page.mouse

        def middle(selector: str) -> tuple[float, float]:
            box = page.locator(selector).bounding_box()
            assert box is not None
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def drag(start: str, dx: float, end: str | None = None) -> None:
            x, y = middle(start)
            mouse.move(x, y)
            mouse.down()
            mouse.move(*(middle(end) if end else (x + dx, y)), steps=5)
            mouse.up()
            pause(page, 150)

        mouse.move(700, 500)
        pause(page, 600)
        for menu, item in (("text=File", "text=Export"), ("#more", "text=Print")):
            mouse.move(*middle(menu), steps=4)
            page.locator(item).wait_for()
            pause(page)
            mouse.move(*middle(item), steps=4)
            mouse.down()
            mouse.up()
            mouse.move(700, 500)
            pause(page, 700)
        page.get_by_text("Twice").dblclick()
        page.get_by_text("Right").click(button="right")
        drag("#knob", 150)
        drag("#volume", 40)
        drag("#card", 0, "#zone")
        mouse.move(*middle("#box"))
        for _ in range(4):
            mouse.wheel(0, 250)
        pause(page, 700)
        page.get_by_text("Deep", exact=True).click()
        pause(page)

    recording = record("pointer", act)
    scrolls = [event for event in recording.events if event.kind == "scroll"]
    assert sum(event.dy or 0 for event in scrolls) == 1000, "one gesture, or more where the machine was slow"
    assert [words for words in told(recording) if words != "scroll"] == [
        *("hover File", "click Export", "hover More", "click Print", "double_click Twice", "right_click Right"),
        *("drag Level", "drag Volume", "drag Card", "click Deep"),
    ]
    knob = recording.events[6]
    assert knob.end_point is not None
    assert knob.point is not None
    assert knob.end_point.x - knob.point.x == 150
    shown = recording.before_structure(1)
    assert shown is not None
    assert "Export" in [element.name for element in shown.elements], "the menu is open before its item is clicked"


def test_pages_dialogs_and_history_are_followed_by_a_replay(
    record: Callable[[str, Do], Recording], person: PersonsBrowser, tmp_path: Path
) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        page.on("dialog", lambda dialog: dialog.accept())
        with page.expect_popup() as opened:
            page.get_by_text("Open popup").click()
        popup = opened.value
        pause(popup)
        popup.locator("#reason").click()
        popup.keyboard.type("because")
        popup.get_by_text("Done").click()
        pause(page)
        page.get_by_text("Delete").click()
        pause(page)
        assert page.locator("#out").inner_text() == "deleted"
        page.get_by_role("link", name="Fields").click()
        hand.wait_for("action", 7)
        pause(page, 1700)  # nothing that the page did itself
        page.go_back()
        pause(page)
        page.goto(page.url.replace("windows", "choices"))
        pause(page, 600)

    recording = record("windows", act)
    assert told(recording) == [
        *("click Open popup", "click Reason", "type 'because' Reason", "click Done"),
        *("switch_surface '1'", "click Delete", "click Fields", "key BrowserBack"),
    ]
    assert [(a.message, a.accepted) for a in recording.events[5].answers] == [("Delete it?", True)]
    assert [m.sentence for m in recording.not_recorded] == [
        "Another address was opened by hand: that was not recorded."
    ]
    report = replayed(person, recording, tmp_path)
    assert report.outcome is Outcome.PASSED, why(report)


def test_frames_and_shadow_roots(record: Callable[[str, Do], Recording]) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        inner = page.frame_locator("[name=outer]").frame_locator("#middle").frame_locator("[title=Inner]")
        inner.get_by_text("Deep inside").click()
        foreign = page.frame_locator("[title=Elsewhere]")
        foreign.get_by_label("Abroad").click()
        page.keyboard.type("far")
        foreign.get_by_text("Go abroad").click()
        page.get_by_text("In the open").click()
        box = page.locator("closed-box").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 20, box["y"] + 8)
        pause(page)

    recording = record("frames", act)
    assert told(recording) == [
        *("click Deep inside", "click Abroad", "type 'far' Abroad", "click Go abroad", "click In the open", "click"),
    ]
    targets = [event.target for event in recording.events]
    assert [t.frame for t in targets[:3] if t] == [("outer", "#middle", "Inner"), ("Elsewhere",), ("Elsewhere",)]
    assert all(e.target is None or e.point is None or e.target.region.contains(e.point) for e in recording.events)
    opened = targets[4]
    assert opened is not None
    assert ">>>" in opened.selector
    assert "picture only" in (recording.events[5].note or "")


def test_no_secret_arrives_anywhere(record: Callable[[str, Do], Recording]) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        keys = page.keyboard
        for attempt in ("Hush-wrong", "Hush-right"):
            page.locator("#pw").click()
            keys.type(attempt)
            if attempt == "Hush-wrong":
                keys.press("Enter")
        page.get_by_text("Show").click()
        page.locator("#pw").click()
        keys.press("End")
        keys.type("-x9")
        page.locator("#code").click()
        keys.type("482913")
        page.locator("#pay").click()
        keys.type("4111 1111 1111 1111")
        hand.command("secret_next")
        pause(page)
        page.locator("#nick").click()
        keys.type("Sherlock")
        page.get_by_role("button", name="Go").click()
        pause(page)

    recording = record("secrets", act)
    typed = [event for event in recording.events if event.kind == "type"]
    assert [(event.secret, event.text) for event in typed] == [(True, None)] * 6, "both attempts, and all others"
    for path in recording.dir.rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        needles = (b"Hush", b"482913", b"4111 1111", b"41111111", b"Sherlock")  # “4111” may stand in a time
        assert not any(secret in data for secret in needles), path
    last = recording.after_frame(len(recording.events) - 1)
    seen = " ".join(line.text for line in ocr(last))
    assert "Verification" in seen
    assert not any(secret in seen for secret in ("Hush", "4829", "4111", "Sherlock"))


def test_identifiers_of_one_load_are_no_identifiers(
    record: Callable[[str, Do], Recording], person: PersonsBrowser, tmp_path: Path
) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        page.locator("input").nth(1).click()
        page.keyboard.type("Doe")
        page.get_by_text("Keep").click()
        pause(page)

    recording = record("random", act)
    assert told(recording) == ["click Second name", "type 'Doe' Second name", "click Keep"]
    assert all(event.target and event.target.element_id not in event.target.selector for event in recording.events)
    report = replayed(person, recording, tmp_path)
    assert report.outcome is Outcome.PASSED, why(report)


def test_commands_and_hot_keys_while_recording(record: Callable[[str, Do], Recording]) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        here, out = page.get_by_role("button", name="Here"), page.locator("#out")
        here.click()
        hand.wait_for("action", 1)
        page.keyboard.press("Control+Alt+p")
        hand.wait_for("paused")
        here.dblclick()
        pause(page)
        page.keyboard.press("Control+Alt+p")
        hand.wait_for("resumed")
        hand.command("note", text="the important one")
        pause(page)
        here.click()
        hand.wait_for("action", 2)
        out.click()
        hand.wait_for("action", 3)
        page.keyboard.press("Control+Alt+u")
        hand.wait_for("undone")
        page.keyboard.press("Control+Alt+n")
        assert hand.wait_for("hot_key") | {"t": 0.0} == {
            "v": 1, "t": 0.0, "type": "hot_key", "command": "note", "asks": False,
        }  # fmt: skip
        here.click()
        hand.wait_for("action", 4)
        page.keyboard.press("Control+Alt+n")
        hand.wait_for("hot_key", 2)

    recording = record("windows", act)
    assert told(recording) == ["click Here"] * 3
    assert [event.note for event in recording.events] == [None, "the important one", ""]
    assert [m.sentence for m in recording.not_recorded] == [f"Note: {WORDLESS}"]


@pytest.mark.parametrize("end", ["kill", "terminate", "closed"])
def test_whatever_ends_it_what_was_done_is_kept(person: PersonsBrowser, pages: str, tmp_path: Path, end: str) -> None:
    address = f"{pages}/windows?{end}"
    with hand_recording(person.endpoint, tmp_path / "rec", address) as hand:
        page = person.page_at(address)
        for count in (1, 2):
            page.get_by_role("button", name="Here").click()
            hand.wait_for("action", count)
            pause(page, 700)
        if end == "kill":
            hand.process.kill()
            hand.process.wait()
            shutil.copytree(hand.out, tmp_path / "cut")
            recording = recover_recording(tmp_path / "cut")
        else:
            hand.process.send_signal(signal.SIGTERM)
            hand.wait_for("finished")
            recording = load_recording(hand.out)
        assert page.get_by_role("button", name="Here").is_visible(), "the person's browser goes on"
        page.close()
    assert told(recording) == ["click Here", "click Here"]


def test_a_triage_recorded_by_hand_replays_like_a_driven_one(
    person: PersonsBrowser, mockmed: MockMed, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(1) as apart:  # a thread can have one driver only
        recording = apart.submit(recorded_triage, mockmed.url, tmp_path / "rec").result()
    assert recording.meta.scale == 1.25
    assert recording.before_frame(0).size == recording.meta.viewport
    compile_recording(recording.dir, tmp_path / "bundle", name="by hand", accept_params=["note"])
    bundle = load_bundle(tmp_path / "bundle")
    width, height = recording.meta.viewport
    size = (round(width / 1.25), round(height / 1.25))
    with open_web(mockmed.url, viewport=size, scale=1.25, browser=person.browser) as backend:
        report = Replayer(backend, control=RunControl()).run(
            bundle.workflow, params={"note": "Another note."}, bundle_dir=bundle.dir, run_dir=tmp_path / "run"
        )
    assert report.outcome is Outcome.PASSED, why(report)
    with urllib.request.urlopen(f"{mockmed.url.rstrip('/')}/api/encounters") as answer:
        stored = [(e["patient"], e["visit"], e["date"], e["note"], e["agreed"]) for e in json.load(answer)]
    common = ("Terri Template", "Office", "2026-11-30")
    assert stored == [(*common, "Mild pain; rest.", True), (*common, "Another note.", True)]


def recorded_triage(url: str, out: Path) -> Recording:
    """Recorded in a browser that is zoomed to 125 %, in the page that is open already."""
    with persons_browser(scale=1.25) as zoomed:
        page = zoomed.pages[0]
        page.goto(url)
        with hand_recording(zoomed.endpoint, out) as hand:
            triage_by_hand(page)
            return hand.finish()


def triage_by_hand(page: Page) -> None:
    """What the driven demonstration does, with mouse and keyboard."""
    keys = page.keyboard
    page.get_by_label("Username").click()
    keys.type("nurse.sample")
    page.get_by_role("button", name="Sign In").click()
    row = page.locator("tr", has_text="MM-970848")
    row.wait_for()
    pause(page)
    page.mouse.move(400, 250)
    bottom = page.evaluate("innerHeight") - 40
    for _ in range(12):
        box = row.bounding_box()
        if box is not None and box["y"] + box["height"] < bottom:
            break
        page.mouse.wheel(0, 300)
        pause(page, 600)
    row.get_by_text("Open").click()
    page.get_by_text("New Encounter").click()
    pause(page)
    page.get_by_role("button", name="Triage").click()
    page.get_by_label("Visit", exact=True).focus()
    keys.press("ArrowDown")
    page.get_by_label("Date", exact=True).click()
    for _ in range(2):
        keys.press("ArrowLeft")
    keys.type("11302026")
    page.get_by_label("Note").click()
    keys.type("Mild pain; rest.")
    page.get_by_label("Patient agreed").click()
    pause(page)
    page.get_by_role("button", name="Save Encounter").click()
    page.get_by_text("Encounter saved").wait_for()
    pause(page)
