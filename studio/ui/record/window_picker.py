"""Which window: a list that refreshes as windows open, and the picture of the chosen one as it is now."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.ui.record.targets import Kind, Target
from studio.ui.record.windows import Desktop, Shown, look
from studio.ui.services.background import Background
from studio.ui.theme import icon, theme
from studio.ui.widgets.basics import Button, Icon, row, text
from studio.ui.widgets.basics import look as dress
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.page import panel_head
from studio.ui.words import tr

_AGAIN_MS = 2000


class DesktopDetail(QFrame):
    """What is asked of the display while it is shown. `changed` is sent when something else can be recorded."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        dress(self, "card")
        self.seen = Desktop()
        self._work: Background[Desktop] = Background(self)
        self._timer = QTimer(self)
        self._timer.setInterval(_AGAIN_MS)
        self._timer.timeout.connect(self.refresh)

    def refresh(self) -> None:
        """Look again, unless the last look still goes on."""
        if not self._work.busy:
            own = os.getpid()
            self._work.start(lambda: look(own), self._took)

    def show_desktop(self, seen: Desktop) -> None:
        """What was seen."""

    def _took(self, seen: Desktop) -> None:
        self.seen = seen
        self.show_desktop(seen)
        self.changed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """It is looked at only while a person sees it."""
        super().showEvent(event)
        self.refresh()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """No more looking."""
        super().hideEvent(event)
        self._timer.stop()


class WindowDetail(DesktopDetail):
    """The list at the left, the window's picture at the right. The title `wanted` is chosen first."""

    def __init__(self, as_page: Callable[[], object]) -> None:
        super().__init__()
        self.wanted = ""
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Windows that can be recorded"))
        self.list.currentItemChanged.connect(lambda *_: self._choose())
        self._title, self._said = text("", "strong"), text("", "second", wrap=True)
        self.view = FrameView(tr("The window as it is now"), interactive=False)
        self._hint = self._browser_hint(as_page)
        left, right = QWidget(), QWidget()
        left.setMinimumWidth(theme.px(210))
        left.setMaximumWidth(theme.px(360))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        _fill(left, panel_head(tr("Which window?"), None, self._again()), self.list, self._hint)
        dress(right, "canvas")
        _fill(
            right,
            row(self._title, None, text(tr("as it is now"), "note"), margins=(12, 8, 12, 8)),
            self._said,
            self.view,
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(left, 2)
        layout.addWidget(right, 3)

    @property
    def chosen(self) -> Shown | None:
        """The chosen window, where it is still there."""
        item = self.list.currentItem()
        number = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return next((w for w in self.seen.windows if w.window.id == number), None)

    @property
    def target(self) -> Target:
        """What was chosen."""
        return Target(Kind.WINDOW, window=self.chosen.title if self.chosen else "")

    def show_desktop(self, seen: Desktop) -> None:
        """Refresh the list, keeping what is chosen."""
        kept = self.list.currentItem()
        chosen = kept.data(Qt.ItemDataRole.UserRole) if kept is not None else None
        told = [(w.window.id, w.title, w.window.region[2:]) for w in seen.windows]
        if told != getattr(self, "_told", None):
            self._told = told
            self.list.blockSignals(True)
            self.list.clear()
            for each in seen.windows:
                self.list.addItem(_item(each))
            numbers = [w.window.id for w in seen.windows]
            first = next((n for n, w in enumerate(seen.windows) if w.title == self.wanted), 0 if numbers else -1)
            self.list.setCurrentRow(numbers.index(chosen) if chosen in numbers else first)
            self.list.blockSignals(False)
        self._choose()

    def _choose(self) -> None:
        chosen = self.chosen
        self._title.setText(chosen.title if chosen else "")
        covered = chosen is not None and chosen.picture.isNull()
        none = self.seen.problem or tr("No other window is open. Open the program; it appears here by itself.")
        behind = tr("Other windows lie over it now. It comes to the front when the recording starts.")
        self._said.setText(none if chosen is None else behind if covered else "")
        self._said.setVisible(bool(self._said.text()))
        self._said.setContentsMargins(12, 0, 12, 8)
        self.view.show_picture(chosen.picture if chosen else None)
        self._hint.setVisible(chosen is not None and chosen.is_browser)
        self.changed.emit()

    def _again(self) -> Button:
        return Button("", "heals", kind="flat", run=self.refresh, tip=tr("Look again"))

    def _browser_hint(self, as_page: Callable[[], object]) -> QWidget:
        said = tr("This is a browser. As “A web page” the name of each field would be kept too, and replay be surer.")
        hint = QFrame()
        dress(hint, "sunken")
        layout = QVBoxLayout(hint)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.addWidget(row(Icon("info"), text(said, "note", wrap=True)))
        layout.addWidget(row(Button(tr("Record as a web page"), "web", run=as_page), None))
        hint.hide()
        return hint


class ScreenDetail(DesktopDetail):
    """The whole display as it is now."""

    def __init__(self) -> None:
        super().__init__()
        self._said = text("", "second", wrap=True)
        self.view = FrameView(tr("The screen as it is now"), interactive=False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.addWidget(text(tr("All that this display shows"), "section"))
        layout.addWidget(self._said)
        layout.addWidget(self.view, 1)

    @property
    def target(self) -> Target:
        """All of it."""
        return Target(Kind.SCREEN)

    def show_desktop(self, seen: Desktop) -> None:
        """The picture and the monitors."""
        sizes = ", ".join(f"{m.w} × {m.h}" for m in seen.monitors)
        many = (
            tr("One monitor: {sizes}", sizes=sizes) if len(seen.monitors) == 1 else tr("Monitors: {sizes}", sizes=sizes)
        )
        own = tr("Waymark’s own windows are never in the pictures.")
        self._said.setText(seen.problem or f"{many}. {own}")
        self.view.show_picture(seen.picture)


def _item(each: Shown) -> QListWidgetItem:
    region = each.window.region
    item = QListWidgetItem(icon("window", theme.colours.text2), f"{each.title}\n{region.w} × {region.h}")
    item.setData(Qt.ItemDataRole.UserRole, each.window.id)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{each.title}, {region.w} × {region.h}")
    return item


def _fill(holder: QWidget, *parts: QWidget) -> None:
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for part in parts:
        layout.addWidget(part, 1 if isinstance(part, QListWidget | FrameView) else 0)
