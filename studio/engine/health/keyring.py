"""The check of where secrets can be kept: a keyring of the operating system, or the environment alone."""

from __future__ import annotations

from studio.engine import secrets
from studio.engine.health.finding import Finding


def keyring() -> Finding:
    """Which keyring runs, and what follows where none does. A locked one is not asked for its password."""
    state = secrets.available()
    if state.usable:
        return Finding("keyring", "ok", state.sentence)
    mend = "Let a keyring of the system run (Debian: gnome-keyring) and sign in again, or go on with the environment."
    return Finding("keyring", "warning", state.sentence, mend)
