"""Choices as rows with keys: nothing is chosen for a person, a key chooses, Ctrl+Enter acts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QMouseEvent, QPalette, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from studio.ui.run.words import Offer
from studio.ui.theme import theme
from studio.ui.widgets.basics import column, emptied, key_cap, line, restyle, text


class ChoiceRow(QFrame):
    """One choice: the whole row can be clicked."""

    def __init__(self, offer: Offer, number: int) -> None:
        super().__init__()
        self.offer = offer
        self.radio = QRadioButton()
        palette = self.radio.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.colours.strong))  # Fusion draws its ring from this
        self.radio.setPalette(palette)
        self.radio.setAccessibleName(offer.word)
        self.radio.setAccessibleDescription(offer.explains)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 14, 8)
        layout.setSpacing(8)
        layout.addWidget(self.radio, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(
            column(text(offer.word, "strong", wrap=True), text(offer.explains, "note", wrap=True), spacing=2), 1
        )
        for key in (str(number), offer.key):
            layout.addWidget(key_cap(key), 0, Qt.AlignmentFlag.AlignTop)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click anywhere chooses."""
        super().mouseReleaseEvent(event)
        self.radio.setChecked(True)

    def mark(self, on: bool) -> None:
        """Show that it is chosen."""
        ground = theme.colours.select if on else "transparent"
        self.setStyleSheet(f"ChoiceRow {{ background: {ground}; }}")
        restyle(self)


class Choices(QWidget):
    """All choices. `changed` is sent when one is chosen; the keys work in the widget that is given as `keys_in`."""

    changed = Signal()

    def __init__(self, keys_in: QWidget) -> None:
        super().__init__()
        self._keys_in = keys_in
        self._keys: list[QShortcut] = []
        self.rows: list[ChoiceRow] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def offer(self, offers: Sequence[Offer]) -> None:
        """Other choices; none is chosen."""
        self.clear()
        for number, offer in enumerate(offers, start=1):
            made = ChoiceRow(offer, number)
            made.radio.toggled.connect(self._toggled)
            self.rows.append(made)
            self._layout.addWidget(made)
            self._layout.addWidget(line())
            for key in (str(number), offer.key):
                shortcut = QShortcut(QKeySequence(key), self._keys_in)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.activated.connect(lambda row=made: row.radio.setChecked(True))
                self._keys.append(shortcut)

    def clear(self) -> None:
        """No choices, no keys."""
        for shortcut in self._keys:
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        self._keys, self.rows = [], []
        emptied(self._layout)

    @property
    def chosen(self) -> str | None:
        """The id of the choice; None where a person has not chosen."""
        return next((r.offer.id for r in self.rows if r.radio.isChecked()), None)

    def choose(self, key: str) -> None:
        """Choose by id."""
        for each in self.rows:
            if each.offer.id == key:
                each.radio.setChecked(True)

    def _toggled(self, on: bool) -> None:
        """The rows do not share a parent, so exclusive choice is ours to keep."""
        sender = self.sender()
        if on:
            for each in self.rows:
                if each.radio is not sender and each.radio.isChecked():
                    each.radio.setChecked(False)
        for each in self.rows:
            each.mark(each.radio.isChecked())
        self.changed.emit()
