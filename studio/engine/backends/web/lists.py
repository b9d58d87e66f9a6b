"""Works a native list (`<select>`) by keyboard: its popup is a window of its own that no frame of the page shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class NoSuchOption(LookupError):
    """The list has no option of that label, or it cannot be chosen. The text says which there are."""


@dataclass(frozen=True, slots=True)
class NativeList:
    """What a list offers. `reached` are the options at which the arrow keys stop, in order."""

    options: tuple[str, ...]
    reached: tuple[str, ...]
    chosen: str
    disabled: bool
    popup: bool

    @classmethod
    def of(cls, answer: dict[str, Any] | None) -> NativeList | None:
        """From the in-page script's answer; None where no list is at the point."""
        if answer is None:
            return None
        options, reached = tuple(answer["options"]), tuple(answer["reached"])
        return cls(options, reached, answer["chosen"], answer["disabled"], answer["popup"])


def keys_to_choose(native: NativeList, label: str) -> list[str]:
    """The key presses that choose `label` once the list has the focus; none where it is chosen already.

    The popup is opened first, so that options passed on the way are not chosen: one change, as by hand.
    Raises NoSuchOption.
    """
    wanted = " ".join(label.split())
    if native.disabled:
        raise NoSuchOption(f"The list is disabled: “{wanted}” cannot be chosen.")
    if wanted not in native.reached:
        raise NoSuchOption(f"The list has no option “{wanted}” that can be chosen; it has {_listed(native.options)}.")
    if native.chosen == wanted:
        return []
    steps = ["Home", *["ArrowDown"] * native.reached.index(wanted)]
    return ["Alt+ArrowDown", *steps, "Enter"] if native.popup else steps


def _listed(options: tuple[str, ...]) -> str:
    shown = ", ".join(f"“{option}”" for option in options[:12])
    return f"{shown} and {len(options) - 12} more" if len(options) > 12 else shown or "none"
