"""The four phases of the step that runs: find, act, wait, result; each with what it found and how long it took."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.engine.model.resolution import Verdict
from studio.ui.run.model import Phase, StepLive
from studio.ui.run.words import checked_words
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Icon, look, row, text
from studio.ui.widgets.ladder_rows import rung_word
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_WORDS = {Phase.FIND: "Find", Phase.ACT: "Act", Phase.WAIT: "Wait", Phase.RESULT: "Result"}
_ORDER = tuple(Phase)
_MOST = 24


class PhaseCard(QFrame):
    """One phase."""

    def __init__(self, phase: Phase) -> None:
        super().__init__()
        self.phase = phase
        look(self, "card")
        self._icon, self._ms = Icon("more", "text2", 14), text("", "note")
        self._word = YieldingLabel(tr(_WORDS[phase]), "strong", least=10)
        self._said = YieldingLabel("", "note", least=10)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(2)
        layout.addWidget(row(self._icon, self._word, None, self._ms, spacing=5))
        layout.addWidget(self._said)
        self._styled = ""

    def show_phase(self, state: str, ms: float | None, said: str) -> None:
        """`state` is done, now or later."""
        icons = {"done": ("check", Tone.PASSED), "now": ("run", Tone.RUNNING), "later": ("more", Tone.UNKNOWN)}
        self._icon.show_icon(*icons[state])
        self._ms.setText(f"{ms:.0f} ms" if ms is not None else "")
        self._said.setText(said if len(said) <= _MOST else said[: _MOST - 1] + "…")
        colours = theme.colours
        ground = colours.tint(Tone.RUNNING) if state == "now" else colours.surface
        edge = colours.tone(Tone.RUNNING) if state == "now" else colours.border
        style = f"PhaseCard {{ background: {ground}; border: 1px solid {edge}; border-radius: 8px; }}"
        if style != self._styled:  # a style sheet is costly to set
            self._styled = style
            self.setStyleSheet(style)
        words = {"done": tr("done"), "now": tr("now"), "later": tr("to come")}
        self.setAccessibleName(f"{self._word.text()}: {words[state]}. {said}")


class Phases(QWidget):
    """All four in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.cards = {phase: PhaseCard(phase) for phase in _ORDER}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for card in self.cards.values():
            layout.addWidget(card, 1)

    def show_step(self, step: StepLive, now: Phase | None) -> None:
        """The phases of one step; `now` is the one that goes on, None where all is over or nothing began."""
        for phase, card in self.cards.items():
            card.show_phase(_state(step, phase, now), _ms(step, phase), _said(step, phase))


def _state(step: StepLive, phase: Phase, now: Phase | None) -> str:
    if step.result is not None:
        return "done" if step.result.ok else "later"
    if now is None:
        found = any(a.verdict is Verdict.FOUND for a in step.attempts)
        return "done" if found and phase is Phase.FIND else "later"
    if phase is now:
        return "now"
    return "done" if _ORDER.index(phase) < _ORDER.index(now) else "later"


def _ms(step: StepLive, phase: Phase) -> float | None:
    return float(getattr(step.result.times, phase.value)) if step.result is not None else None


def _said(step: StepLive, phase: Phase) -> str:
    if phase is Phase.FIND:
        found = [rung_word(a.rung.value) for a in step.attempts if a.verdict is Verdict.FOUND]
        return found[-1] if found else tr("no place to find") if step.result and step.result.ok else ""
    if phase is Phase.ACT and step.point is not None:
        return tr("at ({x}, {y})", x=step.point.x, y=step.point.y)
    if phase is Phase.WAIT and step.result is not None:
        return tr("until the screen is still")
    if phase is Phase.RESULT and step.result is not None:
        return checked_words(step.result)
    return ""
