"""The practice clinic's pages in a real browser: the way through, faults, pages for structure tests."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

import json
from urllib.request import urlopen

import pytest
from mockmed_browser import (
    BANNER,
    NOTE,
    RECORD,
    SIZE,
    assert_fits,
    assert_saved,
    box,
    boxes,
    browser,
    click,
    clinic,
    fill,
    form,
    page,
    show,
    stored,
    through,
    usual,
)
from playwright.sync_api import Page, expect

from studio.demo.mockmed import MockMed

# The way through


def test_demonstrated_way_saves_exactly_one_record(page: Page, clinic: MockMed) -> None:
    through(page, clinic, "")
    assert_saved(page, clinic)
    cells = page.locator("tbody tr").first.locator("th, td").all_inner_texts()
    assert cells == ["2026-03-02", "Triage", "Video", NOTE, "Yes"]
    assert page.url.endswith("?#patient/p01")


def test_newest_encounter_is_on_top_and_banner_ends_with_the_task_list(page: Page, clinic: MockMed) -> None:
    for note in ("Older", "Newer"):
        form(page, clinic)
        fill(page, note)
        click(page, "Save Encounter")
        expect(page.get_by_role("status")).to_have_text(f"Encounter saved — {note}")
    assert page.locator("tbody td:nth-child(4)").all_inner_texts() == ["Newer", "Older"]
    page.reload()
    expect(page.get_by_role("status")).to_have_text("Encounter saved — Newer")
    page.get_by_role("link", name="Back to tasks").click()
    expect(page.get_by_role("heading", name="Referral Tasks")).to_be_visible()
    with urlopen(clinic.url + "api/patients/p01") as answer:
        assert json.load(answer)["banner"] is None
    page.get_by_role("button", name="Open").first.click()
    expect(page.get_by_role("heading", name="Jane Sample")).to_be_visible()
    expect(page.get_by_role("status")).to_have_count(0)


def test_chart_opened_from_the_list_shows_no_old_banner(page: Page, usual: Page, clinic: MockMed) -> None:
    form(usual, clinic)
    fill(usual)
    click(usual, "Save Encounter")
    expect(usual.get_by_role("status")).to_be_visible()
    show(page, clinic, "tasks")
    page.get_by_role("button", name="Open").first.click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert usual.get_by_role("status").count() == 1
    assert page.get_by_role("status").count() == 0


def test_empty_user_name_is_an_inline_error(page: Page, clinic: MockMed) -> None:
    show(page, clinic, "login")
    assert page.evaluate("document.activeElement === document.body")
    click(page, "Sign In")
    expect(page.get_by_role("alert")).to_have_text("Enter a user name.")
    page.get_by_label("Username").fill("demo")
    page.get_by_label("Username").press("Enter")
    expect(page.get_by_text("Signed in as demo")).to_be_visible()
    page.get_by_role("link", name="Sign out").click()
    expect(page.get_by_text("any user name works, and the password may stay empty")).to_be_visible()


def test_missing_type_and_note_are_inline_errors(page: Page, clinic: MockMed) -> None:
    form(page, clinic)
    click(page, "Save Encounter")
    assert page.get_by_role("alert").all_inner_texts() == ["Choose a type.", "Write a note."]
    assert_fits(page)
    click(page, "Consult")
    page.get_by_label("Note").fill("Short")
    click(page, "Save Encounter")
    expect(page.get_by_role("status")).to_be_visible()
    [record] = stored(clinic)
    assert (record["type"], record["visit"], record["date"], record["agreed"]) == ("Consult", "", "", False)


def test_cancel_saves_nothing(page: Page, clinic: MockMed) -> None:
    form(page, clinic)
    fill(page)
    click(page, "Cancel")
    expect(page.get_by_text("No encounters have been saved yet.")).to_be_visible()
    assert stored(clinic) == []


def test_impatient_clicks_save_once(page: Page, clinic: MockMed) -> None:
    form(page, clinic)
    fill(page)
    page.locator("#save-encounter").evaluate("button => { for (let n = 0; n < 5; n += 1) button.click(); }")
    assert_saved(page, clinic)
    assert len(stored(clinic)) == 1


def test_empty_hash_is_the_sign_in_screen(page: Page, clinic: MockMed) -> None:
    show(page, clinic, "tasks")
    assert page.get_by_label("Username").count() == 0
    page.evaluate("location.hash = ''")
    expect(page.get_by_label("Username")).to_be_visible()
    assert page.locator("tbody tr").count() == 0


def test_type_chooser_presses_one_segment(page: Page, clinic: MockMed) -> None:
    form(page, clinic)
    click(page, "Triage")
    click(page, "Follow-up")
    assert page.get_by_role("button", pressed=True).all_inner_texts() == ["Follow-up"]


def test_worklist_scrolls_with_roomy_rows(page: Page, clinic: MockMed) -> None:
    show(page, clinic, "tasks")
    rows = boxes(page, "tbody tr")
    assert len(rows) == 40
    assert all(43 <= row["height"] <= 46 for row in rows)
    assert page.evaluate("document.scrollingElement.scrollHeight") > 1600
    assert rows[14]["y"] + rows[14]["height"] > SIZE["height"]


def test_unknown_screen_and_patient_say_so(page: Page, clinic: MockMed) -> None:
    for screen, what in (("nowhere", "screen"), ("patient/p99", "patient")):
        expect(show(page, clinic, screen).get_by_role("alert")).to_have_text(f"There is no such {what}.")
        assert page.locator("table, form").count() == 0


@pytest.mark.parametrize("query", ["", "drift=theme", "drift=duplicate", "drift=banner", "drift=font", "drift=reflow"])
def test_form_fits_without_scrolling(page: Page, clinic: MockMed, query: str) -> None:
    form(page, clinic, query)
    assert_fits(page)
    assert page.evaluate("document.scrollingElement.scrollHeight") == SIZE["height"]


@pytest.mark.parametrize("query", ["", "drift=density", "drift=reflow", "drift=duplicate"])
@pytest.mark.parametrize("screen", ["login", "tasks", "patient/p01", "encounter/p01"])
def test_controls_stand_apart(page: Page, clinic: MockMed, screen: str, query: str) -> None:
    show(page, clinic, screen, query)
    found = boxes(page, "button, input, select, textarea, a")
    assert len(found) > 1
    for index, one in enumerate(found):
        for other in found[index + 1 :]:
            across = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
            down = max(one["y"], other["y"]) - min(one["y"] + one["height"], other["y"] + other["height"])
            assert max(across, down) >= 7.9


# Faults


def test_refused_second_save_shows_the_old_banner_and_no_new_row(page: Page, clinic: MockMed) -> None:
    through(page, clinic, "fault=refuse_second")
    assert_saved(page, clinic)
    click(page, "New Encounter")
    fill(page, "This one is lost.")
    click(page, "Save Encounter")
    expect(page.get_by_role("heading", name="Encounters")).to_be_visible()
    assert_saved(page, clinic)


def test_refused_save_returns_to_a_chart_without_it(page: Page, clinic: MockMed) -> None:
    through(page, clinic, "fault=refuse")
    expect(page.get_by_text("No encounters have been saved yet.")).to_be_visible()
    expect(page.get_by_role("status")).to_have_count(0)
    assert stored(clinic) == []


def test_server_error_is_shown_inline_and_keeps_the_form(page: Page, clinic: MockMed) -> None:
    through(page, clinic, "fault=error")
    expect(page.get_by_role("alert")).to_contain_text("was not saved")
    assert page.get_by_label("Note").input_value() == NOTE
    assert_fits(page)
    assert stored(clinic) == []


def test_list_off_hides_the_encounters(page: Page, clinic: MockMed) -> None:
    through(page, clinic, "list=off")
    expect(page.get_by_role("status")).to_have_text(BANNER)
    assert page.locator("table").count() == 0
    assert stored(clinic) == [RECORD]


# Pages for structure tests


def test_form_three_frames_deep_answers(page: Page, clinic: MockMed) -> None:
    page.goto(clinic.url + "frames.html")
    inner = page.frame_locator("#outer").frame_locator("#middle").frame_locator("#inner")
    inner.get_by_label("Message").fill("hello")
    inner.get_by_role("button", name="Send").click()
    expect(inner.get_by_role("status")).to_have_text("Sent: hello")
    field = box(inner.get_by_label("Message"))
    assert field["y"] + field["height"] < SIZE["height"]


def test_shadow_roots_and_editable_text(page: Page, clinic: MockMed) -> None:
    page.goto(clinic.url + "shadow.html")
    page.get_by_label("Open field").fill("light")
    click(page, "Send open")
    expect(page.get_by_text("Sent: light")).to_be_visible()
    assert page.evaluate("document.getElementById('closed-host').shadowRoot") is None
    page.get_by_label("Open field").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("dark")
    assert page.evaluate("document.activeElement.id") == "closed-host"
    page.get_by_role("textbox", name="Remarks").fill("Several words")
    assert page.locator("#remarks").inner_text() == "Several words"
