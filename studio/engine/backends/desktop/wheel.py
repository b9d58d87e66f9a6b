"""What one notch of a wheel means in logical px: the recorder writes px, the replay turns them back into notches."""

from __future__ import annotations

NOTCH_PX = 120
"""Logical px that stand for one notch. A convention, not a measure: programs move by three lines, a tenth of the page
or by a fixed way, so that only the number of notches can be replayed."""


def notches(px: int) -> int:
    """Whole notches for `px` logical px; what was recorded as a movement is never rounded away to none."""
    if px == 0:
        return 0
    whole = max(1, round(abs(px) / NOTCH_PX))
    return whole if px > 0 else -whole


def pixels(count: int) -> int:
    """Logical px for `count` notches."""
    return count * NOTCH_PX
