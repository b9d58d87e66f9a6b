"""The ladder as rows: each rung with its score and threshold, what it saw in words, its time, its verdict."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QColor, QEnterEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from studio.engine.model.resolution import Rung, RungAttempt, Verdict
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Icon, text
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

RUNG_WORDS: dict[Rung, tuple[str, str]] = {
    Rung.API: ("Program interface", "link"),
    Rung.STRUCTURAL: ("Structure", "structure"),
    Rung.TEMPLATE: ("Template", "template"),
    Rung.TEMPLATE_GLOBAL: ("Template, anywhere", "template"),
    Rung.OCR: ("Label", "label"),
    Rung.GEOMETRY: ("Landmarks", "landmarks"),
    Rung.GROUNDER: ("Grounder", "search"),
    Rung.HUMAN: ("A person", "person"),
}
"""Word and icon of each rung."""
_VERDICTS = {
    Verdict.FOUND: ("check", Tone.PASSED, "found"),
    Verdict.MISS: ("cross", Tone.UNKNOWN, "not there"),
    Verdict.REFUSED: ("unknown", Tone.HALTED, "cannot decide"),
    Verdict.SKIPPED: ("none", Tone.UNKNOWN, "nothing to use"),
}


def rung_word(rung: str | None) -> str:
    """How people call a rung; a dash where there was none."""
    return tr(RUNG_WORDS[Rung(rung)][0]) if rung in list(Rung) else "–"


_ROOMY, _TIGHT, _LEAST = 520, 360, 250
"""px of width from which on sentences stand beside the numbers, and the columns below each other; px that rows need."""


class ScoreBar(QWidget):
    """A score from 0 to 1 as a bar, with a tick at its threshold."""

    def __init__(self, score: float | None, threshold: float | None, tone: Tone) -> None:
        super().__init__()
        self._score, self._threshold, self._tone = score, threshold, tone
        self.setFixedSize(theme.px(62), theme.px(14))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Fixed."""
        return QSize(theme.px(62), theme.px(14))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Trough, bar, tick."""
        if self._score is None:
            return
        painter = QPainter(self)
        middle, height = self.height() / 2, theme.px(7)
        width = self.width() - 4
        painter.fillRect(QRectF(0, middle - height / 2, width, height), QColor(theme.colours.sunken))
        colour = theme.colours.tone(self._tone) if self._tone is Tone.PASSED else theme.colours.strong
        share = min(max(self._score, 0.0), 1.0)
        painter.fillRect(QRectF(0, middle - height / 2, width * share, height), QColor(colour))
        if self._threshold is not None:
            at = width * min(max(self._threshold, 0.0), 1.0)
            painter.fillRect(QRectF(at - 1, 0, 2, self.height()), QColor(theme.colours.text))


class LadderRow(QFrame):
    """One rung. `hovered` tells which attempt the pointer is on (None when it leaves), `chosen` a click."""

    hovered = Signal(object)
    chosen = Signal(object)

    def __init__(self, attempt: RungAttempt, *, compact: bool = False, tight: bool = False) -> None:
        super().__init__()
        self.attempt = attempt
        word, icon_name = RUNG_WORDS[attempt.rung]
        verdict_icon, tone, verdict = _VERDICTS[attempt.verdict]
        best = attempt.candidates[0] if attempt.candidates else None
        score = best.score if best else None
        muted = attempt.verdict is Verdict.SKIPPED
        said = told(attempt.sentence) or tr(verdict)
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 5, 12, 5)
        grid.setHorizontalSpacing(10)
        grid.addWidget(Icon(icon_name, tone if not muted else "text2"), 0, 0)
        grid.addWidget(YieldingLabel(tr(word), "second" if muted else "", least=40), 0, 1)
        grid.addWidget(ScoreBar(score, attempt.threshold, tone), 0, 2)
        grid.addWidget(text(numbers(score, attempt.threshold), "note"), 0, 3)
        sentence = text(said, "note", wrap=True)
        sentence.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        if compact:
            grid.addWidget(sentence, 1, 1, 1, 5)
            grid.setVerticalSpacing(0)
        else:
            grid.addWidget(sentence, 0, 4)
        grid.addWidget(text(f"{attempt.ms:.0f} ms" if not muted else "", "note"), 0, 5)
        grid.addWidget(Icon(verdict_icon, tone), 0, 6)
        if not tight:  # bars below each other
            grid.setColumnMinimumWidth(1, theme.px(96))
            grid.setColumnMinimumWidth(3, theme.px(72))
        grid.setColumnStretch(4, 1)
        self.setAccessibleName(f"{tr(word)}: {tr(verdict)}. {said}")

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show on the picture what this rung found."""
        super().enterEvent(event)
        self.hovered.emit(self.attempt)

    def leaveEvent(self, _event: QEvent) -> None:
        """Show everything again."""
        self.hovered.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose this rung."""
        super().mousePressEvent(event)
        self.chosen.emit(self.attempt)


class LadderRows(QFrame):
    """All rungs of one resolution, strongest first. Where `compact`, or where there is little room, each sentence
    stands below its numbers."""

    hovered = Signal(object)
    chosen = Signal(object)

    def __init__(self, *, compact: bool = False) -> None:
        super().__init__()
        self._compact, self._tight, self._always_compact = compact, False, compact
        self.setProperty("look", "card")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2, 0, 2)
        self._grid.setSpacing(0)
        self._grid.setRowStretch(len(RUNG_WORDS), 1)  # room that is left stays below
        self.rows: list[LadderRow] = []
        self.setAccessibleName(tr("Ladder"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences beside the numbers, or below them."""
        super().resizeEvent(event)
        room = self._always_compact or self.width() < theme.px(_ROOMY), self.width() < theme.px(_TIGHT)
        if room != (self._compact, self._tight):
            self._compact, self._tight = room
            QTimer.singleShot(0, self, lambda: self.show_attempts([row.attempt for row in self.rows]))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the rows are where there is little room."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), theme.px(_LEAST)), hint.height())

    def show_attempts(self, attempts: Sequence[RungAttempt]) -> None:
        """Another trace."""
        for old in self.rows:
            self._grid.removeWidget(old)
            old.deleteLater()
        self.rows = [LadderRow(attempt, compact=self._compact, tight=self._tight) for attempt in attempts]
        for number, each in enumerate(self.rows):
            each.hovered.connect(self.hovered)
            each.chosen.connect(self.chosen)
            self._grid.addWidget(each, number, 0)


def numbers(score: float | None, threshold: float | None) -> str:
    """Score and threshold as people compare them."""
    if score is None:
        return ""
    return f"{score:.2f} | {threshold:.2f}" if threshold is not None else f"{score:.2f}"
