"""The recorder's own keys: which chord means which command. Pure, but for the grab that keeps them from programs."""

from __future__ import annotations

from collections import deque
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

HEARD_S = 0.4
"""The hook tells of a key within this time after the display gave it to us, s."""
SAME_S = 2.0
"""What the hook told so shortly before or after is the same press, s."""
_KEPT = 64
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
        self._heard: deque[tuple[float, Chord]] = deque(maxlen=_KEPT)
        self._given: list[tuple[float, Chord]] = []

    def command(self, heard: Heard) -> HotCommand | None:
        """The command that this press means; None where it means none."""
        if heard.kind != "key_down" or heard.key is None:
            return None
        found = self._commands.get(Chord(heard.held, heard.key.lower()))
        if found is not None:
            self._down.add(heard.key.lower())
        return found

    def hears(self, heard: Heard) -> None:
        """Count a press of ours at once, before anything is done about it. For the hook's own thread."""
        if heard.kind == "key_down" and heard.key is not None and not heard.injected:
            chord = Chord(heard.held, heard.key.lower())
            if chord in self._commands:
                self._heard.append((heard.at, chord))

    def missed(self, grabbed: Iterable[Chord], now: float) -> list[HotCommand]:
        """The commands of presses that the display gave us (`grabbed`, now, s) and that the hook has not told of in
        time: a key that was pressed is obeyed, whatever kept it from being heard."""
        self._given += [(now, chord) for chord in grabbed]
        found: list[HotCommand] = []
        while self._given and now - self._given[0][0] > HEARD_S:
            given, chord = self._given.pop(0)
            known = next((one for one in tuple(self._heard) if one[1] == chord and abs(one[0] - given) < SAME_S), None)
            if known is not None:
                self._heard.remove(known)
            else:
                found.append(self._commands[chord])
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
