"""The words, icons and states by which people read a run. One source for the report and the command line."""

from __future__ import annotations

from studio.engine.model.heals import HealCause
from studio.engine.model.resolution import Rung, Verdict
from studio.engine.model.results import HAPPENED, CheckVerdict, Outcome, RunReport, StepResult

ICONS = {"passed": "✓", "healed": "↻", "halted": "✋", "failed": "✕", "unknown": "?", "running": "▶", "skipped": "–"}

RESCUED = "Stopped, then went on another way"

OUTCOMES: dict[Outcome, tuple[str, str, str]] = {
    Outcome.VERIFIED: ("passed", "Verified", "Every declared effect is confirmed in the system of record."),
    Outcome.PASSED: (
        "passed",
        "Passed on screen, not checked in the record",
        "All steps and their screen checks held.",
    ),
    Outcome.HALTED: ("halted", "Halted", "The run refused to guess and stopped."),
    Outcome.STOPPED: ("unknown", "Stopped", "The run was told to stop before its end."),
    Outcome.FAILED: ("failed", "Failed", "The environment or a bug ended the run."),
}
"""State (for icon and colour), title and sentence of each outcome."""

RUNGS: dict[str, str] = {
    Rung.API: "API",
    Rung.STRUCTURAL: "structure",
    Rung.TEMPLATE: "template",
    Rung.TEMPLATE_GLOBAL: "template, elsewhere",
    Rung.OCR: "label",
    Rung.GEOMETRY: "landmarks",
    Rung.GROUNDER: "grounder",
    Rung.HUMAN: "person",
}

CAUSES: dict[HealCause, str] = {
    HealCause.LOOK: "it looks different",
    HealCause.MOVED: "it moved",
    HealCause.RENAMED: "it was renamed",
}

VERDICTS: dict[Verdict, tuple[str, str]] = {
    Verdict.FOUND: ("passed", "found"),
    Verdict.MISS: ("unknown", "not there"),
    Verdict.REFUSED: ("halted", "refused"),
    Verdict.SKIPPED: ("skipped", "nothing to use"),
}
"""State and word of each verdict of a rung."""

PHASES: tuple[tuple[str, str], ...] = (
    ("settle", "Wait until still"),
    ("find", "Find the target"),
    ("act", "Act"),
    ("verify", "Check the result"),
)
"""Fields of PhaseTimes with their names, in the order of the charts."""


def rung_word(rung: str | None) -> str:
    """How the target was found; a dash where a step has no target."""
    return "—" if rung is None else RUNGS.get(rung, rung)


def outcome_sentence(report: RunReport) -> str:
    """What the outcome means for this run, in one sentence."""
    if report.error:
        return report.error
    unknown = report.in_doubt
    if report.outcome is Outcome.PASSED and unknown:
        return f"All steps ran, but {count(unknown, 'check')} could not be made: whether it worked is not proven."
    if report.steps and all(step.skipped for step in report.steps) and any(s.note == HAPPENED for s in report.steps):
        return "Nothing was done: a person said that an earlier run had done it."
    return OUTCOMES[report.outcome][2]


def verified_state(step: StepResult) -> tuple[str, str]:
    """State and word for what a step's checks said, together."""
    verdicts = {check.verdict for check in step.checks if not check.aside}
    if CheckVerdict.FAILED in verdicts:
        return "failed", "failed"
    if CheckVerdict.UNKNOWN in verdicts:
        return "unknown", "unknown"
    if verdicts:
        return "passed", "checked"
    return "skipped", "no check"


def step_state(step: StepResult, report: RunReport) -> tuple[str, str]:
    """State and word for how a step ended."""
    if not step.ok:
        halted = report.halt is not None and report.halt.step_id == step.step_id
        if halted:
            return "halted", "halted"
        return ("unknown", "stopped") if report.outcome is Outcome.STOPPED else ("failed", "failed")
    if step.skipped:
        return "skipped", "not needed"
    return ("healed", "healed") if step.healed else ("passed", "done")


def never_acted(step: StepResult) -> bool:
    """Whether the step ended before anything was sent: then there is no picture afterwards, and nothing to check."""
    return not step.ok and step.rung is None and step.after is None


def duration(ms: float) -> str:
    """Milliseconds below one second (with one decimal below ten), seconds above."""
    if ms >= 1000:
        return f"{ms / 1000:.2f} s"
    return f"{ms:.1f} ms" if 0.05 <= ms < 10 else f"{ms:.0f} ms"


def count(number: int, noun: str) -> str:
    """`1 heal`, `2 heals`, `no heals`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
