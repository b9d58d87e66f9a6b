"""The rungs as cards: what each found, its score beside its threshold, the next best, and where it would act."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.engine.model.geometry import Point
from studio.engine.model.resolution import Rung, RungAttempt, Verdict
from studio.ui.editing.section import shrinking
from studio.ui.ladder.seen import Seen
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Icon, column, line, row, text
from studio.ui.widgets.ladder_rows import RUNG_WORDS
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

VERDICTS = {
    Verdict.FOUND: ("check", Tone.PASSED, "found"),
    Verdict.MISS: ("cross", Tone.UNKNOWN, "not there"),
    Verdict.REFUSED: ("unknown", Tone.HALTED, "cannot decide"),
    Verdict.SKIPPED: ("none", Tone.UNKNOWN, "nothing to use"),
}


class WideBar(QWidget):
    """A score over the whole width, with a tick at its threshold."""

    def __init__(self, score: float, threshold: float | None, *, good: bool) -> None:
        super().__init__()
        self._score, self._threshold, self._good = score, threshold, good
        self.setFixedHeight(theme.px(14))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Any width."""
        return QSize(theme.px(60), theme.px(14))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Trough, bar, tick."""
        painter = QPainter(self)
        height, middle = theme.px(7), self.height() / 2
        painter.fillRect(QRectF(0, middle - height / 2, self.width(), height), QColor(theme.colours.sunken))
        colour = theme.colours.tone(Tone.PASSED) if self._good else theme.colours.strong
        share = min(max(self._score, 0.0), 1.0)
        painter.fillRect(QRectF(0, middle - height / 2, self.width() * share, height), QColor(colour))
        if self._threshold is not None:
            at = min(self.width() * self._threshold, self.width() - 2)
            painter.fillRect(QRectF(at, 0, 2, self.height()), QColor(theme.colours.text))


class RungCard(QFrame):
    """One rung. `hovered` tells that the pointer came or went, `chosen` that a person chose it (or let it go)."""

    hovered = Signal(object)
    chosen = Signal(object)

    def __init__(self, attempt: RungAttempt, point: Point | None, *, decides: bool) -> None:
        super().__init__()
        self.attempt = attempt
        self.is_chosen = False
        word, icon_name = RUNG_WORDS[attempt.rung]
        verdict_icon, tone, verdict = VERDICTS[attempt.verdict]
        muted = attempt.verdict is Verdict.SKIPPED
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if muted else Qt.FocusPolicy.StrongFocus)
        name = YieldingLabel(tr(word), "second" if muted else "strong", least=50)
        time = text("" if muted else tr("{ms} ms", ms=f"{attempt.ms:.0f}"), "note")
        ends = text(tr("decides") if decides else tr(verdict), "strong" if decides else "note")
        head = row(name, None, time, Icon(verdict_icon, tone, 16), ends, spacing=6)
        said = said_of(attempt, point)
        parts: list[QWidget | int | None] = [head]
        if attempt.candidates and not muted:
            good = attempt.verdict is Verdict.FOUND
            parts.append(WideBar(attempt.candidates[0].score, attempt.threshold, good=good))
        parts += [shrinking(text(sentence, "note", wrap=True)) for sentence in said]
        inner = column(*parts, spacing=3)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(16, 8, 14, 8)
        outer.setSpacing(10)
        outer.addWidget(Icon(icon_name, tone if not muted else "text2", 18), 0, Qt.AlignmentFlag.AlignTop)
        outer.addWidget(inner, 1)
        self.setAccessibleName(f"{tr(word)}: {tr(verdict)}. {' '.join(said)}")
        self.setMouseTracking(True)
        theme.changed.connect(self._recolour)
        self._recolour()

    def show_chosen(self, chosen: bool) -> None:
        """Whether only this one's evidence is on the picture."""
        self.is_chosen = chosen
        self._recolour()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Its evidence alone while the pointer is on it."""
        super().enterEvent(event)
        self.hovered.emit(self.attempt.rung)

    def leaveEvent(self, event: QEvent) -> None:
        """All of it again."""
        super().leaveEvent(event)
        self.hovered.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose it, or let it go."""
        super().mousePressEvent(event)
        self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space choose; up and down go on."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose()
        elif event.key() == Qt.Key.Key_Down:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        if self.attempt.verdict is not Verdict.SKIPPED:
            self.chosen.emit(None if self.is_chosen else self.attempt.rung)

    def _recolour(self) -> None:
        ground = theme.colours.accent_bg if self.is_chosen else "transparent"
        self.setStyleSheet(
            f"RungCard {{ background: {ground}; border: 2px solid transparent; }}"
            f"RungCard:focus {{ border: 2px solid {theme.colours.accent}; }}"
        )


class RungList(QWidget):
    """All rungs, strongest first. `looked` carries the rung whose evidence is wanted alone, or None for all."""

    looked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[RungCard] = []
        self.chosen: Rung | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setAccessibleName(tr("Ladder"))

    def show_seen(self, seen: Seen | None) -> None:
        """The rungs of another look. What was chosen stays chosen where that rung is there."""
        had_focus = next((c.attempt.rung for c in self.cards if c.hasFocus()), None)
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.cards = [] if seen is None else [_card(attempt, seen) for attempt in seen.ladder.attempts]
        for card in self.cards:
            card.hovered.connect(lambda rung: self.looked.emit(rung or self.chosen))
            card.chosen.connect(self.choose)
            card.show_chosen(card.attempt.rung is self.chosen)
            self._column.addWidget(card)
            self._column.addWidget(line())
            if card.attempt.rung is had_focus:
                card.setFocus()
        if seen is not None and self.chosen not in [c.attempt.rung for c in self.cards]:
            self.chosen = None

    def choose(self, rung: Rung | None) -> None:
        """Only this rung's evidence, or all where None."""
        self.chosen = rung
        for card in self.cards:
            card.show_chosen(card.attempt.rung is rung)
        self.looked.emit(rung)


def _card(attempt: RungAttempt, seen: Seen) -> RungCard:
    return RungCard(attempt, seen.ladder.points.get(attempt.rung), decides=attempt.rung is seen.ladder.decider)


def said_of(attempt: RungAttempt, point: Point | None) -> list[str]:
    """Why it ended so, its best and next best, and where it would act."""
    said = [told(attempt.sentence)] if attempt.sentence else []
    if attempt.verdict is Verdict.SKIPPED:
        return said
    best = attempt.candidates[:1]
    numbers = [_score(c.score, attempt.threshold) for c in best]
    next_ones = [
        tr("next best {score} at ({x}, {y})", score=f"{c.score:.2f}", x=c.point.x, y=c.point.y)
        for c in attempt.candidates[1:3]
    ]
    if numbers:
        said.append("; ".join([*numbers, *next_ones]) + ".")
    if point is not None:
        said.append(tr("Would act at ({x}, {y}).", x=point.x, y=point.y))
    return said


def _score(score: float, threshold: float | None) -> str:
    if threshold is None:
        return tr("Best {score}", score=f"{score:.2f}")
    return tr("Best {score}, needs {threshold}", score=f"{score:.2f}", threshold=f"{threshold:.2f}")
