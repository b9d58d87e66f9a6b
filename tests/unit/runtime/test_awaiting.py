"""What a step waits for: what stood there before the program reacted is not taken for its answer."""

from __future__ import annotations

from helpers.elements import seen, text
from helpers.own_clock import OwnClock

from studio.engine.model.results import CheckVerdict
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime.awaiting import Awaiter
from studio.engine.runtime.checks import CheckContext
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.verifying import Verifier

SAVED = Postcondition(kind=CheckKind.TEXT_PRESENT, text="All changes saved", pause_s=2.0)
BUSY = Postcondition(kind=CheckKind.TEXT_ABSENT, text="Saving…", pause_s=2.0)


def screen(*lines: str) -> Observation:
    return seen(texts=tuple(text(line, 40, 40 + 30 * n) for n, line in enumerate(lines)))


class Timed:
    """A surface that shows each screen from its second on."""

    def __init__(self, clock: OwnClock, *screens: tuple[float, Observation]) -> None:
        self._clock, self._screens = clock, screens

    def look(self) -> Observation:
        return [shown for since, shown in self._screens if since <= self._clock.now][-1]

    peek = settled = look


def waited(check: Postcondition, before: Observation | None, *screens: tuple[float, str]) -> tuple[CheckVerdict, float]:
    clock = OwnClock()
    surface = Timed(clock, *((since, screen(said)) for since, said in screens))
    verifier = Verifier(surface, clock, clock)  # type: ignore[arg-type]
    awaiter = Awaiter(surface, clock, verifier, clock)  # type: ignore[arg-type]
    now = surface.look()
    context = CheckContext(before=now, after=now, irreversible=True)
    return awaiter.wait(check, context, before).verdict, round(clock.now, 1)


def test_a_message_that_the_step_before_found_there_is_out_of_date() -> None:
    old = screen("All changes saved")
    stale = ((0.0, "All changes saved"), (0.5, "Saving…"), (3.0, "All changes saved"))
    assert waited(SAVED, old, *stale) == (CheckVerdict.PASSED, 3.0)
    assert waited(SAVED, old, (0.0, "All changes saved"))[1] == 2.0  # nothing seen of it: as long as the person waited
    assert waited(SAVED, screen("No changes"), (0.0, "All changes saved"))[1] == 0.0  # it came with the step before
    assert waited(SAVED, old, (0.0, "Saving…"))[0] is CheckVerdict.FAILED


def test_a_busy_sign_is_given_time_to_come_and_must_go() -> None:
    idle = screen("No changes")
    assert waited(BUSY, idle, (0.0, "No changes"), (0.5, "Saving…"), (3.0, "No changes")) == (CheckVerdict.PASSED, 3.0)
    assert waited(BUSY, idle, (0.0, "Saving…"))[0] is CheckVerdict.FAILED
