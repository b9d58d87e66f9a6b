"""`./dev bench field …`: see tests/field/bench.py."""

from __future__ import annotations

from tests.field.bench import main

__all__ = ["main"]
