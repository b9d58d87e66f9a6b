"""After an action: wait for what is expected, and say what was seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime.checks import CheckContext, evaluate, is_shown, must_be_new, needs_frame, regions_of
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.failure_marks import FAILURE, NO_FAILURE, failure_mark, places_of
from studio.engine.runtime.observation import Effort, Observation
from studio.engine.runtime.surface import Surface

_POLL_S = 0.1
_COUNTING = frozenset({CheckKind.ROWS_ADDED, CheckKind.TEXT_ADDED})
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
        started, results, polled = self.clock(), self._asked(checks, context), False
        while failing := _failing(results):
            waited = self.clock() - started
            if waited >= max(checks[i].timeout_s for i in failing):
                break
            self.control.wait(_POLL_S)
            polled = True
            context = replace(context, gone=context.gone | _gone(checks, failing, context))
            context = replace(context, after=self._next(checks, failing, context), effort=_effort(waited))
            results = self._asked(checks, context, results)
        late = self.clock() - started > _POLL_S and (context.irreversible or not _all_hold(results))
        if polled or late:  # where all held at once on a settled screen, another look would change nothing
            context, results = self._confirmed(checks, results, context)
        return (*results, *_contradicted(checks, results, context)), context.after

    def _next(self, checks: Sequence[Postcondition], failing: Sequence[int], context: CheckContext) -> Observation:
        if any(needs_frame(checks[i], context) for i in failing):
            return self.surface.look()
        return self.surface.peek()

    def _confirmed(
        self, checks: Sequence[Postcondition], results: list[CheckResult], context: CheckContext
    ) -> tuple[CheckContext, list[CheckResult]]:
        """Settle once more; what failed is decided anew on the settled screen, what held stays."""
        context = replace(context, after=self.surface.settled(), effort=Effort.FULL)
        undecided = [r if r.verdict is CheckVerdict.PASSED else None for r in results]
        return context, self._asked(checks, context, undecided)

    def _asked(
        self, checks: Sequence[Postcondition], context: CheckContext, known: Sequence[CheckResult | None] = ()
    ) -> list[CheckResult]:
        """The results, anew where they are not known or failed; those first that bear others."""
        results = list(known) or [None] * len(checks)
        for index in sorted(range(len(checks)), key=lambda i: _rank(checks[i])):
            result = results[index]
            if result is None or result.verdict is CheckVerdict.FAILED:
                proven = _is_proven(checks[index], checks, results)
                now = replace(context, proven=proven, beside=tuple(checks))
                results[index] = _timed(checks[index], now, self.clock)
        return [result for result in results if result is not None]


def failure_said(checks: Sequence[Postcondition], context: CheckContext) -> str | None:
    """The message near by that something was not done; None also where the step does not heed it."""
    if not context.heeds_failure:
        return None
    acted_on = [context.resolution.region] if context.resolution else []
    near = places_of(checks, context.after, lambda check: regions_of(check, context)) + acted_on
    return failure_mark(context.before, context.after, near, context.values)


def _contradicted(
    checks: Sequence[Postcondition], results: Sequence[CheckResult], context: CheckContext
) -> tuple[CheckResult, ...]:
    """A result more where all have held, and a message says that something was not done."""
    said = None if _failing(results) else failure_said(checks, context)
    if said is None:
        return ()
    means = "ocr" if context.after.structure is None else "structure"
    return (CheckResult(kind=FAILURE, verdict=CheckVerdict.FAILED, expected=NO_FAILURE, seen=said, means=means),)


def _rank(check: Postcondition) -> int:
    """What counts bears texts, and a text bears one that only tells whose record it is."""
    if check.kind in _COUNTING:
        return 0
    return 2 if check.kind is CheckKind.TEXT_PRESENT and check.param else 1


def _is_proven(check: Postcondition, checks: Sequence[Postcondition], results: Sequence[CheckResult | None]) -> bool:
    """Whether a check that bears this one has held."""
    bearing = (r for c, r in zip(checks, results, strict=True) if r and _bears(c, _rank(check)))
    return any(r.verdict is CheckVerdict.PASSED for r in bearing)


def _bears(check: Postcondition, rank: int) -> bool:
    return check.kind in (*_COUNTING, CheckKind.TEXT_PRESENT) and _rank(check) < rank


def _gone(checks: Sequence[Postcondition], failing: Sequence[int], context: CheckContext) -> frozenset[str]:
    """Expected texts that are not on the screen at this moment: one that comes after that is a new one. By pixels only
    the whole frame tells that."""
    if context.after.structure is None and context.effort is not Effort.FULL:
        return frozenset()
    texts = (checks[i] for i in failing if checks[i].kind is CheckKind.TEXT_PRESENT)
    return frozenset(c.text or "" for c in texts if must_be_new(c, context) and not is_shown(c, context))


def _effort(waited: float) -> Effort:
    return Effort.LOCAL if waited < _WIDER_S[0] else Effort.WIDE if waited < _WIDER_S[1] else Effort.FULL


def _all_hold(results: Sequence[CheckResult]) -> bool:
    return all(result.verdict is CheckVerdict.PASSED for result in results)


def _failing(results: Sequence[CheckResult]) -> list[int]:
    """What may still come true. What this surface cannot tell, it cannot tell later either."""
    return [i for i, result in enumerate(results) if result.verdict is CheckVerdict.FAILED]


def _timed(check: Postcondition, context: CheckContext, clock: Callable[[], float]) -> CheckResult:
    started = clock()
    result = evaluate(check, context)
    return result.model_copy(update={"ms": round((clock() - started) * 1000, 2)})
