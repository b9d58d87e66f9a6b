"""Names of keys, as the recording format writes them and as the driver takes them. Pure."""

from __future__ import annotations

_ALIASES = {
    "alt": "Alt", "altgr": "AltGraph", "altgraph": "AltGraph", "backspace": "Backspace", "cmd": "Meta",
    "command": "Meta", "control": "Control", "ctrl": "Control", "del": "Delete", "delete": "Delete",
    "down": "ArrowDown", "end": "End", "enter": "Enter", "esc": "Escape", "escape": "Escape", "home": "Home",
    "ins": "Insert", "insert": "Insert", "left": "ArrowLeft", "meta": "Meta", "option": "Alt", "page_down": "PageDown",
    "page_up": "PageUp", "pagedown": "PageDown", "pageup": "PageUp", "pgdn": "PageDown", "pgup": "PageUp",
    "return": "Enter", "right": "ArrowRight", "shift": "Shift", "space": "Space", "spacebar": "Space", "super": "Meta",
    "tab": "Tab", "up": "ArrowUp", "win": "Meta", "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft",
    "arrowright": "ArrowRight", "arrowup": "ArrowUp",
}  # fmt: skip
MODIFIERS = ("Alt", "AltGraph", "Control", "Meta", "Shift")


def chord(key: str) -> tuple[str, ...]:
    """The keys of `key` (`Enter`, `Control+A`, `Shift+Tab`, `+`) in the driver's names, modifiers first.

    A letter is lower case unless Shift is held, since an upper-case one would mean Shift to the driver.
    Raises ValueError for an empty name.
    """
    parts = _split(key)
    if not parts:
        raise ValueError("A key has a name: this one is empty.")
    names = [_ALIASES.get(part.lower(), part) for part in parts]
    *held, last = names
    if len(last) == 1 and held:
        last = last.upper() if "Shift" in held else last.lower()
    return (*held, last)


def _split(key: str) -> list[str]:
    if key.endswith("+"):
        rest = key[:-1].rstrip("+")
        return [*(_split(rest) if rest else []), "+"]
    return [part for part in key.strip(" ").split("+") if part] or ([key] if key else [])
