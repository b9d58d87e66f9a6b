"""`studio replay` as a child process: events and answers, stop, kill -9."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.demo.mockmed import MockMed, serve
from studio.engine.bundle import load_bundle
from studio.engine.model.events import runner_event
from studio.engine.model.results import Outcome, RunReport
from tests.helpers.triage_loop import NOTE, TriageLoop


@pytest.fixture
def clinic(own_temp_dir: Path) -> Iterator[MockMed]:
    with serve() as running:
        yield running


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "studio", "replay", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stored(clinic: MockMed) -> list[dict[str, Any]]:
    return list(json.loads(urllib.request.urlopen(f"{clinic.url}api/encounters", timeout=10).read()))


def until(process: subprocess.Popen[str], kind: str, count: int = 1) -> dict[str, Any]:
    """Read events until the `count`-th of that kind."""
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        count -= event["type"] == kind
        if count == 0:
            return dict(event)
    raise AssertionError(f"the stream ended without {kind}")


def test_every_line_is_a_known_event_and_the_stream_ends_with_the_outcome(
    loop: TriageLoop, clinic: MockMed, tmp_path: Path
) -> None:
    process = started(str(loop.bundle), "--url", clinic.url, "--events", "--run-dir", str(tmp_path / "run"))
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    events = [runner_event.validate_json(line) for line in out.splitlines()]
    assert events[0].type == "run_started"
    assert events[-1].type == "run_finished"
    times = [e.t for e in events]
    assert times == sorted(times)
    kept = (tmp_path / "run" / "events.jsonl").read_text().splitlines()
    assert kept == out.splitlines()


def test_a_person_confirms_the_renamed_save_on_stdin(loop: TriageLoop, clinic: MockMed, tmp_path: Path) -> None:
    bundle = str(loop.bundle_vision)
    process = started(
        bundle, "--no-structure", "--url", f"{clinic.url}?drift=rename", "--events", "--run-dir", str(tmp_path / "run")
    )
    halt = until(process, "halted")["halt"]
    assert halt["code"] == "needs_confirmation"
    assert "confirm" in halt["choices"]
    assert stored(clinic) == []
    assert process.stdin is not None
    process.stdin.write(json.dumps({"command": "answer", "halt": halt["id"], "choice": "confirm"}) + "\n")
    process.stdin.flush()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert [e["note"] for e in stored(clinic)] == [NOTE]


def test_end_of_stdin_leaves_a_halt_unanswered(loop: TriageLoop, clinic: MockMed, tmp_path: Path) -> None:
    process = started(
        str(loop.bundle), "--url", f"{clinic.url}?drift=duplicate", "--events", "--run-dir", str(tmp_path / "run")
    )
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 1
    assert json.loads(out.splitlines()[-1])["outcome"] == "halted"
    assert stored(clinic) == []


@pytest.mark.parametrize("how", ["signal", "command"])
def test_stop_ends_within_one_step_with_a_report(loop: TriageLoop, clinic: MockMed, tmp_path: Path, how: str) -> None:
    process = started(str(loop.bundle), "--url", clinic.url, "--events", "--run-dir", str(tmp_path / "run"))
    until(process, "step_finished", 3)
    if how == "signal":
        process.send_signal(signal.SIGTERM)
    else:
        assert process.stdin is not None
        process.stdin.write('{"command": "stop"}\n')
        process.stdin.flush()
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.count('"step_started"') <= 2
    report = RunReport.model_validate_json((tmp_path / "run" / "report.json").read_bytes())
    assert report.outcome is Outcome.STOPPED
    assert (tmp_path / "run" / "report.html").exists()
    assert stored(clinic) == []


def test_kill_at_any_moment_leaves_a_readable_run_and_an_untouched_bundle(
    loop: TriageLoop, clinic: MockMed, tmp_path: Path
) -> None:
    digest = load_bundle(loop.bundle).digest
    chance = random.Random(7)
    for attempt in range(2):  # many: ./dev bench safety kill
        run_dir = tmp_path / f"run-{attempt}"
        process = started(str(loop.bundle), "--url", clinic.url, "--events", "--run-dir", str(run_dir))
        until(process, "step_started", chance.randint(1, 16))
        time.sleep(chance.random() * 0.1)
        process.kill()
        process.communicate(timeout=60)
        report = RunReport.model_validate_json((run_dir / "report.json").read_bytes())
        assert report.outcome in (Outcome.FAILED, Outcome.PASSED)
        lines = (run_dir / "events.jsonl").read_bytes().split(b"\n")
        assert all(json.loads(line) for line in lines[:-1])
        assert load_bundle(loop.bundle).digest == digest
