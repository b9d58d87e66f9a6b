"""The tool bar of the Workflow page. Where it is narrow, words give way to icons with tips."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QWidget

from studio.ui.shell.actions import Action
from studio.ui.theme import icon, theme
from studio.ui.widgets.basics import Button, key_cap, text
from studio.ui.widgets.tool_row import least_of
from studio.ui.words import tr

_ZOOMS = (25, 50, 75, 100, 150, 200)


class ActionButton(QWidget):
    """An action as a button with its key beside its word; asks the action whether it can be done."""

    def __init__(self, action: Action, *, word: str = "", only_icon: bool = False) -> None:
        super().__init__()
        self.action_of = action
        self._word, self._only_icon = word or action.word, only_icon
        tip = f"{action.word} ({action.shown_key})" if action.keys else action.word
        self.button = Button("", action.icon, kind="flat", run=action.perform, tip=tip)
        self.button.setAccessibleName(action.word)
        self._key = key_cap(action.keys[0]) if action.keys else text("")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self._key.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        layout.addWidget(self.button)
        layout.addWidget(self._key)
        self.show_room(1)

    def show_room(self, room: int) -> None:
        """Icon alone (0), icon and word (1), and the key (2)."""
        worded = room > 0 and not self._only_icon
        self.button.setText(f" {self._word}" if worded else "")
        self._key.setVisible(room > 1 and bool(self.action_of.keys) and not self._only_icon)
        layout = self.layout()
        if layout is not None:
            layout.invalidate()
        self.updateGeometry()

    def say(self, word: str) -> None:
        """Another word for the same action."""
        self._word = word
        self.button.setAccessibleName(word)
        if self.button.text():
            self.button.setText(f" {word}")

    def refresh(self) -> None:
        """Ask whether it can be done now."""
        self.button.setEnabled(self.action_of.enabled())


class SearchField(QLineEdit):
    """Find a step: Enter goes on to the next, Escape clears."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(tr("Find a step"))
        self.setAccessibleName(tr("Find a step"))
        self.setClearButtonEnabled(True)
        self.setFixedWidth(theme.px(150))
        self._paint_icon()
        theme.changed.connect(self._paint_icon)

    def _paint_icon(self) -> None:
        for action in self.actions():
            self.removeAction(action)
        self.addAction(icon("search", theme.colours.text2), QLineEdit.ActionPosition.LeadingPosition)


class Tools(QWidget):
    """Undo and redo, what is seen of the graph, and what can be done with the chosen step. `offered` stands in the menu
    at its end."""

    zoomed = Signal(float)
    arranged = Signal(bool)

    def __init__(
        self, general: Sequence[Action], of_step: Sequence[Action], fit: Action, offered: Sequence[Action]
    ) -> None:
        super().__init__()
        self.offered = offered
        self._general = [ActionButton(action, only_icon=True) for action in general]
        self._fit = ActionButton(fit, word=tr("Fit"))
        self.of_step = [ActionButton(action) for action in of_step]
        self._zoom = Button("100 %", kind="flat")
        self._zoom.setAccessibleName(tr("Zoom"))
        self.field = SearchField()
        self.found = text("", "note")
        self._step = text("", "note")
        self._stages, self._line = self._segments()
        self._zoom.setMenu(self._zoom_menu())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(4)
        for part in (*self._general, _Bar(), self._fit, self._zoom):
            layout.addWidget(part)
        layout.addSpacing(6)
        self._add_segments(layout)
        layout.addSpacing(8)
        layout.addWidget(self.field)
        layout.addWidget(self.found)
        layout.addStretch(1)
        layout.addWidget(self._step)
        for each in self.of_step:
            layout.addWidget(each)

    def show_step(self, said: str) -> None:
        """Which step the commands at the right are for."""
        self._step.setText(said)
        self.refresh()

    def show_zoom(self, zoom: float) -> None:
        """How near the graph is."""
        self._zoom.setText(f"{round(zoom * 100)} %")

    def show_line(self, *, one_line: bool) -> None:
        """Whether stages stand side by side."""
        (self._line if one_line else self._stages).setChecked(True)

    def shorten(self, room: int) -> None:
        """Words go where there is no room for them: the keys first."""
        for words in (2, 1, 0):
            self._show_room(words)
            if least_of(self) <= room:
                break

    def refresh(self) -> None:
        """Ask all actions whether they can be done now."""
        for each in (*self._general, *self.of_step):
            each.refresh()

    def _show_room(self, room: int) -> None:
        self._fit.show_room(room)
        for each in self.of_step:
            each.show_room(room)
        self._step.setVisible(room > 0)

    def _segments(self) -> tuple[Button, Button]:
        stages, line = Button(tr("Stages"), kind="segment"), Button(tr("One line"), kind="segment")
        group = QButtonGroup(self)
        for button in (stages, line):
            button.setCheckable(True)
            button.setMinimumWidth(button.sizeHint().width() + theme.px(18))
            group.addButton(button)
        stages.setChecked(True)
        line.toggled.connect(self.arranged)
        return stages, line

    def _add_segments(self, layout: QHBoxLayout) -> None:
        across = QHBoxLayout()
        across.setSpacing(0)
        across.addWidget(self._stages)
        across.addWidget(self._line)
        layout.addLayout(across)

    def _zoom_menu(self) -> QMenu:
        menu = QMenu(self._zoom)
        for percent in _ZOOMS:
            menu.addAction(f"{percent} %", self._zooming(percent / 100))
        return menu

    def _zooming(self, factor: float) -> Callable[[], object]:
        return lambda: self.zoomed.emit(factor)


class _Bar(QWidget):
    """A thin line between groups."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(theme.px(9), theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """In the theme that is on."""
        QPainter(self).fillRect(self.width() // 2, 0, 1, self.height(), QColor(theme.colours.border))
