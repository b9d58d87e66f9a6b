"""Tables of a language held against what is said: what they lack, and what nothing says."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

TRANSLATIONS = Path(__file__).resolve().parents[2] / "resources" / "translations"


def table(file: Path) -> dict[str, str]:
    """The table as it stands in its file; empty where there is none."""
    return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}


def missing(there: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """What the table lacks, with a file that says it."""
    return {text: where for text, where in said.items() if text not in there}


def unused(there: Mapping[str, str], said: Mapping[str, str]) -> list[str]:
    """What the table has and nothing says."""
    return [text for text in there if text not in said]


def answer(arguments: list[str], read: Callable[[str], Mapping[str, str]], said: Mapping[str, str]) -> None:
    """Print what is missing, as JSON to be filled in; with `--unused` what is not said any more."""
    there = read(next((a for a in arguments if not a.startswith("-")), "de"))
    told: object = unused(there, said) if "--unused" in arguments else dict.fromkeys(missing(there, said), "")
    sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=1) + "\n")
