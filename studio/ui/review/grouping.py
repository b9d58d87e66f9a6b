"""Heals grouped by what caused them, so that one change of a program is decided once. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.engine.model.heals import Heal
from studio.ui.words import tr

_SAME = 3
"""px within which two shifts are the same shift."""
_MOST_SHIFTS = 4
"""Above this many different shifts they are one group: the page was laid out anew."""


@dataclass(frozen=True)
class Group:
    """Heals of one cause, with the words and the icon of its head."""

    key: str
    title: str
    detail: str
    icon: str
    heals: tuple[Heal, ...]


def grouped(heals: Sequence[Heal], darker: bool | None = None) -> tuple[Group, ...]:
    """The groups, largest first; renamed ones last, since they ask for the closest look.

    `darker` tells whether the screens turned from light to dark (True), from dark to light (False), or neither.
    """
    kinds: dict[str, list[Heal]] = {"look": [], "moved": [], "renamed": [], "way": []}
    for heal in heals:
        kinds[_kind(heal)].append(heal)
    found = [
        *([_look(kinds["look"], darker)] if kinds["look"] else []),
        *_moved(kinds["moved"]),
        *([_other_way(kinds["way"])] if kinds["way"] else []),
    ]
    found.sort(key=lambda g: -len(g.heals))
    return (*found, *([_renamed(kinds["renamed"])] if kinds["renamed"] else []))


def _kind(heal: Heal) -> str:
    what = {change.what for change in heal.changes}
    return "renamed" if "label" in what else "moved" if "place" in what else "look" if "look" in what else "way"


def _look(heals: Sequence[Heal], darker: bool | None) -> Group:
    detail = tr("only the look changed")
    if darker is None:
        return Group("look", tr("Looks different"), detail, "template", tuple(heals))
    title, icon = (tr("New dark theme"), "moon") if darker else (tr("New light theme"), "sun")
    return Group("look", title, detail, icon, tuple(heals))


def _moved(heals: Sequence[Heal]) -> list[Group]:
    shifts: list[tuple[tuple[int, int], list[Heal]]] = []
    for heal in heals:
        dx, dy = shift(heal)
        near = next((g for (x, y), g in shifts if abs(x - dx) <= _SAME and abs(y - dy) <= _SAME), None)
        if near is None:
            shifts.append(((dx, dy), [heal]))
        else:
            near.append(heal)
    if len(shifts) > _MOST_SHIFTS:
        return [Group("moved", tr("Moved"), tr("each its own way: the page is laid out anew"), "moved", tuple(heals))]
    return [Group(f"moved {dx} {dy}", _title(dx, dy), _also(g), "moved", tuple(g)) for (dx, dy), g in shifts]


def shift(heal: Heal) -> tuple[int, int]:
    """By how many px the middle of the target moved, right and down."""
    then, now = heal.before.target.center, heal.after.target.center
    return now.x - then.x, now.y - then.y


def shift_words(dx: int, dy: int) -> str:
    """`40 px down`, `690 px right, 3 px up`; empty where it stayed."""
    across = tr("{n} px right", n=dx) if dx > 0 else tr("{n} px left", n=-dx) if dx < 0 else ""
    down = tr("{n} px down", n=dy) if dy > 0 else tr("{n} px up", n=-dy) if dy < 0 else ""
    return ", ".join(part for part in (across, down) if part)


def _title(dx: int, dy: int) -> str:
    said = shift_words(dx if abs(dx) > _SAME else 0, dy if abs(dy) > _SAME else 0)
    return tr("Moved {shift}", shift=said) if said else tr("Another size")


def _also(heals: Sequence[Heal]) -> str:
    looks = sum(any(c.what == "look" for c in h.changes) for h in heals)
    if looks == len(heals):
        return tr("and looks different")
    return tr("the look is as recorded") if not looks else tr("some look different, too")


def _renamed(heals: Sequence[Heal]) -> Group:
    return Group("renamed", tr("Renamed"), tr("another label: look closely"), "renamed", tuple(heals))


def _other_way(heals: Sequence[Heal]) -> Group:
    detail = tr("it changed too little to say what")
    return Group("way", tr("Found another way"), detail, "search", tuple(heals))
