"""The body of the Heals page: the list, the screens with the keys below them, the evidence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from studio.ui.review.choosing import FilterButton
from studio.ui.review.compare import CompareView
from studio.ui.review.decide_panel import DecidePanel
from studio.ui.review.evidence_panel import EvidencePanel
from studio.ui.review.heal_list import HealList
from studio.ui.theme import theme
from studio.ui.widgets.basics import key_cap, line, look, row, text
from studio.ui.widgets.flow import FlowLayout
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_ROOM_FOR_KEYS, _ROOM_FOR_WORDS = 640, 560


class ReviewBody(QSplitter):
    """Three columns with splitters between them. It only arranges."""

    def __init__(self, filters: QMenu) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.list, self.compare = HealList(), CompareView()
        self.evidence, self.decide = EvidencePanel(), DecidePanel()
        self.summary, self.step = YieldingLabel("", "strong", least=60), text("", wrap=False)
        self.step_number = text("", "strong")
        self.filter = FilterButton(filters)
        self.step.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for part, least in ((self._left(), 200), (self._middle(), 280), (self._right(), 250)):
            self.addWidget(part)
            part.setMinimumWidth(theme.px(least))
        self.setStretchFactor(1, 1)
        self._moved_by_hand = False
        self.splitterMoved.connect(self._moved)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The screens get most of the room, until a person moves a splitter."""
        super().resizeEvent(event)
        if not self._moved_by_hand:
            narrow = self.width() < theme.px(1200)
            left, right = (theme.px(232), theme.px(276)) if narrow else (theme.px(292), theme.px(306))
            self.setSizes([left, max(self.width() - left - right, 1), right])

    def _moved(self) -> None:
        self._moved_by_hand = True

    def show_step(self, number: int, intent: str) -> None:
        """Which step the heal belongs to."""
        self.step_number.setText(tr("Step {n}", n=number) if number else "")
        self.step.setText(intent)
        self.step.setToolTip(intent)

    def _left(self) -> QWidget:
        head = row(self.summary, None, self.filter, margins=(14, 0, 6, 0))
        look(head, "panel-head")
        head.setFixedHeight(theme.px(34))
        return _stacked(head, self.list)

    def _middle(self) -> QWidget:
        keys = QWidget()
        flow = FlowLayout(keys, theme.px(10))
        for key, word in (
            ("A", tr("Accept")),
            ("R", tr("Reject")),
            ("Shift+A", tr("Accept group")),
            ("J", tr("Next")),
            ("K", tr("Back")),
            ("C", tr("Comment")),
            ("Ctrl+Z", tr("Undo")),
        ):
            flow.addWidget(row(key_cap(key), text(word, "note"), spacing=5))
        strip = row(keys, margins=(12, 7, 12, 7))
        strip.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        return _Middle(self.compare, line(), strip)

    def _right(self) -> QWidget:
        self.step_number.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head = row(self.step_number, self.step, margins=(14, 0, 12, 0))
        look(head, "panel-head")
        head.setFixedHeight(theme.px(34))
        return _stacked(head, self.evidence, self.decide)


class _Middle(QWidget):
    """The screens, with the keys below them where there is room for one line of these."""

    def __init__(self, compare: CompareView, divider: QWidget, keys: QWidget) -> None:
        super().__init__()
        self._compare, self._keys = compare, (divider, keys)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(compare, 1)
        column.addWidget(divider)
        column.addWidget(keys)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pictures come first where it is narrow; `?` shows all keys."""
        super().resizeEvent(event)
        for part in self._keys:
            part.setVisible(self.width() >= theme.px(_ROOM_FOR_KEYS))
        self._compare.crops.show_words(self.width() >= theme.px(_ROOM_FOR_WORDS))


def _stacked(*parts: QWidget) -> QWidget:
    holder = QWidget()
    look(holder, "surface")
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        column.addWidget(part)
    return holder
