"""Cards below the picture: the tool that is in hand, and what can be said of the chosen action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Icon, colour_of, look, row, text
from studio.ui.words import tr


class Card(QFrame):
    """Icon and title, a sentence, and buttons. A coloured edge tells its kind."""

    def __init__(self, icon: str, title: str, sentence: str, tone: str | Tone, buttons: Sequence[QWidget] = ()) -> None:
        super().__init__()
        look(self, "card")
        self.sentence = text(told(sentence), "second", wrap=True)
        self.field: QLineEdit | None = None
        self._tone = tone
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(6)
        layout.addWidget(row(Icon(icon, tone, 16), text(title, "strong"), None))
        layout.addWidget(self.sentence)
        self._layout = layout
        if buttons:
            layout.addWidget(row(*buttons, None))
        layout.addStretch(1)
        self.setAccessibleName(f"{title}. {sentence}")
        self._edge()
        theme.changed.connect(self._edge)

    def _edge(self) -> None:
        colour = colour_of(self._tone)
        self.setStyleSheet(f'QFrame[look="card"] {{ border-left: 3px solid {colour}; }}')

    def with_field(self, value: str, name: str) -> Card:
        """A line of text above the buttons."""
        self.field = QLineEdit(value)
        self.field.setAccessibleName(name)
        self._layout.insertWidget(2, self.field)
        return self


class CardRow(QWidget):
    """The cards side by side; not there while there are none."""

    def __init__(self) -> None:
        super().__init__()
        look(self, "canvas")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(16, 8, 16, 10)
        self._layout.setSpacing(12)
        self.cards: tuple[Card, ...] = ()
        self.hide()

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Other cards."""
        for old in self.cards:
            self._layout.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.cards = tuple(cards)
        for card in self.cards:
            self._layout.addWidget(card, 1)
        self.setVisible(bool(self.cards))


class ProgressCard(QFrame):
    """How far compiling is, and Cancel."""

    def __init__(self, cancel: Callable[[], object]) -> None:
        super().__init__()
        look(self, "card")
        self._said, self._count = text("", "strong"), text("", "note")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of compiling"))
        self.cancel = Button(tr("Cancel"), "cross", run=cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 16, 12)
        layout.addWidget(row(self._said, None, self._count, self.cancel))
        layout.addWidget(self.bar)
        self.hide()

    def show_progress(self, sentence: str, done: int, total: int) -> None:
        """So much is done."""
        self._said.setText(sentence)
        self._count.setText(tr("{done} of {total}", done=done, total=total))
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.show()
