"""One table: what was measured, its target, whether it was reached."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One figure; `most` is the target, where there is one."""

    name: str
    value: float
    most: float | None = None

    @property
    def reached(self) -> bool:
        """Whether the target holds (a figure without one only informs)."""
        return self.most is None or self.value <= self.most


def print_table(rows: Iterable[Row]) -> None:
    """Print the figures, aligned."""
    for row in rows:
        target = "" if row.most is None else f"at most {row.most:g}"
        verdict = "" if row.most is None else "reached" if row.reached else "MISSED"
        print(f"{row.name:<48} {row.value:>10.2f}   {target:<14} {verdict}")
