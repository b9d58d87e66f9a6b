"""Messages that an earlier run left on a screen, known when they show again after a save: by structure, by pixels."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studio.engine.model.geometry import Region
from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow
from studio.engine.runtime.checks import CheckContext, evaluate
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.screens import LEFT_OVER, Screens
from tests.helpers.drawing import Canvas

SAVED, PLACE = "Card saved", Region(60, 90, 400, 40)
Look = Callable[..., Observation]


def told(*said: str) -> Observation:
    canvas = drawn_on(said)
    return Observation(canvas.frame, StructureSnapshot("http://x/", "x", texts=tuple(canvas.texts)))


def drawn(*said: str) -> Observation:
    return Observation(drawn_on(said).frame)


def drawn_on(said: tuple[str, ...]) -> Canvas:
    canvas = Canvas()
    for n, line in enumerate(said):
        canvas.write(line, 80, 100 + 60 * n, size=0.6)
    return canvas


def step(name: str, *expect: Postcondition, risk: Risk = Risk.IRREVERSIBLE) -> Step:
    return Step(id=name, action=ActionKind.KEY, key="Enter", intent=name, expect=expect, risk=risk)


MESSAGE = Postcondition(kind=CheckKind.TEXT_PRESENT, text=SAVED, region=PLACE)
COUNTED = Postcondition(kind=CheckKind.TEXT_ADDED, text="Garden gate", since="open")
OPEN = step("open", risk=Risk.REVERSIBLE)


def screens(*steps: Step) -> Screens:
    return Screens(Workflow(name="x", viewport=(800, 600), steps=steps))


def is_left(seen: Screens, look: Look, said: str) -> bool:
    lines = [line for line in drawn_on((said,)).texts if SAVED in line.text]
    return seen.left(SAVED, lines, look(said))


@pytest.mark.parametrize("look", [told, drawn])
def test_a_message_that_stood_there_before_the_run_did_anything_is_left_over(look: Look) -> None:
    seen = screens(OPEN, step("fill", risk=Risk.REVERSIBLE), step("save", MESSAGE))
    seen["open"], seen["fill"] = look("Card saved: Garden gate"), look("A form")
    assert is_left(seen, look, "Card saved: Garden gate")
    assert not is_left(seen, look, "Card saved: Stair lamp")
    assert not is_left(seen, look, "Card refused")


@pytest.mark.parametrize("look", [told, drawn])
def test_what_came_up_first_after_the_save_is_no_left_over_nor_what_an_earlier_save_of_the_run_brought_up(
    look: Look,
) -> None:
    seen = screens(OPEN, step("save", MESSAGE), step("again", MESSAGE))
    seen["open"] = look("A form")
    assert not is_left(seen, look, "Card saved: Garden gate")
    seen["save"] = look("Card saved: Garden gate")
    assert not is_left(seen, look, "Card saved: Garden gate")


def test_only_screens_before_what_a_message_alone_proves_are_watched() -> None:
    assert screens(OPEN, step("save", MESSAGE), step("close")).watched == {"open", "save"}
    assert screens(OPEN, step("look", MESSAGE, risk=Risk.REVERSIBLE)).watched == frozenset()
    counted = screens(step("before"), OPEN, step("save", MESSAGE, COUNTED))
    assert counted.watched == {"open"}
    counted["open"] = told("Garden gate")
    assert set(counted) == {"open"}
    assert set(screens(OPEN, step("save", MESSAGE))) == set()


@pytest.mark.parametrize(
    ("irreversible", "proven", "stood", "verdict"),
    [
        (True, False, True, CheckVerdict.UNKNOWN),
        (True, False, False, CheckVerdict.PASSED),
        (True, True, True, CheckVerdict.PASSED),
        (False, False, True, CheckVerdict.PASSED),
    ],
)
def test_a_left_over_message_alone_leaves_the_outcome_of_a_save_unknown(
    irreversible: bool, proven: bool, stood: bool, verdict: CheckVerdict
) -> None:
    seen = screens(OPEN, step("save", MESSAGE))
    seen["open"] = told("Card saved: Garden gate" if stood else "Cards")
    after = told("Card saved: Garden gate")
    context = CheckContext(told("A form"), after, earlier=seen, irreversible=irreversible, proven=proven)
    result = evaluate(MESSAGE, context)
    assert result.verdict is verdict
    assert (result.kind, result.seen) == (
        ("unknowable", LEFT_OVER) if verdict is CheckVerdict.UNKNOWN else ("text_present", SAVED)
    )
