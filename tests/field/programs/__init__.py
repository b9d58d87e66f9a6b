"""One program each: a module NAME.py holds it as `PROGRAM` (underscores for dashes)."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.field.model import Program


def load(name: str) -> Program:
    """The program of that name."""
    program: Program = import_module(f"tests.field.programs.{name.replace('-', '_')}").PROGRAM
    return program


def names() -> list[str]:
    """All programs that are built."""
    modules = [path.stem for path in Path(__file__).parent.glob("[a-z]*.py")]
    return sorted(load(name).name for name in modules if not name.endswith("_parts"))
