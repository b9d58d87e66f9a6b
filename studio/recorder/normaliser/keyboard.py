"""Which keys are down: what is held for others, what repeats, and a modifier that was pressed for itself."""

from __future__ import annotations

from studio.recorder.normaliser.keys import MODIFIERS
from studio.recorder.normaliser.settings import Settings

_SAME_PRESS_S = 0.05
"""Windows reports AltGr as a Control and the key itself, this close together."""


class Keyboard:
    """Follows presses and releases; a release without its press means nothing."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._down: dict[str, float] = {}
        self._last: tuple[str, str, float] | None = None
        self._alone: str | None = None
        self._released: set[str] = set()

    @property
    def released(self) -> frozenset[str]:
        """The modifiers that were seen to come up, as a chord names them, and are up since."""
        return frozenset(self._released) - {MODIFIERS[name] for name in self._down}

    @property
    def held(self) -> frozenset[str]:
        """The modifiers that are down, as a chord names them."""
        names = frozenset(MODIFIERS[name] for name in self._down)
        pressed, control = self._down.get("alt_gr"), self._down.get("ctrl_l")
        if pressed is not None and control is not None and 0 <= pressed - control <= _SAME_PRESS_S:
            return names - {"Control"} if "ctrl_r" not in self._down else names
        return names

    @property
    def deadline(self) -> float | None:
        """When the modifier that has been down for longest is taken for a lost release."""
        return min((at + self._settings.stuck_s for at in self._down.values()), default=None)

    def modifier_down(self, name: str, at: float) -> None:
        """A modifier goes down, or repeats."""
        self._alone = name if not self._down or set(self._down) == {name} else None
        self._down[name] = at
        self._last = None

    def modifier_up(self, name: str) -> str | None:
        """A modifier goes up: its chord name where nothing happened while it was down."""
        self._released.add(MODIFIERS[name])
        if self._down.pop(name, None) is None:
            return None
        alone, self._alone = self._alone, None
        self._last = None
        return MODIFIERS[name] if alone == name else None

    def used(self) -> None:
        """Something was done with what is held."""
        self._alone = None

    def repeats(self, chord: str | None, name: str, at: float) -> bool:
        """Whether this chord of key `name` is the keyboard's own repeating of the last one. None: it is no chord."""
        last, self._last = self._last, None if chord is None else (chord, name, at)
        return last is not None and last[0] == chord and at - last[2] <= self._settings.repeat_s

    def key_up(self, name: str) -> None:
        """Another key goes up: it does not repeat any more."""
        if self._last is not None and self._last[1].lower() == name.lower():
            self._last = None

    def forget(self) -> None:
        """Nothing is known to be down."""
        self._down.clear()
        self._released.clear()
        self._alone = self._last = None

    def take_stuck(self) -> str:
        """Let go of the modifier that has been down for longest; its chord name."""
        name = min(self._down, key=lambda n: self._down[n])
        del self._down[name]
        return MODIFIERS[name]
