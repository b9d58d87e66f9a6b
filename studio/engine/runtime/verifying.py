"""After an action: wait for what is expected, and say what was seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.workflow import Postcondition
from studio.engine.runtime.checks import CheckContext, evaluate, needs_frame
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.observation import Effort, Observation
from studio.engine.runtime.surface import Surface

_POLL_S = 0.1
_WIDER_S = (0.6, 1.4)
"""Seconds after which a text is looked for around its region, then in the whole frame."""


@dataclass
class Verifier:
    """Evaluates postconditions on one surface until they hold or their time is over."""

    surface: Surface
    control: RunControl
    clock: Callable[[], float] = time.monotonic

    def verify(
        self, checks: Sequence[Postcondition], context: CheckContext
    ) -> tuple[tuple[CheckResult, ...], Observation]:
        """The last result of every check, and the screen on which it was decided."""
        started, results = self.clock(), [_timed(c, context, self.clock) for c in checks]
        while failing := _failing(results):
            waited = self.clock() - started
            if waited >= max(checks[i].timeout_s for i in failing):
                break
            self.control.wait(_POLL_S)
            context = replace(context, after=self._next(checks, failing, context), effort=_effort(waited))
            for index in failing:
                results[index] = _timed(checks[index], context, self.clock)
        if self.clock() - started > _POLL_S:
            context, results = self._confirmed(checks, results, context)
        return tuple(results), context.after

    def _next(self, checks: Sequence[Postcondition], failing: Sequence[int], context: CheckContext) -> Observation:
        if any(needs_frame(checks[i], context) for i in failing):
            return self.surface.look()
        return self.surface.peek()

    def _confirmed(
        self, checks: Sequence[Postcondition], results: list[CheckResult], context: CheckContext
    ) -> tuple[CheckContext, list[CheckResult]]:
        """Settle once more; what failed is decided anew on the settled screen, what held stays."""
        context = replace(context, after=self.surface.settled(), effort=Effort.FULL)
        again = [
            r if r.verdict is CheckVerdict.PASSED else _timed(c, context, self.clock)
            for c, r in zip(checks, results, strict=True)
        ]
        return context, again


def _effort(waited: float) -> Effort:
    return Effort.LOCAL if waited < _WIDER_S[0] else Effort.WIDE if waited < _WIDER_S[1] else Effort.FULL


def _failing(results: Sequence[CheckResult]) -> list[int]:
    """What may still come true. What this surface cannot tell, it cannot tell later either."""
    return [i for i, result in enumerate(results) if result.verdict is CheckVerdict.FAILED]


def _timed(check: Postcondition, context: CheckContext, clock: Callable[[], float]) -> CheckResult:
    started = clock()
    result = evaluate(check, context)
    return result.model_copy(update={"ms": round((clock() - started) * 1000, 2)})
