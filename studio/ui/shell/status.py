"""The status bar: what the machine can do, the state of the work, that all is local, where the keys are."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.ui.theme import Tone, theme
from studio.ui.theme.colours import TONE_ICONS
from studio.ui.widgets.basics import Button, Icon, key_cap, look, text
from studio.ui.words import tr


class StatusBar(QWidget):
    """26 px at the bottom of the window."""

    def __init__(self, show_keys: Callable[[], object], show_all: Callable[[], object]) -> None:
        super().__init__()
        look(self, "status")
        self.setFixedHeight(theme.px(26))
        self._icon, self._ready, self._work = Icon("check", Tone.PASSED, 14), text("", "note"), text("", "note")
        self._icon.hide()
        keys = Button(tr("Keys of this page"), kind="link", run=show_keys)
        everything = Button(tr("All actions"), kind="link", run=show_all)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(8)
        local = text(tr("Local only: nothing leaves this computer"), "note")
        left: tuple[QWidget, ...] = (self._icon, self._ready, self._work)
        right: tuple[QWidget, ...] = (local, key_cap("?"), keys, key_cap("Ctrl+K"), everything)
        for part in left:
            layout.addWidget(part)
        layout.addStretch(1)
        for part in right:
            layout.addWidget(part)

    def say_ready(self, sentence: str, tone: Tone) -> None:
        """Whether this machine can record and replay."""
        self._icon.show_icon(TONE_ICONS[tone], tone)
        self._ready.setText(sentence)
        self._icon.setVisible(bool(sentence))

    def say_work(self, sentence: str) -> None:
        """What goes on or was saved."""
        self._work.setText(sentence)

    def forget(self, sentence: str) -> None:
        """Take a sentence away, unless another one stands there by now."""
        if self._work.text() == sentence:
            self._work.setText("")
