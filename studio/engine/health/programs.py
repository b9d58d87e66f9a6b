"""Asks another program something, bounded in time."""

from __future__ import annotations

import subprocess

from studio.engine.secrets.environment import without_secrets

LIMIT_S = 20.0


def output(command: list[str]) -> str:
    """What it printed; nothing where it is not there, fails or does not end."""
    try:
        own = without_secrets()
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False, env=own)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
