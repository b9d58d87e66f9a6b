"""What a page tells becomes actions: purely, in order, nothing lost or doubled, secrets without a text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element
from studio.recorder.actions import Marker
from studio.recorder.web.normaliser import PageNormaliser
from studio.recorder.web.performed import Performed
from studio.recorder.web.signals import (
    BarMoved,
    Begin,
    Choose,
    Chooser,
    Copied,
    Double,
    Down,
    DragBegan,
    DragEnded,
    Dropped,
    Edit,
    FieldState,
    Files,
    Hovered,
    Judged,
    Key,
    Leave,
    Missed,
    Moment,
    Navigated,
    Replaced,
    Signal,
    Unchosen,
    Up,
    Wheel,
)

PAGE = "p"
HERE, THERE = Point(40, 50), Point(200, 50)
ENTER_SHIFTED = ("Shift",)


def field(label: str = "Name", **more: Any) -> Element:
    return Element(0, "input", "textbox", label, Region(10, 40, 100, 20), label=label, editable=True, **more)


def state(value: str | None, **more: Any) -> FieldState:
    return FieldState("f", value, empty=value == "", **more)


class Page:
    """Tells signals one after the other, a tenth of a second apart."""

    def __init__(self) -> None:
        self.normaliser = PageNormaliser()
        self.t = 0.0
        self.made: list[Any] = []
        self.number = 0

    def tell(self, kind: type[Signal], *fields: Any, wait: float = 0.1, **named: Any) -> Page:
        self.t += wait
        self.made += self.normaliser.feed(kind(self.t, PAGE, *fields, **named))
        return self

    def wait(self, seconds: float) -> Page:
        self.t += seconds
        self.made += self.normaliser.tick(self.t)
        return self

    def down(self, point: Point = HERE, *, wait: float = 0.1, **more: Any) -> Page:
        element = more.pop("element", None)
        return self.tell(Down, point, Moment(self.t + wait, element), wait=wait, **more)

    def click(self, point: Point = HERE, **more: Any) -> Page:
        return self.down(point, **more).tell(Up, point, wait=0.02)

    def begin(self, first: FieldState, element: Element | None = None) -> Page:
        return self.tell(Begin, first, Moment(self.t + 0.1, element or field()))

    def edit(self, value: str, how: str = "insertText", **more: Any) -> Page:
        return self.tell(Edit, state(value, **more), how)

    def key(
        self, key: str, *, judged: bool | None = False, stays: bool = True, value: str | None = None, **more: Any
    ) -> Page:
        self.number += 1
        self.tell(Key, key, self.number, moment=Moment(self.t + 0.1), **more)
        return self if judged is None else self.tell(Judged, self.number, judged, stays, value, wait=0.01)

    def end(self) -> list[str]:
        self.made += self.normaliser.flush()
        assert not self.normaliser.pending
        began = [one.action.began for one in self.made if isinstance(one, Performed)]
        assert began == sorted(began), "actions come in the order in which they began"
        return [shown(one) for one in self.made]


def shown(one: Performed | Marker) -> str:
    if isinstance(one, Marker):
        return f"! {one.sentence}"
    a = one.action
    end = f"->{a.end.x}" if a.end else ""
    what = "•••" if a.secret else repr(a.text) if a.text is not None else a.key or ""
    scroll = f"{a.dx},{a.dy}" if a.dx or a.dy else ""
    return " ".join(part for part in (a.kind.value + end, what, scroll, one.typed_as or "", a.param or "") if part)


def test_presses_become_clicks_of_their_kind() -> None:
    page = Page().click().wait(1).click().click(wait=0.2).tell(Double).click(THERE, button=2)
    assert page.end() == ["click", "double_click", "right_click"]
    slow = Page().click().click(wait=0.9).wait(1)
    assert slow.end() == ["click", "click"]
    two = Page().click().click(wait=0.2)  # quick, but the browser took them for two
    assert two.end() == ["click", "click"]
    assert Page().click(button=1).end() == [
        "! A click with the middle or a side button cannot be replayed: not recorded."
    ]


def test_keys_that_are_held_while_it_is_clicked_belong_to_the_click() -> None:
    page = Page().click(held=("Shift", "Control"))
    assert page.end() == ["click"]
    assert page.made[0].action.modifiers == ("Control", "Shift")


def test_a_drag_keeps_its_way_also_where_it_ends_as_it_began() -> None:
    way = ((Point(40, 90), 0.3), (Point(40, 51), 0.5))
    page = Page().down().tell(Up, HERE, way=way, wait=0.5)
    assert page.end() == ["drag->40"]
    assert page.made[0].action.path == ((0, 0, 0), (0, 40, 200), (0, 1, 400), (0, 0, 500))
    still = Page().down().tell(Up, HERE, way=((Point(43, 52), 0.2),), wait=0.2)
    assert still.end() == ["click"], "a hand that trembles drags nothing"


def test_a_press_is_not_lost_where_the_page_goes_away_before_it_is_let_go() -> None:
    assert Page().down().tell(Replaced).end() == ["click"]
    assert Page().down().down(THERE).end() == ["click", "click"]


def test_drags_keep_both_ends_and_marking_text_is_no_drag() -> None:
    pointer = Page().down().tell(Up, THERE)
    carried = Page().down().tell(DragBegan).tell(Dropped, THERE).tell(DragEnded, True)
    assert pointer.end() == carried.end() == ["drag->200"]
    nowhere = Page().down().tell(DragBegan).tell(DragEnded, False)
    assert nowhere.end() == ["! Something was dragged and dropped nowhere: that was not recorded."]
    marked = Page().down().tell(Up, THERE, selects=True)
    assert marked.end() == ["! Text was marked with the mouse: that was not recorded."]
    assert Page().down().tell(Up, THERE, in_field=True).end() == []
    files = Page().tell(Dropped, THERE, 2)
    assert files.end() == ["! Files were dropped onto the page: that was not recorded."]


def test_a_wheel_gesture_is_one_scroll_and_a_scroll_bar_too() -> None:
    page = Page()
    for dy in (100, 120, 80):
        page.tell(Wheel, HERE, 0, dy)
    page.wait(1).tell(Wheel, HERE, 0, -50).tell(Wheel, HERE, 0, 0, zooms=True)
    assert page.end() == ["scroll 0,300", "! The page was zoomed: that was not recorded.", "scroll 0,-50"]
    bar = Page().down(bar=True).tell(BarMoved, 0, 90).tell(BarMoved, 0, 140)
    assert bar.click(THERE).end() == ["scroll 0,140", "click"]


def test_a_hover_that_revealed_the_target_comes_before_its_click() -> None:
    page = Page().click(wait=1.0)
    page.wait(1).down(THERE, hovers=(Hovered(page.t + 0.05, HERE),)).tell(Up, THERE)
    assert page.end() == ["click", "hover", "click"]


@pytest.mark.parametrize(
    ("first", "edits", "made"),
    [
        (state(""), ["J", "Ja", "Jan"], ["type 'Jan'"]),
        (state("old"), ["old!", "old!!"], ["type '!!'"]),
        (state("old", at_end=False), ["old!"], ["End", "type '!'"]),
        (state("old", at_end=False, many=True), ["old!"], ["Control+End", "type '!'"]),
        (state("old"), ["", "n", "new"], ["Control+A", "type 'new'"]),
        (state("old"), ["ol", "o", ""], ["Control+A", "Delete"]),
        (state(""), ["x", ""], []),
        (state("same"), ["sam", "same"], []),
        (state(""), ["日本"], ["type '日本'"]),
        (state(""), ["one", "one\n", "one\ntwo"], ["type 'one\\ntwo'"]),
    ],
)
def test_a_field_gives_what_it_holds_at_last(first: FieldState, edits: list[str], made: list[str]) -> None:
    page = Page().begin(first)
    for value in edits:
        page.edit(value)
    assert page.tell(Leave, "f").wait(1).end() == [f"key {key}" if " " not in key else key for key in made]


def test_a_replaced_text_is_read_back_as_a_whole() -> None:
    page = Page().begin(state("old"), field(value="old")).edit("new")
    page.end()
    key, typed = page.made
    assert key.after is typed.moment, "what was seen after the key is what was seen before the text"
    assert typed.element.value == ""


def test_formats_and_programs_may_change_the_text_afterwards() -> None:
    page = Page().begin(state("")).edit("5551").edit("(555) 1", how="").tell(Leave, "f").edit("(555) 1-", how="")
    assert page.wait(1).end() == ["type '(555) 1-'"]
    own = (
        Page()
        .begin(state(""))
        .key("o", text=True, state=state(""), value="O")
        .key("k", text=True, state=state("O"), value="OK")
    )
    assert own.end() == ["type 'OK'"]


def test_pasted_text_says_so_and_copying_is_told_once() -> None:
    page = Page().tell(Copied).tell(Copied).begin(state("")).edit("from elsewhere", how="insertFromPaste")
    told, typed = page.end()
    assert told.startswith("! Something was copied")
    assert typed == "type 'from elsewhere'"
    assert page.made[1].action.note == "Pasted, recorded as typed."


@pytest.mark.parametrize(
    ("element", "last"),
    [
        (field("Password", secret=True), state(None, secret=True)),
        (field("Verification code"), state("482913")),
        (field("one_time_code_x", name_attr="otp"), state("482913")),
        (field("Reference"), state("4111 1111 1111 1111")),
    ],
)
def test_secrets_have_no_text(element: Element, last: FieldState) -> None:
    page = Page().begin(replace(last, value=None if last.secret else "", empty=True), element)
    page.tell(Edit, replace(last, empty=False), "insertText")
    assert page.end() == ["type •••"]
    typed = page.made[0]
    assert (typed.action.text, typed.element.value) == (None, None)
    assert last.value is None or last.value not in repr(typed)


def test_a_number_that_is_no_card_is_plain_text() -> None:
    assert Page().begin(state(""), field("Reference")).edit("4111 1111 1111 1112").end() == [
        "type '4111 1111 1111 1112'"
    ]


def test_dates_are_typed_in_their_own_order() -> None:
    day = {"date_type": "date", "date_order": "%d%m%Y"}
    page = Page().begin(state("", **day)).edit("2026-11-30", **day)
    assert page.end() == ["type '2026-11-30' %d%m%Y"]
    both = {"date_type": "datetime-local", "date_order": "%m%d%Y", "half_days": True}
    assert Page().begin(state("", **both)).edit("2026-11-30T14:05", **both).end() == [
        "type '2026-11-30T14:05' %m%d%Y\t%I%M%p"
    ]
    tab = Page().begin(state("", **day)).key("Tab", state=state("", **day), stays=True)
    assert tab.edit("2026-11-30", **day).end() == ["type '2026-11-30' %d%m%Y"], "between the parts of a date"
    week = Page().begin(state("", date_type="week")).edit("2026-W48", date_type="week")
    assert week.end()[0].startswith("! A week field cannot be typed")
    colour = Page().tell(Missed, "colour").tell(Missed, "colour")  # told again and again while it is dragged
    assert colour.end() == ["! A colour field was filled: that was not recorded."]


def test_enter_is_a_key_where_it_submits_and_a_line_where_it_breaks() -> None:
    line = state("a", many=True)
    sent = Page().begin(state("", many=True)).edit("a", many=True).key("Enter", state=line, judged=True, value="")
    assert sent.end() == ["type 'a'", "key Enter"]
    broken = Page().begin(state("", many=True)).edit("a", many=True).key("Enter", state=line, judged=None)
    broken.tell(Edit, state("a\n", many=True), "insertLineBreak").tell(Judged, 1, False, True, "a\n").edit(
        "a\nb", many=True
    )
    assert broken.end() == ["type 'a\\nb'"]
    gone = Page().begin(state("", many=True)).edit("a", many=True).key("Enter", state=line, judged=None).tell(Replaced)
    assert gone.end() == ["type 'a'", "key Enter"], "the page went away before it could say what Enter did"
    single = Page().begin(state("")).edit("a").key("Enter", state=state("a"))
    assert single.end() == ["type 'a'", "key Enter"]
    shifted = (
        Page()
        .begin(state("", many=True))
        .edit("a", many=True)
        .key("Enter", state=line, held=ENTER_SHIFTED, judged=None)
    )
    shifted.tell(Edit, state("a\n", many=True), "insertLineBreak").begin(state("a\n", many=True)).edit(
        "a\nb", many=True
    )
    assert shifted.end() == ["type 'a'", "key Shift+Enter", "type 'b'"], "in a chat a plain Enter would send"


def test_keys_that_only_edit_are_told_by_the_text() -> None:
    page = Page().begin(state("")).edit("ab")
    for key, held in (
        ("Backspace", ()),
        ("ArrowLeft", ()),
        ("a", ("Control",)),
        ("v", ("Control",)),
        ("Home", ("Shift",)),
    ):
        page.key(key, held=held, state=state("ab"))
    assert page.edit("a", how="deleteContentBackward").end() == ["type 'a'"]
    listed = (
        Page()
        .begin(state(""))
        .edit("re")
        .key("ArrowDown", state=state("re"), judged=True)
        .key("Enter", state=state("re"))
    )
    assert listed.end() == ["type 're'", "key ArrowDown", "key Enter"], "the program took the arrow for its list"


def test_other_keys_and_chords() -> None:
    page = Page()
    for key, held, text in (("j", (), True), (" ", (), True), ("Escape", (), False), ("s", ("Control",), False)):
        page.key(key, held=held, text=text)
    page.key("K", held=("Shift", "Control"))
    assert page.end() == ["key j", "key Space", "key Escape", "key Control+S", "key Control+Shift+K"]
    ours = Page().key("f", held=("Control",), judged=True).key("f", held=("Control",))
    assert ours.end() == ["key Control+F", "! “Control+F” is the browser's own: that was not recorded."]


def test_history_is_walked_once_whoever_tells_of_it() -> None:
    page = Page().key("ArrowLeft", held=("Alt",)).tell(Navigated, "back").wait(5).tell(Navigated, "back").wait(5)
    page.tell(Navigated, "forward").wait(5).tell(Navigated, "reload").wait(5).tell(Navigated, "elsewhere")
    assert page.end() == [
        *("key BrowserBack", "key BrowserBack", "key BrowserForward", "key BrowserRefresh"),
        "! Another address was opened by hand: that was not recorded.",
    ]


def test_a_list_is_one_step_with_its_label() -> None:
    by_mouse = Page().click(tag="select", element=field("Size")).tell(Choose, "s", ("Large",), THERE)
    assert by_mouse.tell(Choose, "s", ("Small",), THERE).click(THERE).end() == ["select 'Small'", "click"]
    keys = Page()
    for _ in range(3):
        keys.key("ArrowDown", state=state("S", tag="select")).tell(Choose, "s", ("Large",), THERE)
    assert keys.end() == ["select 'Large'"]
    assert Page().click(tag="select").click(THERE).end() == ["click"], "opened and closed again"
    many = Page().click(tag="select").tell(Choose, "s", ("A", "B"), THERE, many=True)
    assert many.end() == ["! Several options of a list were chosen: that was not recorded."]


def test_a_file_becomes_a_parameter_and_its_chooser_no_click() -> None:
    page = Page().click().tell(Chooser).wait(4).tell(Files, ("scan.pdf",), THERE, Moment(4.0))
    assert page.end() == ["upload 'scan.pdf' file"]
    assert page.made[0].action.point == HERE, "where the person clicked, not where the hidden field is"
    assert Page().click().tell(Chooser).tell(Unchosen).end() == []
    several = Page().click().tell(Chooser).tell(Files, ("a", "b"), THERE, Moment(1.0))
    assert several.end() == ["! Several files were chosen at once: that was not recorded."]
    left = Page().click().tell(Chooser).click(THERE)
    assert left.end() == ["! A chooser of files was opened and nothing chosen in it.", "click"]


def test_what_begins_anew_ends_what_was() -> None:
    page = Page().begin(state("")).edit("a").click(THERE).tell(Wheel, HERE, 0, 100)
    page.begin(state("a")).edit("ab")
    assert page.end() == ["type 'a'", "click", "scroll 0,100", "type 'b'"]
