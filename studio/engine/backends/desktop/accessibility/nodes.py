"""What was read of programs, before it is made into elements: trees of plain nodes, the same on every system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Region

LISTED = frozenset(
    {
        *("button", "checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "spinbutton", "slider"),
        *("menuitem", "menuitemcheckbox", "menuitemradio", "tab", "link", "gridcell", "listitem", "treeitem"),
        *("option", "columnheader", "listbox"),
    }
)
"""Roles of what can be worked, and so is told as an element."""

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
"""Roles of what one types into or chooses from."""

TABLES = frozenset({"table", "tree", "treegrid", "list", "listbox"})
"""Roles of what has rows."""

DIALOGS = frozenset({"dialog", "alertdialog"})


@dataclass(slots=True)
class Node:
    """One accessible object. `key` tells it from all others now; `place` is its index in its parent.

    `region` is in physical px, None where it has none that could be right. `tag` is the system's own word for its
    role. `value` is what a field holds, None for a secret. `rows` is how many rows a table has.
    """

    key: tuple[str, str]
    role: str
    tag: str
    place: int
    region: Region | None
    states: frozenset[str] = frozenset()
    name: str = ""
    value: str | None = None
    label: str = ""
    element_id: str = ""
    placeholder: str = ""
    rows: int | None = None
    secret: bool = False
    lines: tuple[tuple[str, Region], ...] = ()
    children: list[Node] = field(default_factory=list)

    @property
    def listed(self) -> bool:
        """Whether it is told as an element."""
        return self.role in LISTED and self.region is not None

    def walk(self) -> Iterator[Node]:
        """Itself and all below it, in reading order of the program."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class Top:
    """One window as its program tells it. `window` is the same as the display has it, None where that is not known.

    `titled`: names of frames around controls stand there to be read. GTK tells a frame's title as a label in it, and
    names that it gives to frames are nowhere to be seen.
    """

    node: Node
    program: str
    title: str
    pid: int | None = None
    window: Window | None = None
    scale: float = 1.0
    titled: bool = True

    @property
    def modal(self) -> bool:
        """Whether no other window of its program takes input: GTK tells it here and there, Qt only the display."""
        return "modal" in self.node.states or (self.window is not None and self.window.modal)

    @property
    def asks(self) -> bool:
        """Whether it is a dialog."""
        return self.node.role in DIALOGS or self.modal
