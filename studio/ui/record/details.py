"""What has to be said about each kind of target: an address, an open browser."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from studio.ui.record.open_tabs import OpenTab, OpenTabs, tabs_at
from studio.ui.record.targets import DEBUG_PORT, Kind, Target
from studio.ui.services.background import Background
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Icon, look, row, text
from studio.ui.words import tr


class PageDetail(QFrame):
    """The address of a web page; the practice clinic fills it."""

    changed = Signal()

    def __init__(self, practise: Callable[[], object]) -> None:
        super().__init__()
        look(self, "card")
        self.address = QLineEdit()
        self.address.setAccessibleName(tr("Address of the page"))
        self.address.setPlaceholderText("https://")
        self.address.textChanged.connect(lambda _: self.changed.emit())
        self.practice = Button(tr("Practice clinic"), "flag", run=practise)
        self.practice.setToolTip(tr("A small clinic program with made-up patients comes with Waymark."))
        self.said = text("", "note", wrap=True)
        layout = _column(self)
        layout.addWidget(text(tr("Which page?"), "section"))
        layout.addWidget(row(self.address, self.practice))
        layout.addWidget(self.said)
        layout.addStretch(1)
        self.say("")

    @property
    def target(self) -> Target:
        """What was entered."""
        return Target(Kind.PAGE, address=self.address.text())

    def say(self, sentence: str) -> None:
        """What goes on with the practice clinic, or the usual hint."""
        hint = tr("A browser window opens there, without your own bookmarks and sign-ins. Do the work in it once.")
        self.said.setText(sentence or hint)


class TabDetail(QFrame):
    """Where an open browser listens, and which of its tabs is recorded first."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self.endpoint = QLineEdit(DEBUG_PORT)
        self.endpoint.setAccessibleName(tr("Debugging address of the browser"))
        self.endpoint.textChanged.connect(lambda _: self.changed.emit())
        self.endpoint.returnPressed.connect(self.refresh)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Open tabs"))
        self.said = text("", "second", wrap=True)
        self._work: Background[OpenTabs] = Background(self)
        how = tr(
            "A browser lets itself be recorded when it was started with --remote-debugging-port={n}.", n=DEBUG_PORT
        )
        layout = _column(self)
        layout.addWidget(text(tr("Which browser?"), "section"))
        layout.addWidget(row(self.endpoint, Button(tr("Look for tabs"), "search", run=self.refresh)))
        layout.addWidget(self.said)
        layout.addWidget(self.list, 1)
        layout.addWidget(row(Icon("info"), text(how, "note", wrap=True)))

    @property
    def target(self) -> Target:
        """What was entered."""
        return Target(Kind.TAB, endpoint=self.endpoint.text())

    @property
    def tab(self) -> str:
        """The id of the chosen tab; empty where none is."""
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ""

    def refresh(self) -> None:
        """Ask the browser."""
        endpoint = self.endpoint.text()
        if endpoint.strip():
            self.said.setText(tr("Looking…"))
            self._work.start(lambda: tabs_at(endpoint), self._took)

    def _took(self, found: OpenTabs) -> None:
        self.list.clear()
        for tab in found.tabs:
            self.list.addItem(_item(tab))
        if found.tabs:
            self.list.setCurrentRow(0)
        none = tr("The browser answers, but has no page open.")
        self.said.setText(told(found.problem) or (tr("The recording begins in this tab:") if found.tabs else none))
        self.changed.emit()


def _item(tab: OpenTab) -> QListWidgetItem:
    item = QListWidgetItem(f"{tab.title or tr('A tab without a title')}\n{tab.address}")
    item.setData(Qt.ItemDataRole.UserRole, tab.id)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{tab.title}, {tab.address}")
    return item


def _column(frame: QFrame) -> QVBoxLayout:
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(16, 12, 16, 12)
    layout.setSpacing(10)
    return layout
