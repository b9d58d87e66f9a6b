"""Keys as a page names them: which are text, which only move a caret, which belong to the browser. Pure."""

from __future__ import annotations

from studio.recorder.web.signals import Key

BROWSER_BACK, BROWSER_FORWARD, BROWSER_REFRESH = "BrowserBack", "BrowserForward", "BrowserRefresh"
BROWSING = {
    "Alt+ArrowLeft": BROWSER_BACK,
    "Alt+ArrowRight": BROWSER_FORWARD,
    "F5": BROWSER_REFRESH,
    "Control+R": BROWSER_REFRESH,
    "Control+Shift+R": BROWSER_REFRESH,
    "Control+F5": BROWSER_REFRESH,
    "Meta+R": BROWSER_REFRESH,
    "Meta+[": BROWSER_BACK,
    "Meta+]": BROWSER_FORWARD,
}
"""Chords by which the browser walks its history, and the keys that say so without a browser's window."""

CARET = frozenset({"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "Insert"})
ERASING = frozenset({"Backspace", "Delete"})
_COPYING = frozenset("CXVAZY")
_BROWSERS = frozenset("FGLTNWPDHJOU+-=0")
_ORDER = ("Control", "Alt", "Shift", "Meta")


def name_of(key: Key) -> str:
    """The key or chord as the recording format writes it."""
    plain = "Space" if key.key == " " else key.key
    held = [name for name in _ORDER if name in key.held]
    if len(plain) == 1:
        if key.text:
            return plain
        plain = plain.upper()
    return "+".join([*held, plain])


def is_command(key: Key) -> bool:
    """Whether Control or its like makes it more than a character."""
    return not key.text and bool({"Control", "Meta", "Alt"} & set(key.held))


def only_edits(key: Key) -> bool:
    """Whether, in a field, it only moves the caret, erases, or copies and pastes: the field's text tells the rest."""
    if is_command(key) and len(key.key) == 1:
        return key.key.upper() in _COPYING and "Alt" not in key.held
    return key.key in CARET | ERASING


def is_browsers(key: Key) -> bool:
    """Whether the browser itself would act on it, outside of the page."""
    return is_command(key) and "Alt" not in key.held and key.key.upper() in _BROWSERS


def copies(key: Key) -> bool:
    """Whether it copies or cuts."""
    return is_command(key) and key.key.upper() in ("C", "X") and "Alt" not in key.held
