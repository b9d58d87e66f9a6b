"""Who is asked to stand for something: the user of this computer."""

from __future__ import annotations

import getpass


def person() -> str:
    """Their name as the system knows it."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
