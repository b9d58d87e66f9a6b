"""What the tests of the practice clinic's pages share: one browser a module, and small words for its screens."""

from __future__ import annotations

import json
import shutil
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        warm_up(running)
        yield running
        running.close()


def warm_up(browser: Browser) -> None:
    """Have the browser start its long-lived helpers now, so that no test seems to leave them behind."""
    context = browser.new_context(viewport=SIZE)
    with serve() as clinic:
        context.new_page().goto(clinic.url)
        context.pages[0].screenshot()
    context.close()


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
