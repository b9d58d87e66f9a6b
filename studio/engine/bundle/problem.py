"""One thing that is wrong with a workflow."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """`code` for programs, `where` names the step or state, `sentence` is for people. A `warning` forbids nothing."""

    code: str
    where: str
    sentence: str
    warning: bool = False
