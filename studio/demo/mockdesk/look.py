"""Colours, font and density of the whole program."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from studio.demo.mockdesk.options import Options

_ROLES = QPalette.ColorRole
_COLOURS = {
    #          window     base      other row   text      button    accent    on accent
    "light": ("#f1f3f6", "#ffffff", "#f5f8fb", "#1c2733", "#e7ebf0", "#1f6f8b", "#ffffff"),
    "dark": ("#1f262e", "#2b3540", "#303b47", "#e4e9ee", "#46535f", "#e0a458", "#17130c"),
    "contrast": ("#000000", "#242424", "#2e2e2e", "#ffffff", "#5a5a5a", "#ffd400", "#000000"),
}
_PLAIN, _OTHER = "DejaVu Sans", "Liberation Serif"


def dress(app: QApplication, options: Options) -> None:
    """Give the program its style, colours and font; a pixel size, so that no screen's resolution changes it."""
    app.setStyle(QStyleFactory.create("Fusion"))
    app.setPalette(_palette(options.theme))
    font = QFont(_OTHER if "font" in options.drift else _PLAIN)
    font.setPixelSize(round(13 * options.font_scale))
    app.setFont(font)
    app.setStyleSheet(_sheet(options.theme))


def room(options: Options) -> int:
    """Pixels between two things on a page."""
    return 3 if "density" in options.drift else 8


def _palette(theme: str) -> QPalette:
    window, base, other, text, button, accent, on_accent = (QColor(c) for c in _COLOURS[theme])
    palette = QPalette(button, window)
    pairs = {
        _ROLES.Base: base,
        _ROLES.AlternateBase: other,
        _ROLES.ToolTipBase: base,
        _ROLES.Highlight: accent,
        _ROLES.HighlightedText: on_accent,
        _ROLES.Link: accent,
        _ROLES.WindowText: text,
        _ROLES.Text: text,
        _ROLES.ButtonText: text,
        _ROLES.ToolTipText: text,
    }
    for role, colour in pairs.items():
        palette.setColor(role, colour)
    faint = QColor(text)
    faint.setAlphaF(0.5)
    palette.setColor(_ROLES.PlaceholderText, faint)
    for role in (_ROLES.WindowText, _ROLES.Text, _ROLES.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette


def _sheet(theme: str) -> str:
    _, _, _, _, _, accent, on_accent = _COLOURS[theme]
    return (
        f"QLabel#banner {{ background: {accent}; color: {on_accent}; font-weight: bold; padding: 6px 10px; }}"
        "QHeaderView::section { font-weight: bold; padding: 3px 12px 3px 4px; }"
        "QTableView::item { padding: 0 6px; }"
    )
