"""Makes halts: the sentence, the look-alikes, the picture, the choices that are allowed."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.model.halts import Choice, Halt, HaltCode, LookAlike
from studio.engine.model.resolution import Refusal
from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.workflow import ActionKind, CheckKind, Risk, Step
from studio.engine.runtime.appearing import NOTHING, OTHER_PAGE
from studio.engine.runtime.checks import OLD_TEXT
from studio.engine.runtime.failure_marks import FAILURE

_BEFORE_ACTING = (Choice.RETRY, Choice.DONE_BY_HAND, Choice.STOP)
_CONFIRMING = (Choice.CONFIRM, Choice.DONE_BY_HAND, Choice.STOP)
_AFTER_ACTING = (Choice.RETRY, Choice.STOP)


def halt_for_refusal(step: Step, refusal: Refusal, picture: str | None, count: int) -> Halt:
    """The target cannot be acted on."""
    confirming = refusal.code is HaltCode.NEEDS_CONFIRMATION or refusal.unproven
    return Halt(
        id=f"{step.id}-{count}",
        code=refusal.code,
        step_id=step.id,
        sentence=refusal.sentence,
        look_alikes=tuple(
            LookAlike(point=c.point, region=c.region, score=c.score, label=c.label) for c in refusal.candidates[:6]
        ),
        point=refusal.point,
        picture=picture,
        choices=_CONFIRMING if confirming else _BEFORE_ACTING,
    )


def halt_for_checks(
    step: Step, failed: Sequence[CheckResult], dialogs: Sequence[str], picture: str | None, count: int
) -> Halt:
    """The action was sent, but the screen does not show what it should."""
    code, sentence = _reason(step, failed, dialogs)
    return Halt(
        id=f"{step.id}-{count}",
        code=code,
        step_id=step.id,
        sentence=sentence,
        picture=picture,
        choices=_AFTER_ACTING,
    )


def _reason(step: Step, failed: Sequence[CheckResult], dialogs: Sequence[str]) -> tuple[HaltCode, str]:
    if dialogs:
        return HaltCode.UNEXPECTED_DIALOG, (
            f"After “{step.intent}” a dialog came up that was not there when it was recorded: “{dialogs[0]}”. "
            "Nothing in it was clicked."
        )
    worst = next((r for r in failed if r.verdict is CheckVerdict.FAILED), failed[0])
    if worst.kind == "read_back":
        return HaltCode.READBACK_MISMATCH, (
            f"After “{step.intent}” the field should hold “{worst.expected}”, but {_seen(worst.seen)}.{_typed(step)}"
        )
    if worst.verdict is CheckVerdict.UNKNOWN:
        return HaltCode.OUTCOME_UNKNOWN, (
            f"“{step.intent}” was done, but whether it worked cannot be told: {worst.seen}. Look in the program."
        )
    return (
        HaltCode.POSTCONDITION_FAILED,
        f"“{step.intent}” was done, but {_missing(worst)}.{_warning(step) or _typed(step)}",
    )


def _typed(step: Step) -> str:
    """Keys were sent: running it again as if nothing had happened could do it twice."""
    typed = step.action is ActionKind.TYPE
    return " Something was typed already: look in the program what it did before it is run again." if typed else ""


def _seen(seen: str) -> str:
    if seen in (NOTHING, OTHER_PAGE):
        return seen
    return f"it shows “{seen}”" if seen else "it looks empty"


def _missing(result: CheckResult) -> str:
    if result.seen == OLD_TEXT:
        return f"“{result.expected}” tells nothing: {OLD_TEXT}"
    if result.kind == FAILURE:
        return f"the program says “{result.seen}”"
    if result.kind == CheckKind.TEXT_PRESENT.value:
        return f"“{result.expected}” did not appear"
    if result.kind in (CheckKind.ROWS_ADDED.value, CheckKind.TEXT_ADDED.value):
        return f"it left no trace: expected {result.expected}, seen {result.seen}"
    return f"expected {result.expected}, seen {result.seen}"


def _warning(step: Step) -> str:
    return " It is not repeated: look whether it took effect." if step.risk is Risk.IRREVERSIBLE else ""
