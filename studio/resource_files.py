"""Where the files that ship with the program are: beside the checkout, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """Path of the shipped file or folder `name` (slash-separated, relative to `resources/`).

    Raises FileNotFoundError where neither the installed package nor the checkout holds it.
    """
    for root in (_PACKAGE / "resources", _PACKAGE.parent / "resources"):
        if (root / name).exists():
            return root / name
    raise FileNotFoundError(f"This installation lacks its own file resources/{name}: install it again.")
