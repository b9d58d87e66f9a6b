"""The theme that is on: light, dark or as the system says; tells everybody when it changes."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from studio.ui.theme.colours import DARK, LIGHT, Colours
from studio.ui.theme.style import style_sheet

Choice = Literal["system", "light", "dark"]
BASE_PX = 13


class Theme(QObject):
    """`colours` are those in use; `changed` is sent after palette and style sheet are set. `unit` scales px with the
    system's font, so that a larger font gives larger rows."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice: Choice = "system"
        self.colours: Colours = LIGHT
        self.unit = 1.0
        self.reduced_motion = False

    def install(self, app: QApplication, choice: Choice = "system") -> None:
        """Use Fusion with our palette, and follow the system where that is the choice."""
        app.setStyle("Fusion")
        self.unit = max(1.0, QFontMetricsF(app.font()).height() / 15.5)
        font = QFont(app.font())
        font.setPixelSize(round(BASE_PX * self.unit))
        app.setFont(font)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)
        self.choose(choice)

    def choose(self, choice: Choice) -> None:
        """Light, dark, or what the system says."""
        self.choice = choice
        dark = choice == "dark" or (choice == "system" and _system_is_dark())
        self.colours = DARK if dark else LIGHT
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setPalette(qt_palette(self.colours))
            app.setStyleSheet(style_sheet(self.colours, self.unit))
        self.changed.emit()

    def move(self, on: bool) -> None:
        """Whether things may glide to their place."""
        self.reduced_motion = not on
        self.changed.emit()

    def px(self, size: float) -> int:
        """A size of the design in px of this font size."""
        return round(size * self.unit)

    def _system_changed(self) -> None:
        if self.choice == "system":
            self.choose("system")


def _system_is_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark


def qt_palette(colours: Colours) -> QPalette:
    """Qt's palette from ours, for what the style sheet does not name."""
    palette, role = QPalette(), QPalette.ColorRole
    chosen = {
        role.Window: colours.bg,
        role.Base: colours.surface,
        role.AlternateBase: colours.sunken,
        role.Button: colours.surface,
        role.Text: colours.text,
        role.WindowText: colours.text,
        role.ButtonText: colours.text,
        role.PlaceholderText: colours.text2,
        role.ToolTipBase: colours.surface,
        role.ToolTipText: colours.text,
        role.Highlight: colours.accent,
        role.HighlightedText: colours.on_accent,
        role.Link: colours.accent,
        role.LinkVisited: colours.accent,
        role.Accent: colours.accent,
        role.Mid: colours.border,
        role.Dark: colours.strong,
        role.Light: colours.surface,
    }
    for name, colour in chosen.items():
        palette.setColor(name, QColor(colour))
    for name in (role.Text, role.WindowText, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(colours.strong))
    return palette


theme = Theme()
"""The one theme of the process; installed by the composition root (and by tests)."""
