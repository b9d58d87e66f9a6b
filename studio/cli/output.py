"""What commands print: words for people, one JSON object for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

_TURNS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Signs that make the words around them be read in another order. Letters that are read from the right need none."""

_CONTROLS = {code: f"\\u{code:04x}" for code in (*range(0x20), *range(0x7F, 0xA0), *_TURNS) if chr(code) not in "\n\t"}
"""Controls as JSON escapes them: a terminal obeys none, and an object of JSON still says the same."""


def say(line: str = "") -> None:
    """One line for a person, on stdout."""
    sys.stdout.write(f"{harmless(line)}\n")
    sys.stdout.flush()


def complain(sentence: str) -> None:
    """What went wrong, on stderr."""
    sys.stderr.write(f"{harmless(sentence)}\n")
    sys.stderr.flush()


def harmless(text: str) -> str:
    """`text` with control characters spelled out: labels of programs reach the terminal, which would obey them."""
    return text.translate(_CONTROLS)


def print_json(fields: Mapping[str, Any]) -> None:
    """The one JSON object of a `--json` call."""
    say(json.dumps(fields, ensure_ascii=False, default=str))


def short(text: str, width: int) -> str:
    """`text` on one line, cut to `width` characters with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"
