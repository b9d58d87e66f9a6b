"""Choosing among runs that propose heals, and which heals are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from studio.ui.review.board import ACCEPTED, OPEN, REJECTED
from studio.ui.review.opening import RunChoice
from studio.ui.services.when import when
from studio.ui.theme import icon, theme
from studio.ui.widgets.basics import Button
from studio.ui.words import tr


class RunsButton(Button):
    """Its menu has the runs with heals, newest first, each with what is still open."""

    def __init__(self, choose: Callable[[Path], object]) -> None:
        super().__init__(tr("Other runs"), "history", tip=tr("Heals of another run"))
        self._choose = choose
        self._current = Path()
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self.hide()

    def show_choices(self, choices: Sequence[RunChoice]) -> None:
        """Other runs; nothing is offered where there is only one."""
        self._menu.clear()
        for choice in choices:
            action = self._menu.addAction(_words(choice))
            action.setCheckable(True)
            action.setData(str(choice.entry.dir.resolve()))
            action.triggered.connect(partial(self._chosen, choice.entry.dir))
        self.setVisible(len(choices) > 1)
        self._check()

    def show_current(self, run: Path) -> None:
        """Which of them is under review."""
        self._current = run.resolve()
        self._check()

    def _check(self) -> None:
        for action in self._menu.actions():  # asked for each time: what the menu no longer has is not touched
            action.setChecked(action.data() == str(self._current))

    def _chosen(self, run: Path, _checked: bool = False) -> None:
        self._choose(run)


def _words(choice: RunChoice) -> str:
    entry = choice.entry
    heals = tr("1 heal") if entry.heals == 1 else tr("{n} heals", n=entry.heals)
    left = tr("{n} open", n=choice.open) if choice.open else tr("all decided")
    return f"{entry.workflow} · {when(entry.started_at)} · {heals}, {left}".replace("&", "&&")


class FilterMenu(QMenu):
    """All, or only those of one state."""

    def __init__(self, choose: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(parent)
        group = QActionGroup(self)
        for key, word in (
            ("all", tr("All heals")),
            (OPEN, tr("Open")),
            (ACCEPTED, tr("Accepted")),
            (REJECTED, tr("Rejected")),
            ("irreversible", tr("Those that cannot be undone")),
        ):
            action = self.addAction(word)
            action.setCheckable(True)
            action.setChecked(key == "all")
            action.triggered.connect(partial(self._chosen, choose, key))
            group.addAction(action)

    def _chosen(self, choose: Callable[[str], object], key: str, _checked: bool = False) -> None:
        choose(key)


class FilterButton(QToolButton):
    """Opens the menu of filters."""

    def __init__(self, filters: QMenu) -> None:
        super().__init__()
        self.setProperty("look", "flat")
        self.setMenu(filters)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAccessibleName(tr("Which heals are shown"))
        self.setToolTip(tr("Which heals are shown (Ctrl+F)"))
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self._recolour()
        theme.changed.connect(self._recolour)

    def _recolour(self) -> None:
        self.setIcon(icon("filter", theme.colours.text2))
