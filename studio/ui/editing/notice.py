"""A strip above the page's body: why something was not done, what goes on, what a crash left behind."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout

from studio.ui.theme import Tone, theme
from studio.ui.theme.colours import TONE_ICONS
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Icon, text
from studio.ui.words import tr

Offer = tuple[str, Callable[[], object]]


class Notice(QFrame):
    """Hidden until there is something to say. It takes no focus and needs no answer unless it offers choices."""

    def __init__(self) -> None:
        super().__init__()
        self._icon = Icon("info", "text2", 18)
        self._said = text("", wrap=True)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(16, 6, 10, 6)
        self._layout.setSpacing(10)
        self._layout.addWidget(self._icon)
        self._layout.addWidget(self._said, 1)
        self._offers: list[Button] = []
        self._tone = Tone.NEUTRAL
        theme.changed.connect(self._recolour)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._said.text()

    @property
    def offers(self) -> tuple[Button, ...]:
        """Its buttons."""
        return tuple(self._offers)

    def say(self, sentence: str, tone: Tone = Tone.NEUTRAL, *offers: Offer) -> None:
        """Say another sentence; without offers it can be closed."""
        self._tone, sentence = tone, told(sentence)
        self._icon.show_icon("info" if tone is Tone.NEUTRAL else TONE_ICONS[tone], tone)
        self._said.setText(sentence)
        self.setAccessibleName(sentence)
        for button in self._offers:
            self._layout.removeWidget(button)
            button.deleteLater()
        self._offers = [Button(word, run=run) for word, run in offers]
        if not offers and tone is not Tone.RUNNING:
            self._offers = [Button("", "cross", kind="flat", run=self.hide, tip=tr("Close"))]
        for button in self._offers:
            self._layout.addWidget(button)
        self._recolour()
        self.show()

    def _recolour(self) -> None:
        colours = theme.colours
        self.setStyleSheet(
            f"Notice {{ background: {colours.tint(self._tone)}; border-bottom: 1px solid {colours.border}; }}"
            f"Notice > QLabel {{ color: {colours.text}; }}"
        )
