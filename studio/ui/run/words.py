"""A run in words: how a target was found, what was checked, what a halt means and what can be done about it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from studio.engine.model.halts import Choice, Halt, HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.results import HAPPENED, LATER, CheckResult, CheckVerdict, Outcome, RunReport, StepResult
from studio.engine.model.workflow import ActionKind, Risk, Step
from studio.ui.editing.step_words import state_sentence
from studio.ui.told import intent_words, told
from studio.ui.widgets.ladder_rows import rung_word
from studio.ui.words import tr

_STATE = re.compile(r"“(.*)” (\w+) = (.*)", re.DOTALL)
"""How the engine writes the state that it expected (`runtime/checks.py`)."""


def found_words(result: StepResult) -> str:
    """How the target of a step was found, in one or two words."""
    if result.skipped:
        return tr("left out")
    if result.rung is None:
        by_action = {
            ActionKind.TYPE.value: tr("Focused field"),
            ActionKind.SCROLL.value: tr("Until in view"),
            ActionKind.KEY.value: tr("Focused field"),
        }
        return by_action.get(result.action, "–") if result.ok else "–"
    word = rung_word(result.rung)
    if result.identity == IdentityVerdict.UNREADABLE:
        return tr("{way}, record not certain", way=word)
    return tr("{way} + identity", way=word) if result.identity == IdentityVerdict.MATCH else word


def checked_words(result: StepResult) -> str:
    """What was checked afterwards; the first that did not hold comes first."""
    if not result.checks:
        return told(result.note or "")
    worst = sorted(result.checks, key=lambda c: c.verdict is CheckVerdict.PASSED)
    said = _check(worst[0])
    return tr("{first} and {n} more", first=said, n=len(worst) - 1) if len(worst) > 1 else said


def _check(check: CheckResult) -> str:
    if check.verdict is CheckVerdict.FAILED:
        expected = expected_words(check) if check.kind == "state" else _quoted(check.expected)
        return tr("expected {expected}, seen {seen}", expected=expected, seen=_seen(check))
    if check.verdict is CheckVerdict.UNKNOWN:
        return tr("not checked: {why}", why=told(check.seen or check.expected))
    said = {
        "text_present": tr("{text} shows", text=_quoted(check.expected)),
        "text_absent": tr("{text} is gone", text=_quoted(check.expected)),
        "read_back": tr("{text} in the field", text=_quoted(check.expected)),
        "region_stable": tr("the place looks as expected"),
    }
    return said.get(check.kind) or expected_words(check)


def expected_words(check: CheckResult) -> str:
    """What was expected of a state or of anything that is no text."""
    state = _STATE.fullmatch(check.expected) if check.kind == "state" else None
    return state_sentence(*state.groups()) if state is not None else told(check.expected)


def _seen(check: CheckResult) -> str:
    """What was read is quoted; what the engine says of it is not."""
    said = told(check.seen) if check.kind != "read_back" else check.seen
    return _quoted(said)


def _quoted(text: str, most: int = 48) -> str:
    short = text if len(text) <= most else text[: most - 1] + "…"
    return f"“{short}”" if short else tr("nothing")


def outcome_words(report: RunReport) -> tuple[str, str]:
    """The outcome in a bold sentence and what it means: never more than was proven."""
    left = sum(s.skipped and s.note in (LATER, HAPPENED) for s in report.steps)
    unknown = report.in_doubt
    begun = " " + tr("The run began later: {n} steps were left out.", n=left) if left else ""
    if report.outcome is Outcome.VERIFIED:
        return tr("Verified in the record."), tr("The system of record confirms what was done.") + begun
    if report.outcome is Outcome.PASSED:
        held = tr("All {n} steps and their screen checks held.", n=len(report.steps) - left)
        if unknown:
            held = tr("All steps ran, but {n} checks could not be made: whether it worked is not proven.", n=unknown)
        return tr("Passed on screen, not checked in the record."), held + begun
    if report.outcome is Outcome.HALTED:
        return tr("Halted: it did not guess."), told(report.halt.sentence) if report.halt else ""
    if report.outcome is Outcome.STOPPED:
        return tr("Stopped by a person."), _kept(report)
    return tr("Failed."), f"{told(report.error or '')} {_kept(report)}".strip()


def _kept(report: RunReport) -> str:
    acted = [s for s in report.steps if s.ok and not s.skipped]
    if not acted:
        return tr("Nothing was done in the program.")
    return tr("{n} steps had been done; they stay done in the program.", n=len(acted))


HALT_TITLES: dict[HaltCode, str] = {
    HaltCode.TARGET_NOT_FOUND: "Could not find it",
    HaltCode.AMBIGUOUS: "Could not tell which one is meant",
    HaltCode.CONTRADICTED: "The evidence disagrees",
    HaltCode.IDENTITY_MISMATCH: "This may be the wrong record",
    HaltCode.UNREADABLE: "Could not read what proves the record",
    HaltCode.COVERED: "Something covers it",
    HaltCode.OUT_OF_VIEW: "It is out of view",
    HaltCode.DISABLED: "It cannot be used now",
    HaltCode.NEEDS_CONFIRMATION: "This needs your word",
    HaltCode.UNEXPECTED_DIALOG: "The program asked something",
    HaltCode.READBACK_MISMATCH: "The field holds something else",
    HaltCode.POSTCONDITION_FAILED: "What should follow did not",
    HaltCode.OUTCOME_UNKNOWN: "Whether it worked cannot be told",
    HaltCode.SCROLL_EXHAUSTED: "Not found by scrolling",
    HaltCode.EFFECT_REFUTED: "The record says no",
    HaltCode.EFFECT_INDETERMINATE: "The record is unclear",
    HaltCode.NO_PATH: "No way on from here",
    HaltCode.UNSUPPORTED_ACTION: "This cannot be done here",
    HaltCode.INTERFERED: "Somebody used mouse or keyboard",
    HaltCode.MAY_HAVE_HAPPENED: "It may have happened already",
}


def halt_title(code: str) -> str:
    """What went wrong, as a headline."""
    known = list(HaltCode)
    return tr(HALT_TITLES[HaltCode(code)]) if code in known else tr("The run halted")


@dataclass(frozen=True)
class Offer:
    """One thing that a person may choose: its id, a word, what it will do, and its letter."""

    id: str
    word: str
    explains: str
    key: str


def offers_of(halt: Halt, step: Step | None, number: int) -> tuple[Offer, ...]:
    """The choices that this halt allows, in their own order."""
    acted = Choice.DONE_BY_HAND not in halt.choices
    label = intent_words(step.intent) if step is not None else halt.step_id
    again = (
        tr("Look again at the screen; the step is not done twice.") if acted else tr("If the page was still coming.")
    )
    known = {
        Choice.CONFIRM: Offer(
            "confirm", tr("Do it at the marked place"), tr("“{step}”, this once, and go on.", step=label), "Y"
        ),
        Choice.RETRY: Offer("retry", tr("Look again"), again, "A"),
        Choice.DONE_BY_HAND: Offer(
            "done_by_hand",
            tr("I have done this step myself"),
            tr("Do it in the program first. Then its check is made and the run goes on."),
            "H",
        ),
        Choice.STOP: Offer(
            "stop", tr("Stop the run here"), tr("What was done before step {n} stays done.", n=number), "S"
        ),
    }
    known |= {Choice(offer.id): offer for offer in uncertain_offers()}
    return tuple(known[c] for c in halt.choices)


def uncertain_offers() -> tuple[Offer, ...]:
    """What a person can say of a step that an earlier run may have done."""
    return (
        Offer(
            Choice.HAPPENED.value,
            tr("It happened"),
            tr("I looked in the program. The step is passed over, with all before it, and not done again."),
            "P",
        ),
        Offer(
            Choice.NOT_HAPPENED.value,
            tr("It did not happen"),
            tr("I looked in the program. The next run of these values does it."),
            "N",
        ),
    )


def not_offered(halt: Halt, step: Step | None) -> str:
    """What is not offered, and why."""
    if halt.code is HaltCode.AMBIGUOUS:
        return tr("Not offered: taking the likelier place. Two places that look alike are never guessed at.")
    if halt.code is HaltCode.IDENTITY_MISMATCH:
        return tr("Not offered: going on all the same. A record that is not proven is never opened.")
    if halt.code is HaltCode.MAY_HAVE_HAPPENED:
        return tr("Not offered: doing it once more to be sure. What cannot be undone is never done twice.")
    if step is not None and step.risk is Risk.IRREVERSIBLE and Choice.CONFIRM not in halt.choices:
        return tr("Not offered: doing it again. This step cannot be undone.")
    return tr("Not offered: leaving the step out. What follows needs what it does.")


def count_words(outcomes: Iterable[str]) -> str:
    """How the last runs ended, in words: all alike, or how many of each passed."""
    listed = list(outcomes)
    passed = sum(o in (Outcome.PASSED.value, Outcome.VERIFIED.value) for o in listed)
    if passed == len(listed):
        return tr("{n} runs, all passed", n=len(listed))
    return tr("{n} runs, {passed} passed", n=len(listed), passed=passed)
