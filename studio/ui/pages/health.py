"""Health: what this computer can do, settings, keys, and what this program is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from studio.ui.health.about import AboutTab
from studio.ui.health.findings import FindingsTab
from studio.ui.health.keys import KeysTab
from studio.ui.health.settings import SettingsTab
from studio.ui.services.when import duration
from studio.ui.shell.actions import Action
from studio.ui.studio import Studio
from studio.ui.theme import theme
from studio.ui.widgets.basics import Button, look
from studio.ui.widgets.page import Page
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.shell.window import Window

TABS = ("health", "settings", "keys", "about")


class HealthPage(Page):
    """Four tabs. The computer is looked at when the page is first shown, then only when asked."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Health"))
        self.findings, self.settings = FindingsTab(studio), SettingsTab(studio)
        self.keys, self.about = KeysTab(), AboutTab(studio)
        self._again = Button(tr("Look again"), "heals", kind="primary", run=self.look)
        self.head.add_action(self._again)
        self.bar, self._stack = QTabBar(), QStackedWidget()
        self.set_body(self._arranged())
        self.actions_here = self._actions()
        studio.doctor.changed.connect(self._say)

    def enter(self, tab: str | None = None, **_asked: Any) -> None:
        """Show a tab; without one the tab that was shown last."""
        if tab in TABS:
            self.bar.setCurrentIndex(TABS.index(tab))
        self._shown(self.bar.currentIndex())
        doctor = self.studio.doctor
        if not doctor.findings and not doctor.looking:
            doctor.look()

    def look(self) -> None:
        """Look at everything again."""
        self.bar.setCurrentIndex(0)
        self.studio.doctor.look()

    def _actions(self) -> list[Action]:
        words = (tr("Show health"), tr("Show settings"), tr("Show all keys"), tr("About Waymark Studio"))
        icons = ("health", "gear", "keyboard", "info")
        tabs = [
            Action(f"health.{key}", word, partial(self.bar.setCurrentIndex, n), (f"Alt+{n + 1}",), icon=icon_name)
            for n, (key, word, icon_name) in enumerate(zip(TABS, words, icons, strict=True))
        ]
        here = self._on_findings
        return [
            Action("health.look", tr("Look again"), self.look, ("F5",), self._may_look, "heals"),
            Action("health.one", tr("Try this one again"), self.findings.look_again, ("T",), here, "heals"),
            Action("health.copy", tr("Copy as text"), self.findings.copy, ("C",), here, "note"),
            *tabs,
        ]

    def _may_look(self) -> bool:
        return not self.studio.doctor.looking

    def _on_findings(self) -> bool:
        return self.bar.currentIndex() == 0 and self.findings.chosen is not None

    def _arranged(self) -> QWidget:
        words = (tr("Health"), tr("Settings"), tr("Keys"), tr("About"))
        self.bar.setAccessibleName(tr("Health, settings, keys, about"))
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        for word, tab in zip(words, (self.findings, self.settings, self.keys, self.about), strict=True):
            self.bar.addTab(word)
            self._stack.addWidget(tab)
        self.bar.currentChanged.connect(self._shown)
        body, top = QWidget(), QWidget()
        look(top, "tools")
        top.setFixedHeight(theme.px(40))
        across = QVBoxLayout(top)
        across.setContentsMargins(12, 4, 12, 0)
        across.addWidget(self.bar)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(top)
        layout.addWidget(self._stack, 1)
        return body

    def _shown(self, number: int) -> None:
        self._stack.setCurrentIndex(number)
        if TABS[number] == "settings":
            self.settings.refresh()
            self.settings.look_at_secrets()
        elif TABS[number] == "keys":
            self.keys.show_groups(self._key_groups())
        self._say()

    def _key_groups(self) -> list[Callable[[], tuple[str, Sequence[Action]]]]:
        window = cast("Window", self.studio.navigator)
        everywhere = (tr("Everywhere"), window.actions_everywhere)
        return [lambda: everywhere, *(partial(window.actions_of, key) for key in window.page_keys)]

    def _say(self) -> None:
        doctor, tab = self.studio.doctor, TABS[self.bar.currentIndex()]
        titles = dict(zip(TABS, (tr("Health"), tr("Settings"), tr("Keys"), tr("About")), strict=True))
        explains = ""
        if tab == "health":
            explains = tr("Looks at everything again. A browser is started\nand ended; your programs are not touched.")
        self.head.say(titles[tab], self._told() if tab == "health" else "", explains)
        self._again.setVisible(tab == "health")
        self._again.setEnabled(not doctor.looking)

    def _told(self) -> str:
        doctor = self.studio.doctor
        if doctor.looking:
            return tr("Looking…")
        if doctor.looked_at is None:
            return ""
        fine, number = len(doctor.findings) - doctor.to_mend, len(doctor.findings)
        return tr(
            "{fine} of {n} are fine, looked at {time} in {took}",
            fine=fine,
            n=number,
            time=f"{doctor.looked_at:%H:%M}",
            took=duration(doctor.took_s),
        )
