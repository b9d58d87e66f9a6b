"""A page that changes under the press: what was meant gets it, or nothing does. In a real browser.

The pages change when the pointer comes, which is later than any look: the press follows at once.
"""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from web_pages import Show, browser, by_id, looking_at, named, serving

from studio.engine.backends.protocols import Deflected, PressGuard
from studio.engine.backends.web import WebBackend, open_page, uploads
from studio.engine.model.geometry import Point

HEARD = """<script>window.log=[];for(const t of ['pointerdown','mousedown','mouseup','click','dblclick','keydown'])
document.addEventListener(t,e=>log.push(t+' '+(e.target.id||e.target.localName)),true)</script>"""
ROWS = """<table><tr><td id=who>Ann<td><button id=b>Open</button>
<tr><td>Bob<td><button id=c>Open</button></table>"""
ANOTHER = "const n=document.createElement('button');n.id='c';n.textContent='Delete';"

CHANGES = {
    "it says something else": "b.textContent='Delete'",
    "another stands there": ANOTHER + "b.replaceWith(n)",
    "a cover": "document.body.insertAdjacentHTML('beforeend','<div id=v style=\"position:fixed;inset:0\">x</div>')",
    "a button in it": ANOTHER.replace("button'", "a'") + "n.href='#';n.style='display:block';b.replaceChildren(n)",
    "its row is another record's": "who.textContent='Eve'",
    "all moved down by a row": "document.querySelector('tbody').prepend(document.querySelectorAll('tr')[1])",
}
SAME = {
    "a tip took its title": "b.title='';b.removeAttribute('title')",
    "it was drawn anew": "b.replaceWith(b.cloneNode(true))",
    "its row says more": "who.parentElement.insertCell().textContent='today'",
    "it looks different": "b.style.background='gold'",
    "something else changed": "document.querySelectorAll('td')[2].textContent='Bea'",
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """One page for all: each test shows another document in it."""
    with open_page(browser) as fresh:
        yield fresh


@pytest.fixture(scope="module")
def web(page: Page) -> Iterator[WebBackend]:
    with looking_at(page) as backend:
        yield backend


@pytest.fixture
def show(page: Page, web: WebBackend) -> Show:
    def put(body: str) -> WebBackend:
        page.goto("about:blank")
        page.mouse.move(900, 700)
        page.set_content(f"<!doctype html><title>Test</title>{body}")
        web.wait_quiet(3)
        return web

    return put


def changing(html: str, change: str, event: str = "mousemove") -> str:
    return f"{html}{HEARD}<script>addEventListener('{event}',()=>{{{change}}},{{once:true,capture:true}})</script>"


def heard(page: Page) -> list[str]:
    return list(page.evaluate("log.splice(0)"))


def pressed(web: WebBackend, element_id: str = "b", count: int = 1) -> None:
    element = by_id(web, element_id)
    with web.pressing(element):
        web.click(element.region.center, count=count)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("known", [True, False], ids=["by its element", "by its place"])
def test_what_came_there_under_the_press_gets_nothing_of_it(show: Show, page: Page, change: str, known: bool) -> None:
    web = show(changing(ROWS, change))
    assert isinstance(web, PressGuard)
    element = by_id(web, "b")
    at = element.region.center
    with pytest.raises(Deflected) as away, web.pressing(element) if known else web.pressing_at(at):
        web.click(at)
    assert heard(page) == []
    assert not away.value.begun
    assert away.value.now
    web.click(Point(600, 600))  # and nobody listens any more
    assert [entry.split()[0] for entry in heard(page)] == ["pointerdown", "mousedown", "mouseup", "click"]


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_what_says_the_same_is_pressed(show: Show, page: Page, change: str) -> None:
    icon = ROWS.replace("id=b>Open", "id=b title=Open>&nbsp;" if "title" in change else "id=b>Open")
    web = show(changing(icon, change))
    pressed(web)
    assert heard(page) == ["pointerdown b", "mousedown b", "mouseup b", "click b"]


WHOLE = {
    "a link": ("<a id=b href='#x'>Go</a>", "location.hash"),
    "the box of a label": ("<label id=l for=b>Tick</label><input id=b type=checkbox>", "b.checked"),
    "a picture in a button": (
        "<button id=b onclick='done=1'><svg width=20 height=20></svg> Go</button>",
        "window.done",
    ),
    "a row that is one": ("<ul><li id=b tabindex=0 onclick='done=1'><b>Ann</b> 3<li>Bob</ul>", "window.done"),
    "a box that a script asks": ("<button id=b onclick='alert(1);done=1'>Go</button>", "window.done"),
    "a window that opens": ("<button id=b onclick=\"window.open('about:blank').close();done=1\">Go</button>", "done"),
    "another page": ("<button id=b onclick=\"location='data:text/html,<title>new</title>'\">Go</button>", "1"),
}


@pytest.mark.parametrize(("html", "done"), WHOLE.values(), ids=WHOLE)
def test_an_undisturbed_press_does_its_work(show: Show, page: Page, html: str, done: str) -> None:
    web = show(html)
    pressed(web)
    assert page.evaluate(done)


def test_what_cannot_be_judged_gets_nothing(show: Show, page: Page) -> None:
    field = "<form id=f style='position:fixed;inset:0'><input name=getAttribute><input name=matches></form>"
    web = show(changing(ROWS, f"document.body.insertAdjacentHTML('beforeend',{field!r})"))
    with pytest.raises(Deflected) as away:
        pressed(web)
    assert (heard(page), away.value.begun, away.value.now) == ([], False, "")


MUTE = HEARD + "<button id=b>Mute</button><script>b.onpointerdown=()=>{%s}</script>"


def test_a_control_that_renames_itself_under_the_press_gets_all_of_it_and_no_second_one(show: Show, page: Page) -> None:
    web = show(MUTE % "b.textContent='Unmute'")
    pressed(web)
    assert heard(page) == ["pointerdown b", "mousedown b", "mouseup b", "click b"]
    web.snapshot()
    page.evaluate("b.textContent='Mute'")
    with pytest.raises(Deflected, match="Unmute") as away:
        pressed(web, count=2)
    assert away.value.begun
    assert heard(page) == ["pointerdown b", "mousedown b", "mouseup b", "click b"]


def test_what_takes_the_place_of_a_control_that_was_pressed_gets_no_part_of_it(show: Show, page: Page) -> None:
    web = show(MUTE % CHANGES["another stands there"])
    with pytest.raises(Deflected) as away:
        pressed(web)
    assert away.value.begun
    assert heard(page) == ["pointerdown b"]


def test_a_double_click_whose_second_press_would_hit_something_else_is_told(show: Show, page: Page) -> None:
    web = show(changing("<button id=b>Open</button>", CHANGES["a cover"], "click"))
    with pytest.raises(Deflected) as away:
        pressed(web, count=2)
    assert away.value.begun
    assert "dblclick" not in " ".join(heard(page))


@pytest.mark.parametrize("place", ["shadow", "frame", "frame in frame"])
def test_inside_of_frames_and_shadow_roots(show: Show, page: Page, place: str) -> None:
    inner = changing("<button id=b>Save</button>", CHANGES["it says something else"])
    if place == "shadow":
        host = "<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<button id=b>Save</button>'</script>"
        web = show(changing(host, "h.shadowRoot.querySelector('#b').textContent='Delete'"))
    else:
        for _ in range(place.count("frame")):
            inner = f'<iframe width=400 height=200 srcdoc="{escape(inner)}"></iframe>'
        web = show(HEARD + inner)
    element = named(web, "Save")
    with pytest.raises(Deflected, match="Delete"), web.pressing(element):
        web.click(element.region.center)
    logs = [frame.evaluate("log.splice(0)") for frame in page.frames if frame.evaluate("'log' in window")]
    assert not any(logs)
    assert logs


def test_frames_of_other_sites_are_guarded_and_cannot_take_a_press(page: Page, web: WebBackend) -> None:
    far = {"/in": changing("<button id=b>Save</button>", CHANGES["it says something else"]), "/ad": HEARD + "Ad"}
    with serving(far) as other:
        frame = f"<iframe src='{other.url('/in', 'localhost')}' width=300 height=200></iframe>"
        over = "document.querySelectorAll('iframe')[1].style='position:fixed;inset:0'"
        ad = f"<iframe src='{other.url('/ad', 'localhost')}' width=90 height=40></iframe>"
        top = changing("<button id=top>Send</button>", over)
        with serving({"/": f"<!doctype html>{frame}{ad}{top}"}) as site:
            web.goto(site.url("/"))
            for name in ("Save", "Send"):
                element = named(web, name)
                with pytest.raises(Deflected), web.pressing(element):
                    web.click(element.region.center)
            assert not any(frame.evaluate("log.splice(0)") for frame in page.frames)


def test_a_page_sees_no_guard(show: Show, page: Page) -> None:
    spy = "<script>window.added=0;const add=addEventListener;EventTarget.prototype.addEventListener=function(...a)"
    web = show(spy + "{added+=1;return add.apply(this,a)}</script><button id=b>Save</button>")
    pressed(web)
    assert page.evaluate("added") == 0
    own: list[Any] = page.evaluate("Object.keys(window).filter(k => k.startsWith('__'))")
    assert own == []


def test_a_list_that_another_has_taken_the_place_of_is_not_chosen_from(show: Show, page: Page) -> None:
    wards = "<select id=b aria-label=Ward><option>A<option>B</select>"
    lists = wards + wards.replace("id=b", "id=c").replace("Ward", "Dose")
    web = show(lists)
    ward, dose = by_id(web, "b"), by_id(web, "c")
    with pytest.raises(Deflected), web.pressing(ward, arrives=False):
        web.choose_option(dose.region.center, "B")
    with web.pressing(ward, arrives=False):
        web.choose_option(ward.region.center, "B")
    assert page.evaluate("[b.value, c.value]") == ["B", "A"]


def test_a_document_that_came_meanwhile_holds_nothing_that_was_meant(show: Show, page: Page) -> None:
    web = show(ROWS)
    element = by_id(web, "b")
    page.goto("about:blank")
    page.set_content(HEARD + ROWS)
    with pytest.raises(Deflected), web.pressing(element):
        web.click(element.region.center)
    assert heard(page) == []


def test_a_file_is_given_to_no_other_chooser(
    show: Show, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scan.txt").write_text("x")
    web = show(changing("<input type=file id=b aria-label=Scan>", "b.setAttribute('aria-label','Photo')"))
    element, path = by_id(web, "b"), str(tmp_path / "scan.txt")
    with monkeypatch.context() as patch:
        patch.setattr(uploads, "CHOOSER_S", 0.3)
        with pytest.raises(Deflected, match="Photo"), web.pressing(element):
            web.upload(element.region.center, path)
    element = by_id(web, "b")
    with web.pressing(element):
        web.upload(element.region.center, path)
    assert page.evaluate("b.files[0].name") == "scan.txt"


def test_keys_reach_the_control_that_is_meant_or_nothing(show: Show, page: Page) -> None:
    web = show(HEARD + ROWS)
    meant = by_id(web, "b")
    for focus, went in (("b", ["keydown b", "click b"]), ("c", [])):
        page.focus(f"#{focus}")
        try:
            with web.striking(meant):
                web.press("Enter")
        except Deflected:
            assert not went
        assert heard(page) == went


@pytest.mark.parametrize("meanwhile", [False, True], ids=["there before", "another document by now"])
def test_keys_that_a_frame_of_another_site_would_get_reach_nothing(
    page: Page, web: WebBackend, meanwhile: bool
) -> None:
    with serving({"/in": HEARD + "<button id=c>Delete</button>"}) as other:
        address = other.url("/in", "localhost")
        with serving({"/": f"<!doctype html><button id=b>Save</button><iframe src='{address}'></iframe>"}) as site:
            web.goto(site.url("/"))
            meant, frame = named(web, "Save"), page.frames[1]
            if meanwhile:
                frame.goto(address)
            frame.focus("#c")
            with pytest.raises(Deflected) as away, web.striking(meant):
                web.press("Enter")
            assert not away.value.begun
            assert frame.evaluate("log.splice(0)") == []
            assert "Delete" in away.value.now
