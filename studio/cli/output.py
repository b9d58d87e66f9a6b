"""What commands print: words for people, one JSON object for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any


def say(line: str = "") -> None:
    """One line for a person, on stdout."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def complain(sentence: str) -> None:
    """What went wrong, on stderr."""
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()


def print_json(fields: Mapping[str, Any]) -> None:
    """The one JSON object of a `--json` call."""
    say(json.dumps(fields, ensure_ascii=False, default=str))


def short(text: str, width: int) -> str:
    """`text` on one line, cut to `width` characters with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"
