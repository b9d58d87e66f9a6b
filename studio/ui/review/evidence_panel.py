"""The right column: what speaks for the heal, what would change, what was said of it before."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from studio.engine.model.heals import Heal
from studio.engine.review import Review, Word
from studio.ui.review.board import ACCEPTED, REJECTED
from studio.ui.review.evidence import Change, Row, changes, evidence
from studio.ui.review.opening import Opened
from studio.ui.services.when import when
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Icon, column, line, look, row, text
from studio.ui.words import tr


class EvidencePanel(QScrollArea):
    """Rebuilt for each heal: a few dozen labels."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Evidence"))

    def show_heal(self, heal: Heal, opened: Opened, review: Review) -> None:
        """Another heal, or another word on it."""
        place = self.verticalScrollBar().value()
        holder = QWidget()
        look(holder, "surface")
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 6, 0, 12)
        layout.setSpacing(0)
        layout.addWidget(_table(evidence(heal, opened.step(heal))))
        if heal.irreversible:
            layout.addWidget(
                _strip("shield", tr("Cannot be undone, so it is left out of “Accept group” and decided by itself."))
            )
        layout.addWidget(_changes(changes(heal)))
        before = review.rejected_before(heal.id)
        if before is not None:
            layout.addWidget(line())
            layout.addWidget(_said(before, tr("Rejected before")))
        said = review.said.get(heal.id, ())
        if said:
            layout.addWidget(line())
            layout.addWidget(_history(said))
        layout.addStretch(1)
        self.setWidget(holder)
        self.verticalScrollBar().setValue(place)

    def show_nothing(self) -> None:
        """No heal."""
        holder = QWidget()
        look(holder, "surface")
        self.setWidget(holder)


def _table(rows: Sequence[Row]) -> QWidget:
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(14, 0, 12, 8)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(6)
    grid.setColumnMinimumWidth(0, theme.px(76))
    grid.setColumnStretch(1, 1)
    at = 0
    for number, each in enumerate(rows):
        if number and each.label:
            grid.addWidget(line(), at, 0, 1, 3)
            at += 1
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(text(each.label, "second"), at, 0, top)
        said = text(each.said, wrap=True)
        said.setAccessibleName(f"{each.label} {each.said}: {each.verdict}")
        grid.addWidget(said, at, 1, top)
        icon = Icon(each.icon, each.tone)
        icon.setToolTip(each.verdict)
        icon.setAccessibleName(each.verdict)
        grid.addWidget(icon, at, 2, top)
        at += 1
    return holder


def _strip(icon_name: str, said: str) -> QFrame:
    frame = QFrame()
    look(frame, "sunken")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(14, 8, 12, 8)
    icon = Icon(icon_name, "text2", 18)
    words = text(said, "note", wrap=True)
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setColumnStretch(1, 1)
    grid.addWidget(icon, 0, 0, Qt.AlignmentFlag.AlignTop)
    grid.addWidget(words, 0, 1)
    layout.addWidget(holder)
    return frame


def _changes(found: Sequence[Change]) -> QWidget:
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(14, 10, 12, 10)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(1, 1)
    grid.addWidget(text(tr("What would change"), "strong"), 0, 0, 1, 3)
    for at, change in enumerate(found, 1):
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(Icon("minus" if change.kept else "edit", "text2" if change.kept else "accent"), at, 0, top)
        what, how = text(change.what, "second" if change.kept else "", wrap=True), text(change.how, "note", wrap=True)
        how.setAlignment(Qt.AlignmentFlag.AlignRight | top)
        grid.addWidget(what, at, 1, top)
        grid.addWidget(how, at, 2, top)
    grid.setColumnStretch(1, 3)
    grid.setColumnStretch(2, 2)
    return holder


_VERBS = {ACCEPTED: ("Accepted", "check", Tone.PASSED), REJECTED: ("Rejected", "cross", Tone.FAILED)}


def _said(word: Word, title: str) -> QWidget:
    """One word: what, by whom and when, and why."""
    _, icon_name, tone = _VERBS.get(word.decision, ("", "undo", Tone.UNKNOWN))
    parts = [row(Icon(icon_name, tone), text(title, "strong"), None)]
    if word.comment:
        parts.append(text(tr("“{comment}”", comment=word.comment), "note", wrap=True))
    parts.append(text(tr("{who}, {when}", who=word.by, when=when(word.at)), "note", wrap=True))
    return column(*parts, spacing=3, margins=(14, 10, 12, 10))


def _history(words: Sequence[Word]) -> QWidget:
    """All that was said of it in this run, the last word first."""
    return column(*(_said(w, _title(w)) for w in reversed(words)), spacing=0)


def _title(word: Word) -> str:
    if word.undone:
        return tr("Taken back")
    said = _VERBS.get(word.decision)
    return tr(said[0]) if said else tr("Left open")
