"""What stories are made of: actions, and what a program shows after them."""

from __future__ import annotations

from dataclasses import dataclass

Order = tuple[str, ...]
"""What outcome.js does, with its details."""


@dataclass(frozen=True)
class Act:
    """One action on `target` (a mark of the page or a CSS selector): a click, or `types` the value of that name.

    `left` is what an earlier success of that kind would have left on the screen, `late` what comes up after `done`
    where the program shows what was sent before it is stored, and then cannot store it.
    """

    target: str
    done: tuple[Order, ...] = ()
    types: str = ""
    refused: tuple[Order, ...] = ()
    left: tuple[Order, ...] = ()
    late: tuple[Order, ...] = ()


@dataclass(frozen=True)
class Story:
    """Actions on one page, with the typed values: of the recording, of a run, of somebody else's record."""

    name: str
    page: str
    acts: tuple[Act, ...]
    values: tuple[tuple[str, tuple[str, str, str]], ...] = ()

    def value(self, name: str, whose: int) -> str:
        """The value of that name: 0 recorded, 1 of a run, 2 of another record."""
        return dict(self.values)[name][whose]

    def told(self, orders: tuple[Order, ...], whose: int) -> list[list[str]]:
        """The orders with values put in."""
        values = {name: given[whose] for name, given in self.values}
        return [[_filled(word, values) for word in order] for order in orders]


def _filled(word: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        word = word.replace("{" + name + "}", value)
    return word


def type_into(target: str, name: str) -> tuple[Act, Act]:
    """A click into a field, and the value of that name typed into it."""
    return Act(target, (("focus", target),)), Act(target, (("type", target, "{" + name + "}"),), types=name)


def field(name: str, said: str) -> str:
    """The HTML of a labelled field."""
    return f'<div><label for="{name}">{said}</label><input id="{name}" name="{name}"></div>'
