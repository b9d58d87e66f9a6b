"""`./dev bench [safety|drift|field|lookalikes] …`: measurements; without a name those of speed and the window."""

from __future__ import annotations

import sys
from importlib import import_module

NAMED = ("safety", "drift", "field", "lookalikes")
"""Benchmarks with arguments of their own: packages or modules beside this file, each with `main(arguments)`."""


def main(arguments: list[str]) -> int:
    """Run the named benchmark, or that of speed; its exit code is ours."""
    name, rest = (arguments[0], arguments[1:]) if arguments[:1] and arguments[0] in NAMED else ("speed", arguments)
    code: int = import_module(f"tests.bench.{name}").main(rest)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
