"""The Keys tab: every key of every page, searchable."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QScrollArea, QWidget

from studio.ui.shell.actions import Action
from studio.ui.theme import theme
from studio.ui.widgets.basics import key_cap, look, row, text
from studio.ui.widgets.top_column import TopColumn
from studio.ui.words import tr

Group = tuple[str, Sequence[Action]]


class KeysTab(QScrollArea):
    """Groups come one at a turn of the event loop, since a page is made to know its keys."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[Callable[[], Group]] = []
        self._groups: list[Group] = []
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Find a key or what it does"))
        self.search.setAccessibleName(tr("Find a key or what it does"))
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(theme.px(300))
        self.search.textChanged.connect(lambda _: self._show())
        holder = QWidget()
        look(holder, "clear")
        self._column = TopColumn(holder)
        self._column.setContentsMargins(20, 16, 20, 16)
        self._column.setSpacing(12)
        said = tr("Plain letters work while no text field has the focus.")
        self._column.addWidget(row(self.search, text(said, "note"), None))
        self.setWidget(holder)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._next)

    def show_groups(self, groups: Sequence[Callable[[], Group]]) -> None:
        """All groups anew, in this order."""
        self._waiting, self._groups = list(groups), []
        self._turn.start()

    @property
    def complete(self) -> bool:
        """Whether all groups are there."""
        return not self._waiting

    def _next(self) -> None:
        if self._waiting:
            self._groups.append(self._waiting.pop(0)())
            self._show()
        if not self._waiting:
            self._turn.stop()

    def _show(self) -> None:
        while self._column.count() > 1:
            item = self._column.takeAt(1)
            widget = item.widget() if item else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        wanted = self.search.text().lower().split()
        for title, actions in self._groups:
            shown = [a for a in actions if a.keys and all(part in _said(a, title) for part in wanted)]
            if shown:
                self._column.addWidget(_card(title, shown))


def _said(action: Action, title: str) -> str:
    return f"{title} {action.word} {action.shown_key}".lower()


def _card(title: str, actions: Sequence[Action]) -> QWidget:
    card = QFrame()
    look(card, "card")
    grid = QGridLayout(card)
    grid.setContentsMargins(16, 12, 16, 12)
    grid.setHorizontalSpacing(20)
    grid.setVerticalSpacing(8)
    grid.addWidget(text(title, "section"), 0, 0, 1, 4)
    for number, action in enumerate(actions):
        caps = row(*(key_cap(k) for k in action.keys), None, spacing=4)
        grid.addWidget(caps, number // 2 + 1, number % 2 * 2)
        grid.addWidget(text(action.word), number // 2 + 1, number % 2 * 2 + 1)
    for number in (1, 3):
        grid.setColumnStretch(number, 1)
    return card
