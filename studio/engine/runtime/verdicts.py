"""What the results of a step's checks mean: what stops the run, what is a note, what leaves a doubt."""

from __future__ import annotations

from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.workflow import CheckKind, Risk, Step

_DECIDING = (CheckKind.UNKNOWABLE, CheckKind.ROWS_ADDED, CheckKind.TEXT_ADDED, CheckKind.SAVED)
"""Checks that stop the run where nothing decides them."""


def stops(result: CheckResult, step: Step) -> bool:
    """A failed check stops the run; an undecided one only of what cannot be undone, where the outcome itself is
    unknowable, and where it should tell that something was taken away: other checks that held do not stand for it."""
    if result.verdict is not CheckVerdict.UNKNOWN:
        return result.verdict is CheckVerdict.FAILED
    return _is_final(step) and (result.kind in _DECIDING or result.kind == CheckKind.TEXT_ABSENT.value)


def _is_final(step: Step) -> bool:
    """Whether nobody said, or could tell, that the step can be undone."""
    return step.risk is Risk.IRREVERSIBLE or step.risk_asked is not None


def weighed(result: CheckResult, step: Step) -> CheckResult:
    """A check of what can be undone that could not be made is a note, no doubt about the run."""
    undecided = result.verdict is CheckVerdict.UNKNOWN and result.kind != "read_back"
    return result.model_copy(update={"aside": True}) if undecided and not _is_final(step) else result


def unchecked_effects(step: Step) -> tuple[CheckResult, ...]:
    """Declared effects are told as not checked: no system of record is configured for this run."""
    return tuple(
        CheckResult(
            kind="effect",
            verdict=CheckVerdict.UNKNOWN,
            expected=f"{effect.kind.value} in {effect.record}",
            seen="no check of the record is configured",
        )
        for effect in step.effects
    )
