"""The state of a run, made from the events of its stream. Pure: no widgets, no files, no clock of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pydantic import ValidationError

from studio.engine.model import events as told
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Halt
from studio.engine.model.resolution import Rung, RungAttempt, Verdict
from studio.engine.model.results import CheckResult, StepResult
from studio.engine.model.workflow import Step

_RUNGS = list(Rung)


class State(StrEnum):
    """How a step stands."""

    WAITING = "waiting"
    RUNNING = "running"
    PASSED = "passed"
    HEALED = "healed"
    HALTED = "halted"
    FAILED = "failed"
    SKIPPED = "skipped"


class Phase(StrEnum):
    """What a step does, in the order in which it does it."""

    FIND = "find"
    ACT = "act"
    WAIT = "settle"
    RESULT = "verify"


class Stage(StrEnum):
    """What the run as a whole does."""

    STARTING = "starting"
    RUNNING = "running"
    PAUSED = "paused"
    HALTED = "halted"
    ENDED = "ended"
    LOST = "lost"  # the child ended without telling an outcome


@dataclass(frozen=True)
class StepLive:
    """One step of the run. In a loop it is the last time round that is told; `times_run` counts them."""

    id: str
    intent: str
    state: State = State.WAITING
    attempts: tuple[RungAttempt, ...] = ()
    point: Point | None = None
    before: str | None = None
    after: str | None = None
    checks: tuple[CheckResult, ...] = ()
    result: StepResult | None = None
    times_run: int = 0

    @property
    def region(self) -> Region | None:
        """Where the target was found."""
        if self.result is not None and self.result.region is not None:
            return self.result.region
        found = next((a for a in reversed(self.attempts) if a.verdict is Verdict.FOUND and a.candidates), None)
        return found.candidates[0].region if found else None


class RunModel:
    """Takes the events one by one and knows how the run stands after each."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self.steps: dict[str, StepLive] = {s.id: StepLive(s.id, s.intent) for s in steps}
        self.stage = Stage.STARTING
        self.current: str | None = None
        self.phase: Phase | None = None
        self.halt: Halt | None = None
        self.paused_at: str | None = None
        self.outcome = ""
        self.heals = 0
        self.seconds = 0.0
        self.warnings: list[str] = []

    @property
    def order(self) -> tuple[str, ...]:
        """Ids of all steps in the order of the workflow."""
        return tuple(self.steps)

    @property
    def done(self) -> int:
        """How many steps have ended well or were left out."""
        return sum(s.state in (State.PASSED, State.HEALED, State.SKIPPED) for s in self.steps.values())

    @property
    def going(self) -> bool:
        """Whether the run has not ended."""
        return self.stage not in (Stage.ENDED, Stage.LOST)

    def number(self, step_id: str | None) -> int:
        """A step's number as people count, 0 where there is none."""
        order = self.order
        return order.index(step_id) + 1 if step_id in order else 0

    def take(self, line: Mapping[str, Any]) -> bool:
        """One event; False where it means nothing to this version."""
        try:
            event = told.runner_event.validate_python(dict(line))
        except ValidationError:
            return False
        self.seconds = max(self.seconds, event.t)
        self._take(event)
        return True

    def end(self, said: str) -> None:
        """The child is gone. Without an outcome that is a loss, and `said` may tell why."""
        if self.stage is Stage.ENDED:
            return
        self.stage = Stage.LOST
        if said:
            self.warnings.append(said)
        if self.current is not None and self.steps[self.current].state is State.RUNNING:
            self._change(self.current, state=State.FAILED)

    def _take(self, event: told.RunnerEvent) -> None:
        match event:
            case told.RunStarted():
                self.stage = Stage.RUNNING
            case told.StepStarted():
                self._started(event)
            case told.Resolving():
                self.phase = Phase.FIND
                self._add_attempt(event)
            case told.Pictured():
                self._change(event.step_id, **{event.moment: event.picture})
            case told.Acted():
                self.phase = Phase.WAIT
                self._change(event.step_id, point=event.point)
            case told.Verified():
                self.phase = Phase.RESULT
                self._change(event.step_id, checks=(*self._of(event.step_id).checks, event.check))
            case told.StepFinished():
                self._finished(event.result)
            case told.Halted():
                self.stage, self.halt, self.phase = Stage.HALTED, event.halt, None
                self._change(event.halt.step_id, state=State.HALTED)
            case told.Answered():
                self._answered()
            case told.Paused():
                self.stage, self.paused_at = Stage.PAUSED, event.step_id
            case told.Resumed():
                self.stage, self.paused_at = Stage.RUNNING, None
                if self.current is not None and self.phase is not None:
                    self._change(self.current, attempts=())
            case told.HealProposed():
                self._healed(event)
            case told.Warned():
                self.warnings.append(event.sentence)
            case told.RunFinished():
                self.stage, self.outcome, self.phase = Stage.ENDED, event.outcome, None

    def _started(self, event: told.StepStarted) -> None:
        self.current, self.phase = event.step_id, Phase.FIND
        former = self._of(event.step_id)
        self.steps[event.step_id] = StepLive(event.step_id, event.intent, State.RUNNING, times_run=former.times_run + 1)

    def _add_attempt(self, event: told.Resolving) -> None:
        """A rung above the last one means that the ladder is climbed down anew."""
        kept = self._of(event.step_id).attempts
        if kept and _RUNGS.index(event.attempt.rung) < _RUNGS.index(kept[-1].rung):
            kept = ()
        self._change(event.step_id, attempts=(*kept, event.attempt))
        if event.attempt.verdict is Verdict.FOUND:
            self.phase = Phase.ACT

    def _finished(self, result: StepResult) -> None:
        state = State.PASSED
        if not result.ok:
            state = State.HALTED if self.halt and self.halt.step_id == result.step_id else State.FAILED
        elif result.skipped:
            state = State.SKIPPED
        self._change(result.step_id, state=state, result=result, attempts=result.trace, checks=result.checks)
        self.phase = None

    def _answered(self) -> None:
        if self.halt is not None:
            self._change(self.halt.step_id, state=State.RUNNING, attempts=(), checks=())
        self.stage, self.halt = Stage.RUNNING, None

    def _healed(self, event: told.HealProposed) -> None:
        self.heals += 1
        if event.heal.step_id in self.steps:
            self._change(event.heal.step_id, state=State.HEALED)

    def _of(self, step_id: str) -> StepLive:
        return self.steps.get(step_id) or StepLive(step_id, step_id)

    def _change(self, step_id: str, **fields: Any) -> None:
        self.steps[step_id] = replace(self._of(step_id), **fields)
