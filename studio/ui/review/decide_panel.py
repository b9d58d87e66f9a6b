"""At the foot of the right column: comment, Accept, Reject, and the versions before and after."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from studio.ui.review.board import ACCEPTED, OPEN, REJECTED
from studio.ui.review.opening import Opened
from studio.ui.services.library import version_number
from studio.ui.services.when import when
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, Chip, Icon, emptied, key_cap, line, look, row
from studio.ui.widgets.flow import FlowLayout
from studio.ui.words import tr


class DecidePanel(QWidget):
    """`decided` carries accepted, rejected or open; `commented` is sent when Enter is pressed in the comment."""

    decided = Signal(str)
    commented = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "surface")
        self.comment = QLineEdit()
        self.comment.setPlaceholderText(tr("Comment (C)"))
        self.comment.setAccessibleName(tr("Comment, kept with the decision"))
        self.comment.setMaxLength(500)
        self.comment.returnPressed.connect(self.commented)
        self.accept = Button("", "check", kind="accept", run=lambda: self.decided.emit(ACCEPTED), tip=tr("Accept (A)"))
        self.reject = Button("", "cross", run=lambda: self.decided.emit(REJECTED), tip=tr("Reject (R)"))
        self._versions = QWidget()
        self._flow = FlowLayout(self._versions, theme.px(6))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        inner = QVBoxLayout()
        inner.setContentsMargins(14, 4, 12, 12)
        inner.setSpacing(10)
        inner.addWidget(self.comment)
        self._buttons = QWidget()  # one below the other where the words are long
        side_by_side = FlowLayout(self._buttons, theme.px(8))
        side_by_side.addWidget(_keyed(self.accept, "A"))
        side_by_side.addWidget(_keyed(self.reject, "R"))
        inner.addWidget(self._buttons)
        inner.addWidget(self._versions)
        layout.addWidget(line())
        layout.addLayout(inner)
        self.show_decision(OPEN)

    def show_decision(self, decision: str) -> None:
        """What counts now; the same button then says so."""
        self.accept.show_word(tr("Accepted") if decision == ACCEPTED else tr("Accept"))
        self.reject.show_word(tr("Rejected") if decision == REJECTED else tr("Reject"))

    def show_can_decide(self, can: bool) -> None:
        """Whether anything can be decided."""
        for part in (self.comment, self.accept, self.reject):
            part.setEnabled(can)

    def show_versions(self, opened: Opened, accepted: int, saved_as: str) -> None:
        """The versions that led here, and the one that Save makes (or made)."""
        emptied(self._flow)
        chips = [
            _version_chip(tr("v{n}", n=version_number(v.dir.resolve())), when(v.created_at)) for v in opened.versions
        ]
        made = [v for v in opened.followers if v.dir.name == saved_as]
        if made:
            chips.append(_version_chip(tr("v{n}", n=version_number(made[0].dir.resolve())), tr("saved"), Tone.PASSED))
        elif accepted:
            said = tr("1 heal") if accepted == 1 else tr("{n} heals", n=accepted)
            chips.append(_version_chip(tr("next"), said, Tone.RUNNING))
        for number, chip in enumerate(chips):
            before = (Icon("chevron_right", "text2", 14),) if number else ()
            self._flow.addWidget(row(*before, chip, spacing=4))


def _version_chip(name: str, more: str, tone: Tone = Tone.NEUTRAL) -> Chip:
    said = f"{name} · {more}" if more else name
    return Chip(said, tone, "history" if tone is Tone.NEUTRAL else None)


def _keyed(button: Button, key: str) -> QWidget:
    """A button with its key shown inside of it, at the right."""
    cap = key_cap(key)
    right = cap.sizeHint().width() + theme.px(20)
    button.setStyleSheet(f"QPushButton {{ padding-right: {right}px; padding-left: {theme.px(4)}px; }}")
    holder = QVBoxLayout(button)
    holder.setContentsMargins(0, 0, 10, 0)
    cap.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
    inner = row(None, cap)
    inner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    holder.addWidget(inner)
    button.setMinimumHeight(theme.px(30))
    return button
