"""Imports of several threads at once that do not stop each other.

The window loads parts of the engine when they are needed, on the GUI thread and beside it. Where one thread loads a
package that loads its own part, and another that part, each may wait for the other: Python notices and lets the first
one fail (`_DeadlockError`, https://github.com/python/cpython/issues/83065). It cannot happen where a package is asked
for before its part is.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType

Load = Callable[..., ModuleType]


def import_packages_first() -> Callable[[], None]:
    """From now on each `import` statement asks for packages before their parts; gives back what undoes it."""
    before: Load = builtins.__import__

    def load(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if not level and name not in sys.modules:
            for package in packages_of(name):
                before(package)
        return before(name, globals, locals, fromlist, level)

    def undo() -> None:
        builtins.__import__ = before

    builtins.__import__ = load
    return undo


def packages_of(name: str) -> list[str]:
    """The packages that it is in, outermost first."""
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]
