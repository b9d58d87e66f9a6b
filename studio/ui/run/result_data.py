"""What the Result page shows, read off the GUI thread: the report, the workflow it replayed, and the runs beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from studio.engine.bundle import Bundle, load_bundle
from studio.engine.errors import BadInput
from studio.engine.model.results import PhaseTimes, RunReport, StepResult
from studio.engine.report import load_run
from studio.ui.run.words import found_words
from studio.ui.services.library import RunEntry, bundle_of_run, read_run

MOST_RUNS = 30
PHASES: tuple[tuple[str, str, str], ...] = (
    ("settle", "Wait until still", "wait"),
    ("find", "Find the target", "find"),
    ("act", "Act", "act"),
    ("verify", "Check the result", "result"),
)
"""Field of PhaseTimes, its word, its colour in the charts; in the order of the charts."""


@dataclass(frozen=True)
class ResultData:
    """One run. `bundle` is None where it is gone, or no longer the one that was run; `runs` are oldest first."""

    dir: Path
    report: RunReport
    bundle: Bundle | None
    runs: tuple[RunEntry, ...]

    @property
    def number(self) -> int:
        """The how manieth run of its workflow this is, of those that are kept; 0 where it is not among them."""
        return next((n for n, run in enumerate(self.runs, start=1) if run.dir == self.dir), 0)

    @property
    def times(self) -> PhaseTimes:
        """Where the time of all steps went, in ms."""
        steps = self.report.steps
        return PhaseTimes(**{field: sum(getattr(s.times, field) for s in steps) for field, _, _ in PHASES})

    @property
    def ways(self) -> list[tuple[str, int]]:
        """How many steps were found by which way, most first."""
        said = Counter(found_words(s) for s in self.report.steps if s.ok and not s.skipped)
        said.pop("–", None)
        return said.most_common()

    @property
    def usual_s(self) -> float | None:
        """The median of the runs beside this one that passed, in seconds."""
        passed = [r.total_ms / 1000 for r in self.runs if r.outcome in ("passed", "verified")]
        return median(passed) if len(passed) > 1 else None

    @property
    def former(self) -> RunEntry | None:
        """The run before this one."""
        number = self.number
        return self.runs[number - 2] if number > 1 else None


def read_result(run_dir: Path) -> ResultData:
    """Read it. Raises BadInput."""
    folder = run_dir.resolve()
    report = load_run(folder)
    return ResultData(folder, report, _bundle(folder, report), _beside(folder))


def _bundle(run_dir: Path, report: RunReport) -> Bundle | None:
    where = bundle_of_run(run_dir)
    if where is None:
        return None
    try:
        bundle = load_bundle(where)
    except BadInput:
        return None
    return bundle if report.bundle_digest in ("", bundle.digest) else None


def _beside(run_dir: Path) -> tuple[RunEntry, ...]:
    """Runs in the same folder, the last ones, oldest first; this one is always among them."""
    try:
        folders = sorted(p for p in run_dir.parent.iterdir() if p.is_dir() and not p.name.startswith("."))
    except OSError:
        folders = [run_dir]
    entries = [entry for p in folders[-400:] if (entry := read_run(p)) is not None]
    entries.sort(key=lambda r: r.started_at)
    here = next((n for n, r in enumerate(entries) if r.dir == run_dir), len(entries) - 1)
    return tuple(entries[max(0, min(here, len(entries) - MOST_RUNS)) :][:MOST_RUNS])


def step_times(report: RunReport) -> dict[str, StepResult]:
    """The last result of each step, by id, to compare with another run."""
    return {s.step_id: s for s in report.steps}


def times_of(steps: Sequence[StepResult]) -> list[tuple[float, ...]]:
    """Seconds by phase of each step, in the order of PHASES."""
    return [tuple(getattr(s.times, field) / 1000 for field, _, _ in PHASES) for s in steps]
