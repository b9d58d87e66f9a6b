"""What is known of steps beside the workflow itself: problems, comments, robustness, what a person disabled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.engine.saying import Say, english
from studio.graphview.layout.graph import Strength


@dataclass(frozen=True, slots=True)
class StepNotes:
    """Notes on one step. Without a `strength` the ways to find the target are counted."""

    problems: tuple[str, ...] = ()
    comment: str = ""
    disabled: bool = False
    strength: Strength | None = None


Notes = Mapping[str, StepNotes]
NO_NOTES = StepNotes()


def robust(right: int, screens: int, say: Say = english) -> Strength:
    """Robustness as the ladder inspector finds it: the right place on so many altered screens."""
    return Strength(right, screens, say("right place on {n} of {all} screens", n=right, all=screens), tried=True)
