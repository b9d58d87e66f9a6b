"""REPORT.md: the same report for readers of text, with relative pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from studio.engine.model.heals import Heal
from studio.engine.model.results import RunReport, StepResult
from studio.engine.report.charts import phase_totals, rung_counts
from studio.engine.report.parts import score
from studio.engine.report.run_dir import inside
from studio.engine.report.words import (
    CAUSES,
    ICONS,
    OUTCOMES,
    PHASES,
    RESCUED,
    VERDICTS,
    count,
    duration,
    never_acted,
    outcome_sentence,
    rung_word,
    step_state,
    verified_state,
)

_SPECIAL = "\\`*_{}[]<>()#+-!|~&"


def markdown(report: RunReport, run_dir: Path) -> str:
    """The text of REPORT.md."""
    sections = (_head(report), _table(report), _totals(report), _heals(report, run_dir), _evidence(report, run_dir))
    return "\n".join(line for section in sections for line in section)


def text(words: str) -> str:
    """Words of a program or a person, on one line, with nothing in them that Markdown or HTML would act on."""
    line = " ".join(words.split())
    return "".join(f"\\{c}" if c in _SPECIAL else c for c in line)


def _head(report: RunReport) -> Iterator[str]:
    state, title, _ = OUTCOMES[report.outcome]
    yield f"# {text(report.workflow)}: {title}\n"
    yield f"{ICONS[state]} {text(outcome_sentence(report))}\n"
    if report.halt:
        yield f"{ICONS['halted']} **Halted at {text(report.halt.step_id)}** ({report.halt.code.value}): "
        yield f"{text(report.halt.sentence)}\n"
        for number, place in enumerate(report.halt.look_alikes, 1):
            x, y = place.point
            yield f"{number}. {text(place.label or 'no label')} at {x}, {y} ({score(place.score)})"
        yield ""
    for taken in report.rescued:
        yield f"- {ICONS['halted']} {RESCUED}, {text(taken.step_id)}: {text(taken.sentence)}"
    for sentence in report.not_begun:
        yield f"- {ICONS['skipped']} {text(sentence)}"
    if report.rescued or report.not_begun:
        yield ""


def _table(report: RunReport) -> Iterator[str]:
    yield "| # | step | result | rung | confidence | ms | verified |"
    yield "|--:|------|--------|------|-----------:|---:|----------|"
    for number, step in enumerate(report.steps, 1):
        state, word = step_state(step, report)
        verified = verified_state(step)
        yield (
            f"| {number} | {text(step.intent)} | {ICONS[state]} {word} | {rung_word(step.rung)} "
            f"| {score(step.confidence)} | {step.times.total:.0f} | {ICONS[verified[0]]} {verified[1]} |"
        )
    yield ""


def _totals(report: RunReport) -> Iterator[str]:
    rungs = ", ".join(f"{rung_word(r)} {n}" for r, n in rung_counts(report.steps).items())
    times = phase_totals(report.steps)
    yield f"- Whole run: {duration(report.total_ms)}"
    yield f"- Time by phase: {', '.join(f'{name} {duration(times[field])}' for field, name in PHASES)}"
    yield f"- Rungs: {rungs or 'none'}"
    yield f"- {count(report.ocr_calls, 'OCR call').capitalize()}, {report.ocr_full_frames} on a whole frame"
    yield f"- {count(report.model_calls, 'model call').capitalize()}"
    yield f"- {count(len(report.heals), 'heal').capitalize()}\n"


def _heals(report: RunReport, run_dir: Path) -> Iterator[str]:
    if report.heals:
        yield "## Heals\n\nProposed, not applied: each waits for a person's decision.\n"
    for heal in report.heals:
        yield from _heal(heal, run_dir)


def _heal(heal: Heal, run_dir: Path) -> Iterator[str]:
    undone = ", cannot be undone" if heal.irreversible else ""
    yield f"### {text(heal.intent)} ({text(heal.id)})\n"
    yield f"{CAUSES[heal.cause].capitalize()}, found by {rung_word(heal.rung)} ({score(heal.confidence)}){undone}.\n"
    for change in heal.changes:
        yield f"- {text(change.what)}: {text(change.before)} → {text(change.after)}"
    yield ""
    yield picture(run_dir, heal.frame_before, "Before, as recorded")
    yield picture(run_dir, heal.frame_after, "After, in this run")


def _evidence(report: RunReport, run_dir: Path) -> Iterator[str]:
    yield "## Evidence, step by step\n"
    for number, step in enumerate(report.steps, 1):
        yield from _step(number, step, report, run_dir)


def _step(number: int, step: StepResult, report: RunReport, run_dir: Path) -> Iterator[str]:
    state, word = step_state(step, report)
    yield f"### {number}. {text(step.intent)}\n"
    yield f"{ICONS[state]} {word}, found by {rung_word(step.rung)}, identity {text(step.identity)}.\n"
    if step.note:
        yield f"{text(step.note)}\n"
    if step.irreversible:
        yield f"Cannot be undone: {text(step.irreversible)}\n"
    for attempt in step.trace:
        yield f"- {rung_word(attempt.rung)}: {VERDICTS[attempt.verdict][1]}. {text(attempt.sentence)}"
    for check in step.checks:
        yield f"- {text(check.kind)} {check.verdict.value}: expected {text(check.expected)}, seen {text(check.seen)}"
    yield ""
    yield picture(run_dir, step.before, "Before")
    if not never_acted(step):
        yield picture(run_dir, step.after, "After")


def picture(run_dir: Path, name: str | None, caption: str) -> str:
    """A relative picture; one that is not there is said to be absent."""
    path = inside(run_dir, name)
    if path is None:
        return f"*{caption}: this picture was not kept.*\n"
    return f"![{caption}]({quote(path.relative_to(run_dir.resolve()).as_posix())})\n"
