"""Roles and states of AT-SPI by number, and what they are called where roles are compared (as on a web page)."""

from __future__ import annotations

from dataclasses import dataclass


def paired(table: str) -> dict[str, str]:
    """Of entries “word name”, divided by commas; a name may have several words."""
    pairs = (entry.split(None, 1) for entry in table.split(","))
    return {word: name.strip() for word, name in pairs}


def numbered(table: str) -> dict[int, str]:
    """Of entries “number name”, divided by commas."""
    return {int(number): name for number, name in paired(table).items()}


_TAGS = numbered(
    """2 alert, 5 calendar, 6 canvas, 7 check box, 8 check menu item, 9 color chooser, 10 column header, 11 combo box,
    12 date editor, 13 desktop icon, 16 dialog, 18 drawing area, 19 file chooser, 22 font chooser, 23 frame, 26 icon,
    27 image, 28 internal frame, 29 label, 30 layered pane, 31 list, 32 list item, 33 menu, 34 menu bar, 35 menu item,
    37 page tab, 38 page tab list, 39 panel, 40 text, 41 popup menu, 42 progress bar, 43 push button, 44 radio button,
    45 radio menu item, 46 root pane, 47 row header, 48 scroll bar, 49 scroll pane, 50 separator, 51 slider,
    52 spin button, 53 split pane, 54 status bar, 55 table, 56 cell, 57 column header, 58 row header, 59 menu item,
    60 terminal, 61 text, 62 toggle button, 63 tool bar, 64 tool tip, 65 tree, 66 tree table, 68 viewport, 69 window,
    73 paragraph, 75 application, 77 edit bar, 79 text, 81 caption, 82 document, 83 heading, 84 page, 85 section,
    87 form, 88 link, 90 row, 91 tree item, 94 document, 95 document, 98 list box, 99 grouping, 101 notification,
    102 info bar, 109 article, 110 landmark, 116 static, 129 push button, 130 switch"""
)

_ROLES = {
    "check box": "checkbox",
    "check menu item": "menuitemcheckbox",
    "radio menu item": "menuitemradio",
    "menu": "menuitem",
    "menu item": "menuitem",
    "menu bar": "menubar",
    "popup menu": "menu",
    "column header": "columnheader",
    "row header": "rowheader",
    "combo box": "combobox",
    "page tab": "tab",
    "page tab list": "tablist",
    "push button": "button",
    "toggle button": "button",
    "radio button": "radio",
    "switch": "switch",
    "slider": "slider",
    "spin button": "spinbutton",
    "text": "textbox",
    "edit bar": "textbox",
    "date editor": "textbox",
    "cell": "gridcell",
    "row": "row",
    "list item": "listitem",
    "tree item": "treeitem",
    "desktop icon": "option",
    "icon": "img",
    "image": "img",
    "link": "link",
    "heading": "heading",
    "dialog": "dialog",
    "alert": "alertdialog",
    "file chooser": "dialog",
    "color chooser": "dialog",
    "font chooser": "dialog",
    "table": "table",
    "tree": "tree",
    "tree table": "treegrid",
    "list": "list",
    "list box": "listbox",
    "terminal": "document",
    "document": "document",
    "tool bar": "toolbar",
    "panel": "group",
    "grouping": "group",
    "form": "form",
    "tool tip": "tooltip",
    "scroll bar": "scrollbar",
}

_PASSWORD = 40

_STATES = numbered(
    """1 active, 4 checked, 6 defunct, 7 editable, 8 enabled, 9 expandable, 10 expanded, 11 focusable, 12 focused,
    15 iconified, 16 modal, 17 multiline, 20 pressed, 22 selectable, 23 selected, 24 sensitive, 25 showing,
    30 visible, 32 indeterminate, 41 checkable, 43 read only"""
)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a role number stands for. `tag` is the system's word, the same for a hidden and a readable field."""

    tag: str
    role: str
    secret: bool = False


def role_of(tag: str) -> str:
    """What a tag is called where roles are compared; empty for a container without a role."""
    return _ROLES.get(tag, "")


def kind_of(number: int) -> Kind:
    """The kind of a role number; an unknown one is a container without a role."""
    tag = _TAGS.get(number, "filler")
    return Kind(tag, role_of(tag), number == _PASSWORD)


def states_of(words: tuple[int, ...]) -> frozenset[str]:
    """The states that count here, from the bit field of AT-SPI (words of 32 bits, the lowest first)."""
    bits = sum(word << (32 * place) for place, word in enumerate(words))
    return frozenset(name for bit, name in _STATES.items() if bits >> bit & 1)
