"""The moment of acting: what is about to be done is noted, looked at again, sent, and kept from what else is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from studio.engine.backends.protocols import Deflected, Interfered
from studio.engine.model.events import Acted
from studio.engine.model.geometry import Point
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime.actions import Unsupported, perform
from studio.engine.runtime.drag_path import path_between
from studio.engine.runtime.journal import NOT_SENT
from studio.engine.runtime.session import LastTarget, Session
from studio.engine.runtime.step_log import StepLog

PANIC_S = 0.6
"""What a person began may be the panic key, which stops the run: so long is waited for all of it, s."""
_MISSES = 3
"""Times that a target may have changed between being found and being acted on."""

_PULSING = 2
"""Misses after which a target that is found where it was counts as one that keeps moving in its place."""

Halts = Callable[[Step, Refusal, StepLog], NoReturn]


class Sender:
    """Sends the input of a session's steps; `halts` ends the run with a refusal. `refuses` is asked at the last moment
    whether what was filled in still stands there."""

    def __init__(self, session: Session, halts: Halts, refuses: Callable[[Step], Refusal | None]) -> None:
        self._session = session
        self._halts = halts
        self._refuses = refuses

    def send(self, step: Step, log: StepLog, resolution: Resolution | None, end: Resolution | None, text: str) -> bool:
        """Send the input. False where nothing of it was, since the target is not what it was a moment ago.

        Raises HaltRaised, StopRequested, SurfaceLost.
        """
        session = self._session
        session.control.check()
        point = resolution.point if resolution else None
        if step.risk is Risk.IRREVERSIBLE:
            log.about_to_act(point)
        with log.phase("act"):
            try:
                with session.surface.guarded(step, resolution, log.seen):
                    if (changed := self._refuses(step)) is not None:
                        session.journal.outcome(NOT_SENT)
                        self._halts(step, changed, log)
                    self._look_again(step, log, resolution)
                    path = path_between(step, resolution, end)
                    perform(session.surface.backend, step, point, end.point if end else None, text, path)
            except Deflected as away:
                return self._missed(step, log, resolution, away)
            except Unsupported as problem:
                session.journal.outcome(NOT_SENT)
                self._halts(step, Refusal(code=HaltCode.UNSUPPORTED_ACTION, sentence=str(problem)), log)
            except Interfered as problem:
                session.control.wait(PANIC_S)
                sentence = f"{problem} “{step.intent}” was done in part only: look what it left."
                self._halts(step, Refusal(code=HaltCode.INTERFERED, sentence=sentence), log)
        self._sent(step, log, resolution, point)
        return True

    def _sent(self, step: Step, log: StepLog, resolution: Resolution | None, point: Point | None) -> None:
        session = self._session
        session.journal.sent()
        log.acted = True
        session.surface.forget()
        session.emit(Acted(step_id=step.id, action=step.action.value, point=point))
        if resolution is not None:
            session.last_target = LastTarget(resolution.point, resolution.region)

    def _look_again(self, step: Step, log: StepLog, resolution: Resolution | None) -> None:
        """Raise Deflected where what a click would hit is not what was found any more: noting it down takes a while.

        A guard judges an element by itself. A place that was found by pixels must still look as it did in a frame as
        new as can be; a target that pulses all the time is let off after two misses.
        """
        if resolution is None or log.seen is None:
            return
        surface, pulses, for_good = self._session.surface, log.missed >= _PULSING, step.risk is Risk.IRREVERSIBLE
        if not for_good and (resolution.element is not None or pulses):
            return
        within_s = None if pulses else surface.at_once_s if for_good else surface.soon_s
        if not surface.still_there(resolution, log.seen, within_s=within_s):
            raise Deflected("", begun=False)

    def _missed(self, step: Step, log: StepLog, resolution: Resolution | None, away: Deflected) -> bool:
        """Nothing was done: the target is looked for again. Halts where that comes again and again, or where a part of
        the action had got through."""
        log.missed += 1
        stood = f" “{away.now}” stood there then, and got nothing of it." if away.now else ""
        point = resolution.point if resolution else None
        if away.begun:
            self._session.journal.sent()
            said = f"“{step.intent}” was done in part only: the page changed under it.{stood} Look what it left."
            self._halts(step, Refusal(code=HaltCode.COVERED, sentence=said, point=point), log)
        self._session.journal.outcome(NOT_SENT)
        if log.missed > _MISSES:
            said = f"“{step.intent}” was not done: what stands there changed each time it was about to be done.{stood}"
            self._halts(step, Refusal(code=HaltCode.COVERED, sentence=said, point=point), log)
        log.not_sent()
        return False
