"""What a page tells of the place of its elements: what comes before them, what of them is seen, cells, other pages."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

from playwright.sync_api import Browser, Page
from web_pages import Show, browser, by_id, named, page, serving, show, texts, web

from studio.engine.backends.web import WebBackend
from studio.engine.model.geometry import Point

FIELDS = (
    "<p>Tags</p><div><input placeholder='tag name'> <button id=a>add</button></div>"
    "<p>Fields <i>of it</i></p><div><input placeholder='value'> <button id=b>add</button></div>"
    "<div contenteditable>typed</div><button id=c>go</button><div style='height:3000px'></div>"
    "<p>Low</p><button id=d>add</button>"
)


def test_what_comes_before_is_told_whether_it_is_in_sight_or_not(show: Show) -> None:
    web = show(FIELDS)
    before = [by_id(web, one).before for one in "abcd"]
    assert before == [("tag name", "Tags"), ("value", "Fields of it"), ("add", "value"), ("Low", "go")]
    point = by_id(web, "b").region.center
    assert (live := web.element_at(point)) is not None
    assert live.before == before[1], "a look at one element tells as much as the whole"


def test_of_a_tall_element_the_part_that_is_seen_is_told_and_a_point_is_brought_into_view(show: Show) -> None:
    web = show(
        "<div id=box style='height:200px;width:400px;overflow:auto'>"
        "<canvas id=c tabindex=0 width=300 height=900></canvas></div><button id=b>b</button>"
    )
    canvas = by_id(web, "c")
    assert canvas.shown is not None
    assert (canvas.shown.h, canvas.shown.w) == (200, 300)
    assert by_id(web, "b").shown is None, "all of it is seen"
    low = Point(canvas.region.x + 20, canvas.region.y + 880)
    assert not canvas.shows(low)
    assert web.reveal(canvas, low)
    moved = by_id(web, "c")
    assert moved.shows(Point(moved.region.x + 20, moved.region.y + 880))


def test_plain_cells_of_a_table_are_told_with_their_row_and_column(show: Show) -> None:
    web = show(
        "<table><thead><tr><th>Article<th>Count<th></tr></thead><tr><td>Gloves<td id=n>12<td><button>Edit</button></tr>"
        "<tr style='cursor:pointer'><td>Gauze<td id=p>7<td>on</tr></table>"
    )
    cell = by_id(web, "n")
    assert (cell.role, cell.name, cell.column, cell.row) == ("gridcell", "12", "Count", ("Gloves",))
    assert [e.name for e in web.snapshot().elements if e.role == "gridcell"] == ["Gloves", "12"], "no control's cell"
    at = web.element_at(cell.region.center)
    assert at is not None
    assert at.element_id == "n"
    assert web.reaches(cell.region.center, by_id(web, "n"))


def test_a_page_that_opens_unasked_is_not_acted_on(page: Page, show: Show) -> None:
    web = show("<button onclick=\"window.open('about:blank')\">Look</button><button id=own>Own</button>")
    assert web.keep_to(1)
    web.click(named(web, "Look").region.center)
    web.wait_quiet(3)
    assert len(web.pages) == 2
    assert by_id(web, "own").name == "Own", "the page that the steps are done in is still the one that is seen"
    assert web.keep_to(2)
    assert web.snapshot().elements == ()
    assert web.keep_to(1)
    assert by_id(web, "own").name == "Own"
