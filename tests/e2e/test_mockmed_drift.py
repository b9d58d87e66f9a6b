"""Every drift mode of the practice clinic in a real browser: its effect, and that the right record is saved."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

import re
import time

import pytest
from mockmed_browser import (
    NOTE,
    RECORD,
    SIZE,
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


def style(page: Page, selector: str, name: str) -> str:
    script = "(element, name) => getComputedStyle(element).getPropertyValue(name)"
    return str(page.locator(selector).first.evaluate(script, name))


def brightness(page: Page) -> float:
    parts = [float(part) for part in re.findall(r"[\d.]+", style(page, "body", "background-color"))[:3]]
    return sum(parts) / 3


# These change looks only: the demonstrated way still saves the same record.
HARMLESS = ["zoom=125&drift=theme,move,ids", "zoom:80,font,banner", "density,swap", "reflow,rows"]


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
