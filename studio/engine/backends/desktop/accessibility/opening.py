"""Opens the accessibility of this system, or tells in one sentence why there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import cast

from studio.engine.backends.desktop.accessibility.protocol import Accessibility

_HERE = __package__
_MODULES = {"linux": "linux", "win32": "windows_uia", "darwin": "macos_ax"}
_reason: list[str] = []


class NoAccessibility(Exception):
    """This system tells nothing of its programs. The text says why and what to do."""


def open_accessibility() -> Accessibility | None:
    """The accessibility of this session; None where there is none, and `why_not()` then tells why."""
    _reason.clear()
    name = _MODULES.get(sys.platform)
    if name is None:
        _reason.append(f"Reading the structure of programs is not known on this system ({sys.platform}).")
        return None
    try:
        opened = cast(Callable[[], Accessibility], import_module(f"{_HERE}.{name}").open_it)()
    except NoAccessibility as problem:
        _reason.append(str(problem))
        return None
    return opened


def why_not() -> str:
    """Why the last `open_accessibility()` gave None; empty where it did not."""
    return _reason[-1] if _reason else ""
