"""What can be done with nodes, as data: the page that owns the graph says what there is, the view offers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from studio.graphview.layout.graph import Node


def always(nodes: Sequence[Node]) -> bool:
    """For actions on any choice of nodes."""
    return bool(nodes)


@dataclass(frozen=True, slots=True)
class NodeAction:
    """An action on the selected nodes. `fits` tells whether it can be done with them."""

    id: str
    text: str
    keys: str = ""
    fits: Callable[[Sequence[Node]], bool] = always


def menu_of(
    actions: Sequence[NodeAction], nodes: Sequence[Node], chosen: Callable[[str], None], parent: QWidget
) -> QMenu:
    """A menu of those actions; what does not fit is greyed."""
    menu = QMenu(parent)
    for action in actions:
        entry = QAction(action.text, menu)
        entry.setShortcut(QKeySequence(action.keys))
        entry.setEnabled(action.fits(nodes))
        entry.triggered.connect(lambda _=False, key=action.id: chosen(key))
        menu.addAction(entry)
    return menu
