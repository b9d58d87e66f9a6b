"""Modules that are needed soon, loaded off the GUI thread, so that nothing stands still when they are used.

Of the engine and plain Python only: whatever loads Qt in a thread ends the process now and then.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from studio.ui.services.imports import packages_of


def load_ahead(*names: str) -> None:
    """Load modules; one whose package is not installed here is passed over. In a thread."""
    for name in names:
        if find_spec(name.partition(".")[0]) is not None:
            for package in packages_of(name):  # before its part, as statements do: `services/imports.py`
                import_module(package)
            import_module(name)
