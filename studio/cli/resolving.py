"""`studio resolve`: the ladder of one step on any screenshot, rung by rung."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.exit_codes import DONE, HALTED
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, WrongUsage, command

if TYPE_CHECKING:
    from studio.engine.bundle import Bundle
    from studio.engine.model.resolution import Refusal, Resolution, RungAttempt
    from studio.engine.model.workflow import Step


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "resolve", run, "Try a step's ladder on a screenshot; exit code 1 where it refuses.")
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")
    parser.add_argument("--step", required=True, metavar="ID")
    parser.add_argument("--frame", type=Path, required=True, metavar="PNG", help="the screenshot to look at")


def run(options: argparse.Namespace) -> int:
    """Resolve and show the trace."""
    from studio.engine.bundle import load_bundle
    from studio.engine.model.resolution import Resolution

    bundle = load_bundle(options.bundle)
    step = _step(bundle, options.step)
    answer = _resolve(bundle, step, options.frame)
    found = isinstance(answer, Resolution)
    if options.json:
        print_json({"ok": found, "step": step.id, **answer.model_dump(mode="json")})
    else:
        _tell(step, answer)
    return DONE if found else HALTED


def _step(bundle: Bundle, step_id: str) -> Step:
    known = {step.id: step for step in bundle.workflow.steps}
    if step_id not in known:
        raise WrongUsage(f"There is no step {step_id!r}: the steps are {', '.join(known)}.")
    if known[step_id].anchor is None:
        raise WrongUsage(f"The step {step_id!r} has no target to look for.")
    return known[step_id]


def _resolve(bundle: Bundle, step: Step, picture: Path) -> Resolution | Refusal:
    from studio.engine.runtime.ladder import resolve
    from studio.engine.runtime.observation import Observation, ResolveOptions
    from studio.engine.vision.frame import Frame, UnreadableFrame

    try:
        frame = Frame.of(picture)
        _ = frame.bgr
    except (UnreadableFrame, OSError) as error:
        raise WrongUsage(f"{picture} is no picture that can be read: give a PNG.") from error
    assert step.anchor is not None
    paths = [p for p in (step.anchor.template, step.anchor.identifier_crop) if p in bundle.hashes]
    options = ResolveOptions(crops={p: bundle.asset(p) for p in paths if p}, intent=step.intent)
    return resolve(step.anchor, Observation(frame, recorded=bundle.read_frame(step.id)), options)


def _tell(step: Step, answer: Resolution | Refusal) -> None:
    from studio.engine.model.resolution import Resolution
    from studio.engine.report.words import rung_word

    say(f"{step.id}: {step.intent}")
    for attempt in answer.trace:
        _tell_rung(attempt)
    if isinstance(answer, Resolution):
        x, y = answer.point
        say(f"It would act at {x}, {y}, found by {rung_word(answer.rung)} ({answer.confidence:.2f}).")
    else:
        say(f"It would stop ({answer.code.value}): {answer.sentence}")


def _tell_rung(attempt: RungAttempt) -> None:
    from studio.engine.report.words import ICONS, VERDICTS, rung_word

    state, word = VERDICTS[attempt.verdict]
    threshold = "" if attempt.threshold is None else f" (needs {attempt.threshold:.2f})"
    say(f"  {ICONS[state]} {rung_word(attempt.rung):<19} {word}{threshold}, {attempt.ms:.0f} ms. {attempt.sentence}")
    for candidate in attempt.candidates[:5]:
        x, y = candidate.point
        label = f" “{candidate.label}”" if candidate.label else ""
        say(f"      {candidate.score:.2f} at {x}, {y}{label}{f': {candidate.note}' if candidate.note else ''}")
