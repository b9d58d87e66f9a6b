"""Home: record, try the practice clinic, recent workflows as cards, recent runs, and what needs a person."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QScrollArea, QWidget

from studio.ui.pages.home_cards import CardGrid, tip_strip
from studio.ui.pages.home_lists import recordings_card, runs_card
from studio.ui.pages.home_needs import NeedsColumn
from studio.ui.services.background import Background
from studio.ui.services.overview import Overview, overview
from studio.ui.shell.actions import Action
from studio.ui.studio import Studio
from studio.ui.theme import theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, emptied, look, row, text
from studio.ui.widgets.page import EmptyState, Page
from studio.ui.widgets.top_column import TopColumn
from studio.ui.words import tr

TIP = "practice"
_ROOMY = 1150
"""px from which on both columns have their full width."""


class HomePage(Page):
    """The first page. What it lists is read off the GUI thread each time it is shown."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Home"))
        self.head.explains.setText(tr("Do the work once in your own program.\nWaymark writes down what you do."))
        record = Button(tr("Record a workflow"), "record", kind="primary", run=lambda: studio.go("record"))
        self.head.add_action(record)
        self._search = QLineEdit()
        self._search.setPlaceholderText(tr("Find a workflow"))
        self._search.setAccessibleName(tr("Find a workflow"))
        self._search.setClearButtonEnabled(True)
        self._search.setMaximumWidth(theme.px(220))
        self._search.textChanged.connect(lambda _: self._show())
        self._overview = Overview()
        self._work: Background[Overview] = Background(self)
        self._left, self._needs = TopColumn(), NeedsColumn(studio)
        self.set_body(self._arranged())
        self.actions_here = [
            Action("home.record", tr("Record a workflow"), lambda: studio.go("record"), ("Ctrl+R",), icon="record"),
            Action("home.find", tr("Find a workflow"), self._search.setFocus, ("Ctrl+F", "/"), icon="search"),
            Action("home.practice", tr("Try the practice clinic"), self.practise, ("Ctrl+T",), icon="flag"),
        ]
        studio.library_changed.connect(self.refresh)

    def enter(self, **_asked: Any) -> None:
        """Read the library."""
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a small window what needs a person gives way to the workflows."""
        super().resizeEvent(event)
        self._needs.give_way(narrow=event.size().width() < theme.px(_ROOMY))

    def refresh(self) -> None:
        """Read the library anew."""
        library, recents = self.studio.library, self.studio.settings.value.recents
        self._work.start(lambda: overview(library, recents), self._took, self._could_not)

    def practise(self) -> None:
        """Start the practice clinic as what is recorded."""
        self.studio.go("record", practice=True)

    def _took(self, found: Overview) -> None:
        self._overview = found
        self._show()

    def _could_not(self, problem: Exception) -> None:
        self.studio.say(tr("The library could not be read: {problem}", problem=told(str(problem))))

    def _arranged(self) -> QWidget:
        body, left, scroll = QWidget(), QWidget(), QScrollArea()
        look(left, "clear")
        left.setLayout(self._left)
        self._left.setContentsMargins(20, 16, 20, 16)
        self._left.setSpacing(12)
        scroll.setWidget(left)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QHBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        layout.addWidget(self._needs)
        return body

    def _show(self) -> None:
        """Fill the page from what was read."""
        self._empty()
        found = self._overview
        if TIP not in self.studio.settings.value.hidden_tips:
            self._left.addWidget(tip_strip(self.practise, self._hide_tip))
        self._left.addWidget(self._workflows_head(len(found.cards)))
        typed = self._search.text().lower()
        cards = [c for c in found.cards if typed in c.name.lower()]
        if cards:
            self._left.addWidget(CardGrid(cards, self.studio))
        else:
            self._left.addWidget(self._nothing(bool(typed)))
        if found.runs:
            self._left.addWidget(text(tr("Recent runs"), "section"))
            self._left.addWidget(runs_card(found.runs, self.studio))
        if found.recordings:
            self._left.addWidget(text(tr("Recordings"), "section"))
            self._left.addWidget(recordings_card(found.recordings, self.studio))
        self._needs.show_needs(found.needs)

    def _workflows_head(self, count: int) -> QWidget:
        opener = Button(tr("Open…"), "folder", run=lambda: self.window().choose_folder())  # type: ignore[attr-defined]
        return row(
            text(tr("Workflows"), "section"), text(str(count) if count else "", "note"), None, self._search, opener
        )

    def _nothing(self, searched: bool) -> EmptyState:
        if searched:
            return EmptyState("search", tr("No workflow of that name"), tr("Type another part of its name."))
        return EmptyState(
            "workflow",
            tr("No workflow yet"),
            tr("A workflow is made by recording: you do the work once, Waymark writes it down and can repeat it."),
            Button(tr("Record a workflow"), "record", run=lambda: self.studio.go("record")),
            Button(tr("Try the practice clinic"), "flag", run=self.practise),
        )

    def _hide_tip(self) -> None:
        kept = self.studio.settings.value.hidden_tips
        self.studio.settings.change(hidden_tips=(*kept, TIP))
        self._show()

    def _empty(self) -> None:
        self._search.setParent(self)
        emptied(self._left)
