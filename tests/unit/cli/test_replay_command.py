"""`studio replay`: what reaches the runner, what is printed, which exit code the outcome gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.formats import write_bundle

from studio.__main__ import main
from studio.cli import replaying, run_surface
from studio.cli.replaying import Request
from studio.cli.run_output import View
from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.model.events import RunFinished, RunStarted, StepFinished, StepStarted, runner_event
from studio.engine.model.results import CheckResult, CheckVerdict, Outcome, PhaseTimes, RunReport, StepResult

STEP = StepResult(
    step_id="a",
    intent="click ‘Note’",
    action="click",
    ok=True,
    rung="template",
    confidence=0.99,
    times=PhaseTimes(find=4, act=20, settle=60, verify=16),
    checks=(CheckResult(kind="text_present", verdict=CheckVerdict.PASSED),),
)
Asked = Callable[[Outcome], list[Request]]


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "bundle")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Replace the browser and the runner by a run of one step with the given outcome."""

    def script(outcome: Outcome) -> list[Request]:
        requests: list[Request] = []

        def perform(request: Request, view: View, *, commands_on_stdin: bool) -> RunReport:
            requests.append(request)
            view.event(RunStarted(run_id="r", workflow="Triage", steps=3, run_dir=str(request.run_dir)))
            view.event(StepStarted(step_id="a", index=0, intent=STEP.intent))
            view.event(StepFinished(result=STEP))
            view.event(RunFinished(outcome=outcome, report="report.json"))
            return RunReport(
                run_id="r",
                workflow="Triage",
                outcome=outcome,
                started_at="2026-07-20T16:12:18+00:00",
                finished_at="2026-07-20T16:12:18+00:00",
                total_ms=100,
                steps=(STEP,),
            )

        monkeypatch.setattr(replaying, "perform", perform)
        return requests

    return script


def replay(bundle: Path, *more: str) -> int:
    return main(["replay", str(bundle), "--url", "http://127.0.0.1:9/", *more])


def test_where_nobody_answers_at_the_recorded_address_the_sentence_names_the_option(
    bundle: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreachable(request: Request, view: View, *, commands_on_stdin: bool) -> RunReport:
        raise EnvironmentUnable(f"The page {request.surface.url} cannot be reached.")

    monkeypatch.setattr(replaying, "perform", unreachable)
    monkeypatch.setattr(run_surface, "_address", lambda given, _workflow: given or "http://127.0.0.1:9/")
    assert main(["replay", str(bundle)]) == 3
    assert "--url" in capsys.readouterr().err
    assert replay(bundle) == 3
    assert "--url" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (Outcome.VERIFIED, 0),
        (Outcome.PASSED, 0),
        (Outcome.HALTED, 1),
        (Outcome.STOPPED, 130),
        (Outcome.FAILED, 3),
    ],
)
def test_the_outcome_decides_the_exit_code(bundle: Path, asked: Asked, outcome: Outcome, code: int) -> None:
    asked(outcome)
    assert replay(bundle) == code


def test_words_for_a_person(bundle: Path, asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    asked(Outcome.PASSED)
    replay(bundle, "--run-dir", "somewhere")
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split() == ["✓", "1", "click", "‘Note’", "template", "0.99", "100", "ms", "✓", "checked"]
    assert "Passed on screen, not checked in the record" in lines[4]
    assert lines[-1] == f"Report: {Path('somewhere') / 'report.html'}"


def test_events_are_json_lines(bundle: Path, asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    asked(Outcome.PASSED)
    replay(bundle, "--events")
    lines = capsys.readouterr().out.splitlines()
    kinds = [runner_event.validate_json(line).type for line in lines]
    assert kinds == ["run_started", "step_started", "step_finished", "run_finished"]


def test_json_is_one_object(bundle: Path, asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    asked(Outcome.HALTED)
    assert replay(bundle, "--json") == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], said["outcome"], said["model_calls"]) == (False, "halted", 0)
    assert said["steps"][0]["rung"] == "template"


def test_what_was_given_reaches_the_runner(bundle: Path, asked: Asked, tmp_path: Path) -> None:
    requests = asked(Outcome.PASSED)
    more = ["--param", "note=Fine", "--confirm", "c", "--no-structure", "--headed", "--run-dir", str(tmp_path / "r")]
    replay(bundle, *more, "--events", "--pause-at", "b", "--delay", "0.5", "--from", "b")
    request = requests[0]
    assert (request.pause_at, request.delay_s, request.start_at) == ({"b"}, 0.5, "b")
    assert request.params == {"note": "Fine"}
    assert request.confirmed == {"c"}
    assert (request.structure, request.surface.headless, request.run_dir) == (False, False, tmp_path / "r")


def test_the_run_directory_is_named_by_the_time(bundle: Path, asked: Asked) -> None:
    requests = asked(Outcome.PASSED)
    replay(bundle)
    assert requests[0].run_dir.parts[0] == "runs"
    assert requests[0].run_dir.name.startswith("replay-20")
    assert requests[0].structure
    assert requests[0].surface.headless


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--param", "nope=1"], "note"),
        (["--confirm", "nope"], "a, b, c"),
        (["--param", "note"], "NAME=VALUE"),
        (["--from", "nope"], "a, b, c"),
        (["--pause-at", "b"], "--events"),
        (["--delay", "99"], "0 to 60"),
    ],
)
def test_wrong_names_are_refused_before_a_browser_is_opened(
    bundle: Path, asked: Asked, more: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    requests = asked(Outcome.PASSED)
    assert replay(bundle, *more) == 2
    assert words in capsys.readouterr().err
    assert requests == []
