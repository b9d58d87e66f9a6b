"""Bundles and runs of the first version (tests/fixtures/v1) open, validate, replay and are decided on as before."""

from __future__ import annotations

import json
import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from studio.demo.mockmed import serve
from studio.engine import uncertain
from studio.engine.backends.web import open_web
from studio.engine.bundle import load_bundle, validate_workflow
from studio.engine.bundle.trust import Standing, read_key_file, standing_of, trust
from studio.engine.compiler import compile_recording
from studio.engine.errors import BadParams
from studio.engine.model.events import runner_event
from studio.engine.model.halts import HaltCode
from studio.engine.model.heals import Decision
from studio.engine.model.results import Outcome, RunReport
from studio.engine.report import render_run_report
from studio.engine.review import decisions
from studio.engine.runtime import Replayer
from studio.engine.runtime.values import bind
from tests.helpers.warm_browser import warm_browser

FIXTURES = Path(__file__).parents[1] / "fixtures" / "v1"
BUNDLES = ("linear", "graph", "healed", "scrubbed", "certified")
RUNS = {"run-passed": 0, "run-graph": 0, "run-open-heals": 5, "run-cut-off": 0}
NOTE, OTHER = "Rest and ice.", "Come back in May."
VIEW = (720, 400)
DRIFT = "?drift=theme,move,rename"
WORKLIST = {"notes.csv": [{"Note": OTHER}]}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with warm_browser() as running:
        yield running


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes and trusted keys of this test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


class Played:
    """One replay on a fresh clinic: its report, and what was then stored as (number of the patient, note)."""

    def __init__(self, browser: Browser, bundle: Path, run_dir: Path, query: str = "", **more: Any) -> None:
        policy = more.pop("policy", None)
        with serve() as clinic:
            with open_web(f"{clinic.url}{query}#tasks", browser=browser, viewport=VIEW) as backend:
                replayer = Replayer(backend, required_policy=policy)
                self.report = replayer.run(bundle_dir=bundle, run_dir=run_dir, **more)
            found = json.loads(urllib.request.urlopen(f"{clinic.url}api/encounters", timeout=10).read())
        self.stored = [(one["mrn"], one["note"]) for one in found]


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_opens_whole_and_makes_sense(name: str) -> None:
    bundle = load_bundle(FIXTURES / name)
    bundle.require_replayable()
    assert bundle.not_understood == ()
    assert [problem for problem in validate_workflow(bundle.workflow, bundle.asset_paths) if not problem.warning] == []


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_read_and_reported(name: str, tmp_path: Path) -> None:
    run = tmp_path / name
    shutil.copytree(FIXTURES / name, run)
    report = RunReport.model_validate_json((run / "report.json").read_bytes())
    assert len(report.heals) == RUNS[name]
    for line in (run / "events.jsonl").read_text(encoding="utf-8").splitlines():
        runner_event.validate_python(json.loads(line))
    render_run_report(run)
    assert "Save Encounter" in (run / "REPORT.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("graph", {"worklists": WORKLIST}),
        ("healed", {"query": DRIFT, "params": {"note": OTHER}}),
        ("scrubbed", {"params": {"note": OTHER}}),
        ("certified", {"params": {"note": OTHER}, "policy": "permissive"}),  # the same bundle as linear
    ],
)
def test_a_bundle_replays(name: str, more: dict[str, Any], browser: Browser, tmp_path: Path) -> None:
    bundle = tmp_path / name
    shutil.copytree(FIXTURES / name, bundle)
    played = Played(browser, bundle, tmp_path / "run", **more)
    assert played.report.succeeded, played.report.halt
    assert played.stored == [("MM-104872", OTHER)]
    assert not played.report.heals


def test_open_heals_are_decided_and_saved_as_a_version(tmp_path: Path) -> None:
    bundle, run = tmp_path / "linear", tmp_path / "run-open-heals"
    shutil.copytree(FIXTURES / "linear", bundle)
    shutil.copytree(FIXTURES / "run-open-heals", run)
    report = RunReport.model_validate_json((run / "report.json").read_bytes())
    before = decisions.review(report, bundle, run)
    assert {before.decision(heal.id) for heal in report.heals} == {Decision.OPEN.value}
    decided = decisions.decide(before, bundle, {heal.id: Decision.ACCEPTED.value for heal in report.heals})
    made = load_bundle(decisions.save(decided, run, bundle, tmp_path / "v2"))
    assert made.workflow.steps == load_bundle(FIXTURES / "healed").workflow.steps


def test_what_was_cut_off_is_asked_about_before_it_is_done_again(browser: Browser, tmp_path: Path) -> None:
    bundle = tmp_path / "linear"
    shutil.copytree(FIXTURES / "linear", bundle)
    for note in (FIXTURES / "uncertain").glob("*.json"):
        uncertain.folder().mkdir(parents=True)
        text = note.read_text(encoding="utf-8").replace("{fixtures}", FIXTURES.as_posix())
        (uncertain.folder() / note.name).write_text(text, encoding="utf-8")
    same = Played(browser, bundle, tmp_path / "same")
    assert same.report.outcome is Outcome.HALTED
    assert same.report.halt is not None
    assert same.report.halt.code is HaltCode.MAY_HAVE_HAPPENED
    assert same.report.halt.picture is not None
    assert same.stored == []


def test_whose_signature_it_is_and_what_it_was_certified_by(tmp_path: Path) -> None:
    bundle = load_bundle(FIXTURES / "certified")
    assert [one.policy for one in bundle.certifications] == ["permissive"]
    assert standing_of(bundle.signature).standing is Standing.UNKNOWN
    trust(read_key_file(FIXTURES / "certified.public-key"))
    assert standing_of(bundle.signature).standing is Standing.TRUSTED


def test_a_recording_is_compiled(tmp_path: Path) -> None:
    made = compile_recording(FIXTURES / "recording", tmp_path / "made", name="Triage")
    kept = load_bundle(FIXTURES / "linear").workflow
    assert [(s.action, s.param) for s in made.steps] == [(s.action, s.param) for s in kept.steps]
    assert [s.risk for s in made.steps] == [s.risk for s in kept.steps]


def test_the_row_that_was_picked_can_be_another_one_in_each_run(browser: Browser, tmp_path: Path) -> None:
    bundle = tmp_path / "made"
    compile_recording(FIXTURES / "recording", bundle, name="Triage", accept_params=["mrn"])
    with pytest.raises(BadParams, match="must be given"):
        bind(load_bundle(bundle).workflow, {}, {})
    other = Played(browser, bundle, tmp_path / "other", params={"mrn": "MM-104827"})
    assert other.report.succeeded, other.report.halt
    assert other.stored == [("MM-104827", NOTE)]
    nobody = Played(browser, bundle, tmp_path / "nobody", params={"mrn": "MM-104828"})
    assert nobody.report.outcome is Outcome.HALTED
    assert nobody.stored == []
