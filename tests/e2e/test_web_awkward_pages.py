"""Pages that get in the way: their code changes what scripts rely on, names hide properties, documents are no pages."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

from playwright.sync_api import Browser, Page
from web_pages import Show, browser, by_id, named, page, show, web

from studio.engine.backends.web import WebBackend


def test_the_page_cannot_break_or_see_us(show: Show, page: Page) -> None:
    web = show("<button>ok</button>")
    page.evaluate(
        "Array.prototype.toJSON = () => 'broken'; window.getComputedStyle = () => { throw 1 };"
        "Element.prototype.matches = () => { throw 1 }; 0"
    )
    assert [e.name for e in web.snapshot().elements] == ["ok"]
    assert page.evaluate("Object.keys(window).filter((key) => key.startsWith('__'))") == []


def test_a_form_whose_fields_have_awkward_names(show: Show) -> None:
    web = show("<form onclick='0'><input name=id value=x><button name=type>Go</button></form>")
    button = next(e for e in web.snapshot().elements if e.role == "button")
    found = web.element_at(button.region.center)
    assert found is not None
    assert found.selector == 'button[name="type"]'


def test_a_document_that_is_no_page(web: WebBackend, page: Page) -> None:
    shape = "<a href='/x'><text y='20'>drawn</text></a>"
    page.goto(f"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'>{shape}</svg>")
    assert web.wait_quiet(3)
    taken = web.snapshot()
    assert [e.name for e in taken.elements] == ["drawn"]
    assert [run.text for run in taken.texts] == ["drawn"]
