"""Keys as the judge of risks sees them: what presses a control, saves or sends, what only moves or edits. Pure."""

from __future__ import annotations

import re

from studio.engine.model.structure import Element

ENTER = re.compile(r"(?:.*\+)?(?:enter|return)", re.IGNORECASE)
TICKED = frozenset({"checkbox", "radio", "switch"})

_PRESSES = frozenset({"space", "spacebar", "enter", "return"})
_HELD = frozenset({"control", "ctrl", "meta", "cmd", "command", "super", "alt", "altgraph", "option", "shift"})
_COMMANDS = frozenset({"control", "ctrl", "meta", "cmd", "command", "super"})
_CARET = frozenset({"arrowleft", "arrowright", "arrowup", "arrowdown", "left", "right", "up", "down", "home", "end"})
_MOVES = _CARET | {
    *("pageup", "pagedown", "tab", "escape", "esc", "insert", "capslock", "numlock", "scrolllock", "contextmenu"),
    *("f5", "browserback", "browserforward", "browserrefresh"),
}
_WALKS = frozenset({"r", "[", "]"})
"""With Control or Meta they walk the history of a browser, or load its page again."""
_COPIES = frozenset("acxvzy")
_FUNCTION = re.compile(r"f\d+")


def presses(key: str | None) -> bool:
    """Whether the key alone presses the button that has the keyboard."""
    return bool(key) and (key or "").casefold() in _PRESSES


def saves(key: str | None) -> bool:
    """Whether it is the shortcut by which programs save: Control+S, Meta+S, with Shift or without."""
    held, last = _parts(key)
    return last == "s" and bool(held & _COMMANDS) and not held & {"alt", "option", "altgraph"}


def breaks_line(key: str) -> bool:
    """Whether Enter of this kind begins a new line in a field of several: without Control and its like."""
    return not _parts(key)[0] - {"shift"}


def acts(key: str | None, focus: Element | None) -> bool:
    """Whether the key could do something, with the keyboard on `focus`: it neither moves about nor edits a text."""
    held, last = _parts(key)
    if not last or last in _HELD or last in _MOVES or (held & _COMMANDS and last in _WALKS):
        return False
    return focus is None or not focus.editable or not _edits(held, last)


def may_send_unseen(key: str) -> bool:
    """Whether it could press or send something where nobody knows what has the keyboard: Space, F8, Alt+S; no Tab."""
    return presses(key) or (acts(key, None) and not _edits(*_parts(key)))


def goes_to_program(key: str | None, focus: Element | None) -> bool:
    """Whether the key is meant for the program or its page, not for the control that has the keyboard."""
    if not key or presses(key) or ENTER.fullmatch(key):
        return False
    held, last = _parts(key)
    return focus is None or bool(held & (_COMMANDS | {"alt", "option"})) or _FUNCTION.fullmatch(last) is not None


def _edits(held: set[str], last: str) -> bool:
    """Whether in a field it only changes the field's own text, as it would in any program."""
    if last in ("backspace", "delete"):
        return True
    if held & _COMMANDS:
        return last in _COPIES and "alt" not in held
    return not held - {"shift", "altgraph"} and (len(last) == 1 or last in ("space", "spacebar"))


def _parts(key: str | None) -> tuple[set[str], str]:
    """What is held, and the key itself, in small letters; the plus sign is a key too."""
    name = (key or "").casefold()
    if name == "+" or name.endswith("++"):
        return set(name[:-1].rstrip("+").split("+")) - {""}, "+"
    *held, last = name.split("+")
    return set(held), last
