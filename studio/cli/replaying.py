"""Performs one replay: opens the surface, runs the bundle, heeds signals and commands."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from studio.cli.run_output import View
from studio.cli.run_surface import SurfaceChoice, open_surface
from studio.cli.signals import signals_call
from studio.cli.stdin_commands import listen
from studio.engine import files
from studio.engine.model.events import Warned
from studio.engine.model.halts import Choice
from studio.engine.model.results import RunReport
from studio.engine.model.workflow import Workflow
from studio.engine.report import render_run_report
from studio.engine.review.run_source import refuse_overwriting, source_remembered
from studio.engine.runtime import Replayer
from studio.engine.runtime.control import RunControl
from studio.engine.streams import lines_of_stdin


@dataclass(frozen=True)
class Request:
    """All that one replay needs to know."""

    workflow: Workflow
    bundle_dir: Path
    surface: SurfaceChoice
    params: dict[str, str]
    secrets: dict[str, str] = field(repr=False)
    confirmed: frozenset[str]
    run_dir: Path
    save_healed_to: Path | None
    structure: bool
    allow_unreviewed: bool = False
    start_at: str | None = None
    pause_at: frozenset[str] = frozenset()
    delay_s: float = 0.0
    uncertain: Choice | None = None
    required_policy: str | None = None


def perform(request: Request, view: View, *, commands_on_stdin: bool) -> RunReport:
    """Run to the end and write the report. Raises EnvironmentUnable, BadInput."""
    refuse_overwriting(request.run_dir)
    if request.save_healed_to is not None:
        files.refuse_overwriting(request.save_healed_to)  # now, not after an action that cannot be undone
    control = RunControl(answers_possible=commands_on_stdin)
    control.pause_at(request.pause_at)
    control.set_delay(request.delay_s)
    with signals_call(lambda: _stop(control)):
        if commands_on_stdin:
            listen(lines_of_stdin(), control, lambda sentence: view.event(Warned(sentence=sentence)))
        with (
            open_surface(request.surface, request.workflow, request.structure, view.event) as backend,
            source_remembered(request.run_dir, request.bundle_dir),
        ):
            report = Replayer(
                backend,
                emit=view.event,
                control=control,
                structure=request.structure,
                confirmed=request.confirmed,
                uncertain=request.uncertain,
                allow_unreviewed=request.allow_unreviewed,
                required_policy=request.required_policy,
            ).run(
                request.workflow,
                params=request.params,
                secrets=request.secrets,
                bundle_dir=request.bundle_dir,
                run_dir=request.run_dir,
                save_healed_to=request.save_healed_to,
                start_at=request.start_at,
            )
    render_run_report(request.run_dir)
    return report


def _stop(control: RunControl) -> None:
    """Stop the run; asked a second time, end the program at once."""
    if control.stopped:
        raise KeyboardInterrupt
    control.stop()
