"""The figures of first contact: `python -m tests.field.figures` prints them from the kept rows, as Markdown."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROWS = Path(__file__).parent / "first_contact"
VERDICTS = ("right", "halted rightly", "halted needlessly", "asked", "WRONG", "error")


def wilson(good: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share at 95 % (Wilson's score interval)."""
    if not of:
        return 0.0, 1.0
    share = good / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def rows(folder: Path = ROWS) -> list[dict[str, Any]]:
    """All rows that were kept."""
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [json.loads(line) for line in lines if line]


def table(kept: Sequence[dict[str, Any]]) -> str:
    """One line for each batch, side and arm, and one for all of an arm."""
    head = ["batch", "side", "arm", "runs", *VERDICTS, "right or rightly halted"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    groups = sorted({(row["batch"], row["kind"], row["arm"]) for row in kept if row["arm"] != "-"})
    groups += [(0, "both", arm) for arm in ("structure", "vision")]
    for batch, kind, arm in groups:
        of = [r for r in kept if r["arm"] == arm and batch in (0, r["batch"]) and kind in ("both", r["kind"])]
        counts = [sum(row["verdict"] == verdict for row in of) for verdict in VERDICTS]
        low, high = wilson(counts[0] + counts[1], len(of))
        share = f"{(counts[0] + counts[1]) / len(of):.0%} ({low:.0%} to {high:.0%})" if of else ""
        cells = [batch or "all", kind, arm, len(of), *counts, share]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(rows()))
