"""What is told of programs, made of trees that were read: roles, scale, rows, focus, captions, what lies on top."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.engine.backends.desktop.accessibility.covering import unspoken
from studio.engine.backends.desktop.accessibility.describe import Described, describe
from studio.engine.backends.desktop.accessibility.focus import focused_node
from studio.engine.backends.desktop.accessibility.nodes import Node, Top
from studio.engine.backends.desktop.accessibility.programs import window_of
from studio.engine.backends.desktop.accessibility.roles import kind_of, role_of, states_of
from studio.engine.backends.desktop.accessibility.scaling import Mapping, mapping_of
from studio.engine.backends.desktop.accessibility.titles import lasting_title
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Region

WHOLE = Region(0, 0, 600, 400)


def node(tag: str, name: str = "", at: tuple[int, int, int, int] | None = (10, 10, 80, 24), **more: Any) -> Node:
    """A shown and enabled node; `states` are added to those."""
    states = frozenset({"showing", "enabled", *more.pop("states", ())})
    children = more.pop("children", [])
    for place, child in enumerate(children):
        child.place = place
    key = (tag + name, str(at))
    return Node(key, more.pop("role", role_of(tag)), tag, 0, Region(*at) if at else None, states, name,
                children=children, **more)  # fmt: skip


def top(*children: Node, tag: str = "frame", title: str = "Visits", **window: Any) -> Top:
    frame = node(tag, title, (0, 0, 600, 400), children=list(children))
    own = shown(1, **{"title": title, **window})
    return Top(frame, "clinic", title, 7, own)


def shown(number: int, region: Region = WHOLE, pid: int = 7, title: str = "Visits", **more: Any) -> Window:
    return Window(number, number, title, pid, "clinic", region, region, **more)


def told(*tops: Top, windows: list[Window] | None = None) -> Described:
    stack = windows if windows is not None else [t.window for t in reversed(tops) if t.window]
    return describe(tops, stack)


# --- roles, titles


def test_roles_are_those_of_the_web_and_a_hidden_field_keeps_its_tag() -> None:
    kinds = {number: (kind_of(number).role, kind_of(number).secret) for number in (43, 62, 61, 79, 11, 56, 37, 33)}
    assert kinds == {
        43: ("button", False),
        62: ("button", False),
        61: ("textbox", False),
        79: ("textbox", False),
        11: ("combobox", False),
        56: ("gridcell", False),
        37: ("tab", False),
        33: ("menuitem", False),
    }
    assert kind_of(40) == replace(kind_of(61), secret=True)
    assert (kind_of(9999).role, kind_of(9999).tag) == ("", "filler")
    assert states_of((1 << 25 | 1 << 12, 1 << 11)) == {"showing", "focused", "read only"}


@pytest.mark.parametrize(
    ("title", "program", "lasting"),
    [
        ("*note.txt - Mousepad", "mousepad", "Mousepad"),
        ("Visit 12 — Clinic — Mozilla Firefox", "Firefox", "Mozilla Firefox"),
        ("/tmp/a b/note.txt", "FeatherPad", "FeatherPad"),
        ("Save As", "mousepad", "Save As"),
        ("Patients - today", "clinic", "Patients - today"),
        ("letter.odt [modified]", "writer", "letter.odt"),
        ("brief.odt [geändert]", "writer", "brief.odt"),
        ("Report — Edited", "pages", "Report"),
        ("Board * - East", "wards", "Board - East"),
        ("Board - ● East", "wards", "Board - East"),
        ("Letter (unsaved)", "writer", "Letter"),
        ("list + (~/ward) - GVIM", "gvim", "GVIM"),
        ("Ward A • Ward B - Board", "wards", "Ward A • Ward B - Board"),
        ("", "clinic", ""),
    ],
)
def test_of_a_title_stays_what_does_not_tell_of_the_document(title: str, program: str, lasting: str) -> None:
    assert lasting_title(title, program) == lasting


# --- scale


@given(
    st.sampled_from([1.0, 1.25, 1.5, 1.75, 2.0, 3.0]),
    st.integers(200, 1500),
    st.integers(200, 1000),
    st.integers(-1920, 1920),
    st.integers(-500, 500),
)
def test_the_scale_of_a_program_shows_in_its_window(scale: float, w: int, h: int, x: int, y: int) -> None:
    """Told: logical px, from the client's corner; real: client and the frame around it."""
    client = Region(x, y, round(w * scale), round(h * scale))
    outer = Region(x - 1, y - 20, client.w + 2, client.h + 25)
    logical = Region(round(x / scale), round(y / scale), w, h)
    mapping = mapping_of(logical, (client, outer))
    assert mapping is not None
    assert mapping.scale == pytest.approx(scale, rel=0.01)
    placed = mapping.physical(logical)
    assert abs(placed.w - client.w) <= 0.01 * client.w + 1
    assert (placed.x, placed.y) in {(client.x, client.y), (outer.x, outer.y)}


