"""What a run does at a node, as it comes: always an icon, a word and a colour."""

from __future__ import annotations

from enum import StrEnum


class Live(StrEnum):
    """The state of a node in a run."""

    WAITING = "waiting"
    RUNNING = "running"
    PASSED = "passed"
    HEALED = "healed"
    HALTED = "halted"
    FAILED = "failed"
    SKIPPED = "skipped"


WORDS = {
    Live.WAITING: "Waiting",
    Live.RUNNING: "Running",
    Live.PASSED: "Passed",
    Live.HEALED: "Healed",
    Live.HALTED: "Halted",
    Live.FAILED: "Failed",
    Live.SKIPPED: "Skipped",
}
TOKENS = {
    Live.WAITING: "unknown",
    Live.RUNNING: "running",
    Live.PASSED: "passed",
    Live.HEALED: "healed",
    Live.HALTED: "halted",
    Live.FAILED: "failed",
    Live.SKIPPED: "unknown",
}
"""Names of colours in `GraphColors`, each with a `_bg` beside it."""
