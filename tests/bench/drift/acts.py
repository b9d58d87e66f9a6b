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

    @property
    def typed(self) -> frozenset[str]:
        """The names of values that somebody types; others the program puts in, as the time."""
        return frozenset(act.types for act in self.acts if act.types)

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


def field(name: str, said: str) -> str:
    """The HTML of a labelled field."""
    return f'<div><label for="{name}">{said}</label><input id="{name}" name="{name}"></div>'


WAYS: dict[str, tuple[Order, ...]] = {
    "inline": (("inline", "{at}", "Enter a value between 1 and 200."),),
    "busy": (("busy", "{at}"),),
    "error page": (("whole", "<h1>502 Bad Gateway</h1><hr><p>nginx</p>"),),
    "signed out": (
        (
            "whole",
            f"<h2>Sign in</h2><form>{field('name', 'User name')}{field('pin', 'PIN')}<button>Sign in</button></form>",
        ),
    ),
    "conflict": (
        (
            "modal",
            "Changed meanwhile",
            "<p>Jon Reyes changed this record at 10:42.</p><button>Reload</button> <button>Keep mine</button>",
        ),
    ),
    "asked": (("modal", "Please check", "<p>Is that what you want?</p><button>Yes</button> <button>No</button>"),),
    "queued": (("toast", "You are offline. It will be sent once there is a connection."),),
    "draft": (("toast", "Your draft is stored on this computer."),),
    "elsewhere": (("page", "Start", "<h2>Welcome back</h2><p>Choose one of the tasks on the left.</p>", "/start"),),
    "closed": (("close",), ("empty",)),
}
"""How programs fail to do what was asked without saying so as `refused` does: an error at a field, a button that stays
busy, the page of a broken server or of an ended session, a dialog about a conflict or one more question, what is only
queued or kept as a draft, another page, a dialog that closes and fields that empty while nothing was stored."""


def way(name: str, act: Act) -> tuple[Order, ...]:
    """What is shown where `act` failed in that way."""
    return tuple(tuple(word.replace("{at}", act.target) for word in order) for order in WAYS[name])


def type_into(target: str, name: str) -> tuple[Act, Act]:
    """A click into a field, and the value of that name typed into it."""
    return Act(target, (("focus", target),)), Act(target, (("type", target, "{" + name + "}"),), types=name)
