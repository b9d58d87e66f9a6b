"""Reading what a review needs: the runs that propose something, a run with its bundle, a new version. No widgets;
all of it may take a while and runs in any thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from studio.engine.errors import AlreadyThere, BadInput
from studio.engine.model.heals import Decision, Heal
from studio.engine.model.results import StepResult
from studio.engine.report import load_run
from studio.engine.review import Review, Version, followers, lineage, review, save, unchanged, version_of
from studio.ui.services.library import Library, RunEntry, bundle_of_run, next_version_dir, version_number, versions_of
from studio.ui.told import told
from studio.ui.widgets.png_image import png_inside
from studio.ui.words import tr

_MOST_RUNS = 40
_SAMPLES = 5
_DARKER = 60
"""Change of a screen's mean brightness, 0..255, from which it is another theme."""


@dataclass(frozen=True)
class RunChoice:
    """A run that proposes heals; `open` counts those that nobody decided."""

    entry: RunEntry
    open: int


@dataclass(frozen=True)
class Opened:
    """A run under review. `problem` says why nothing can be decided (empty where it can); `can_run` whether replaying
    the bundle again would mend that."""

    run_dir: Path
    bundle: Path | None
    review: Review
    darker: bool | None
    versions: tuple[Version, ...]
    followers: tuple[Version, ...]
    next_number: int = 0
    problem: str = ""
    can_run: bool = False

    def step(self, heal: Heal) -> StepResult | None:
        """What the run did at the heal's step."""
        return next((s for s in self.review.report.steps if s.step_id == heal.step_id), None)

    def made_of(self, said: Review) -> Version | None:
        """The version that holds exactly what is accepted, where it was saved already and is still there."""
        saved = said.saved_as()
        return next((v for v in self.followers if saved is not None and v.dir.name == saved.version), None)

    def number(self, heal: Heal) -> int:
        """The number of its step as people count; 0 where the run has no such step."""
        return next((n for n, s in enumerate(self.review.report.steps, 1) if s.step_id == heal.step_id), 0)

    @property
    def version(self) -> int:
        """The number of the version that the run replayed."""
        return version_number(self.bundle.resolve()) if self.bundle else 0


def choices(library: Library, recents: tuple[str, ...] = ()) -> tuple[RunChoice, ...]:
    """Runs with heals, newest first."""
    runs = [run for entry in library.workflows(recents) for run in entry.runs if run.heals]
    runs.sort(key=lambda r: r.started_at, reverse=True)
    return tuple(_choice(run, library) for run in runs[:_MOST_RUNS])


def newest(found: Sequence[RunChoice]) -> Path | None:
    """The newest run with something to decide, else the newest; None where there is none."""
    waiting = next((c.entry.dir for c in found if c.open), None)
    return waiting or (found[0].entry.dir if found else None)


def _choice(run: RunEntry, library: Library) -> RunChoice:
    try:
        said = review(load_run(run.dir), bundle_for(run.dir, run.digest, library), run.dir)
    except BadInput:
        return RunChoice(run, 0)
    return RunChoice(run, sum(said.decision(h.id) == Decision.OPEN for h in said.heals))


def open_run(run_dir: Path, library: Library) -> Opened:
    """The run with what was decided so far. Raises BadInput where there is no run that can be read."""
    report = load_run(run_dir)
    bundle = bundle_for(run_dir, report.bundle_digest, library)
    problem, can_run = "", False
    said = Review(report, run_dir=run_dir)
    if bundle is None:
        problem = tr("The workflow that this run replayed is not where it was, so nothing can be decided here.")
    else:
        try:
            said = review(report, bundle, run_dir)
            unchanged(report, bundle)
        except BadInput as why:
            can_run = _changed(bundle, report.bundle_digest)
            problem = _changed_words(bundle) if can_run else told(str(why))
    return Opened(
        run_dir,
        bundle,
        said,
        _turned_dark(run_dir, report.heals),
        lineage(bundle) if bundle else (),
        followers(bundle) if bundle else (),
        version_number(next_version_dir(bundle.resolve())) if bundle else 0,
        problem,
        can_run,
    )


def bundle_for(run_dir: Path, digest: str, library: Library) -> Path | None:
    """The bundle that a run replayed: where the run says, or wherever the library has those very contents now."""
    said = bundle_of_run(run_dir)
    if said is not None and (not digest or _digest(said) == digest):
        return said
    own = library.root / "workflows" / run_dir.parent.name
    places = [*(versions_of(said) if said else ()), *_bundles_below(own), *_bundles_below(library.root / "workflows")]
    return next((path for path in places if digest and _digest(path) == digest), said)


def _bundles_below(folder: Path) -> Iterator[Path]:
    yield from sorted(p.parent for p in (*folder.glob("*/manifest.json"), *folder.glob("*/*/manifest.json")))


def _digest(bundle: Path) -> str:
    found = version_of(bundle)
    return found.digest if found else ""


def _changed(bundle: Path, digest: str) -> bool:
    return bool(digest) and _digest(bundle) not in ("", digest)


def _changed_words(bundle: Path) -> str:
    return tr(
        "{name} has changed since this run, so these heals may not fit any more. Run it again and review that run.",
        name=bundle.name,
    )


def save_next(said: Review, run_dir: Path, bundle: Path, by: str) -> Path:
    """Save the accepted heals under the next free number. Raises BadBundle, CannotWrite; another window that takes the
    number at the same moment only moves this one on to the next."""
    while True:
        target = next_version_dir(bundle)
        try:
            return save(said, run_dir, bundle, target, by=by)
        except AlreadyThere:
            if not target.exists():
                raise


def _turned_dark(run_dir: Path, heals: tuple[Heal, ...]) -> bool | None:
    """Whether the screens are darker (True) or lighter (False) than recorded; None where it is neither or not known."""
    step = max(1, len(heals) // _SAMPLES)
    seen = [_brightness(run_dir, h.frame_after) - _brightness(run_dir, h.frame_before) for h in heals[::step]]
    if seen and all(change < -_DARKER for change in seen):
        return True
    return False if seen and all(change > _DARKER for change in seen) else None


def _brightness(run_dir: Path, name: str | None) -> float:
    image = png_inside(run_dir, name)
    if image.isNull():
        return 0.0
    small = image.scaled(QSize(32, 32), mode=Qt.TransformationMode.SmoothTransformation)
    grey = small.convertToFormat(QImage.Format.Format_Grayscale8)
    return sum(grey.pixelColor(x, y).value() for x in range(32) for y in range(32)) / 1024
