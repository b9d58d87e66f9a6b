"""One setting: its name and meaning at the left, its control at the right, and why a value was refused below it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Icon, column, row, text


class SettingRow(QWidget):
    """`show` puts the present value into the control; `named` is the part of it that takes the accessible name."""

    def __init__(
        self,
        name: str,
        title: str,
        means: str,
        control: QWidget,
        *,
        show: Callable[[], object],
        named: QWidget | None = None,
    ) -> None:
        super().__init__()
        self.name, self.control, self._show_value = name, named or control, show
        self.control.setAccessibleName(title)
        self.control.setAccessibleDescription(means)
        self._why = text("", wrap=True)
        self._problem = row(Icon("cross", Tone.FAILED, 14), self._why, spacing=6)
        self._problem.hide()
        words = column(text(title, "strong"), text(means, "note", wrap=True), spacing=2)
        words.setMinimumWidth(theme.px(260))
        control.setMinimumWidth(theme.px(220))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(24)
        layout.addWidget(words, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(column(control, self._problem, spacing=4), 1, Qt.AlignmentFlag.AlignTop)
        self.refresh()

    @property
    def problem(self) -> str:
        """Why the last value was refused."""
        return self._why.text()

    def refresh(self) -> None:
        """Show the value as it is."""
        self._show_value()

    def complain(self, sentence: str) -> None:
        """Say why a value is refused; an empty sentence takes it back and shows what holds."""
        self._why.setText(told(sentence))
        self._problem.setVisible(bool(sentence))
        if not sentence:
            self.refresh()
