"""Names of keys: from pynput's (and X's, and the browser's) to those of the recording format. Pure."""

from __future__ import annotations

MODIFIERS = {
    "ctrl": "Control", "ctrl_l": "Control", "ctrl_r": "Control", "control": "Control", "control_l": "Control",
    "control_r": "Control", "alt": "Alt", "alt_l": "Alt", "alt_r": "Alt", "option": "Alt", "alt_gr": "AltGraph",
    "altgraph": "AltGraph", "iso_level3_shift": "AltGraph", "shift": "Shift", "shift_l": "Shift", "shift_r": "Shift",
    "cmd": "Meta", "cmd_l": "Meta", "cmd_r": "Meta", "super": "Meta", "super_l": "Meta", "super_r": "Meta",
    "meta": "Meta", "meta_l": "Meta", "meta_r": "Meta", "win": "Meta",
}  # fmt: skip
"""Keys that are held for others, with their names in a chord."""

ORDER = ("Control", "Alt", "AltGraph", "Shift", "Meta")
COMMANDING = frozenset({"Control", "Alt", "Meta"})

_NAMED = {
    "enter": "Enter", "return": "Enter", "tab": "Tab", "iso_left_tab": "Tab", "esc": "Escape", "escape": "Escape",
    "backspace": "Backspace", "delete": "Delete", "del": "Delete", "insert": "Insert", "home": "Home", "end": "End",
    "page_up": "PageUp", "pageup": "PageUp", "prior": "PageUp", "page_down": "PageDown", "pagedown": "PageDown",
    "next": "PageDown", "left": "ArrowLeft", "arrowleft": "ArrowLeft", "right": "ArrowRight",
    "arrowright": "ArrowRight", "up": "ArrowUp", "arrowup": "ArrowUp", "down": "ArrowDown", "arrowdown": "ArrowDown",
    "menu": "ContextMenu", "contextmenu": "ContextMenu", "print_screen": "PrintScreen", "print": "PrintScreen",
    "pause": "Pause",
} | {f"f{n}": f"F{n}" for n in range(1, 25)}  # fmt: skip
_STATES = frozenset({"caps_lock", "num_lock", "scroll_lock", "shift_lock", "capslock", "numlock", "mode_switch"})
_COMPOSE = frozenset({"multi_key", "compose"})
_KEYPAD = {f"{pad}{n}": str(n) for pad in ("kp_", "num_", "numpad") for n in range(10)} | {
    "kp_add": "+", "kp_subtract": "-", "kp_multiply": "*", "kp_divide": "/", "kp_decimal": ".", "kp_separator": ",",
    "kp_equal": "=", "kp_space": " ",
}  # fmt: skip
_CONTROL_CHARS = {"\r": "enter", "\n": "enter", "\t": "tab", "\b": "backspace", "\x1b": "esc", "\x7f": "delete"}


def plain_name(key: str | None) -> str:
    """The name in one spelling: lower case but for single characters; empty where there is none."""
    name = (key or "").removeprefix("Key.")
    if len(name) == 3 and name[0] == name[-1] and name[0] in "'\"":
        name = name[1]
    if name in _CONTROL_CHARS:
        return _CONTROL_CHARS[name]
    return "space" if name == " " else name if len(name) == 1 else name.lower().replace("-", "_").replace(" ", "_")


def named(name: str) -> str | None:
    """The recording format's name of a key that makes no character."""
    return _NAMED.get(name) or _NAMED.get(name.removeprefix("kp_"))


def is_state(name: str) -> bool:
    """Whether the key only changes what others do; the characters tell it."""
    return name in _STATES


def is_compose(name: str) -> bool:
    """Whether the key begins a compose sequence."""
    return name in _COMPOSE


def key_of_control_char(char: str) -> str | None:
    """The key that some systems report as a control character."""
    return _CONTROL_CHARS.get(char)


def character_of(name: str, char: str | None, *, shifted: bool) -> str | None:
    """The character that the key makes: as reported, else as its name says."""
    if char:
        return char
    if len(name) == 1:
        return name.upper() if shifted and len(name.upper()) == 1 else name
    return " " if name in ("space", "spacebar") else _KEYPAD.get(name)


def chord(held: frozenset[str], last: str) -> str:
    """`last` with what is held for it, such as `Control+Shift+S`."""
    letter = last.upper() if len(last) == 1 and len(last.upper()) == 1 else last
    return "+".join([*(m for m in ORDER if m in held), "Space" if letter == " " else letter])
