"""A line of words, asked for while a recording goes on: a note, or the name of a parameter. It is not recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout

from studio.ui.theme import theme
from studio.ui.widgets.basics import Button, row, text
from studio.ui.words import tr


@dataclass(frozen=True)
class Question:
    """What a box asks: its title, the name of its field, what stands in it, and where the words go."""

    title: str
    name: str
    hint: str
    sentence: str


class WordBox(QDialog):
    """Takes the focus while it is open, and gives it back."""

    def __init__(self, question: Question, take: Callable[[str], object]) -> None:
        super().__init__(None, Qt.WindowType.Dialog | Qt.WindowType.WindowStaysOnTopHint)
        self._take = take
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setWindowTitle(question.title)
        self.field = QLineEdit()
        self.field.setAccessibleName(question.name)
        self.field.setPlaceholderText(question.hint)
        self.field.setMinimumWidth(theme.px(360))
        keep = Button(tr("Keep"), "check", kind="primary", run=self._keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addWidget(text(question.sentence, "second"))
        layout.addWidget(self.field)
        layout.addWidget(row(None, Button(tr("Cancel"), run=self.reject), keep))
        keep.setDefault(True)  # only now: a button remembers it only inside its dialog

    def ask(self, bar: QRect) -> None:
        """Open above the bar; what was begun already stays where the key was pressed twice."""
        if not self.isVisible():
            self.field.clear()
            self.adjustSize()
            self.move(bar.center().x() - self.width() // 2, max(8, bar.top() - self.height() - 40))
            self.show()
        self.activateWindow()
        self.field.setFocus()

    def _keep(self) -> None:
        if self.field.text().strip():
            self._take(self.field.text().strip())
        self.accept()


def note_box(take: Callable[[str], object]) -> WordBox:
    """Asks for a note."""
    hint, sentence = tr("What should be known about this action?"), tr("It is kept with what you do next.")
    return WordBox(Question(tr("Note on this recording"), tr("Note"), hint, sentence), take)


def name_box(take: Callable[[str], object]) -> WordBox:
    """Asks for the name of a parameter."""
    hint, sentence = tr("What is it called? Each run asks for it."), tr("It names what you type or choose next.")
    return WordBox(Question(tr("Parameter of this recording"), tr("Name"), hint, sentence), take)
