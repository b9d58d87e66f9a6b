"""Two saves in a row where the server silently refuses the second: the old banner is no evidence of the new save."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from studio.demo.mockmed import serve
from studio.engine.backends.web import open_web
from studio.engine.compiler import compile_recording
from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome, RunReport
from studio.engine.runtime import Replayer
from studio.recorder.triage import record_triage_demo
from tests.helpers.two_saves import NOTE, record_two_saves
from tests.helpers.warm_browser import warm_browser

ARMS = pytest.mark.parametrize("structure", [True, False], ids=["structure", "vision"])


@pytest.fixture(scope="module")
def browser(own_temp_dir: Path) -> Iterator[Browser]:
    with warm_browser() as running:
        yield running


class Demonstrations:
    """The two saves, recorded once on each form of the clinic, compiled once for each arm."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder

    def bundle(self, query: str, *, structure: bool) -> Path:
        recording = self.folder / f"recording{query[1:]}"
        if not recording.exists():
            with serve() as clinic:
                record_two_saves(f"{clinic.url}{query}", recording, self.browser)
        bundle = self.folder / f"bundle{query[1:]}-{structure}"
        if not bundle.exists():
            compile_recording(recording, bundle, name="two saves", structure=structure)
        return bundle

    def replayed(self, bundle: Path, run_dir: Path, query: str, *, structure: bool) -> tuple[RunReport, int]:
        with serve() as clinic:
            with open_web(f"{clinic.url}{query}", browser=self.browser) as backend:
                report = Replayer(backend, structure=structure).run(bundle_dir=bundle, run_dir=run_dir)
            return report, len(json.loads(urllib.request.urlopen(f"{clinic.url}api/encounters", timeout=10).read()))


@pytest.fixture(scope="module")
def done(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Demonstrations:
    return Demonstrations(browser, tmp_path_factory.mktemp("two"))


@ARMS
def test_a_refused_second_save_halts_and_two_real_saves_pass(
    done: Demonstrations, tmp_path: Path, structure: bool
) -> None:
    bundle = done.bundle("", structure=structure)
    good, stored = done.replayed(bundle, tmp_path / "good", "", structure=structure)
    assert good.outcome is Outcome.PASSED, good.halt
    assert stored == 2
    bad, stored = done.replayed(bundle, tmp_path / "bad", "?fault=refuse_second", structure=structure)
    assert stored == 1
    assert bad.outcome is Outcome.HALTED
    assert bad.halt is not None
    assert bad.halt.step_id == good.steps[-1].step_id
    assert bad.halt.code in {HaltCode.POSTCONDITION_FAILED, HaltCode.OUTCOME_UNKNOWN}


@pytest.fixture(scope="module")
def saved_once(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool], Path]:
    """The bundle of one save in either arm."""
    folder = tmp_path_factory.mktemp("once")
    with serve() as clinic:
        recording = record_triage_demo(clinic.url, folder / "recording", note_text=NOTE, browser=browser)

    def bundle(structure: bool) -> Path:
        out = folder / f"bundle-{structure}"
        if not out.exists():
            compile_recording(recording, out, name="one save", structure=structure)
        return out

    return bundle


@pytest.mark.parametrize(
    ("structure", "query"),
    [
        *((True, ""), (False, "")),
        *(pytest.param(False, query, marks=pytest.mark.long) for query in ("drift=banner", "zoom=150")),
    ],
)
def test_a_second_run_that_is_refused_behind_the_message_of_the_first_halts(
    saved_once: Callable[[bool], Path], browser: Browser, tmp_path: Path, structure: bool, query: str
) -> None:
    with serve() as clinic:

        def run(name: str, fault: str) -> RunReport:
            url = f"{clinic.url}?{query}&fault={fault}" if query else f"{clinic.url}?fault={fault}"
            with open_web(url.removesuffix("&fault=").removesuffix("?fault="), browser=browser) as backend:
                replayer = Replayer(backend, structure=structure)
                return replayer.run(bundle_dir=saved_once(structure), run_dir=tmp_path / name)

        def stored() -> int:
            return len(json.loads(urllib.request.urlopen(f"{clinic.url}api/encounters", timeout=10).read()))

        first = run("first", "")
        assert (first.outcome, stored()) == (Outcome.PASSED, 1), first.halt
        refused = run("refused", "refuse_second")
        assert (refused.outcome, stored()) == (Outcome.HALTED, 1)
        assert refused.halt is not None
        assert refused.halt.step_id == first.steps[-1].step_id
        assert refused.halt.code is HaltCode.POSTCONDITION_FAILED
        second = run("second", "")
        assert (second.outcome, stored()) == (Outcome.PASSED, 2), second.halt


@ARMS
@pytest.mark.parametrize("query", ["?list=off", "?list=off&fault=refuse_second"])
def test_where_success_and_refusal_look_alike_the_outcome_is_unknown(
    done: Demonstrations, tmp_path: Path, structure: bool, query: str
) -> None:
    bundle = done.bundle("?list=off", structure=structure)
    report, _ = done.replayed(bundle, tmp_path / "run", query, structure=structure)
    assert report.halt is not None
    assert report.halt.code is HaltCode.OUTCOME_UNKNOWN
    assert report.halt.step_id == report.steps[-1].step_id
