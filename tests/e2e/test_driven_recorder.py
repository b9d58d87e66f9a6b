"""Driven recording in a real browser: what is kept, what is left out, and the canonical demonstration."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page
from web_pages import Show, browser, by_id, named, page, show, web

from studio.engine.backends.web import WebBackend
from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind
from studio.engine.privacy.masking import MASK_BGR
from studio.engine.recording import Recording, load_recording
from studio.recorder.driven import DrivenRecorder
from studio.recorder.triage import NOTE, PATIENT, DemonstrationFailed, record_triage_demo

FORM = """<h1>Form</h1><label>Name <input id=n></label> <label>Password <input id=p type=password></label>
<label>Day <input id=d type=date></label> <label>Pin <input id=pin></label>
<label>Visit <select id=s><option>Office<option>Video</select></label>
<button id=b onclick="out.textContent = 'Hello ' + n.value">Greet</button><p id=out></p>
<div style='height:2000px'></div>"""


def kinds(recording: Recording) -> list[str]:
    return [str(event.kind) for event in recording.events]


@pytest.fixture
def recorder(show: Show, tmp_path: Path) -> Any:
    web = show(FORM)
    with DrivenRecorder(web, tmp_path / "rec", app_url="about:blank") as running:
        yield running


def click(recorder: DrivenRecorder, web: WebBackend, element_id: str) -> Point:
    point = by_id(web, element_id).region.center
    recorder.click(point)
    return point


class TestActions:
    def test_each_kind(self, recorder: DrivenRecorder, web: WebBackend) -> None:
        click(recorder, web, "n")
        recorder.type_text("Ann", param="who")
        recorder.press("Control+A")
        recorder.select(by_id(web, "s").region.center, "Video")
        click(recorder, web, "d")
        recorder.type_text("2026-11-30", typed_as="%m%d%Y")
        assert by_id(web, "d").value == "2026-11-30"
        recorder.double_click(by_id(web, "b").region.center)
        recorder.scroll(0, 200, Point(600, 400))
        recording = load_recording(recorder.finish())
        assert kinds(recording) == ["click", "type", "key", "select", "click", "type", "double_click", "scroll"]
        typed, chosen, dated = (recording.events[i] for i in (1, 3, 5))
        assert (typed.text, typed.param, typed.field_label) == ("Ann", "who", "Name")
        assert typed.target is not None
        assert typed.target.selector == "#n"
        assert (chosen.text, chosen.kind) == ("Video", ActionKind.SELECT)
        assert (dated.text, dated.typed_as) == ("2026-11-30", "%m%d%Y")
        assert all(event.settled for event in recording.events)
        assert [event.t for event in recording.events] == sorted(event.t for event in recording.events)
        assert recording.meta.params == {"who": "Ann"}

    def test_frames_and_structure_around_an_action(self, recorder: DrivenRecorder, web: WebBackend) -> None:
        click(recorder, web, "n")
        recorder.type_text("Ann")
        click(recorder, web, "b")
        recording = load_recording(recorder.finish())
        before, after = recording.before_structure(2), recording.after_structure(2)
        assert before is not None
        assert after is not None
        assert "Hello Ann" not in [run.text for run in before.texts]
        assert "Hello Ann" in [run.text for run in after.texts]
        assert not recording.before_frame(2).same_pixels(recording.after_frame(2))

    def test_the_before_frame_is_the_last_after_frame(self, recorder: DrivenRecorder, web: WebBackend) -> None:
        click(recorder, web, "n")
        click(recorder, web, "n")
        recording = load_recording(recorder.finish())
        assert recording.before_frame(1).same_pixels(recording.after_frame(0))

    def test_a_change_between_two_actions_is_seen(self, recorder: DrivenRecorder, web: WebBackend, page: Page) -> None:
        click(recorder, web, "n")
        page.evaluate("out.textContent = 'came later'")
        click(recorder, web, "n")
        before = load_recording(recorder.finish()).before_structure(1)
        assert before is not None
        assert "came later" in [run.text for run in before.texts]


class TestSecrets:
    def test_nothing_of_a_password_arrives(self, recorder: DrivenRecorder, web: WebBackend) -> None:
        click(recorder, web, "p")
        recorder.type_text("hunter2-secret", param="password")
        folder = recorder.finish()
        event = load_recording(folder).events[1]
        assert (event.secret, event.text, event.param) == (True, None, "password")
        written = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
        assert len(written) > 3
        assert not any(b"hunter2-secret" in data for data in written)
        assert "hunter2-secret" not in "".join(_texts(folder))

    def test_its_pixels_are_masked(self, recorder: DrivenRecorder, web: WebBackend) -> None:
        region = by_id(web, "p").region
        click(recorder, web, "p")
        recorder.type_text("hunter2")
        recording = load_recording(recorder.finish())
        for frame in (recording.before_frame(0), recording.after_frame(0), recording.after_frame(1)):
            assert (frame.crop(region).bgr == MASK_BGR).all()

    def test_a_plain_field_that_took_a_secret(self, recorder: DrivenRecorder, web: WebBackend, page: Page) -> None:
        region = by_id(web, "pin").region
        page.evaluate("pin.oninput = () => { out.textContent = 'You typed ' + pin.value }; 0")
        click(recorder, web, "pin")
        recorder.type_text("48151623", secret=True)
        click(recorder, web, "n")
        folder = recorder.finish()
        recording = load_recording(folder)
        assert "48151623" not in "".join(_texts(folder))
        for frame in (recording.after_frame(1), recording.before_frame(2), recording.after_frame(2)):
            assert (frame.crop(region).bgr == MASK_BGR).all()


def _texts(folder: Path) -> list[str]:
    """All structure and events as text, however they are packed."""
    recording = load_recording(folder)
    looks = [
        look(i)
        for look in (recording.before_structure, recording.after_structure)
        for i in range(len(recording.events))
    ]
    return [repr(looks), (folder / "events.jsonl").read_text(), (folder / "meta.json").read_text()]


@pytest.fixture(scope="module")
def made(browser: Browser, tmp_path_factory: pytest.TempPathFactory, mockmed: Any) -> Path:
    return record_triage_demo(mockmed.url, tmp_path_factory.mktemp("triage") / "recording", browser=browser)


class TestTriage:
    def test_it_is_the_demonstration(self, made: Path, mockmed: Any) -> None:
        recording = load_recording(made)
        clicked = [e.target.name for e in recording.events if e.kind == ActionKind.CLICK and e.target is not None]
        assert clicked == [
            "Username", "Sign In", "Open", "New Encounter", "Triage", "Date", "Note",
            "Patient agreed to the visit summary", "Save Encounter",
        ]  # fmt: skip
        assert len(recording.events) >= 13
        assert kinds(recording).count("scroll") >= 1
        opened = next(e.target for e in recording.events if e.target is not None and e.target.name == "Open")
        assert PATIENT in opened.row
        assert recording.meta.params == {"note": NOTE}
        assert recording.meta.app_url == mockmed.url
        assert all(event.settled for event in recording.events)
        last = recording.after_structure(len(recording.events) - 1)
        assert last is not None
        assert any(run.text.startswith("Encounter saved") for run in last.texts)

    def test_it_was_stored(self, made: Path, mockmed: Any) -> None:
        with urlopen(mockmed.url + "api/encounters") as answer:
            stored = json.load(answer)
        assert [(e["mrn"], e["type"], e["visit"], e["date"], e["note"], e["agreed"]) for e in stored] == [
            (PATIENT, "Triage", "Video", "2026-11-30", NOTE, True)
        ]

    def test_an_unclear_patient_is_refused(self, browser: Browser, tmp_path: Path, mockmed: Any) -> None:
        with pytest.raises(DemonstrationFailed, match="names 2 rows"):
            record_triage_demo(mockmed.url, tmp_path / "rec", patient="Joint swelling", browser=browser)
