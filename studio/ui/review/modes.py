"""The five ways to look at two screens."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """How the screens of then and now are laid beside or over each other."""

    SIDE = "side"
    SWIPE = "swipe"
    ONION = "onion"
    BLINK = "blink"
    DIFFERENCE = "difference"


MODE_WORDS = {
    Mode.SIDE: "Side by side",
    Mode.SWIPE: "Swipe",
    Mode.ONION: "Onion",
    Mode.BLINK: "Blink",
    Mode.DIFFERENCE: "Difference",
}
"""Their names; their icons have the values of the modes as names."""
