"""Pages that do what others do not: none of it costs a recording, loses typed text or lets a secret through."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route

from studio.engine.recording import Recording
from tests.e2e.test_web_recording import Do, no_leaks, pages, person, record, told
from tests.helpers.by_hand import HandRecording, pause


def test_odd_elements_and_documents_that_are_written_anew(record: Callable[[str, Do], Recording]) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        keys, mouse = page.keyboard, page.mouse
        for target in ("svg", "math", "#odd", "#tall"):
            page.locator(target).click(position={"x": 5, "y": 5})
        page.locator("#rows").click(modifiers=["Control"])
        box = page.locator("#canvas").bounding_box()
        assert box is not None
        mouse.move(box["x"] + 20, box["y"] + 10)
        mouse.down()
        mouse.move(box["x"] + 40, box["y"] + 60, steps=8)
        mouse.move(box["x"] + 60, box["y"] + 10, steps=8)
        mouse.up()
        for title, words in (("Note", "in a frame"), ("Design", "designed")):
            page.frame_locator(f"[title={title}]").locator("body").click()
            keys.type(words)
        page.frame_locator("[title=Sign]").locator("#pw").click()
        keys.type("Hush-frame")
        page.locator("#key").click()
        keys.type("Hush-shadow")
        pause(page)
        page.locator("#rewrite").click()
        page.locator("#anew").click()
        keys.type("written anew")
        page.locator("#done").click()
        pause(page)

    recording = record("odd", act)
    typed = [(event.text, event.secret) for event in recording.events if event.kind == "type"]
    assert typed == [("in a frame", False), ("designed", False), (None, True), (None, True), ("written anew", False)]
    clicks = [event for event in recording.events if event.kind == "click"]
    assert [event.target.element_id if event.target else "" for event in clicks[2:5]] == ["odd", "tall", "rows"]
    assert clicks[4].modifiers == ("Control",)
    (drag,) = [event for event in recording.events if event.kind == "drag"]
    assert max(dy for _, dy, _ in drag.path) >= 48
    assert drag.path[-1][:2] == (40, 0)
    assert clicks[-1].target is not None
    assert clicks[-1].target.element_id == "done"
    assert recording.has_end
    for number in range(len(recording.events)):
        assert recording.before_structure(number) is not None
    for path in recording.dir.rglob("*"):
        assert b"Hush" not in (path.read_bytes() if path.is_file() else b""), path


def test_content_that_arrives_under_a_resting_pointer_was_not_pointed_at(
    record: Callable[[str, Do], Recording],
) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        answers: list[Route] = []
        page.route("**/answer.json", lambda route: answers.append(route))

        def ask_and_point() -> None:
            page.mouse.move(*middle("#ask"), steps=4)
            page.mouse.down()
            page.mouse.up()
            pause(page, 700)
            page.mouse.move(*middle("#side"), steps=4)
            answers.pop().fulfill(json=["Open"])
            page.get_by_text("Open").wait_for()
            pause(page, 600)

        def middle(selector: str) -> tuple[float, float]:
            box = page.locator(selector).bounding_box()
            assert box
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def click(selector: str) -> None:
            page.mouse.move(*middle(selector), steps=4)
            page.mouse.down()
            page.mouse.up()
            pause(page)

        pause(page, 600)
        ask_and_point()
        click("text=Open")
        page.mouse.move(700, 500)
        ask_and_point()
        click("text=Entry")  # the menu lies over the page: this one was pointed at

    recording = record("late", act)
    assert told(recording) == ["click Ask", "click Open", "click Ask", "hover Side", "click Entry"]
