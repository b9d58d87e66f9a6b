"""Which steps hang together by the keyboard's focus: what is typed goes where the step before has put it."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.model.workflow import POINTED, ActionKind, Step

_MOVING_KEYS = frozenset({"tab", "enter", "return"})
_TYPES = frozenset({ActionKind.TYPE, ActionKind.KEY})
_IDLE = frozenset({ActionKind.WAIT, ActionKind.HOVER, ActionKind.SCROLL})


def moves_focus(step: Step) -> bool:
    """Whether the step puts the focus somewhere."""
    if step.action is ActionKind.KEY:
        return (step.key or "").rpartition("+")[2].casefold() in _MOVING_KEYS
    return step.action in POINTED - _IDLE


def focus_map(steps: Sequence[Step], *, disabled_too: bool = False) -> dict[str, str]:
    """For each step that types, by id, the step that put the focus where it types.

    Disabled steps neither type nor move it, unless `disabled_too` tells to take them as if they ran.
    """
    found: dict[str, str] = {}
    source: Step | None = None
    for step in steps:
        if (step.disabled and not disabled_too) or step.action in _IDLE:
            continue
        if step.action in _TYPES and source is not None:
            found[step.id] = source.id
        if moves_focus(step):
            source = step
        elif step.action not in _TYPES:
            source = None
    return found


def units(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps in groups that must stay together: a click into a field, what is typed there, the keys after it."""
    groups: list[list[Step]] = []
    for step in steps:
        if groups and step.action in _TYPES and _takes_keys(groups[-1]):
            groups[-1].append(step)
        else:
            groups.append([step])
    return groups


def _takes_keys(group: Sequence[Step]) -> bool:
    last = next((step for step in reversed(group) if step.action not in _IDLE), None)
    return last is not None and (last.action in _TYPES or moves_focus(last))
