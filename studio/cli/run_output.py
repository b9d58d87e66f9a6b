"""Three ways to show a run while it goes: lines for a person, JSON lines, or nothing until the one JSON object."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from studio.cli.output import complain, print_json, say, short
from studio.engine.model.events import Event, Halted, RunStarted, StepFinished, StepStarted, Warned
from studio.engine.model.halts import Choice
from studio.engine.model.results import RunReport, StepResult
from studio.engine.report.words import (
    ICONS,
    OUTCOMES,
    RESCUED,
    count,
    duration,
    outcome_sentence,
    rung_word,
    verified_state,
)

_ROW = "{mark} {number:>3}  {intent:<46} {rung:<19} {confidence:>5} {ms:>8}  {verified}"


class View(Protocol):
    """Shows a run."""

    def event(self, event: Event) -> None:
        """Something happened."""

    def finished(self, report: RunReport, run_dir: Path) -> None:
        """The run ended and its report is written."""


def view_for(*, events: bool, as_json: bool) -> View:
    """The view that the options ask for."""
    if events:
        return EventLines()
    return OneObject() if as_json else Words()


class EventLines:
    """Every event as one JSON line on stdout."""

    def event(self, event: Event) -> None:
        """Write it at once."""
        say(event.model_dump_json())

    def finished(self, report: RunReport, run_dir: Path) -> None:
        """Nothing to add: the stream has said it all."""


class OneObject:
    """Silent until the end."""

    def event(self, event: Event) -> None:
        """Keep still."""

    def finished(self, report: RunReport, run_dir: Path) -> None:
        """The summary."""
        print_json(summary(report, run_dir))


class Words:
    """One line for each step as it ends, then the outcome."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._halted: set[str] = set()

    def event(self, event: Event) -> None:
        """A line for what a person wants to see while it happens."""
        if isinstance(event, RunStarted):
            say(f"{event.workflow}: {count(event.steps, 'step')}, evidence in {event.run_dir}")
            say(step_heads())
        elif isinstance(event, StepStarted):
            self._numbers[event.step_id] = event.index + 1
        elif isinstance(event, StepFinished):
            step = event.result
            say(step_line(step, self._numbers.get(step.step_id, 0), halted=step.step_id in self._halted))
        elif isinstance(event, Halted):
            self._halted.add(event.halt.step_id)
            say(f"{ICONS['halted']} {event.halt.sentence}")
            words = [
                c.value.replace("_", "-") for c in event.halt.choices if c in (Choice.HAPPENED, Choice.NOT_HAPPENED)
            ]
            if words:
                say(f"  Then run it again with --uncertain {' or '.join(words)}.")
        elif isinstance(event, Warned):
            complain(event.sentence)

    def finished(self, report: RunReport, run_dir: Path) -> None:
        """The outcome in words and where to read more."""
        state, title, _ = OUTCOMES[report.outcome]
        say()
        say(f"{ICONS[state]} {title}. {outcome_sentence(report)}")
        for taken in report.rescued:
            say(f"{ICONS['halted']} {RESCUED}: {taken.sentence}")
        for sentence in report.not_begun:
            say(f"{ICONS['skipped']} {sentence}")
        say(
            f"{duration(report.total_ms)}, {count(len(report.heals), 'heal')}, "
            f"{count(report.ocr_calls, 'OCR call')}, {count(report.model_calls, 'model call')}"
        )
        if report.heals:
            say(f"To review the heals: studio heals {run_dir}")
        say(f"Report: {run_dir / 'report.html'}")


def step_heads() -> str:
    """The row above the steps."""
    heads = _ROW.format(
        mark=" ", number="", intent="step", rung="found by", confidence="conf.", ms="time", verified="verified"
    )
    return heads.rstrip()


def step_line(step: StepResult, number: int, *, halted: bool = False) -> str:
    """One row: number, intent, rung, confidence, time, verified."""
    went_well, went_wrong = "healed" if step.healed else "passed", "halted" if halted else "failed"
    mark = ICONS[went_well if step.ok else went_wrong]
    state, word = ("skipped", "not needed") if step.skipped else verified_state(step)
    return _ROW.format(
        mark=mark,
        number=number,
        intent=short(step.intent, 46),
        rung=rung_word(step.rung),
        confidence="—" if step.confidence is None else f"{step.confidence:.2f}",
        ms=duration(step.times.total),
        verified=f"{ICONS[state]} {word}",
    )


def summary(report: RunReport, run_dir: Path) -> dict[str, object]:
    """What `--json` prints of a run."""
    return {
        "ok": report.succeeded,
        "outcome": report.outcome.value,
        "run_id": report.run_id,
        "run_dir": str(run_dir),
        "report": str(run_dir / "report.html"),
        "total_ms": report.total_ms,
        "steps": [
            {
                "id": s.step_id,
                "intent": s.intent,
                "ok": s.ok,
                "rung": s.rung,
                "confidence": s.confidence,
                "ms": round(s.times.total, 1),
                "verified": verified_state(s)[1],
            }
            for s in report.steps
        ],
        "heals": [heal.id for heal in report.heals],
        "halt": report.halt.model_dump(mode="json") if report.halt else None,
        "rescued": [taken.model_dump(mode="json") for taken in report.rescued],
        "not_begun": list(report.not_begun),
        "error": report.error,
        "ocr_calls": report.ocr_calls,
        "model_calls": report.model_calls,
    }
