"""Words of the window: every string goes through `tr`, so that another language can stand in for English.

English is the source. A language is one JSON file, English to its own words, in resources/translations.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

SOURCE = "en"
_current: dict[str, str] = {}
_chosen = [SOURCE]


def tr(text: str, /, **values: object) -> str:
    """`text` in the chosen language, with `{name}` replaced by the value of that name."""
    said = _current.get(text, text)
    return said.format(**values) if values else said


def begun(said: str) -> str:
    """The same beginning with a capital letter."""
    return said[:1].upper() + said[1:]


def inside(said: str) -> str:
    """A word as it stands inside of a sentence: in English small; languages that write nouns large keep it."""
    return said.lower() if chosen_language() == SOURCE else said


def use_language(code: str) -> bool:
    """Switch to a language; False (and English) where it is not there. Widgets that exist keep their words."""
    _current.clear()
    words = language(code)
    _current.update(words)
    _chosen[0] = code if words else SOURCE
    return bool(words) or code == SOURCE


def chosen_language() -> str:
    """The code of the language that is spoken now."""
    return _chosen[0]


def languages() -> tuple[str, ...]:
    """Codes of all languages, English first."""
    return (SOURCE, *sorted(p.stem for p in _folder().glob("*.json")))


@cache
def language(code: str) -> dict[str, str]:
    """The words of a language; empty where it is not there."""
    file = _folder() / f"{code}.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}


def resource_folder() -> Path:
    """Where icons, translations and practice pages are: beside the package when installed, else in the checkout."""
    installed = Path(str(files("studio"))) / "resources"
    return installed if installed.is_dir() else Path(str(files("studio"))).parent / "resources"


def _folder() -> Path:
    return resource_folder() / "translations"
