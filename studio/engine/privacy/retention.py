"""Which runs of a library may go by a person's rule, and which stay although the rule names them, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from studio.engine.errors import BadInput
from studio.engine.files import is_held
from studio.engine.limits import MAX_REPORT_BYTES
from studio.engine.peek import peek, text_of
from studio.engine.uncertain import note_of_run

ANSWERED = "answered.json"
"""Where the window keeps a person's answer to a halt."""
_GOES_ON = timedelta(hours=24)
"""A run that has no end and wrote within this time may still be going on."""
_MADE_BY_A_RUN = ("report.json", "events.jsonl")


@dataclass(frozen=True)
class Rule:
    """Of each workflow the newest `keep` runs stay (None: however many), and runs of the last `days` (None: however
    old). A run that neither keeps goes; with `frames_only` its pictures alone."""

    keep: int | None = None
    days: float | None = None
    frames_only: bool = False

    def __post_init__(self) -> None:
        if self.keep is None and self.days is None:
            raise BadInput("Say what is kept: a number of runs, a number of days, or both.")
        if (self.keep or 0) < 0 or (self.days or 0) < 0 or (self.days or 0) > 36_500:
            raise BadInput("Numbers of runs and of days begin at 0 (and days end at 36500).")

    def __str__(self) -> str:
        told = [f"keep {self.keep} of each workflow"] if self.keep is not None else []
        told += [f"keep {self.days:g} days"] if self.days is not None else []
        return ", ".join(told) + (", pictures only" if self.frames_only else "")


@dataclass(frozen=True)
class Run:
    """A run of the library: its folder, the workflow's folder name, when it began, how it ended."""

    dir: Path
    workflow: str
    started_at: datetime
    outcome: str


@dataclass(frozen=True)
class Plan:
    """Runs that go, oldest first, and those that the rule names and that stay, each with a sentence."""

    going: tuple[Run, ...] = ()
    staying: tuple[tuple[Run, str], ...] = ()


def plan(library: Path, rule: Rule, *, now: datetime | None = None) -> Plan:
    """What `rule` means for the runs of `library` at `now`. Changes nothing. Raises BadInput for no library."""
    moment = now or datetime.now(UTC)
    named = [run for runs in _by_workflow(library) for run in _beyond(runs, rule, moment)]
    if rule.frames_only:
        named = [run for run in named if any(pictures_of(run.dir))]
    staying = {run.dir: why for run in named if (why := why_it_stays(run, moment))}
    going = sorted((run for run in named if run.dir not in staying), key=lambda run: run.started_at)
    return Plan(tuple(going), tuple((run, staying[run.dir]) for run in named if run.dir in staying))


def runs_folder(library: Path) -> Path:
    """Where the runs of a library lie. Raises BadInput."""
    folder = library / "runs"
    if not library.is_dir() or (not folder.is_dir() and not (library / "workflows").is_dir()):
        raise BadInput(f"{library} is no library: give the folder that holds workflows and runs.")
    return folder


def why_it_stays(run: Run, now: datetime) -> str:
    """Why a run must not be removed, as a sentence; empty where it may."""
    try:
        if note_of_run(run.dir) is not None:
            return "It was cut off in the middle of what cannot be undone, and nobody has said whether it happened."
    except BadInput:
        return "What earlier runs left uncertain cannot be read, and it may be one of them."
    if is_held(run.dir / "events.jsonl"):
        return "It is still going on, or waits for a person."
    report = peek(run.dir / "report.json", MAX_REPORT_BYTES)
    if not report:
        return "Its report cannot be read: nobody knows what is undecided in it."
    if _cut_off(report) and now - _last_written(run.dir) < _GOES_ON:
        return "It may still be going on, or was cut off within the last day."
    if run.outcome == "halted" and not (run.dir / ANSWERED).exists():
        return "It halted, and nobody has answered it."
    return "Heals of it are not decided." if report.get("heals") and _undecided(run.dir) else ""


def pictures_of(run_dir: Path) -> Iterator[Path]:
    """All that shows frames of a run: its pictures, and the page that holds copies of them."""
    for folder in (run_dir / "steps", run_dir / "heals"):
        if folder.is_dir() and not folder.is_symlink():
            yield from (path for path in folder.rglob("*.png") if path.is_file() and not path.is_symlink())
    if (page := run_dir / "report.html").is_file():
        yield page


def _by_workflow(library: Path) -> Iterator[list[Run]]:
    for folder in _folders(runs_folder(library)):
        runs = [run for path in _folders(folder) if (run := _run(path, folder.name)) is not None]
        yield sorted(runs, key=lambda run: (run.started_at, run.dir.name), reverse=True)


def _folders(parent: Path) -> list[Path]:
    if not parent.is_dir():
        return []
    return sorted(p for p in parent.iterdir() if p.is_dir() and not p.is_symlink() and not p.name.startswith("."))


def _run(path: Path, workflow: str) -> Run | None:
    try:
        if not any((path / name).is_file() for name in _MADE_BY_A_RUN):
            return None
    except OSError:
        return None  # another person's, in a library that several share
    report = peek(path / "report.json", MAX_REPORT_BYTES)
    return Run(
        path, workflow, _moment(text_of(report, "started_at")) or _last_written(path), text_of(report, "outcome")
    )


def _beyond(runs: list[Run], rule: Rule, now: datetime) -> Iterable[Run]:
    """Runs (newest first) that the rule does not keep."""
    for number, run in enumerate(runs):
        among_newest = rule.keep is not None and number < rule.keep
        recent = rule.days is not None and now - run.started_at <= timedelta(days=rule.days)
        if not among_newest and not recent:
            yield run


def _cut_off(report: dict[str, object]) -> bool:
    return report.get("outcome") == "failed" and str(report.get("error", "")).startswith("The run was interrupted.")


def _undecided(run_dir: Path) -> bool:
    """Whether a heal waits for a person's word. Where its bundle is gone nobody can say it any more."""
    from studio.engine.model.heals import Decision
    from studio.engine.report import load_run
    from studio.engine.review import review, source_of

    try:
        bundle = source_of(run_dir, None)
    except BadInput:
        return False
    try:
        said = review(load_run(run_dir), bundle, run_dir)
    except (OSError, BadInput):
        return True
    return any(said.decision(heal.id) == Decision.OPEN for heal in said.heals)


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _last_written(run_dir: Path) -> datetime:
    newest = max((p.stat().st_mtime for name in _MADE_BY_A_RUN if (p := run_dir / name).is_file()), default=0.0)
    return datetime.fromtimestamp(newest, UTC)