def test_a_window_that_moved_is_believed_in_its_size_only_and_one_that_grows_not_at_all() -> None:
    moved = mapping_of(Region(0, 0, 600, 400), (Region(40, 60, 600, 400),))
    assert moved == Mapping(1.0, (0, 0), (40, 60))
    assert moved.physical(Region(10, 10, 5, 5)) == Region(50, 70, 5, 5)
    assert mapping_of(Region(0, 0, 600, 400), (Region(0, 0, 900, 410),)) is None


def test_a_scaled_window_is_not_taken_for_its_tip_of_the_same_title() -> None:
    tip = shown(2, Region(40, 60, 272, 90), title="calc", kind="tooltip", popup=True)
    own = shown(1, Region(308, 44, 664, 712), title="calc")
    frame = node("frame", "calc", (154, 22, 332, 356))
    assert window_of(frame, Region(154, 22, 332, 356), 7, [own, tip]) is own
    assert window_of(frame, Region(154, 22, 332, 356), 8, [tip]) is tip  # by title alone: no window of that process


# --- rows, lists


def test_a_cell_knows_its_row_and_column_and_not_its_running_number() -> None:
    cells = [node("column header", name, (60 * n + 20, 10, 60, 20)) for n, name in enumerate(("Patient", "State"))]
    for row, (patient, state) in enumerate((("Ann", "open"), ("Bob", "done"))):
        y = 30 + 20 * row
        cells += [
            node("row header", str(row + 1), (0, y, 20, 20)),
            node("cell", patient, (20, y, 60, 20), states=("selectable",)),
            node("cell", state, (80, y, 60, 20), states=("selectable", "selected")),
        ]
    found = told(top(node("table", "Visits", (0, 10, 200, 200), children=cells, rows=2)))
    done = next(e for e in found.elements if e.name == "done")
    assert (done.row, done.column, done.selected, done.role) == (("Bob",), "State", True, "gridcell")
    assert [(entry.name, entry.rows) for entry in found.lists] == [("Visits", 2)]


def test_a_button_in_an_item_of_a_list_knows_what_else_the_item_says() -> None:
    items = [
        node(
            "list item",
            "",
            (0, y, 200, 20),
            children=[
                node("label", text, (0, y, 90, 20)),
                node("push button", "Open", (100, y, 60, 20)),
            ],
        )
        for y, text in ((0, "Ann"), (20, "Bob"))
    ]
    found = told(top(node("list", "", (0, 0, 200, 100), children=items)))
    assert [e.row for e in found.elements if e.name == "Open"] == [("Ann",), ("Bob",)]


def test_what_is_put_together_of_parts_is_called_by_them() -> None:
    parts = [node("cell", "", (0, 0, 20, 20)), node("cell", "a.txt", (20, 0, 80, 20))]
    row = [node("cell", "", (0, 0, 100, 20), children=parts), node("cell", "12 bytes", (100, 0, 50, 20))]
    item = node("list item", "", (0, 100, 100, 20), children=[node("label", "Home", (0, 100, 60, 20))])
    table, places = node("table", "", (0, 0, 200, 40), children=row), node("list", "", (0, 90, 99, 99), children=[item])
    found = told(top(table, places))
    assert [(e.name, e.row) for e in found.elements] == [
        ("a.txt", ("12 bytes",)),
        ("12 bytes", ("a.txt",)),
        ("Home", ()),
    ]


# --- what lies on top, what is in view


def test_what_another_window_hides_is_told_as_covered_and_its_text_not_at_all() -> None:
    own = top(node("push button", "Save", (100, 100, 80, 24)), node("push button", "Back", (300, 100, 80, 24)))
    other = shown(2, Region(90, 90, 150, 60), pid=8, title="Notes")
    found = told(own, windows=[*([own.window] if own.window else []), other])
    assert [(e.name, e.covered_by) for e in found.elements] == [("Save", "the window “Notes”"), ("Back", "")]
    assert [run.text for run in found.texts] == ["Back"]


def test_behind_a_question_nothing_can_be_clicked() -> None:
    main = top(node("push button", "Save", (100, 300, 80, 24)))
    question = Top(
        node("alert", "Sure?", (200, 10, 100, 60), children=[node("push button", "Yes", (210, 20, 40, 20))]),
        "clinic", "Sure?", 7, shown(2, Region(200, 10, 100, 60), title="Sure?", modal=True),
    )  # fmt: skip
    found = told(question, main)
    assert [(e.name, e.covered_by, e.section) for e in found.elements] == [
        ("Yes", "", "Sure?"),
        ("Save", "the dialog “Sure?”", ""),
    ]
    assert found.dialogs == ["Sure?"]


