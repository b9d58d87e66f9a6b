"""What the browser tells of its elements, trait by trait, on small pages in a real browser."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page
from web_pages import Show, browser, by_id, named, page, serving, show, texts, web

from studio.engine.backends.web import WebBackend, open_page
from studio.engine.model.geometry import Point, Region


def painted(backend: WebBackend, bgr: tuple[int, int, int]) -> Region:
    """Where the frame shows exactly this colour."""
    found = cv2.inRange(backend.frame().bgr, np.array(bgr), np.array(bgr))
    return Region(*map(int, cv2.boundingRect(found)))


def close(one: Region, other: Region, px: int = 1) -> bool:
    return all(
        abs(a - b) <= px
        for a, b in zip((*one[:2], one.right, one.bottom), (*other[:2], other.right, other.bottom), strict=True)
    )


class TestNames:
    @pytest.mark.parametrize(
        ("html", "name"),
        [
            ("<span id=a>First</span><span id=b>name</span><input aria-labelledby='a b' aria-label=no>", "First name"),
            ("<label for=i>Not this</label><input id=i aria-label='Given name'>", "Given name"),
            ("<label for=i>Family <b>name</b></label><input id=i placeholder=no title=no>", "Family name"),
            ("<label>Wrapped <input></label>", "Wrapped"),
            ("<label>Colour <select><option>Red<option>Blue</select></label>", "Colour"),
            ("<input title='From title' placeholder=no>", "From title"),
            ("<input placeholder='From placeholder'>", "From placeholder"),
            ("<button>Save <i>all</i></button>", "Save all"),
            ("<button title='Saves it'>Save</button>", "Save"),
            ("<button><img alt='Print' src='data:,'></button>", "Print"),
            ("<button title='Close'><svg width=9 height=9></svg></button>", "Close"),
            ("<button>Save<span aria-hidden=true>★</span></button>", "Save"),
            ("<input type=submit value='Go on'>", "Go on"),
            ("<input type=image alt='Search' src='data:,' width=20 height=20>", "Search"),
        ],
    )
    def test_accessible_name(self, show: Show, html: str, name: str) -> None:
        assert [e.name for e in show(html).snapshot().elements] == [name]

    @pytest.mark.parametrize(
        ("attributes", "label"),
        [
            ("aria-label=aria placeholder=hint name=field title=tip", "For"),
            ("aria-label=aria placeholder=hint name=field title=tip", "Wrapping"),
            ("aria-label=aria placeholder=hint name=field title=tip", "aria"),
            ("placeholder=hint name=field title=tip", "hint"),
            ("name=field title=tip", "field"),
            ("title=tip", "tip"),
        ],
    )
    def test_label_order(self, show: Show, attributes: str, label: str) -> None:
        field = f"<input id=x {attributes}>"
        field = f"<label>Wrapping {field}</label>" if label in ("For", "Wrapping") else field
        above = "<label for=x>For</label>" if label == "For" else ""
        assert [e.label for e in show(above + field).snapshot().elements] == [label]

    def test_a_button_has_no_label(self, show: Show) -> None:
        assert named(show("<button aria-label=Go>x</button>"), "Go").label == ""

    @pytest.mark.parametrize(
        ("html", "role"),
        [
            ("<a href=x>a</a>", "link"), ("<button>a</button>", "button"), ("<input>", "textbox"),
            ("<input type=checkbox>", "checkbox"), ("<input type=radio>", "radio"),
            ("<textarea></textarea>", "textbox"), ("<select></select>", "combobox"),
            ("<select multiple></select>", "listbox"),
            ("<input type=range>", "slider"), ("<input type=number>", "spinbutton"), ("<div role=tab>a</div>", "tab"),
            ("<details><summary>a</summary></details>", "button"), ("<div contenteditable>a</div>", "textbox"),
        ],
    )  # fmt: skip
    def test_role(self, show: Show, html: str, role: str) -> None:
        assert [e.role for e in show(html).snapshot().elements] == [role]


class TestListed:
    def test_only_what_can_be_acted_on(self, show: Show) -> None:
        web = show(
            "<p>text</p><input type=hidden><button style='display:none'>a</button><div hidden><button>b</button></div>"
            "<button style='visibility:hidden'>c</button><button style='opacity:0'>d</button><div role=status>e</div>"
            "<details><summary>f</summary><button>g</button></details><div tabindex=0>h</div><div tabindex=-1>i</div>"
            "<div style='cursor:pointer'><span>j</span></div><a>k</a>"
        )
        assert [e.text for e in web.snapshot().elements] == ["f", "h", "j"]

    def test_a_hidden_box_lies_where_its_label_is(self, show: Show) -> None:
        web = show(
            "<style>input{position:absolute;opacity:0;width:0;height:0}label{display:inline-block;width:200px}</style>"
            "<input type=checkbox id=b><label for=b>Agree</label>"
        )
        box = named(web, "Agree")
        assert box.region.w == 200
        assert box.covered_by == ""
        web.click(box.region.center)
        assert named(web, "Agree").checked is True

    def test_the_focused_element_is_listed(self, show: Show, page: Page) -> None:
        web = show("<div tabindex=-1 id=d>Panel</div>")
        page.evaluate("d.focus()")
        focused = web.snapshot().focused
        assert focused is not None
        assert focused.element_id == "d"

    def test_the_list_ends(self, show: Show, page: Page) -> None:
        web = show("")
        page.evaluate("document.body.innerHTML = '<button>b</button>'.repeat(5200)")
        taken = web.snapshot()
        assert len(taken.elements) == 5000
        assert taken.truncated


class TestStates:
    def test_states(self, show: Show) -> None:
        web = show(
            "<input type=checkbox id=c checked><div role=switch id=s aria-checked=false tabindex=0>x</div>"
            "<button id=p aria-pressed=true>p</button><button id=e aria-expanded=false>e</button>"
            "<div role=tab id=t aria-selected=true>t</div><button id=n>n</button>"
        )
        assert by_id(web, "c").checked is True
        assert by_id(web, "s").checked is False
        assert by_id(web, "p").pressed is True
        assert by_id(web, "e").expanded is False
        assert by_id(web, "t").selected is True
        plain = by_id(web, "n")
        assert (plain.checked, plain.pressed, plain.expanded, plain.selected) == (None, None, None, None)

    def test_disabled(self, show: Show) -> None:
        web = show(
            "<button id=a disabled>a</button><fieldset disabled><button id=b>b</button></fieldset>"
            "<div aria-disabled=true><button id=c>c</button></div><button id=d>d</button><input id=r readonly>"
        )
        assert [by_id(web, i).disabled for i in "abcdr"] == [True, True, True, False, False]
        assert not by_id(web, "r").editable

    def test_secrets_have_no_value(self, show: Show, page: Page) -> None:
        web = show(
            "<input id=a type=password value=hunter2><input id=b autocomplete=one-time-code value=123456>"
            "<input id=c autocomplete='billing cc-number' value=4111><input id=d value=open>"
        )
        assert [(by_id(web, i).secret, by_id(web, i).value) for i in "abcd"] == [
            (True, None), (True, None), (True, None), (False, "open"),
        ]  # fmt: skip
        page.evaluate("a.type = 'text'")
        assert by_id(web, "a").secret
        assert "hunter2" not in repr(web.snapshot())

    def test_values_options_and_submit(self, show: Show) -> None:
        web = show(
            "<form><select id=s><option>One<option selected>Two</select><textarea id=t>a\nb</textarea>"
            "<div id=c contenteditable>rich <b>text</b></div><button id=k>Send</button>"
            "<button id=p type=button>Plain</button></form><button id=o>Outside</button>"
        )
        assert by_id(web, "s").options == ("One", "Two")
        assert by_id(web, "s").value == "Two"
        assert by_id(web, "t").value == "a\nb"
        assert by_id(web, "c").value == "rich text"
        assert by_id(web, "c").editable
        assert [by_id(web, i).submits for i in "kpo"] == [True, False, False]

    def test_in_view(self, show: Show) -> None:
        web = show(
            "<div style='height:60px;overflow:auto'><button id=a>a</button><div style='height:300px'></div>"
            "<button id=b>b</button></div><div style='height:2000px'></div><button id=c>c</button>"
            "<button id=f style='position:fixed;top:300px'>f</button>"
        )
        assert [by_id(web, i).in_view for i in "abcf"] == [True, False, False, True]

    def test_covered(self, show: Show) -> None:
        web = show(
            "<button id=a>a</button><button id=b><i style='display:block'>b</i></button>"
            "<div role=dialog aria-label=Survey style='position:fixed;inset:0 0 auto 0;height:30px'>x</div>"
            "<div style='height:60px'></div><button id=c>c</button><button id=d style='pointer-events:none'>d</button>"
        )
        assert by_id(web, "a").covered_by == "dialog Survey"
        assert by_id(web, "b").covered_by == "dialog Survey"
        assert by_id(web, "c").covered_by == ""
        assert by_id(web, "d").covered_by != ""

    def test_dialogs(self, show: Show) -> None:
        web = show(
            "<div role=dialog aria-label=First>x</div><div role=alertdialog><h2>Second</h2>x</div>"
            "<dialog open>Third text</dialog><dialog>closed</dialog><div role=dialog hidden>hidden</div>"
        )
        assert web.snapshot().dialogs == ("First", "Second", "Third text")


class TestSurroundings:
    TABLE = (
        "<h2>Before</h2><table><thead><tr><th>Name</th><th>Note</th><th>Do</th></tr></thead><tbody>"
        "<tr><th>Ann</th><td>one <b>two</b></td><td><button>Open</button><button>Drop</button></td></tr>"
        "<tr><th>Bob</th><td>three</td><td><button>Open</button></td></tr></tbody></table>"
    )

    def test_row_and_column(self, show: Show) -> None:
        first, drop, second = (e for e in show(self.TABLE).snapshot().elements if e.role == "button")
        assert first.row == drop.row == ("Ann", "one two")
        assert second.row == ("Bob", "three")
        assert (first.column, first.section) == ("Do", "Before")

    def test_rows_of_lists_and_cards(self, show: Show) -> None:
        web = show(
            "<ul><li><div>Ann</div><div>red</div><button>Open</button><button>Drop</button></li>"
            "<li><div>Bob</div><button>Open</button></li></ul>"
            "<article><h3>Card one</h3><a href=x>Read</a></article>"
            "<article><h3>Card two</h3><a href=y>Read</a></article>"
            "<div role=row><div role=cell>Grid</div><div role=cell><button>Pick</button></div></div>"
        )
        rows = [(e.name, e.row) for e in web.snapshot().elements]
        assert rows == [
            ("Open", ("Ann", "red")), ("Drop", ("Ann", "red")), ("Open", ("Bob",)), ("Read", ("Card one",)),
            ("Read", ("Card two",)), ("Grid", ()), ("Pick", ("Grid",)),
        ]  # fmt: skip

    def test_cards_that_nothing_calls_so(self, show: Show) -> None:
        cards = "".join(f"<div class='card {n}'><b>{n}</b><button>Open</button></div>" for n in ("Ann", "Bob"))
        fields = "<div class=group><label>One<input></label><button>Clear</button></div>" * 2
        bars = "".join(f"<div class=bar><i>{n}</i><button>{n}</button></div>" for n in ("Save", "Undo"))
        rows = [e.row for e in show(cards + fields + bars).snapshot().elements if e.role == "button"]
        assert rows == [("Ann",), ("Bob",), (), (), (), ()]

    @pytest.mark.parametrize("card", ["<article>{}</article>", "<ul><li>{}</ul>", "<div class=card>{}</div>",
                                      "<div class=list><div class=card>{}</div></div>"])  # fmt: skip
    def test_a_card_alone_in_its_column_is_one_of_those_in_the_columns_beside(self, show: Show, card: str) -> None:
        kept = [("Ann", "red", "Start"), ("Bob", "blue", "Finish")]
        filled = [card.format(f"<b>{name}</b><p>{state}</p><button>{word}</button>") for name, state, word in kept]
        board = "".join(f"<section class=column><h3>{n}</h3>{one}</section>" for n, one in enumerate(filled))
        assert [e.row for e in show(board).snapshot().elements] == [("Ann", "red"), ("Bob", "blue")]
        alone = f"<section class=column>{filled[0]}</section><section class=other>{filled[1]}</section>"
        assert [e.row for e in show(alone).snapshot().elements] == [(), ()]

    def test_parts_of_a_page_with_a_head_and_their_own_button_are_no_cards(self, show: Show) -> None:
        parts = "".join(f"<section><div class=head><h3>{n}</h3><button>New {n}</button></div></section>" for n in "AB")
        fields = "<section><div class=card><b>A</b><p>b</p><input><button>Go</button></div></section>" * 2
        assert not any(e.row for e in show(parts + fields).snapshot().elements)

    def test_section(self, show: Show) -> None:
        web = show(
            "<h1>Page</h1><button>a</button><section><h2>Part</h2><button>b</button></section><button>c</button>"
            "<fieldset><legend>Group</legend><button>d</button></fieldset>"
            "<div role=region aria-label=Named><button>e</button></div><button>f</button>"
        )
        sections = [e.section for e in web.snapshot().elements]
        assert sections == ["Page", "Part", "Page", "Group", "Named", "Page"]

    def test_lists_count_all_rows(self, show: Show) -> None:
        rows = "".join(f"<tr><td>{n}</td></tr>" for n in range(80))
        web = show(
            f"<table><caption>Patients</caption><tr><th>Head</th></tr>{rows}</table>"
            f"<h3>Things</h3><ul><li>a<li>b</ul><div role=list aria-label=Roles><div role=listitem>x</div></div>"
        )
        assert [(found.name, found.rows) for found in web.snapshot().lists] == [
            ("Patients", 80), ("Things", 2), ("Roles", 1),
        ]  # fmt: skip

    def test_a_list_that_pages_or_filters_a_table_does_not_share_its_name(self, show: Show) -> None:
        table = "<table><tr><td>Ann<tr><td>Bob</table>"
        pager = "<ul><li>1<li>2<li>3</ul><ul aria-label=Patients><li>a</ul>"
        web = show(f"<h1>Patients</h1><ul><li>Add</ul>{table}{pager}")
        assert [(found.name, found.rows) for found in web.snapshot().lists] == [
            ("", 1), ("Patients", 2), ("", 3), ("Patients", 1),
        ]  # fmt: skip

    def test_segmented_buttons(self, show: Show) -> None:
        web = show(
            "<h2>Form</h2><span id=l>Type</span><div role=group aria-labelledby=l>"
            "<button aria-pressed=false>Triage</button><button aria-pressed=true>Consult</button></div>"
        )
        assert [(e.section, e.pressed) for e in web.snapshot().elements] == [("Type", False), ("Type", True)]


class TestTexts:
    def test_lines(self, show: Show) -> None:
        web = show(
            "<p>One <b>two</b><i>three</i> <u>four</u></p><p style='text-transform:uppercase'>loud</p>"
            "<table><tr><td>cell<td>next</table><p style='width:80px'>broken into some lines</p>"
            "<p style='opacity:0'>unseen</p><p style='visibility:hidden'>hidden</p>"
            "<p style='position:absolute;width:1px;height:1px;overflow:hidden'>clipped</p>"
            "<input type=submit value=Send>"
            "<p style='margin-top:2000px'>below</p>"
        )
        assert texts(web) == ["One twothree four", "LOUD", "cell", "next", "broken into", "some lines", "Send"]

    def test_a_text_lies_where_it_is_painted(self, show: Show) -> None:
        web = show("<p style='color:#f00;font:40px monospace;margin:50px'>MMMM</p>")
        run = web.snapshot().texts[0]
        ink = np.argwhere(web.frame().bgr[:, :, 0] < 128)
        top, left = ink.min(axis=0)
        bottom, right = ink.max(axis=0)
        assert run.region.contains(Point(int(left), int(top)))
        assert run.region.contains(Point(int(right), int(bottom)))
        assert run.region.w <= right - left + 12


class TestSelectors:
    @pytest.mark.parametrize(
        ("html", "selector"),
        [
            ("<button data-testid=go id=x>b</button>", '[data-testid="go"]'),
            ("<button id=save-all>b</button>", "#save-all"),
            ("<button id=x8f3a9c2e1 name=save>b</button>", 'button[name="save"]'),
            ("<button id=':r1:' aria-label=Save>b</button>", 'button[aria-label="Save"]'),
            ("<div id=bar><button id=ember1234>b</button></div>", "#bar button"),
            ("<div id=bar><button>a</button><button id=btn-58213>b</button></div>", "#bar > button:nth-of-type(2)"),
        ],
    )
    def test_stable_traits_first(self, show: Show, html: str, selector: str) -> None:
        web = show(html)
        target = next(e for e in web.snapshot().elements if e.text == "b")
        found = web.element_at(target.region.center)
        assert found is not None
        assert (found.index, found.selector) == (target.index, selector)

    def test_unique_in_a_table(self, show: Show, page: Page) -> None:
        web = show(f"<div id=list>{TestSurroundings.TABLE}</div>")
        second = [e for e in web.snapshot().elements if e.name == "Open"][1]
        found = web.element_at(second.region.center)
        assert found is not None
        assert page.locator(found.selector).count() == 1
        assert found.row == ("Bob", "three")


class TestElementAt:
    def test_climbs_to_what_is_worked(self, show: Show) -> None:
        web = show(
            "<button id=a style='padding:20px'><i id=i>icon</i></button><p>plain</p>"
            "<label><span style='padding:9px'>Words</span> <input type=checkbox id=b></label>"
        )
        icon, label = (next(t for t in web.snapshot().texts if t.text == text) for text in ("icon", "Words"))
        button, box = web.element_at(icon.region.center), web.element_at(label.region.center)
        assert button is not None
        assert box is not None
        assert (button.element_id, box.element_id) == ("a", "b")
        plain = next(t for t in web.snapshot().texts if t.text == "plain")
        assert web.element_at(plain.region.center) is None

    def test_reveal(self, show: Show, page: Page) -> None:
        web = show(
            "<div style='height:3000px;scroll-behavior:smooth'></div><div id=box style='height:100px;overflow:auto'>"
            "<div style='height:900px'></div><button id=deep>deep</button><div style='height:900px'></div></div>"
            "<div style='height:3000px'></div>"
        )
        deep = by_id(web, "deep")
        assert not deep.in_view
        assert web.reveal(deep)
        assert by_id(web, "deep").in_view
        page.evaluate("document.getElementById('deep').remove()")
        assert not web.reveal(deep)

    def test_reveal_refuses_an_older_snapshot(self, show: Show, page: Page) -> None:
        web = show("<button id=a>a</button><button id=b>b</button>")
        first = web.snapshot().elements[0]
        page.evaluate("a.remove()")
        web.snapshot()
        assert not web.reveal(first)


class TestGeometry:
    BUTTON = (
        "<button id=b style='position:absolute;left:{x}px;top:30px;width:80px;height:24px;border:0;"
        "background:#1f6fe5'></button>"
    )
    BLUE = (0xE5, 0x6F, 0x1F)

    @pytest.mark.parametrize("zoom", [0.8, 1.25, 1.5])
    @pytest.mark.parametrize("where", ["html", "body", "div"])
    def test_css_zoom(self, show: Show, page: Page, zoom: float, where: str) -> None:
        web = show(f"<div>{self.BUTTON.format(x=120)}</div><p style='margin-top:100px'>zoomed</p>")
        page.evaluate(f"document.querySelector('{where}').style.zoom = {zoom}")
        self.assert_found(web, page)

    @pytest.mark.parametrize("scale", [1.25, 2.0])
    def test_device_scale(self, browser: Browser, scale: float) -> None:
        with open_page(browser, scale=scale) as page:
            web = WebBackend(page)
            page.set_content(self.BUTTON.format(x=120))
            self.assert_found(web, page)
            assert web.frame().size == (round(1280 * scale), round(800 * scale))
            assert (web.snapshot().scale, web.frame().scale) == (scale, scale)

    @pytest.mark.parametrize(
        "style", ["", "zoom:1.25", "transform:scale(.8);transform-origin:0 0", "padding:7px;border:3px solid"]
    )
    def test_inside_frames(self, show: Show, page: Page, style: str) -> None:
        inner = self.BUTTON.format(x=40).replace("'", "&quot;")
        middle = f"<iframe name=in style='width:300px;height:120px' srcdoc='{inner}'></iframe>".replace(
            "&", "&amp;"
        ).replace("'", "&apos;")
        web = show(f"<p>above</p><iframe name=out style='width:500px;height:200px;{style}' srcdoc='{middle}'></iframe>")
        for frame in page.frames:
            frame.wait_for_load_state()
        self.assert_found(web, page.frame(name="in"))
        assert by_id(web, "b").frame == ("out", "in")

    @pytest.mark.parametrize("zoom", [1, 1.25])
    def test_scrolled(self, show: Show, page: Page, zoom: float) -> None:
        web = show(f"<div style='position:relative;height:3000px;top:900px'>{self.BUTTON.format(x=50)}</div>")
        page.evaluate(f"document.documentElement.style.zoom = {zoom}; window.scrollTo(0, 700)")
        assert web.snapshot().scroll == (0, 700)
        self.assert_found(web, page)

    def assert_found(self, web: WebBackend, page: object) -> None:
        """The element lies where it is painted, a click on its middle reaches it, and the point leads back to it."""
        web.wait_quiet(2)
        seen, told = painted(web, self.BLUE), by_id(web, "b")
        assert close(seen, told.region), (seen, told.region)
        assert told.in_view
        assert told.covered_by == ""
        found = web.element_at(told.region.center)
        assert found is not None
        assert found.element_id == "b"
        page.evaluate("document.getElementById('b').onclick = () => document.title = 'hit'")  # type: ignore[attr-defined]
        web.click(told.region.center)
        assert page.evaluate("document.title") == "hit"  # type: ignore[attr-defined]


class TestFramesAndShadows:
    def test_three_levels(self, web: WebBackend, mockmed: object) -> None:
        web.goto(mockmed.url + "frames.html")  # type: ignore[attr-defined]
        field = named(web, "Message")
        assert field.frame == ("outer", "middle", "inner")
        web.click(field.region.center)
        web.type_text("deep")
        focused = web.snapshot().focused
        assert focused is not None
        assert (focused.label, focused.value) == ("Message", "deep")
        web.click(named(web, "Send").region.center)
        web.wait_quiet(2)
        assert "Sent: deep" in texts(web)

    def test_shadow_roots(self, web: WebBackend, mockmed: object) -> None:
        web.goto(mockmed.url + "shadow.html")  # type: ignore[attr-defined]
        names = [e.name for e in web.snapshot().elements]
        assert "Send open" in names
        assert "Send closed" not in names
        field = named(web, "Open field")
        web.click(field.region.center)
        web.type_text("seen")
        focused = web.snapshot().focused
        assert focused is not None
        assert (focused.name, focused.value) == ("Open field", "seen")
        found = web.element_at(named(web, "Send open").region.center)
        assert found is not None
        assert found.selector == "#open-host >>> #send"
        editor = named(web, "Remarks")
        web.click(editor.region.center)
        web.type_text("rich")
        assert named(web, "Remarks").value == "rich"

    @pytest.mark.parametrize("other_host", ["localhost", "127.0.0.1"])
    def test_frames_of_other_origins(self, web: WebBackend, page: Page, other_host: str) -> None:
        inner = "<button id=b>Inside</button><input aria-label=Field><p>words of it</p>"
        with serving({"/in": inner}) as far:
            frame = f"<iframe name=far src='{far.url('/in', other_host)}' width=300 height=200></iframe>"
            with serving({"/": f"<h1>Top</h1><button>Outside</button>{frame}"}) as near:
                web.goto(near.url("/"))
                inside = named(web, "Inside")
                assert inside.frame == ("far",)
                assert "words of it" in texts(web)
                assert inside.covered_by == ""
                found = web.element_at(inside.region.center)
                assert found is not None
                assert found.element_id == "b"
                assert web.reveal(inside)
                web.click(named(web, "Field").region.center)
                web.type_text("far away")
                assert named(web, "Field").value == "far away"
                page.goto("about:blank")

    def test_frame_traits(self, show: Show) -> None:
        web = show(
            "<iframe id=stable srcdoc='<button>a</button>'></iframe>"
            "<iframe title=Titled srcdoc='<button>b</button>'></iframe>"
            "<iframe id=x9f8e7d6c srcdoc='<button>c</button>'></iframe>"
        )
        assert [e.frame for e in web.snapshot().elements] == [("#stable",), ("Titled",), ("[2]",)]
