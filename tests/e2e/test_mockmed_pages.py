"""The practice clinic's pages in a real browser: the way through, every drift mode, every fault."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from studio.demo.mockmed import MockMed, serve

SIZE = {"width": 1280, "height": 800}
NOTE = "Knee swelling is down; walks without a stick since Monday."
RECORD = {
    "id": 1, "patient_id": "p01", "patient": "Jane Sample", "mrn": "MM-104827", "type": "Triage",
    "visit": "Video", "date": "2026-03-02", "note": NOTE, "agreed": True,
}  # fmt: skip
BANNER = "Encounter saved — " + NOTE[:40]
CHROMIUM = shutil.which("chromium")
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def clinic() -> Iterator[MockMed]:
    with serve() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZE)
    fresh = context.new_page()
    fresh.set_default_timeout(5000)
    problems: list[str] = []
    fresh.on("pageerror", lambda error: problems.append(str(error)))
    yield fresh
    context.close()
    assert problems == []


@pytest.fixture
def usual(browser: Browser, clinic: MockMed) -> Iterator[Page]:
    """A second page that never drifts, to compare with."""
    context = browser.new_context(viewport=SIZE)
    yield context.new_page()
    context.close()


def show(page: Page, clinic: MockMed, screen: str, query: str = "") -> Page:
    page.goto("about:blank")  # otherwise a change of the hash alone would leave the former heading for a while
    page.goto(f"{clinic.url}?{query}#{screen}")
    expect(page.locator("h1")).to_be_visible()
    return page


def form(page: Page, clinic: MockMed, query: str = "") -> Page:
    return show(page, clinic, "encounter/p01", query)


def click(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def fill(page: Page, note: str = NOTE) -> None:
    click(page, "Triage")
    page.get_by_label("Visit", exact=True).select_option("Video")
    page.get_by_label("Date").fill("2026-03-02")
    page.get_by_label("Note").fill(note)
    page.get_by_label("Patient agreed to the visit summary").check()


def stored(clinic: MockMed) -> list[dict[str, Any]]:
    with urlopen(clinic.url + "api/encounters") as answer:
        return [{key: e[key] for key in RECORD} for e in json.load(answer)]


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return dict(found)


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    script = "elements => elements.map((element) => element.getBoundingClientRect().toJSON())"
    return list(page.locator(selector).evaluate_all(script))


def style(page: Page, selector: str, name: str) -> str:
    script = "(element, name) => getComputedStyle(element).getPropertyValue(name)"
    return str(page.locator(selector).first.evaluate(script, name))


def brightness(page: Page) -> float:
    parts = [float(part) for part in re.findall(r"[\d.]+", style(page, "body", "background-color"))[:3]]
    return sum(parts) / 3


def assert_fits(page: Page) -> None:
    for control in boxes(page, "form button, form input, form select, form textarea"):
        assert control["y"] >= 0
        assert control["y"] + control["height"] <= SIZE["height"]
        assert control["x"] + control["width"] <= SIZE["width"]


def assert_saved(page: Page, clinic: MockMed, record: dict[str, Any] = RECORD) -> None:
    expect(page.get_by_role("status")).to_have_text("Encounter saved — " + record["note"][:40])
    assert stored(clinic) == [record]
    assert page.locator("tbody tr").count() == 1


def through(page: Page, clinic: MockMed, query: str, save: str = "Save Encounter", opener: str = "Open") -> None:
    """The demonstrated way, from signing in to saving."""
    show(page, clinic, "", query)
    page.get_by_label("Username").fill("demo")
    click(page, "Sign In")
    row = page.get_by_role("row").filter(has_text="MM-104827")
    row.get_by_role("button", name=opener).click()
    click(page, "New Encounter")
    fill(page)
    click(page, save)


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
    click_open_first(page)
    expect(page.get_by_role("heading", name="Jane Sample")).to_be_visible()
    expect(page.get_by_role("status")).to_have_count(0)


def click_open_first(page: Page) -> None:
    page.get_by_role("button", name="Open").first.click()


def test_chart_opened_from_the_list_shows_no_old_banner(page: Page, usual: Page, clinic: MockMed) -> None:
    form(usual, clinic)
    fill(usual)
    click(usual, "Save Encounter")
    expect(usual.get_by_role("status")).to_be_visible()
    show(page, clinic, "tasks")
    click_open_first(page)
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_count(0)


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


def test_empty_hash_is_the_sign_in_screen(page: Page, clinic: MockMed) -> None:
    show(page, clinic, "tasks")
    page.evaluate("location.hash = ''")
    expect(page.get_by_label("Username")).to_be_visible()


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
    expect(show(page, clinic, "nowhere").get_by_role("alert")).to_have_text("There is no such screen.")
    expect(show(page, clinic, "patient/p99").get_by_role("alert")).to_have_text("There is no such patient.")


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
    for index, one in enumerate(found):
        for other in found[index + 1 :]:
            across = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
            down = max(one["y"], other["y"]) - min(one["y"] + one["height"], other["y"] + other["height"])
            assert max(across, down) >= 7.9


# Drift that changes looks only: the demonstrated way still saves the same record

HARMLESS = ["theme", "move", "zoom=125", "zoom:80", "font", "density", "reflow", "banner", "swap", "ids", "rows"]


@pytest.mark.parametrize("mode", HARMLESS)
def test_same_record_under_drift(page: Page, clinic: MockMed, mode: str) -> None:
    through(page, clinic, f"drift={mode}")
    assert_saved(page, clinic)


def test_theme_is_dark_everywhere_with_another_accent(page: Page, usual: Page, clinic: MockMed) -> None:
    for screen in ("login", "tasks", "patient/p01", "encounter/p01"):
        assert brightness(show(page, clinic, screen, "drift=theme")) < 60
        assert brightness(show(usual, clinic, screen)) > 200
    accents = {style(each, "button[type=submit]", "background-color") for each in (page, usual)}
    assert len(accents) == 2


def test_drift_is_applied_before_anything_is_painted(page: Page, clinic: MockMed) -> None:
    page.add_init_script("""new MutationObserver((_, observer) => { if (document.body) { observer.disconnect();
        window.atBody = [document.documentElement.dataset.drift, document.documentElement.style.zoom]; } })
        .observe(document, { childList: true, subtree: true });""")
    show(page, clinic, "login", "drift=theme&zoom=125")
    assert page.evaluate("window.atBody") == ["theme", "1.25"]


@pytest.mark.parametrize(
    ("screen", "control"), [("patient/p01", "#new-encounter"), ("encounter/p01", "#save-encounter")]
)
def test_move_relocates_by_several_hundred_pixels(
    page: Page, usual: Page, clinic: MockMed, screen: str, control: str
) -> None:
    moved = box(show(page, clinic, screen, "drift=move").locator(control))
    before = box(show(usual, clinic, screen).locator(control))
    assert abs(moved["x"] - before["x"]) > 500
    assert moved["y"] == before["y"]


def test_rename_changes_two_labels_and_no_place(page: Page, usual: Page, clinic: MockMed) -> None:
    for screen in ("tasks", "patient/p01", "encounter/p01"):
        show(page, clinic, screen, "drift=rename")
        show(usual, clinic, screen)
        assert boxes(page, "button") == boxes(usual, "button")
        renamed = {"Open": "View", "Save Encounter": "Submit Encounter"}
        before = usual.locator("button").all_inner_texts()
        assert page.locator("button").all_inner_texts() == [renamed.get(text, text) for text in before]
    through(page, clinic, "drift=rename", save="Submit Encounter", opener="View")
    assert_saved(page, clinic)


@pytest.mark.parametrize("answer", ["Not now", "Send"])
def test_modal_stores_nothing_until_it_is_answered(page: Page, clinic: MockMed, answer: str) -> None:
    through(page, clinic, "drift=modal")
    dialog = page.get_by_role("dialog", name="Survey")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.click(640, 30)
    expect(dialog).to_have_attribute("aria-modal", "true")
    scrim = box(dialog.locator(".."))
    assert (scrim["width"], scrim["height"]) == (SIZE["width"], SIZE["height"])
    assert stored(clinic) == []
    dialog.get_by_role("button", name=answer).click()
    assert_saved(page, clinic)


@pytest.mark.parametrize("query", ["zoom=125", "drift=zoom=125", "drift=theme,zoom:125"])
def test_zoom_scales_the_whole_page(page: Page, usual: Page, clinic: MockMed, query: str) -> None:
    zoomed, before = (box(show(each, clinic, "encounter/p01", q).locator("#save-encounter")) for each, q in
                      ((page, query), (usual, "")))  # fmt: skip
    assert zoomed["width"] / before["width"] == pytest.approx(1.25, abs=0.01)
    assert zoomed["height"] / before["height"] == pytest.approx(1.25, abs=0.01)


def test_font_is_another_family_and_larger(page: Page, usual: Page, clinic: MockMed) -> None:
    show(page, clinic, "tasks", "drift=font")
    show(usual, clinic, "tasks")
    assert "serif" in style(page, "button", "font-family").split(", ")
    assert "serif" not in style(usual, "button", "font-family").split(", ")
    assert style(page, "td", "font-size") > style(usual, "td", "font-size")


def test_density_packs_rows_and_controls(page: Page, usual: Page, clinic: MockMed) -> None:
    dense, before = (boxes(show(each, clinic, "tasks", q), "tbody tr") for each, q in
                     ((page, "drift=density"), (usual, "")))  # fmt: skip
    assert dense[0]["height"] <= before[0]["height"] - 8
    form(page, clinic, "drift=density")
    form(usual, clinic)
    assert box(page.locator("#save-encounter"))["y"] < box(usual.locator("#save-encounter"))["y"] - 50


def test_reflow_is_one_narrow_column(page: Page, clinic: MockMed) -> None:
    form(page, clinic, "drift=reflow")
    card, visit, date = (box(page.locator(name)) for name in ("form", "#visit", "#date"))
    assert 700 <= card["width"] <= 740
    assert abs(card["x"] + card["width"] / 2 - SIZE["width"] / 2) < 10
    assert date["y"] > visit["y"] + visit["height"]
    assert date["x"] == visit["x"]


@pytest.mark.parametrize("screen", ["login", "tasks", "patient/p01", "encounter/p01"])
def test_banner_pushes_every_screen_down(page: Page, usual: Page, clinic: MockMed, screen: str) -> None:
    pushed = box(show(page, clinic, screen, "drift=banner").locator("h1"))
    before = box(show(usual, clinic, screen).locator("h1"))
    assert pushed["y"] - before["y"] == 64


def test_duplicate_is_identical_and_marks_what_it_stores(page: Page, clinic: MockMed) -> None:
    form(page, clinic, "drift=duplicate")
    first, second = page.locator("#save-encounter").all()
    assert first.evaluate("element => element.outerHTML") == second.evaluate("element => element.outerHTML")
    assert abs(box(first)["y"] - box(second)["y"]) > 200
    fill(page)
    first.click()
    assert_saved(page, clinic, {**RECORD, "note": "WRONG BUTTON: " + NOTE})


def test_duplicate_leaves_the_right_button_working(page: Page, clinic: MockMed) -> None:
    form(page, clinic, "drift=duplicate")
    fill(page)
    page.locator("#save-encounter").last.click()
    assert_saved(page, clinic)


def test_swap_exchanges_the_places_exactly(page: Page, usual: Page, clinic: MockMed) -> None:
    form(page, clinic, "drift=swap")
    form(usual, clinic)
    assert box(page.locator("#cancel")) == box(usual.locator("#save-encounter"))
    assert box(page.locator("#save-encounter")) == box(usual.locator("#cancel"))


def test_delete_removes_save_and_leaves_cancel_in_place(page: Page, usual: Page, clinic: MockMed) -> None:
    form(page, clinic, "drift=delete")
    form(usual, clinic)
    expect(page.get_by_text("Save Encounter")).to_have_count(0)
    assert box(page.locator("#cancel")) == box(usual.locator("#cancel"))
    fill(page)
    before = box(usual.locator("#save-encounter"))
    page.mouse.click(before["x"] + 20, before["y"] + 20)
    page.get_by_label("Date").press("Enter")
    assert stored(clinic) == []


def test_slow_shows_static_text_first_on_every_screen(page: Page, clinic: MockMed) -> None:
    started = time.monotonic()
    page.goto(clinic.url + "?drift=slow#login")
    expect(page.get_by_text("Loading…")).to_be_visible()
    expect(page.get_by_label("Username")).to_be_visible()
    assert time.monotonic() - started > 1.4
    page.get_by_label("Username").fill("demo")
    click(page, "Sign In")
    expect(page.get_by_text("Loading…")).to_be_visible()
    expect(page.get_by_text("Referral Tasks")).to_have_count(0)
    expect(page.get_by_text("Referral Tasks")).to_be_visible()


def hooks(page: Page) -> set[str]:
    script = """[...document.querySelectorAll('body *')].flatMap(
        (element) => [element.id, element.getAttribute('name'), ...element.classList].filter(Boolean))"""
    return set(page.evaluate(script))


def test_ids_differ_per_load_and_looks_stay(page: Page, usual: Page, clinic: MockMed) -> None:
    for screen in ("login", "tasks", "patient/p01", "encounter/p01"):
        first = hooks(show(page, clinic, screen, "drift=ids"))
        page.reload()
        expect(page.locator("h1")).to_be_visible()
        assert first
        assert not first & (hooks(page) | hooks(show(usual, clinic, screen)))
        assert boxes(page, "button, input, label, th") == boxes(usual, "button, input, label, th")
        assert page.screenshot() == usual.screenshot()


def test_rows_come_above_the_usual_ones(page: Page, usual: Page, clinic: MockMed) -> None:
    show(page, clinic, "tasks", "drift=rows")
    show(usual, clinic, "tasks")
    more, before = (each.locator("tbody tr").all_inner_texts() for each in (page, usual))
    assert more[7:] == before
    assert len(set(more)) == 47


def test_drift_is_combined_and_kept_across_screens(page: Page, clinic: MockMed) -> None:
    through(page, clinic, "drift=theme,move&drift=banner&zoom=90")
    assert_saved(page, clinic)
    assert brightness(page) < 60
    assert page.evaluate("document.documentElement.style.zoom") == "0.9"
    expect(page.get_by_role("note")).to_be_visible()
    assert box(page.locator("#new-encounter"))["x"] < 400


@pytest.mark.parametrize(
    "query",
    ["drift=thme", "drift=theme,zomm", "zoom=79", "zoom=151", "zoom=x", "fault=refuze", "list=on", "drif=theme"],
)
def test_misspelt_address_is_an_error_page(page: Page, clinic: MockMed, query: str) -> None:
    show(page, clinic, "tasks", query)
    expect(page.get_by_role("alert")).to_contain_text("asks for something unknown")
    expect(page.get_by_text("drift: theme, move, rename")).to_be_visible()
    assert page.locator("button, table").count() == 0


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
