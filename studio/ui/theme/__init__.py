"""Colours, type, space and icons of the window. One palette value for each of light and dark; all else follows."""

from studio.ui.theme.colours import DARK, LIGHT, Colours, Tone
from studio.ui.theme.icons import icon, icon_pixmap
from studio.ui.theme.theme import Theme, theme

__all__ = ["DARK", "LIGHT", "Colours", "Theme", "Tone", "icon", "icon_pixmap", "theme"]
