"""Where a person's own files are: settings, policies, keys of people that are trusted, words of risk."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def config_folder() -> Path:
    """The folder, which need not exist. STUDIO_CONFIG names another one (tests, shared machines)."""
    own = os.environ.get("STUDIO_CONFIG")
    if own:
        return Path(own)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "waymark-studio"
