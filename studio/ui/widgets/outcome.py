"""Outcomes and halts as chips: one word for each, never one word for two of them."""

from __future__ import annotations

from studio.engine.model.results import Outcome
from studio.ui.theme import Tone
from studio.ui.widgets.basics import Chip
from studio.ui.words import tr

OUTCOMES: dict[str, tuple[str, Tone]] = {
    Outcome.VERIFIED.value: ("Verified in the record", Tone.PASSED),
    Outcome.PASSED.value: ("Passed on screen", Tone.PASSED),
    Outcome.HALTED.value: ("Halted", Tone.HALTED),
    Outcome.STOPPED.value: ("Stopped", Tone.UNKNOWN),
    Outcome.FAILED.value: ("Failed", Tone.FAILED),
}
HALT_WORDS = {
    "target_not_found": "Not found",
    "ambiguous": "Two look-alikes",
    "contradicted": "Evidence disagrees",
    "identity_mismatch": "Wrong record",
    "unreadable": "Cannot be read",
    "covered": "Covered",
    "out_of_view": "Out of view",
    "disabled": "Disabled",
    "needs_confirmation": "Needs your word",
    "unexpected_dialog": "Unexpected dialog",
    "readback_mismatch": "Typed text differs",
    "postcondition_failed": "Check failed",
    "outcome_unknown": "Outcome unknown",
    "scroll_exhausted": "Not found by scrolling",
    "effect_refuted": "Record says no",
    "effect_indeterminate": "Record unclear",
    "no_path": "No way on",
    "unsupported_action": "Cannot be done here",
    "interfered": "Somebody stepped in",
    "may_have_happened": "May have happened",
}
"""Two or three words for each halt code."""


def outcome_chip(outcome: str, heals: int = 0) -> Chip:
    """The outcome of a run; a passed one with heals is told as healed."""
    word, tone = OUTCOMES.get(outcome, ("Unknown", Tone.UNKNOWN))
    if heals and tone is Tone.PASSED:
        said = tr("{word}, 1 heal", word=tr(word)) if heals == 1 else tr("{word}, {n} heals", word=tr(word), n=heals)
        return Chip(said, Tone.HEALED)
    return Chip(tr(word), tone)


def halt_chip(code: str) -> Chip:
    """Why a run stopped, in two or three words."""
    return Chip(tr(HALT_WORDS.get(code, "Halted")), Tone.HALTED)
