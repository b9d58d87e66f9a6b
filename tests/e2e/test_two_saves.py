"""Two saves in a row where the server silently refuses the second: the old banner is no evidence of the new save."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest

from studio.demo.mockmed import serve
from studio.engine.backends.web import open_web
from studio.engine.compiler import compile_recording
from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome, RunReport
from studio.engine.runtime import Replayer
from tests.helpers.two_saves import record_two_saves


def replayed(bundle: Path, run_dir: Path, query: str, *, structure: bool) -> tuple[RunReport, int]:
    with serve() as clinic:
        with open_web(f"{clinic.url}{query}") as backend:
            report = Replayer(backend, structure=structure).run(bundle_dir=bundle, run_dir=run_dir)
        return report, len(json.loads(urllib.request.urlopen(f"{clinic.url}api/encounters", timeout=10).read()))


@pytest.fixture(scope="module")
def recording(own_temp_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with serve() as clinic:
        return record_two_saves(clinic.url, tmp_path_factory.mktemp("two") / "recording")


@pytest.mark.parametrize("structure", [True, False], ids=["structure", "vision"])
def test_a_refused_second_save_halts_and_two_real_saves_pass(recording: Path, tmp_path: Path, structure: bool) -> None:
    bundle = tmp_path / "bundle"
    compile_recording(recording, bundle, name="two saves", structure=structure)
    good, stored = replayed(bundle, tmp_path / "good", "", structure=structure)
    assert good.outcome is Outcome.PASSED, good.halt
    assert stored == 2
    bad, stored = replayed(bundle, tmp_path / "bad", "?fault=refuse_second", structure=structure)
    assert stored == 1
    assert bad.outcome is Outcome.HALTED
    assert bad.halt is not None
    assert bad.halt.step_id == good.steps[-1].step_id
    assert bad.halt.code in {HaltCode.POSTCONDITION_FAILED, HaltCode.OUTCOME_UNKNOWN}


@pytest.mark.parametrize("structure", [True, False], ids=["structure", "vision"])
@pytest.mark.parametrize("query", ["?list=off", "?list=off&fault=refuse_second"])
def test_where_success_and_refusal_look_alike_the_outcome_is_unknown(
    tmp_path: Path, structure: bool, query: str
) -> None:
    with serve() as clinic:
        recording = record_two_saves(f"{clinic.url}?list=off", tmp_path / "recording")
    compile_recording(recording, tmp_path / "bundle", name="two saves", structure=structure)
    report, _ = replayed(tmp_path / "bundle", tmp_path / "run", query, structure=structure)
    assert report.halt is not None
    assert report.halt.code is HaltCode.OUTCOME_UNKNOWN
    assert report.halt.step_id == report.steps[-1].step_id
