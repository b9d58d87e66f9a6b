"""Lets one press reach what is meant, or nothing: judged in the page itself at the moment when the press arrives.

Between the last look at a page and a click on it lie some milliseconds in which the page may put another control there.
So listeners in the program's own world of each document hear the press before the page does, and keep it from whatever
else it would hit. They are there only while the action is sent, and no page sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from studio.engine.backends.protocols import Deflected, SurfaceLost
from studio.engine.backends.web.world import Replaced, World


class Call(NamedTuple):
    """A document's scripts, and how they are told what is meant. `by_key`: keys are judged, not presses."""

    world: World
    function: str
    arguments: tuple[object, ...]
    by_key: bool = False


def nothing_in(world: World, by_key: bool = False) -> Call:
    """No press (or key) in that document is meant."""
    return Call(world, "guardNode", (-1, "", [], by_key), by_key)


@contextmanager
def guarding(calls: Sequence[Call], *, arrives: bool = True) -> Iterator[None]:
    """Arm each document before the action and ask it afterwards; the first holds what is meant.

    `arrives`: a press must have reached one of them. Raises Deflected, before the action where the first is gone.
    """
    armed = [_arm_meant(calls[0]), *map(_arm, calls[1:])]
    try:
        yield
    except LookupError:  # what the press should have brought up did not come
        _refuse(_disarm(calls))
        raise
    except BaseException:
        _disarm(calls)
        raise
    answers = _disarm(calls)
    told = _refuse(answers)
    if arrives and all(armed) and len(told) == len(calls) and not any(answer["arrived"] for answer in told):
        raise Deflected("", begun=True)


def _refuse(answers: Sequence[dict[str, Any] | None]) -> list[dict[str, Any]]:
    """What the documents tell that are still there. Raises Deflected where one of them kept a press from something."""
    told = [answer for answer in answers if answer is not None]
    refused = next((str(answer["refused"]) for answer in told if answer["refused"] is not None), None)
    if refused is not None:
        raise Deflected(refused, begun=any(answer["passed"] for answer in told))
    return told


def _arm_meant(call: Call) -> bool:
    """Whether presses there will be heard (not on what draws itself). Raises Deflected where the document is gone."""
    try:
        return bool(call.world.ask_once(call.function, *call.arguments))
    except (Replaced, SurfaceLost) as gone:
        raise Deflected("", begun=False) from gone


def _arm(call: Call) -> bool:
    """Whether presses in that document will be heard. One that has come meanwhile holds nothing that was meant."""
    with suppress(Replaced, SurfaceLost):
        try:
            return bool(call.world.ask_once(call.function, *call.arguments))
        except Replaced:
            nothing = nothing_in(call.world, call.by_key)
            return bool(call.world.ask_once(nothing.function, *nothing.arguments))
    return False


def _disarm(calls: Sequence[Call]) -> list[dict[str, Any] | None]:
    """What came of it in each document; None where that document is gone, as after a link was followed."""
    answers: list[dict[str, Any] | None] = []
    for call in calls:
        answer = None
        with suppress(Replaced, SurfaceLost):
            answer = call.world.ask_once("disarm")
        answers.append(answer if isinstance(answer, dict) else None)
    return answers
