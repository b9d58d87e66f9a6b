"""`studio replay`: run a bundle, as words for a person, as a stream of events, or as one JSON object."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli import run_surface
from studio.cli.exit_codes import DONE, HALTED, STOPPED, UNABLE
from studio.cli.parsing import Commands, WrongUsage, address, command, port, seconds_to_wait

if TYPE_CHECKING:
    from studio.cli.replaying import Request

_CODES = {"verified": DONE, "passed": DONE, "halted": HALTED, "stopped": STOPPED, "failed": UNABLE}


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "replay", run, "Replay a bundle; exit code 0 done, 1 halted, 3 not able, 130 stopped.")
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")
    parser.add_argument("--backend", choices=run_surface.BACKENDS, help="where to act (default: as recorded)")
    parser.add_argument("--url", type=address, help="of a web page: where the program is (default: as recorded)")
    parser.add_argument("--window", metavar="TITLE", help="of the desktop: see this window only (default: as recorded)")
    parser.add_argument("--program", metavar="CMD", help="of the desktop: start this first; it is left running")
    parser.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help="a parameter of this run")
    parser.add_argument("--use-examples", action="store_true", help="what is not given keeps its recorded value")
    parser.add_argument("--run-dir", type=Path, metavar="DIR", help="where evidence goes (default: runs/replay-<time>)")
    parser.add_argument("--save-healed-to", type=Path, metavar="BUNDLE", help="write a candidate with all heals")
    parser.add_argument("--events", action="store_true", help="stream events on stdout, read commands on stdin")
    parser.add_argument("--confirm", action="append", default=[], metavar="STEP_ID", help="act here without asking")
    parser.add_argument(
        "--uncertain",
        choices=("happened", "not-happened"),
        help="whether what an earlier run of these values left uncertain took effect: passed over, or done now",
    )
    parser.add_argument("--require-policy", metavar="POLICY", help="refuse what is not certified by this policy")
    parser.add_argument("--no-structure", action="store_true", help="use pixels only")
    parser.add_argument("--allow-unreviewed", action="store_true", help="replay heals that nobody has decided yet")
    parser.add_argument("--from", dest="start_at", metavar="STEP_ID", help="begin here, where the program stands now")
    parser.add_argument("--pause-at", action="append", default=[], metavar="STEP_ID", help="with --events: wait before")
    parser.add_argument(
        "--delay", type=seconds_to_wait, default=0.0, metavar="SECONDS", help="wait so long before each step"
    )
    parser.add_argument("--debugging-port", type=port, metavar="N", help="of a web page: where `record --cdp` may join")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--headless", action="store_true", default=True, help="without a window (default)")
    shown.add_argument("--headed", dest="headless", action="store_false", help="in a window that can be watched")


def run(options: argparse.Namespace) -> int:
    """Replay, and return the exit code that the outcome stands for."""
    if options.events and options.json:
        raise WrongUsage("--events streams many objects and --json prints one: give only one of them.")
    if options.pause_at and not options.events:
        raise WrongUsage("--pause-at needs --events: without it nobody could tell the run to go on.")
    from studio.cli import replaying, run_output
    from studio.engine.backends.protocols import EnvironmentUnable

    request = _request(options)
    view = run_output.view_for(events=options.events, as_json=options.json)
    try:
        report = replaying.perform(request, view, commands_on_stdin=options.events)
    except EnvironmentUnable as error:
        if options.url is None and request.surface.url and request.surface.url in str(error):
            raise EnvironmentUnable(
                f"{error} It ran there when it was recorded; where it is now says --url."
            ) from error
        raise
    view.finished(report, request.run_dir)
    return _CODES[report.outcome]


def _request(options: argparse.Namespace) -> Request:
    from studio.cli import replaying, run_inputs
    from studio.engine.bundle import load_bundle
    from studio.engine.model.halts import Choice
    from studio.engine.policy import require_policy
    from studio.engine.runtime.values import bind

    bundle = load_bundle(options.bundle)
    bundle.require_replayable(allow_unreviewed=options.allow_unreviewed)
    if options.require_policy is not None:
        require_policy(bundle, options.require_policy)
    workflow = bundle.workflow
    params, secrets = run_inputs.params(options.param, workflow), run_inputs.secrets(workflow)
    if options.use_examples:
        params = {**workflow.params, **params}
    bind(workflow, params, secrets)  # refuses before a browser is opened
    return replaying.Request(
        workflow=workflow,
        bundle_dir=bundle.dir,
        surface=run_surface.chosen(options, workflow),
        params=params,
        secrets=secrets,
        confirmed=run_inputs.step_ids(options.confirm, workflow),
        uncertain=Choice(options.uncertain.replace("-", "_")) if options.uncertain else None,
        run_dir=options.run_dir or _default_run_dir(),
        save_healed_to=options.save_healed_to,
        structure=not options.no_structure,
        allow_unreviewed=options.allow_unreviewed,
        required_policy=options.require_policy,
        start_at=run_inputs.step_id(options.start_at, workflow),
        pause_at=run_inputs.step_ids(options.pause_at, workflow),
        delay_s=options.delay,
    )


def _default_run_dir() -> Path:
    return Path("runs") / f"replay-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
