"""Frames, input, quietness, lists, windows and dialogs of the web surface, in a real browser."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

import threading
import time
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from web_pages import Show, browser, by_id, free_port, named, page, serving, show, texts, web

from studio.engine.backends import protocols
from studio.engine.backends.protocols import EnvironmentUnable, SurfaceLost, Waypoint
from studio.engine.backends.web import NoSuchOption, WebBackend, open_browser, open_page, open_web
from studio.engine.model.geometry import Point

LOG = """<script>window.log=[];for(const t of ['input','change','keydown','mousedown','mouseup','click','dblclick'])
document.addEventListener(t,e=>log.push([t,e.key||e.button||'',e.isTrusted,e.target.id].join(' ')),true)</script>"""


OPENER = "<button id=a onclick=\"window.open('/pop')\">open</button>"


def log(page: Page) -> list[str]:
    return list(page.evaluate("log.splice(0)"))


def test_it_honours_all_protocols(web: WebBackend) -> None:
    for protocol in ("FrameSource", "InputSink", "StructureSource", "QuietSource", "SelectSink"):
        assert isinstance(web, getattr(protocols, protocol))
    assert web.name == "web"


def test_frame(show: Show) -> None:
    web = show("<body style='background:#f00'>")
    frame = web.frame()
    assert frame.size == web.viewport == (1280, 800)
    assert tuple(frame.bgr[400, 600]) == (0, 0, 255)
    assert web.frame().same_pixels(frame)


class TestMouse:
    def test_clicks(self, show: Show, page: Page) -> None:
        web = show(LOG + "<button id=b>b</button>")
        at = by_id(web, "b").region.center
        web.click(at, count=2)
        assert [entry.split()[0] for entry in log(page)] == [
            "mousedown", "mouseup", "click", "mousedown", "mouseup", "click", "dblclick",
        ]  # fmt: skip
        web.click(at, button="right")
        assert log(page)[:1] == ["mousedown 2 true b"]

    def test_hover_and_drag(self, show: Show, page: Page) -> None:
        web = show(
            "<style>#m{display:none}#h:hover #m{display:block}</style><div id=h style='width:90px'>menu"
            "<button id=m>item</button></div><input id=r type=range value=0 style='width:200px;margin:0'>"
            "<div draggable=true id=d style='width:60px;height:30px'>drag</div>"
            "<div id=t style='width:90px;height:60px' ondragover='event.preventDefault()' ondrop='title=1'>to</div>"
        )
        web.move(next(t for t in web.snapshot().texts if t.text == "menu").region.center)
        assert named(web, "item").in_view
        web.move(Point(700, 700))
        slider = by_id(web, "r").region
        web.drag(Point(slider.x + 8, slider.center.y), slider.center)
        assert 40 <= int(by_id(web, "r").value or 0) <= 60
        drag, to = (next(t for t in web.snapshot().texts if t.text == text) for text in ("drag", "to"))
        web.drag(drag.region.center, to.region.center)
        assert page.evaluate("t.title") == "1"

    def test_a_drag_goes_the_way_that_it_is_given(self, show: Show, page: Page) -> None:
        web = show("<script>window.way=[];onmousemove=e=>e.buttons&&way.push([e.clientX,e.clientY])</script><p>pad")
        turns = (Waypoint(Point(200, 300), 0.05), Waypoint(Point(300, 100), 0.3))
        began = time.monotonic()
        web.drag(Point(100, 100), Point(300, 100), turns)
        assert time.monotonic() - began >= 0.3
        way = [tuple(at) for at in page.evaluate("way")]
        assert way[:2] == [(200, 300), (300, 100)]

    def test_keys_are_held_while_it_is_clicked(self, show: Show, page: Page) -> None:
        web = show("<button id=b onclick='title=[event.ctrlKey,event.shiftKey]'>b</button>")
        at = by_id(web, "b").region.center
        with web.holding(("Control", "Shift")):
            web.click(at)
        assert page.evaluate("b.title") == "true,true"
        web.click(at)
        assert page.evaluate("b.title") == "false,false"

    def test_wheel_scrolls_what_is_under_the_pointer(self, show: Show, page: Page) -> None:
        web = show(
            "<div id=box style='width:300px;height:200px;overflow:auto'><div style='height:900px'></div></div>"
            "<div style='height:3000px'></div>"
        )
        web.scroll(0, 120, Point(100, 100))
        assert page.evaluate("[box.scrollTop, scrollY]") == [120, 0]
        web.scroll(0, 250, Point(700, 500))
        assert page.evaluate("[box.scrollTop, scrollY]") == [120, 250]
        assert web.snapshot().scroll == (0, 250)
        web.scroll(0, -100)
        assert web.snapshot().scroll == (0, 150)

    def test_nothing_stays_down(self, show: Show, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
        web = show(LOG + "<button id=b>b</button>")
        monkeypatch.setattr(type(page.mouse), "up", lambda *_, **__: (_ for _ in ()).throw(RuntimeError("broken")))
        with pytest.raises(RuntimeError):
            web.drag(by_id(web, "b").region.center, Point(500, 500))
        monkeypatch.undo()
        web.release_all()
        web.move(Point(300, 300))
        assert [entry for entry in log(page) if entry.startswith("mouse")][-1].startswith("mouseup")

    def test_keys_are_let_go_of(self, show: Show, page: Page) -> None:
        web = show(LOG + "<input id=i autofocus>")
        with pytest.raises(ValueError, match=r"no key “Shift\+Nonsense”"):
            web.press("Shift+Nonsense")
        page.focus("#i")
        web.type_text("a")
        assert by_id(web, "i").value == "a"
        web.press("Control+A")
        web.type_text("b")
        assert by_id(web, "i").value == "b"


class TestKeyboard:
    TEXT = 'aB 1!@#€ é ß 中文 👍🏽 „quoted“ "it\'s" <&>'

    @pytest.mark.parametrize(
        "field", ["<input id=f>", "<textarea id=f></textarea>", "<div id=f contenteditable></div>"]
    )
    def test_any_text(self, show: Show, field: str) -> None:
        web = show(field)
        web.click(by_id(web, "f").region.center)
        web.type_text(self.TEXT)
        assert by_id(web, "f").value == self.TEXT

    def test_letters_are_key_events(self, show: Show, page: Page) -> None:
        web = show(LOG + "<input id=i>")
        page.focus("#i")
        web.type_text("aé")
        assert log(page) == ["keydown a true i", "input  true i", "input  true i"]

    def test_line_feeds(self, show: Show) -> None:
        web = show("<textarea id=f></textarea>")
        web.click(by_id(web, "f").region.center)
        web.type_text("one\ntwo\r\nthree")
        assert by_id(web, "f").value == "one\ntwo\nthree"

    @pytest.mark.parametrize("dx", [-70, 0, 20, 60])
    def test_date_wherever_it_was_clicked(self, show: Show, dx: int) -> None:
        web = show("<input id=d type=date value='2020-01-02' style='width:160px'>")
        web.click(by_id(web, "d").region.center.moved(dx, 0))
        web.type_text("11302026")
        assert by_id(web, "d").value == "2026-11-30"

    def test_time(self, show: Show) -> None:
        web = show("<input id=d type=time>")
        web.click(by_id(web, "d").region.center)
        web.type_text("0945PM")
        assert by_id(web, "d").value == "21:45"


class TestLists:
    LIST = (
        "<label>Visit <select id=s><option value=''>Choose…<option>Office<option disabled>Closed"
        "<optgroup label=Far><option>Office visit<option>Vidéo</optgroup><option>Phone</select></label><input id=after>"
    )

    @pytest.mark.parametrize("label", ["Office visit", "Vidéo", "Phone", "Office"])
    def test_one_change_and_no_popup_left(self, show: Show, page: Page, label: str) -> None:
        web = show(LOG + self.LIST)
        web.choose_option(by_id(web, "s").region.center, label)
        assert by_id(web, "s").value == label
        events = log(page)
        assert [e for e in events if not e.startswith(("keydown", "click"))] == ["input  true s", "change  true s"]
        web.click(by_id(web, "after").region.center)
        web.type_text("free")
        assert by_id(web, "after").value == "free"

    def test_the_chosen_option_is_left_alone(self, show: Show, page: Page) -> None:
        web = show(LOG + self.LIST)
        for _ in range(2):
            web.choose_option(by_id(web, "s").region.center, "Phone")
        assert sum(e.startswith("change") for e in log(page)) == 1

    def test_blindly(self, show: Show, page: Page) -> None:
        web = show(LOG + self.LIST)
        web.choose_by_typing(by_id(web, "s").region.center, "Office visit")
        assert by_id(web, "s").value == "Office visit"
        assert "change  true s" in log(page)
        web.click(by_id(web, "after").region.center)
        web.type_text("free")
        assert by_id(web, "after").value == "free"

    def test_in_a_closed_shadow_root(self, show: Show, page: Page) -> None:
        web = show("<div id=h></div>")
        page.evaluate(
            f"window.inner = h.attachShadow({{mode: 'closed'}}); inner.innerHTML = `{self.LIST}`; window.got = [];"
            "inner.querySelector('select').onchange = e => got.push(e.target.value); 0"
        )
        box = page.evaluate(
            "(r => [r.x + r.width / 2, r.y + r.height / 2])(inner.querySelector('select').getBoundingClientRect())"
        )
        web.choose_option(Point(int(box[0]), int(box[1])), "Phone")
        assert page.evaluate("got") == ["Phone"]

    @pytest.mark.parametrize("attribute", ["multiple", "size=4"])
    def test_open_lists(self, show: Show, attribute: str) -> None:
        web = show(f"<select id=s {attribute}><option>One<option>Two<option>Three</select>")
        web.choose_option(by_id(web, "s").region.center, "Three")
        assert by_id(web, "s").value == "Three"

    def test_refusals_name_what_there_is(self, show: Show) -> None:
        web = show(self.LIST + "<select id=off disabled><option>One<option>Two</select>")
        with pytest.raises(NoSuchOption, match=r"“Fax”.*“Office”"):
            web.choose_option(by_id(web, "s").region.center, "Fax")
        with pytest.raises(NoSuchOption, match="“Closed”"):
            web.choose_option(by_id(web, "s").region.center, "Closed")
        with pytest.raises(NoSuchOption, match="disabled"):
            web.choose_option(by_id(web, "off").region.center, "Two")


class TestQuiet:
    def test_idle_is_quiet_and_stays_so(self, show: Show) -> None:
        web = show("<p>idle</p>")
        assert web.wait_quiet_frame(2)
        assert web.still_quiet()
        web.snapshot()
        assert web.still_quiet()

    @pytest.mark.parametrize("through", ["snapshot", "question"])
    def test_what_changes_after_a_quiet_frame_is_noticed(self, show: Show, page: Page, through: str) -> None:
        web = show("<p id=p>old</p>")
        assert web.wait_quiet_frame(2)
        page.evaluate("p.textContent = 'new'; 0")
        if through == "snapshot":
            web.snapshot()
        assert not web.still_quiet()
        assert web.wait_quiet_frame(2)
        assert web.still_quiet()

    def test_a_navigation_after_a_quiet_frame_is_noticed(self, web: WebBackend, page: Page) -> None:
        with serving({"/": "<p>one</p>", "/two": "<p>two</p>"}) as site:
            web.goto(site.url("/"))
            assert web.wait_quiet_frame(2)
            page.goto(site.url("/two"))
            assert not web.still_quiet()
            page.goto("about:blank")

    def test_waits_for_what_changes(self, show: Show, page: Page) -> None:
        web = show("<p id=p>0</p><button id=b>go</button>")
        tick = "const t = setInterval(() => { p.textContent = ++n; if (n == 12) clearInterval(t) }, 15)"
        page.evaluate(f"b.onclick = () => {{ let n = 0; {tick} }}; 0")
        web.click(by_id(web, "b").region.center)
        assert web.wait_quiet(3)
        assert page.evaluate("p.textContent") == "12"

    def test_waits_for_requests(self, web: WebBackend, page: Page) -> None:
        ask = "fetch('/slow').then(r => r.text()).then(t => p.textContent = t)"
        body = f'<p id=p>old</p><button id=b onclick="{ask}">b</button>'
        with serving({"/": body, "/slow": (0.4, "new")}) as site:
            web.goto(site.url("/"))
            web.click(by_id(web, "b").region.center)
            assert web.wait_quiet(3)
            assert "new" in texts(web)
            page.goto("about:blank")

    @pytest.mark.parametrize(
        "how", ["<a id=b href='/next'>go</a>", "<form action=/next method=post><button id=b>go</button></form>"]
    )
    def test_waits_for_the_next_document(self, web: WebBackend, page: Page, how: str) -> None:
        with serving({"/": how, "/next": (0.4, "<p>arrived</p>")}) as site:
            web.goto(site.url("/"))
            web.click(by_id(web, "b").region.center)
            assert web.wait_quiet(4)
            assert "arrived" in texts(web)
            assert web.snapshot().url.endswith("/next")
            page.goto("about:blank")

    def test_waits_inside_frames_and_shadow_roots(self, show: Show, page: Page) -> None:
        ticking = "let n=0;const t=setInterval(()=>{target.textContent=++n;if(n==12)clearInterval(t)},15)"
        web = show("<iframe id=f srcdoc='<p>0</p>'></iframe><div id=h></div>")
        page.evaluate("h.attachShadow({mode:'open'}).innerHTML = '<p>0</p>'")
        web.snapshot()
        for target in ("f.contentDocument.querySelector('p')", "h.shadowRoot.querySelector('p')"):
            page.evaluate(f"(target => {{ {ticking} }})({target})")
            assert web.wait_quiet(3)
            assert page.evaluate(f"{target}.textContent") == "12"

    def test_says_where_it_was_not_quiet(self, show: Show, page: Page) -> None:
        web = show("<p id=p></p>")
        page.evaluate("(function more() { document.body.append('x'); requestAnimationFrame(more) })()")
        assert not web.wait_quiet(0.4)

    def test_a_clock_is_background_after_a_while(self, show: Show, page: Page) -> None:
        web = show("<p id=p></p>")
        page.evaluate("setInterval(() => { p.textContent = performance.now() }, 16); 0")
        assert web.wait_quiet(8)
        assert web.wait_quiet(1)

    def test_an_old_request_is_background(self, web: WebBackend, page: Page) -> None:
        with serving({"/": "<script>fetch('/poll')</script><button id=b>b</button>", "/poll": (5, "late")}) as site:
            with page.expect_request("**/poll"):  # its age counts from when it was sent, however late the page came
                page.goto(site.url("/"), wait_until="commit")
            page.wait_for_timeout(2100)
            web.click(by_id(web, "b").region.center)
            assert web.wait_quiet(1.5)
            page.goto("about:blank")


class TestWindowsAndDialogs:
    @pytest.mark.parametrize("how", ["<a id=a target=_blank rel=opener href=/pop>open</a>", OPENER])
    def test_a_popup_is_in_front_until_it_closes(self, web: WebBackend, page: Page, how: str) -> None:
        pages = {"/": how, "/pop": "<p>popped</p><button id=c onclick='window.close()'>x</button>"}
        with serving(pages) as site:
            web.goto(site.url("/"))
            web.click(by_id(web, "a").region.center)
            assert web.wait_quiet(4)
            assert "popped" in texts(web)
            assert web.frame().size == (1280, 800)
            assert web.pages == (site.url("/"), site.url("/pop"))
            assert len(web.opened_pages) == 1
            web.click(by_id(web, "c").region.center)
            assert web.wait_quiet(4)
            assert "open" in texts(web)
            page.goto("about:blank")

    def test_dialogs_are_dismissed_and_reported(self, show: Show, page: Page) -> None:
        web = show("<button id=b onclick=\"alert('Careful'); document.title = confirm('Delete all?')\">b</button>")
        web.click(by_id(web, "b").region.center)
        assert web.wait_quiet(3)
        assert web.pending_dialogs() == ("Careful", "Delete all?")
        assert web.pending_dialogs() == ()
        assert web.snapshot().title == "false"


class TestLife:
    def test_an_address_that_nobody_serves(self, web: WebBackend) -> None:
        url = f"http://127.0.0.1:{free_port()}/"
        with pytest.raises(EnvironmentUnable, match=f"The page {url} cannot be reached"):
            web.goto(url)

    def test_an_address_that_never_answers(self, web: WebBackend, page: Page) -> None:
        with serving({"/": (7, "late")}) as site:
            with pytest.raises(EnvironmentUnable, match="no answer within 5 s"):
                web.goto(site.url("/"))
            page.goto("about:blank")

    def test_a_closed_page_is_lost(self, browser: Browser) -> None:
        with open_page(browser) as page:
            web = WebBackend(page)
            web.snapshot()
            page.close()
            for call in (web.snapshot, web.frame, lambda: web.click(Point(1, 1)), lambda: web.wait_quiet(1)):
                with pytest.raises(SurfaceLost):
                    call()
            web.release_all()
            web.close()

    def test_the_browser_is_closed_also_on_error(self, browser: Browser) -> None:
        def fail() -> None:
            with open_page(browser) as page:
                assert len(browser.contexts) == 1
                page.set_content("x")
                raise RuntimeError("told")

        with pytest.raises(RuntimeError, match="told"):
            fail()
        assert browser.contexts == []

    def test_a_missing_browser(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("STUDIO_BROWSER", "no-such-browser")
        # The driver allows one of itself in a thread.
        caught: list[BaseException] = []
        thread = threading.Thread(target=lambda: _catch(caught))
        thread.start()
        thread.join()
        assert isinstance(caught[0], EnvironmentUnable)
        assert "no-such-browser" in str(caught[0])


def _catch(caught: list[BaseException]) -> None:
    try:
        with open_web():
            pass
    except EnvironmentUnable as error:
        caught.append(error)


class TestReaches:
    def test_a_click_reaches_what_was_seen_until_it_changes(self, show: Show, page: Page) -> None:
        web = show("<table><tr><td>Ann<td><button id=b>Open</button><tr><td>Bob<td><button>Open</button></table>")
        seen = by_id(web, "b")
        assert web.reaches(seen.region.center, seen)
        assert not web.reaches(Point(900, 700), seen)
        page.evaluate("document.querySelector('td').textContent = 'Eve'; 0")
        assert not web.reaches(seen.region.center, seen)

    @pytest.mark.parametrize(
        "change",
        [
            "b.textContent = 'Delete'",
            "b.remove()",
            "document.body.insertAdjacentHTML('beforeend', '<div style=\"position:fixed;inset:0\">x</div>')",
        ],
    )
    def test_another_label_another_element_or_a_cover_is_not_reached(self, show: Show, page: Page, change: str) -> None:
        web = show("<button id=b>Save</button>")
        seen = by_id(web, "b")
        page.evaluate(f"{change}; 0")
        assert not web.reaches(seen.region.center, seen)
