"""Sizes of everything that is laid out, in px at 100 %, and how wide a text is without asking a font."""

from __future__ import annotations

CARD = (248, 74)
"""A step's card."""
CHIP = (120, 26)
"""Smallest terminal."""
TERMINAL_H = 26
LABEL_H = 22
"""What stands on an edge."""
SLOT_GAP = 28
"""Least distance of two cards in one row."""
LANE = 12
"""Width that a passing edge takes."""
RANK_GAP = 18
"""Height between two rows that one straight edge joins."""
TRACK = 10
"""Distance of two edges that run side by side."""
TERMINAL_LEAD = 8
"""Air above an end: in a column it stands below the frame."""
SATELLITE_GAP = 40
"""From a card to the exception's end beside it: room for the dashed arrow."""
SECTION_PAD = 12
SECTION_HEAD = 30
LOOP_PAD = 20
LOOP_HEAD = 30
GUTTER = 20
"""Width between two columns that nothing runs through."""
BAND_GAP = 32
MARGIN = 16
"""Around the whole graph."""

_NARROW = set("iljtfrI.,:;'|!()[]{}‘’“” ")
_WIDE = set("mwMW@%⟨⟩—")


WIDEST = 1.16
"""How much wider than usual the widest system font is that must not be cut on labels and ends."""


def text_width(text: str, px: float = 13.0, *, bold: bool = False) -> float:
    """Width in px of a text in a usual sans-serif, on the generous side."""
    ems = sum(
        0.32 if c in _NARROW else 0.92 if c in _WIDE or ord(c) > 0x2E7F else 0.66 if c.isupper() else 0.58 for c in text
    )
    return ems * px * (1.06 if bold else 1.0)


def elided(text: str, width: float, px: float = 13.0, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it would be wider than `width` px."""
    if text_width(text, px, bold=bold) <= width:
        return text
    kept = text
    while kept and text_width(kept + "…", px, bold=bold) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"
