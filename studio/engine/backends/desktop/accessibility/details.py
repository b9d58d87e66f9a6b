"""What is asked of an accessible object that is shown, by its kind; nothing is asked of a secret's content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Call, Ref, Reply
from studio.engine.backends.desktop.accessibility.nodes import FIELDS, LISTED, TABLES, Node
from studio.engine.backends.desktop.accessibility.programs import Program
from studio.engine.backends.desktop.accessibility.titles import squeezed

Wish = tuple[Call, Callable[[Reply], None]]

_NAMELESS = frozenset({"separator", "scroll bar", "progress bar", "tool tip", "scroll pane", "viewport", "split pane"})
_TEXTS = frozenset({"textbox", "searchbox", "spinbutton", "document"})
_PARTS = frozenset({"gridcell", "listitem", "treeitem", "columnheader", "tab"})
"""Roles whose identifier, in Qt, is that of the whole list."""
_CLASS = re.compile(r"^(?:Q[A-Z]|qt_)")
_WITH_IDENTIFIERS = frozenset({"Qt", "GTK"})
_BROWSERS = frozenset({"chromium", "gecko"})


def wishes(ref: Ref, node: Node, program: Program, labels: Callable[[list[Ref]], None]) -> Iterator[Wish]:
    """The calls for `node` and what to do with each answer. `labels` takes the objects that label it."""
    if node.tag not in _NAMELESS:
        yield atspi.name(ref), lambda reply: _name(node, atspi.text_of(reply))
    if node.role in FIELDS:
        yield atspi.relations(ref), lambda reply: labels(atspi.labels_of(reply))
    if node.role == "slider":
        yield atspi.number(ref), lambda reply: _number(node, atspi.value_of(reply))
    if node.role in TABLES:
        yield atspi.rows(ref), lambda reply: _rows(node, atspi.whole_of(reply))
    yield from _identity(ref, node, program)


def holds_text(node: Node) -> bool:
    """Whether it may be asked for what it holds: never of a secret."""
    return node.role in _TEXTS and not node.secret


def hold(node: Node, reply: Reply) -> None:
    """What a field holds, from the answer to `atspi.text`."""
    value: Any = reply[0] if reply else None
    node.value = value if isinstance(value, str) else None


def _identity(ref: Ref, node: Node, program: Program) -> Iterator[Wish]:
    browser = program.toolkit.casefold() in _BROWSERS
    if node.role in FIELDS or (browser and node.role in LISTED):
        yield atspi.attributes(ref), lambda reply: _attributes(node, reply, browser)
    if program.toolkit in _WITH_IDENTIFIERS and node.role in (LISTED | TABLES) - _PARTS:
        yield atspi.identifier(ref), lambda reply: _identifier(node, atspi.text_of(reply))


def _name(node: Node, name: str) -> None:
    """A list that drops down is called by what is chosen in it: that is its value."""
    if node.role == "combobox":
        node.value = squeezed(name)
    else:
        node.name = squeezed(name)


def _number(node: Node, value: Any) -> None:
    node.value = f"{value:g}" if isinstance(value, (int, float)) else None


def _rows(node: Node, count: int | None) -> None:
    node.rows = count


def _attributes(node: Node, reply: Reply, browser: bool) -> None:
    told = reply[0] if reply and isinstance(reply[0], dict) else {}
    node.placeholder = squeezed(str(told.get("placeholder-text") or told.get("placeholder") or ""))
    if browser:
        node.element_id = squeezed(str(told.get("id") or ""))


def _identifier(node: Node, path: str) -> None:
    """Qt tells the names of all objects from the window on, or their classes where they have none: the own name."""
    own = path.rpartition(".")[2]
    node.element_id = "" if _CLASS.match(own) else squeezed(own)
