"""The recorder's own keys: which chord means which command. Pure, but for the grab that keeps them from programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from studio.engine.errors import BadInput
from studio.recorder.desktop.hooks import Heard

HotCommand = Literal["pause", "finish", "undo_last", "secret_next", "param_next", "note"]
DEFAULTS: Mapping[HotCommand, str] = {
    "pause": "Control+Alt+P",
    "finish": "Control+Alt+F",
    "undo_last": "Control+Alt+U",
    "secret_next": "Control+Alt+S",
    "param_next": "Control+Alt+V",
    "note": "Control+Alt+N",
}
"""`pause` also resumes; V is for a value that differs from run to run."""
WORDED = frozenset({"param_next", "note"})
"""Commands that take words, which a key does not have."""

_WORDS: Mapping[HotCommand, str] = {
    "pause": "pause and resume",
    "finish": "finish",
    "undo_last": "undo",
    "secret_next": "next is secret",
    "param_next": "next is a parameter",
    "note": "note",
}

_MODIFIERS = ("Control", "Alt", "Shift", "Meta")


@dataclass(frozen=True, slots=True)
class Chord:
    """Modifiers and one key, named as pynput names it, in small letters."""

    held: frozenset[str]
    key: str

    def __str__(self) -> str:
        held = [name for name in _MODIFIERS if name in self.held]
        return "+".join([*held, self.key.upper() if len(self.key) == 1 else self.key.capitalize()])


class HotKeys:
    """Says which of the events are ours. Presses and releases of such a key never go on to the recording."""

    def __init__(self, chords: Mapping[HotCommand, Chord]) -> None:
        self.chords = dict(chords)
        self._commands = {chord: command for command, chord in chords.items()}
        self._down: set[str] = set()

    def command(self, heard: Heard) -> HotCommand | None:
        """The command that this press means; None where it means none."""
        if heard.kind != "key_down" or heard.key is None:
            return None
        found = self._commands.get(Chord(heard.held, heard.key.lower()))
        if found is not None:
            self._down.add(heard.key.lower())
        return found

    def swallows(self, heard: Heard) -> bool:
        """Whether this is the release of one of our keys."""
        key = (heard.key or "").lower()
        if heard.kind != "key_up" or key not in self._down:
            return False
        self._down.discard(key)
        return True

    def sentence(self) -> str:
        """For a person: what can be pressed."""
        return ", ".join(f"{chord} {_WORDS[command]}" for command, chord in self.chords.items())


def hot_keys(changes: Iterable[str] = ()) -> HotKeys:
    """The default keys with `changes` such as `pause=Control+Alt+1`. Raises BadInput."""
    chords = {command: parse_chord(text) for command, text in DEFAULTS.items()}
    for change in changes:
        name, _, text = change.partition("=")
        if name not in chords:
            raise BadInput(f"There is no hot key {name!r}: write one of {', '.join(DEFAULTS)}, then = and the keys.")
        chords[name] = parse_chord(text)
    if len(set(chords.values())) < len(chords):
        raise BadInput("Two hot keys are the same: give each its own.")
    return HotKeys(chords)


def parse_chord(text: str) -> Chord:
    """`Control+Alt+P` as a chord. Raises BadInput: it needs Control, Alt or Meta, and one letter, digit or F key."""
    *held, key = [part.strip() for part in text.split("+")]
    named = {name for name in _MODIFIERS for part in held if part.lower() == name.lower()}
    plain = len(key) == 1 and key.isascii() and key.isalnum()
    function = key[:1].lower() == "f" and key[1:].isdigit() and 1 <= int(key[1:]) <= 12
    if len(named) < len(held) or not named & {"Control", "Alt", "Meta"} or not (plain or function):
        raise BadInput(f"{text!r} cannot be a hot key: write it like Control+Alt+P or Control+F9.")
    return Chord(frozenset(named), key.lower())
