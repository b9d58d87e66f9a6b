"""A surface that notices changes by itself is looked at once where none comes, and again where one does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from web_pages import Show, browser, by_id, page, serving, show, web

from studio.engine.backends.protocols import SurfaceLost
from studio.engine.backends.web import WebBackend
from studio.engine.backends.web.world import World
from studio.engine.runtime.surface import Surface

__all__ = ["browser", "page", "show", "web"]

BUTTON = "<button id=b>go</button><p id=p>old</p>"
LONG = "".join(f"<p id=p{n}>line {n}</p>" for n in range(200))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that pages are asked."""
    functions: list[str] = []
    ask_once = World.ask_once

    def noting(world: World, function: str, *args: object) -> object:
        functions.append(function)
        return ask_once(world, function, *args)

    monkeypatch.setattr(World, "ask_once", noting)
    return functions


@pytest.mark.parametrize("structure", [True, False])
def test_a_page_that_does_not_change_is_looked_at_once_and_not_waited_for(
    show: Show, asked: list[str], structure: bool
) -> None:
    web = show(BUTTON)
    surface = Surface(web, structure=structure)
    web.click(by_id(web, "b").region.center)
    asked.clear()
    surface.settled()
    assert surface.frames == 1
    assert "quiet" not in asked


@pytest.mark.parametrize("later", ["requestAnimationFrame(change)", "setTimeout(change, 1)", "setTimeout(change, 12)"])
def test_what_a_click_changes_some_frames_later_is_in_the_look(show: Show, page: Page, later: str) -> None:
    web = show(BUTTON)
    page.evaluate(f"b.onclick = () => {{ const change = () => {{ p.textContent = 'new' }}; {later} }}; 0")
    surface = Surface(web, structure=True)
    for _ in range(5):
        page.evaluate("p.textContent = 'old'; 0")
        web.click(by_id(web, "b").region.center)
        seen = surface.settled()
        assert seen.structure is not None
        assert "new" in {text.text for text in seen.structure.texts}


def test_an_answer_under_way_is_waited_for(web: WebBackend) -> None:
    told = "fetch('/slow').then((a) => a.text()).then((t) => { p.textContent = t })"
    with serving({"/": f'<button id=b onclick="{told}">go</button><p id=p>old</p>', "/slow": (0.3, "came")}) as site:
        web.goto(site.url("/"))
        surface = Surface(web, structure=True)
        web.click(by_id(web, "b").region.center)
        seen = surface.settled()
    assert seen.structure is not None
    assert "came" in {text.text for text in seen.structure.texts}


def test_a_watch_says_what_is_under_way_already(web: WebBackend, page: Page) -> None:
    with serving({"/": "<p>one</p>", "/slow": (0.5, "late")}) as site:
        web.goto(site.url("/"))
        assert web.watch_quiet()
        assert web.still_quiet()
        with page.expect_request("**/slow"):
            page.evaluate("fetch('/slow'); 0")
        assert not web.watch_quiet()
        assert web.wait_quiet(3)


def test_a_page_that_goes_away_is_no_quiet_one(web: WebBackend, page: Page) -> None:
    with serving({"/": "<p>one</p>", "/two": (0.5, "<p>two</p>")}) as site:
        web.goto(site.url("/"))
        page.evaluate("location.href = '/two'; 0")
        assert not web.watch_quiet()
        assert Surface(web, structure=True).settled().structure.url.endswith("/two")  # type: ignore[union-attr]


def test_a_closed_page_is_lost(show: Show, page: Page) -> None:
    web = show(BUTTON)
    page.close()
    with pytest.raises(SurfaceLost):
        Surface(web, structure=True).settled()


def test_a_page_has_moved_after_a_wheel_gesture_and_is_waited_for_once(show: Show, asked: list[str]) -> None:
    web = show(LONG)
    surface = Surface(web, structure=True)
    before = surface.look().structure
    asked.clear()
    web.scroll(0, 300)
    after = surface.structure_when_quiet()
    assert before is not None
    assert after is not None
    assert (before.scroll[1], after.scroll[1]) == (0, 300)
    assert asked.count("quiet") == 1


def test_what_moves_after_the_gesture_is_waited_for(show: Show, page: Page) -> None:
    web = show(LONG)
    page.evaluate("onscroll = () => setTimeout(() => { p30.textContent = 'came' }, 5); 0")
    surface = Surface(web, structure=True)
    surface.look()
    web.scroll(0, 300)
    after = surface.structure_when_quiet()
    assert after is not None
    assert "came" in {text.text for text in after.texts}
