"""Commands of the window as values: the shortcut, the palette and the page's keys are all made from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """One command. `keys` are key sequences, the first is shown; plain letters act only while no text field has the
    focus (Qt gives the field the letter first). `enabled` is asked each time. `hidden` ones are not in the palette."""

    id: str
    word: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()
    enabled: Callable[[], bool] = _always
    icon: str = ""
    hidden: bool = False

    @property
    def shown_key(self) -> str:
        """The first key as people read it."""
        return QKeySequence(self.keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if self.keys else ""

    def perform(self) -> bool:
        """Run it where it is enabled; whether it ran."""
        if not self.enabled():
            return False
        self.run()
        return True


def install(action: Action, owner: QWidget, *, everywhere: bool = False) -> QAction:
    """Give `owner` the action's shortcuts: while it or a part of it has the focus, or in the whole window."""
    made = QAction(action.word, owner)
    made.setShortcuts([QKeySequence(k) for k in action.keys])
    scope = Qt.ShortcutContext
    made.setShortcutContext(scope.WindowShortcut if everywhere else scope.WidgetWithChildrenShortcut)
    made.triggered.connect(lambda: action.perform())
    owner.addAction(made)
    return made
