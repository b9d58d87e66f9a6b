"""What running programs tell of themselves: elements, texts, lists and dialogs, by the system's accessibility.

`open_accessibility()` gives it, or None, and `why_not()` then tells why. On Linux it is AT-SPI over D-Bus; the
modules for Windows (`windows_uia`) and macOS (`macos_ax`) are written and unproven. `AccessibleStructure` makes it the
StructureSource of a desktop surface.
"""

from studio.engine.backends.desktop.accessibility.opening import NoAccessibility, open_accessibility, why_not
from studio.engine.backends.desktop.accessibility.protocol import (
    Accessibility,
    AccessibilityEvent,
    FocusChanged,
    Sink,
    TextCommitted,
)
from studio.engine.backends.desktop.accessibility.structure_source import AccessibleStructure

__all__ = [
    "Accessibility",
    "AccessibilityEvent",
    "AccessibleStructure",
    "FocusChanged",
    "NoAccessibility",
    "Sink",
    "TextCommitted",
    "open_accessibility",
    "why_not",
]