def test_an_open_menu_covers_what_is_below_it_and_not_its_own_entries() -> None:
    entry = node("menu item", "Open…", (0, 44, 120, 20))
    bar = node("menu bar", "", (0, 20, 600, 24), children=[node("menu", "File", (0, 20, 40, 24), children=[entry])])
    below = node("push button", "Print", (10, 46, 60, 16))
    popup = shown(2, Region(0, 44, 120, 20), popup=True, kind="menu", title="")
    own = top(bar, below)
    found = told(own, windows=[*([own.window] if own.window else []), popup])
    assert {e.name: (e.covered_by, e.section) for e in found.elements} == {
        "File": ("", ""),
        "Open…": ("", "File"),
        "Print": ("an open menu or list", ""),
    }
    assert found.popped == {e.index for e in found.elements if e.name == "Open…"}


def test_a_menu_that_its_program_does_not_tell_is_unspoken_and_one_that_it_tells_is_not() -> None:
    own = top(node("cell", "Jane", (0, 40, 300, 40)))
    assert own.window is not None
    menu, tip = shown(2, Region(0, 44, 120, 60), popup=True, kind="popup_menu"), shown(3, popup=True, kind="tooltip")
    foreign = shown(4, Region(300, 300, 50, 50), pid=8, popup=True, kind="popup_menu")
    windows = [own.window, menu, tip, foreign]
    assert unspoken(windows, [own], []) == (menu.region,)
    assert unspoken(windows, [own], [Region(0, 48, 120, 20)]) == ()
    assert unspoken(windows, [own, Top(node("window", "", (0, 44, 120, 60)), "clinic", "", 7, menu)], []) == ()


def test_what_is_scrolled_out_or_off_the_screen_is_not_in_view() -> None:
    inside = [node("text", "One", (0, 20, 50, 20)), node("text", "Two", (0, 150, 50, 20))]
    pane = node("scroll pane", "", (0, 0, 200, 100), children=inside)
    found = describe([top(pane, node("push button", "Far", (500, 10, 60, 20)))], None, Region(0, 0, 400, 400))
    assert {e.name: e.in_view for e in found.elements} == {"One": True, "Two": False, "Far": False}


# --- fields, focus


def test_a_field_without_a_name_takes_the_text_beside_it_and_not_that_of_another_field() -> None:
    parts = [
        node("label", "Street:", (10, 10, 50, 24)),
        node("text", "", (70, 10, 100, 24), states=("editable",)),
        node("text", "", (180, 10, 100, 24), states=("editable",)),
        node("text", "", (10, 100, 300, 200), states=("editable", "multiline")),
        node("label", "Remarks of the day", (10, 80, 120, 16)),
    ]
    assert [(e.name, e.label) for e in told(top(*parts)).elements] == [("Street", "Street"), ("", ""), ("", "")]


def test_the_air_around_a_label_does_not_make_it_the_caption_of_the_field_below() -> None:
    """As in zenity: a high label above, the real caption at the left."""
    parts = [
        node("label", "Type your password", (90, 30, 129, 48)),
        node("label", "Password:", (10, 108, 65, 17)),
        node("text", "", (104, 100, 168, 34), states=("editable",)),
    ]
    assert told(top(*parts)).elements[0].label == "Password"


def test_a_secret_field_tells_nothing_of_what_it_holds() -> None:
    secret = node("text", "Code", secret=True, states=("editable",))
    secret.value = "hunter2"
    element = told(top(secret)).elements[0]
    assert (element.value, element.text, element.secret, element.input_type) == (None, "", True, "password")


def test_the_field_has_the_keyboard_not_the_chosen_tab_nor_the_part_that_is_marked() -> None:
    tab = node("page tab", "One", states=("focused", "selectable", "selected"))
    page = node("text", "", (0, 50, 400, 300), children=[node("filler", "", (0, 50, 390, 290), states=("focused",))])
    window = top(node("page tab list", "", children=[tab]), page, active=True)
    assert focused_node([window]) is page
    assert [e.role for e in told(window).elements if e.focused] == ["textbox"]
    assert focused_node([replace(window, window=shown(1))]) is None  # another program is active


def test_a_button_with_a_picture_shows_no_text() -> None:
    bar = node("tool bar", "", (0, 0, 600, 40), children=[node("push button", "New", (0, 4, 32, 31))])
    found = told(
        top(bar, node("push button", "Save", (10, 100, 80, 24)), node("push button", "Long name", (0, 50, 20, 20)))
    )
    assert [(e.name, e.text) for e in found.elements] == [("New", ""), ("Save", "Save"), ("Long name", "")]
    assert [run.text for run in found.texts] == ["Save"]
    assert Region(10, 100, 80, 24).union(found.texts[0].region) == Region(10, 100, 80, 24)
