"""The room of a tool bar: what does not fit goes into a menu at its end, the last tools first. What is done too seldom
for a button of its own may stand in that menu always."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QSlider,
    QWidget,
)

from studio.ui.theme import theme
from studio.ui.widgets.basics import Button, look
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.shell.actions import Action

_HEIGHT = 40
_STAYS = (QLineEdit, QSlider)
"""What no menu can stand for."""


@runtime_checkable
class Shortening(Protocol):
    """A tool bar that can do with fewer words."""

    def shorten(self, room: int) -> None:
        """Say as much as fits into `room` px."""


@runtime_checkable
class Offering(Protocol):
    """A tool bar whose menu has more than what does not fit."""

    offered: Sequence[Action]


class ToolRow(QWidget):
    """Holds one tool bar. The bar first shortens its own words; only then its last parts are put into the menu."""

    def __init__(self, tools: QWidget) -> None:
        super().__init__()
        self._tools = tools
        self._away: list[QWidget] = []
        self._offered = tuple(tools.offered) if isinstance(tools, Offering) else ()
        self._fitted: object = None
        look(self, "tools")
        look(tools, "tools")
        tools.setFixedHeight(theme.px(_HEIGHT))
        tools.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.px(_HEIGHT))
        word = "" if self._offered else tr("More")  # what is always there costs the bar less room
        self.more = Button(word, "more", kind="flat", tip=tr("More tools"))
        self.menu = QMenu(self.more)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self.menu)
        self.more.setVisible(bool(self._offered))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(tools, 1)
        layout.addWidget(self.more)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.fit)
        tools.installEventFilter(self)
        if tools.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide) and tools.isHidden():
            self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page is wider or narrower."""
        super().resizeEvent(event)
        self._soon.start(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The bar's words have changed, or it is hidden or shown as a whole."""
        if watched is self._tools:
            if event.type() is QEvent.Type.LayoutRequest:
                self._soon.start(0)
            elif event.type() in (QEvent.Type.HideToParent, QEvent.Type.ShowToParent):
                self.setVisible(not self._tools.isHidden())
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        """Let the bar shorten its words; put away what does not fit even then, and show again what does."""
        layout = self._tools.layout()
        if layout is None or not self.isVisible() or self._signature() == self._fitted:
            return
        self._put([])
        menu, gap = self.more.sizeHint().width(), max(layout.spacing(), 0)
        room = self.width() - (menu if self._offered else 0)
        if isinstance(self._tools, Shortening):
            self._tools.shorten(room)
        need, away = least_of(self._tools), list[QWidget]()
        for part in reversed([p for p in parts_of(layout) if not p.isHidden() and not isinstance(p, _STAYS)]):
            if need <= room - (menu if away and not self._offered else 0):
                break
            away.insert(0, part)
            need -= least(part) + gap
        self._put(away)
        self._fitted = self._signature()

    def _signature(self) -> object:
        """All that decides what fits: how wide the row and its parts are."""
        layout = self._tools.layout()
        parts = parts_of(layout) if layout is not None else ()
        return self.width(), [(least(p), p.isHidden() and p not in self._away) for p in parts]

    def _put(self, away: list[QWidget]) -> None:
        """Show what comes back, hide what goes."""
        if away == self._away:
            return
        before, self._away = self._away, away
        for part in before:
            if part not in away:
                part.show()
        for part in away:
            part.hide()
        self.more.setVisible(bool(self._offered) or any(True for part in away for _ in choices_in(part)))

    def _fill_menu(self) -> None:
        """What has been put away, as it stands now, and what is always offered."""
        self.menu.clear()
        for part in self._away:
            for each in choices_in(part):
                if isinstance(each, QComboBox):
                    self._add_box(each)
                else:
                    self._add_button(each)
        if self._offered and not self.menu.isEmpty():
            self.menu.addSeparator()
        for action in self._offered:
            self.menu.addAction(action.word, action.perform).setEnabled(action.enabled())

    def _add_box(self, box: QComboBox) -> None:
        inner = self.menu.addMenu(box.accessibleName())
        for place in range(box.count()):
            inner.addAction(box.itemText(place), partial(self._choose, box, place))

    def _choose(self, box: QComboBox, place: int) -> None:
        box.setCurrentIndex(place)
        box.activated.emit(place)

    def _add_button(self, button: QAbstractButton) -> None:
        word = (button.accessibleName() or button.text()).strip()
        inner = getattr(button, "menu", lambda: None)()
        if isinstance(inner, QMenu):
            inner.setTitle(word)
            self.menu.addMenu(inner)
            return
        entry = self.menu.addAction(word, button.click)
        entry.setEnabled(button.isEnabled())
        entry.setCheckable(button.isCheckable())
        entry.setChecked(button.isChecked())


def parts_of(layout: QLayout) -> Iterator[QWidget]:
    """The widgets of a row from left to right, those of rows within it too."""
    for place in range(layout.count()):
        item = layout.itemAt(place)
        inner = item.layout() if item is not None else None
        widget = item.widget() if item is not None else None
        if inner is not None:
            yield from parts_of(inner)
        elif widget is not None:
            yield widget


def choices_in(part: QWidget) -> Iterator[QAbstractButton | QComboBox]:
    """What a person can press or choose in a part of the bar."""
    if isinstance(part, QAbstractButton | QComboBox):
        yield part
        return
    yield from (each for each in part.findChildren(QAbstractButton) if not each.isHidden())


def least(part: QWidget) -> int:
    """The least width of a part, px."""
    wanted = max(part.minimumWidth(), part.minimumSizeHint().width())
    return min(wanted, part.maximumWidth())


def least_of(tools: QWidget) -> int:
    """The least width of a whole bar as it is now, px."""
    layout = tools.layout()
    if layout is None:
        return 0
    _forget(layout)
    return layout.minimumSize().width()


def _forget(layout: QLayout) -> None:
    """What it knew of its parts, and rows within it of theirs."""
    layout.invalidate()
    for place in range(layout.count()):
        item = layout.itemAt(place)
        inner = item.layout() if item is not None else None
        if inner is not None:
            _forget(inner)
