"""The command `studio` (also `python -m studio`)."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code (0 done, 1 halt, 2 wrong input, 3 environment, 130 stopped)."""
    from studio.cli.command_line import run

    return run(list(sys.argv[1:] if argv is None else argv), _window)


def _window(paths: list[str]) -> int:
    """Qt is loaded here, where no command was given, and nowhere else."""
    from studio.app import main as open_window

    return open_window(paths)


if __name__ == "__main__":
    sys.exit(main())
