"""Waits for what a step expects before it begins: what the person waited for when it was recorded."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime.checks import CheckContext, evaluate
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.observation import Effort, Observation
from studio.engine.runtime.surface import Surface
from studio.engine.runtime.verifying import Verifier

_POLL_S = 0.1
_TEXTS = (CheckKind.TEXT_PRESENT, CheckKind.TEXT_ABSENT)


@dataclass
class Awaiter:
    """Waits on one surface. `clock` tells seconds."""

    surface: Surface
    control: RunControl
    verifier: Verifier
    clock: Callable[[], float] = time.monotonic

    def wait(self, check: Postcondition, context: CheckContext, before: Observation | None) -> CheckResult:
        """The result of the check once it holds or its time is over.

        `before` is the screen before the step that came before. What holds at once, and held then too, may be out of
        date: the program may not have reacted yet. For `pause_s` it is given the time to.
        """
        context = replace(context, acted=False)
        if check.pause_s and check.kind in _TEXTS and before is not None:
            context = self._reacted(check, context, before)
        results, _ = self.verifier.verify((check,), context)
        return results[0]

    def _reacted(self, check: Postcondition, context: CheckContext, before: Observation) -> CheckContext:
        """Wait until the check does not hold any more, or the pause is over, where it held before already."""
        if not _holds(check, replace(context, after=before)):
            return context
        deadline = self.clock() + check.pause_s
        while _holds(check, context) and self.clock() < deadline:
            self.control.wait(_POLL_S)
            context = replace(context, after=self.surface.peek())
        return context


def _holds(check: Postcondition, context: CheckContext) -> bool:
    effort = Effort.WIDE if context.after.structure is None else context.effort
    return evaluate(check, replace(context, effort=effort)).verdict is CheckVerdict.PASSED
