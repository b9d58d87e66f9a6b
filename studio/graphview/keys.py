"""What the keys do in a graph. Everything that the mouse does, they do too."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from studio.graphview.camera import STEP
from studio.graphview.layout.walking import Way, numbered, walked

if TYPE_CHECKING:
    from studio.graphview.view import GraphView

_WAYS = {
    Qt.Key.Key_Down: Way.DOWN,
    Qt.Key.Key_Up: Way.UP,
    Qt.Key.Key_Left: Way.LEFT,
    Qt.Key.Key_Right: Way.RIGHT,
    Qt.Key.Key_Home: Way.FIRST,
    Qt.Key.Key_End: Way.LAST,
}
_PAUSE_S = 1.2
"""Digits typed within this time make one number."""


class Keys:
    """Handles the keys of one view."""

    def __init__(self, view: GraphView) -> None:
        self._view = view
        self._digits, self._typed_at = "", 0.0

    def press(self, event: QKeyEvent) -> bool:
        """Whether the key meant something here."""
        key, view = Qt.Key(event.key()), self._view
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if self._act(event):
            return True
        if plain and key in _WAYS:
            self._walk(_WAYS[key])
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and view.current:
            view.open_node(view.current)
        elif plain and key == Qt.Key.Key_F:
            view.fit()
        elif plain and key == Qt.Key.Key_G:
            view.toggle_stage()
        elif plain and key == Qt.Key.Key_Z:
            view.zoom_to_selection()
        elif plain and key == Qt.Key.Key_Escape and view.selection:
            view.select(())
        elif plain and event.text().isdigit() and event.text().isascii():
            self._number(event.text())
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            view.zoom_by(STEP)
        elif key == Qt.Key.Key_Minus:
            view.zoom_by(1 / STEP)
        else:
            return False
        return True

    def _walk(self, way: Way) -> None:
        target = walked(self._view.plan, self._view.current, way)
        if target is not None:
            self._view.go_to(target)

    def _number(self, digit: str) -> None:
        """Digits make the number of a step; it is gone to as soon as there is one."""
        now = monotonic()
        self._digits = self._digits + digit if now - self._typed_at < _PAUSE_S else digit
        self._typed_at = now
        target = numbered(self._view.plan, int(self._digits))
        if target is not None:
            self._view.go_to(target)

    def _act(self, event: QKeyEvent) -> bool:
        """The key of an action that fits what is selected."""
        pressed = QKeySequence(event.keyCombination())
        nodes = self._view.selected_nodes
        for action in self._view.actions_offered:
            if action.keys and QKeySequence(action.keys) == pressed and action.fits(nodes):
                self._view.ask(action.id)
                return True
        return False
