"""Old runs go by a person's rule, logged before they go; what somebody must still decide stays and is named."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from helpers.formats import write_bundle

from studio.__main__ import main
from studio.engine import uncertain
from studio.engine.errors import BadInput
from studio.engine.privacy import purge as purge_module
from studio.engine.privacy.purge import purge
from studio.engine.privacy.retention import Rule, plan
from studio.engine.runtime.run_folder import RunFolder

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
Make = Callable[..., Path]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "library" / "runs").mkdir(parents=True)
    return tmp_path / "library"


@pytest.fixture
def make(library: Path) -> Make:
    """A run of a workflow that ended so many days ago."""

    def run(days: float, workflow: str = "triage", outcome: str = "passed", **more: Any) -> Path:
        began = NOW - timedelta(days=days)
        folder = library / "runs" / workflow / f"{began:%Y%m%d-%H%M%S}"
        (folder / "steps").mkdir(parents=True)
        told = {"run_id": folder.name, "workflow": workflow, "outcome": outcome, "started_at": began.isoformat()}
        (folder / "report.json").write_text(json.dumps({"finished_at": "", **told, **more}))
        (folder / "events.jsonl").write_text("")
        (folder / "steps" / "a_before.png").write_bytes(b"x" * 1000)
        (folder / "report.html").write_text("<p>")
        (folder / "REPORT.md").write_text("words")
        for path in folder.iterdir():
            os.utime(path, (began.timestamp(), began.timestamp()))
        return folder

    return run


def _log(library: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (library / "purge.jsonl").read_text().splitlines()]


def test_the_newest_of_each_workflow_and_those_of_the_last_days_stay(library: Path, make: Make) -> None:
    runs = [make(days) for days in (1, 2, 3, 40)]
    other = make(50, "intake")
    assert [run.dir for run in plan(library, Rule(keep=2), now=NOW).going] == [runs[3], runs[2]]
    assert [run.dir for run in plan(library, Rule(days=2.5), now=NOW).going] == [other, runs[3], runs[2]]
    assert [run.dir for run in plan(library, Rule(keep=1, days=30), now=NOW).going] == [runs[3]]
    assert plan(library, Rule(keep=4), now=NOW).going == ()
    for wrong in ((None, None), (-1, None), (None, -1.0), (None, 1e9)):
        with pytest.raises(BadInput):
            Rule(*wrong)
    with pytest.raises(BadInput, match="no library"):
        plan(library / "runs" / "triage", Rule(keep=1))


def test_what_goes_is_logged_first_and_only_that_goes(
    library: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = make(9), make(1)
    seen: list[int] = []
    remove = purge_module._remove
    monkeypatch.setattr(purge_module, "_remove", lambda folder: (seen.append(len(_log(library))), remove(folder)))
    done = purge(library, Rule(keep=1), by="Ann", now=NOW)
    assert ([run.dir for run in done.gone], seen) == ([old], [1])
    assert not old.exists()
    assert new.is_dir()
    (line,) = _log(library)
    assert (line["by"], line["run"], line["what"], line["rule"]) == (
        *("Ann", f"runs/triage/{old.name}", "all", "keep 1 of each workflow"),
    )
    assert line["bytes"] == done.bytes > 1000


def test_pictures_alone_can_go(library: Path, make: Make) -> None:
    old = make(9)
    purge(library, Rule(days=5, frames_only=True), now=NOW)
    assert sorted(p.name for p in old.rglob("*") if p.is_file()) == ["REPORT.md", "events.jsonl", "report.json"]
    assert _log(library)[0]["what"] == "pictures"
    assert purge(library, Rule(days=5, frames_only=True), now=NOW).gone == ()
    assert len(_log(library)) == 1


def test_what_somebody_must_still_decide_stays_and_is_named(library: Path, make: Make, tmp_path: Path) -> None:
    halted, answered = make(9, outcome="halted"), make(8, outcome="halted")
    (answered / "answered.json").write_text("{}")
    interrupted = {"outcome": "failed", "error": "The run was interrupted."}
    dead, open_run = make(7, **interrupted), make(6, **interrupted)
    os.utime(open_run / "events.jsonl", (NOW.timestamp() - 60, NOW.timestamp() - 60))
    healed, unreadable, lost = make(5, heals=[{"id": "x"}]), make(4), make(3, **interrupted)
    (healed / "source.json").write_text(json.dumps({"v": 1, "bundle": str(write_bundle(tmp_path / "bundle"))}))
    (unreadable / "report.json").write_text("{")
    os.utime(unreadable / "report.json", (NOW.timestamp() - 400_000, NOW.timestamp() - 400_000))
    note = {"id": "a" * 32, "bundle": "b", "recording": "r", "salt": "c" * 32, "values": "v", "loops": False}
    note |= {"run_dir": str(lost.resolve()), "step": "save", "visit": 1, "intent": "save", "at": "then"}
    uncertain.keep(uncertain.Note.model_validate(note))
    done = purge(library, Rule(days=2), now=NOW)
    assert [run.dir for run in done.gone] == [answered, dead]
    why = {run.dir: said for run, said in done.staying}
    assert "nobody has answered" in why[halted]
    assert "still be going on" in why[open_run]
    assert "not decided" in why[healed]
    assert "cannot be read" in why[unreadable]
    assert "nobody has said whether it happened" in why[lost]
    assert all(folder.is_dir() for folder in why)


def test_a_run_that_waits_for_a_person_for_days_is_not_removed(library: Path, make: Make) -> None:
    waiting = make(9, outcome="failed", error="The run was interrupted.")
    running = RunFolder(waiting)
    os.utime(waiting / "events.jsonl", (NOW.timestamp() - 400_000, NOW.timestamp() - 400_000))
    try:
        done = purge(library, Rule(days=2), now=NOW)
    finally:
        running.close()
    assert (done.gone, [run.dir for run, _ in done.staying]) == ((), [waiting])
    assert [run.dir for run in purge(library, Rule(days=2), now=NOW).gone] == [waiting]


def test_links_and_what_is_no_run_are_not_touched_and_a_cut_off_purge_is_finished(
    library: Path, make: Make, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    make(9).rename(elsewhere)
    (library / "runs" / "triage" / "link").symlink_to(elsewhere)
    (library / "runs" / "triage" / "papers").mkdir()
    half = library / "runs" / "triage" / ".20260101-000000.partial"
    half.mkdir()
    assert purge(library, Rule(keep=0), now=NOW).gone == ()
    assert elsewhere.is_dir()
    assert (library / "runs" / "triage" / "papers").is_dir()
    assert not half.exists()


def test_the_command_says_what_would_go_and_what_went(
    library: Path, make: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    old = make(400)
    waiting = make(500, outcome="halted")
    assert main(["purge", str(library), "--days", "100", "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert f"would go: {old}" in said
    assert f"kept: {waiting}. It halted" in said
    assert old.is_dir()
    assert not (library / "purge.jsonl").exists()
    assert main(["purge", str(library), "--days", "100", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["removed"], [one["run"] for one in told["kept"]]) == ([str(old)], [str(waiting)])
    assert main(["purge", str(library)]) == 2
