"""A password that a page shows elsewhere: recorded from a real browser, and looked for in every byte that was kept."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page

from studio.engine.compiler import compile_recording
from studio.engine.vision.ocr import ocr
from tests.helpers.by_hand import HandRecording, hand_recording, pause, persons_browser
from tests.helpers.hand_pages import hand_pages


def test_a_password_that_the_page_shows_elsewhere_arrives_nowhere(own_temp_dir: Path, tmp_path: Path) -> None:
    def act(page: Page, hand: HandRecording) -> None:
        page.on("dialog", lambda dialog: dialog.accept("Prompted77" if dialog.type == "prompt" else ""))
        page.locator("#word").click()
        page.keyboard.type("Hush/9word")
        page.get_by_text("Check").click()
        pause(page)
        page.get_by_text("Ask").click()
        pause(page)
        page.locator("#notes").click()
        page.keyboard.insert_text("pw Hush/9word")
        page.locator("#user").click()
        page.keyboard.type("nurse")
        page.get_by_text("Check").click()
        pause(page)
        streamed.append(json.dumps(hand.events))

    streamed: list[str] = []
    with hand_pages() as pages, persons_browser() as person:
        address = f"{pages}/echoes"
        with hand_recording(person.endpoint, tmp_path / "rec", address) as hand:
            act(person.page_at(address), hand)
            recording = hand.finish()
    streamed.append(json.dumps([event.to_json() for event in recording.events]))
    compile_recording(recording.dir, tmp_path / "bundle", name="by hand")
    files = [path for folder in (recording.dir, tmp_path / "bundle") for path in folder.rglob("*") if path.is_file()]
    for told_as, data in [*((str(p), p.read_bytes()) for p in files), *((s, s.encode()) for s in streamed)]:
        assert not any(secret in data for secret in (b"Hush", b"9word", b"Prompted77")), told_as
    typed = [(event.secret, event.text) for event in recording.events if event.kind == "type"]
    assert typed == [(True, None), (True, None), (False, "nurse")]
    assert [[a.message for a in e.answers] for e in recording.events if e.answers] == [["Wrong: •••"]] * 2
    sentences = " ".join(mark.sentence for mark in recording.not_recorded)
    assert "“Enter your password” is secret" in sentences
    assert "“Wrong: •••” shows a secret" in sentences
    for number in range(len(recording.events)):
        seen = " ".join(line.text for line in ocr(recording.after_frame(number)))
        assert not any(secret in seen for secret in ("Hush", "9word"))
