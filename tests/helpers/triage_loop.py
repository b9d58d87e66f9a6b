"""The main job for tests: one recording, its two bundles, replays judged by what the clinic stored."""

from __future__ import annotations

import json
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from studio.demo.mockmed import serve
from studio.engine.backends.web import open_web
from studio.engine.bundle import load_bundle, save_bundle
from studio.engine.compiler import compile_recording
from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome, RunReport
from studio.engine.runtime import Replayer, RunControl
from studio.engine.runtime.apply_heals import apply_heals
from studio.recorder.triage import record_triage_demo
from tests.helpers.warm_browser import warm_browser

NOTE = "Referral reviewed; patient feels well, call back in two weeks."
OTHER_NOTE = "Blood pressure slightly raised today; second visit booked."
PATIENT = ("Terri Template", "MM-970848")
HURRY_S = 5.0
"""How long a target is looked for where it never comes: time for every way of finding it."""


@dataclass(frozen=True)
class Played:
    """One replay and what the clinic then held."""

    report: RunReport
    stored: tuple[dict[str, Any], ...]
    run_dir: Path

    @property
    def rungs(self) -> dict[str, str]:
        """Step id to rung, for steps that have one."""
        return {s.step_id: s.rung for s in self.report.steps if s.rung}

    def assert_stored(self, note: str = NOTE) -> None:
        """Exactly the one right record is in the clinic."""
        told = [(e["patient"], e["mrn"], e["type"], e["visit"], e["date"], e["note"], e["agreed"]) for e in self.stored]
        assert told == [(*PATIENT, "Triage", "Video", "2026-11-30", note, True)], self.why

    @property
    def why(self) -> str:
        """The end of the run in words, for a failing assertion."""
        halt = self.report.halt
        return f"{self.report.outcome} {halt.step_id if halt else ''} {halt.sentence if halt else self.report.error}"


class TriageLoop:
    """Records and compiles once, replays many times."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.browser: Browser | None = None  # replays share it where it is set; each has a session of its own

    @cached_property
    def recording(self) -> Path:
        """The demonstration on the undrifted clinic."""
        with serve() as clinic:
            return record_triage_demo(clinic.url, self.folder / "recording", note_text=NOTE, headless=True)

    @cached_property
    def bundle(self) -> Path:
        """Compiled with structure."""
        compile_recording(self.recording, self.folder / "bundle", name="Triage a referral")
        return self.folder / "bundle"

    @cached_property
    def bundle_vision(self) -> Path:
        """Compiled from pixels only."""
        compile_recording(self.recording, self.folder / "bundle-vision", name="Triage a referral", structure=False)
        return self.folder / "bundle-vision"

    def hurried(self, structure: bool) -> Path:
        """The bundle of an arm with less patience for targets: what is not there is looked for just as thoroughly."""
        target = self.folder / f"hurried-{structure}"
        if not target.exists():
            bundle = load_bundle(self.of(structure))
            steps = tuple(step.model_copy(update={"timeout_s": HURRY_S}) for step in bundle.workflow.steps)
            flow = bundle.workflow.model_copy(update={"steps": steps})
            save_bundle(flow, {path: bundle.asset(path) for path in bundle.asset_paths}, target)
        return target

    @contextmanager
    def one_browser(self, *, structure: bool) -> Iterator[None]:
        """Let all replays within share one browser, which saves each of them a start."""
        assert self.of(structure).is_dir()  # recorded before: two drivers cannot run in one thread
        with warm_browser() as self.browser:
            yield
        self.browser = None

    def of(self, structure: bool) -> Path:
        """The bundle of an arm."""
        return self.bundle if structure else self.bundle_vision

    def play(
        self,
        bundle: Path,
        *,
        structure: bool,
        query: str = "",
        params: dict[str, str] | None = None,
        confirmed: frozenset[str] = frozenset(),
        control: RunControl | None = None,
    ) -> Played:
        """Replay on a fresh clinic with that query string."""
        run_dir = Path(tempfile.mkdtemp(dir=self.folder, prefix="run-"))
        with serve() as clinic:
            with open_web(f"{clinic.url}?{query}" if query else clinic.url, browser=self.browser) as backend:
                replayer = Replayer(backend, structure=structure, confirmed=confirmed, control=control)
                report = replayer.run(params=params, bundle_dir=bundle, run_dir=run_dir)
            stored = json.loads(urllib.request.urlopen(f"{clinic.url}api/encounters", timeout=10).read())
        return Played(report, tuple(stored), run_dir)

    def healed(self, bundle: Path, played: Played) -> Path:
        """A new version of `bundle` with every heal of that run."""
        target = Path(tempfile.mkdtemp(dir=self.folder, prefix="healed-")) / "bundle"
        return apply_heals(load_bundle(bundle), played.report.heals, played.run_dir, target)


UNDRIFTED_LOOK = frozenset({"drift=ids", "drift=slow"})
"""Query strings under which nothing that an anchor holds changes: no heal is due."""

SURVIVED = (
    *("drift=theme", "drift=move", "drift=banner", "drift=rows", "drift=font", "drift=density", "drift=reflow"),
    *("zoom=80", "zoom=125", "zoom=150", "drift=swap", *sorted(UNDRIFTED_LOOK)),
)
"""Query strings that both arms must get through."""

SEEN_BY_THE_BENCH = {"drift=banner", "drift=font", "drift=density", "drift=reflow", "zoom=80", "zoom=125"}
"""The drift bench has hundreds of cases of these."""
QUERIES = [pytest.param(q, marks=[pytest.mark.long] * (q in SEEN_BY_THE_BENCH)) for q in SURVIVED]
"""`SURVIVED`, as parameters of a test."""


@dataclass(frozen=True)
class Arm:
    """One arm of the main job: with structure, or by pixels only; `first` is the rung that a healthy step uses."""

    loop: TriageLoop
    structure: bool
    first: str

    def play(self, query: str = "", **more: Any) -> Played:
        """A replay of the arm's own bundle."""
        return self.loop.play(self.loop.of(self.structure), structure=self.structure, query=query, **more)

    def assert_healthy(self, played: Played, note: str = NOTE) -> None:
        """The right record, every step by its first rung, nothing to heal."""
        played.assert_stored(note)
        assert set(played.rungs.values()) == {self.first}
        assert [h.changes for h in played.report.heals] == []

    def assert_survives(self, query: str) -> Played:
        """The right record, heals where something changed, and a healed version that needs none."""
        played = self.play(query)
        played.assert_stored()
        assert bool(played.report.heals) is (query not in UNDRIFTED_LOOK)
        if played.report.heals:
            healed = self.loop.healed(self.loop.of(self.structure), played)
            self.assert_healthy(self.loop.play(healed, structure=self.structure, query=query))
        return played

    def assert_halts(self, query: str, codes: frozenset[HaltCode]) -> None:
        """Nothing stored; the halt names a code of `codes` and the last step, and its picture is there."""
        played = self.loop.play(self.loop.hurried(self.structure), structure=self.structure, query=query)
        halt = played.report.halt
        assert played.report.outcome is Outcome.HALTED
        assert halt is not None
        assert halt.code in codes, halt.sentence
        assert halt.step_id == played.report.steps[-1].step_id
        assert halt.picture is not None
        assert (played.run_dir / halt.picture).stat().st_size > 1000
        assert played.stored == ()
