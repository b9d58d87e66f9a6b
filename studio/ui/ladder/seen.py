"""Where the ladder looks, and what it saw there: values, and the words and marks that tell of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from studio.engine.bundle import Bundle
from studio.engine.errors import BadInput
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Refusal
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.report import load_run
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame
from studio.engine.whatif import FullLadder, Kind, Outcome, Simulated, first_answer, full_ladder, judge, simulate
from studio.ui.editing.pictures import DraftPictures
from studio.ui.services.library import Library
from studio.ui.services.robustness import crops_of
from studio.ui.services.when import when
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.widgets.ladder_rows import rung_word
from studio.ui.widgets.outcome import HALT_WORDS, OUTCOMES
from studio.ui.words import inside, tr

RECORDED, RUN, FILE, SCREEN = "recorded", "run", "file", "screen"


@dataclass(frozen=True)
class Look:
    """A screen to look on: which of the four, its picture (called in a thread), what it is called, and of an altered
    screen its kind."""

    where: str
    picture: Callable[[], Frame] | None = None
    name: str = ""
    kind: Kind = Kind.AS_RECORDED


@dataclass(frozen=True)
class Seen:
    """A screen and what the ladder does there. `expected` is told of altered screens only; `whole` says that every
    rung was tried, not only those that a run climbs."""

    frame: Frame
    ladder: FullLadder
    simulated: Simulated | None = None
    outcome: Outcome | None = None
    whole: bool = False


def look_there(step: Step, pictures: DraftPictures, look: Look) -> Seen:
    """What a run would do there. In a thread: up to 4 s. Raises OSError, UnreadableFrame."""
    frame, simulated, recorded = _frame_of(step, pictures, look)
    found = first_answer(step, Observation(frame, recorded=recorded), crops_of(step, pictures))
    return _seen(step, frame, found, simulated, whole=False)


def look_closer(step: Step, pictures: DraftPictures, seen: Seen) -> Seen:
    """The other rungs as well. In a thread: up to 6 s."""
    before = pictures.before_of(step.id)
    recorded = pictures[before] if before else None
    found = full_ladder(step, Observation(seen.frame, recorded=recorded), crops_of(step, pictures), seen.ladder)
    return _seen(step, seen.frame, found, seen.simulated, whole=True)


def _frame_of(step: Step, pictures: DraftPictures, look: Look) -> tuple[Frame, Simulated | None, Frame | None]:
    before = pictures.before_of(step.id)
    recorded = pictures[before] if before else None
    if look.picture is not None:
        frame = look.picture()
        _ = frame.bgr
        return frame, None, recorded
    assert recorded is not None
    assert step.anchor is not None
    simulated = simulate(recorded, step.anchor, look.kind)
    return (simulated.frame if simulated else recorded), simulated, recorded


def _seen(step: Step, frame: Frame, found: FullLadder, simulated: Simulated | None, *, whole: bool) -> Seen:
    assert step.anchor is not None
    outcome = judge(step.anchor, simulated, found.answer) if simulated else None
    return Seen(frame, found, simulated, outcome, whole)


# Words


def banner(step: Step, seen: Seen) -> tuple[Tone, str, str]:
    """Tone, title and sentence of what a run would do there."""
    answer = seen.ladder.answer
    if isinstance(answer, Refusal):
        word = tr(HALT_WORDS.get(answer.code.value, "Stops"))
        if seen.outcome is Outcome.STOPS and seen.simulated is not None and seen.simulated.expected is None:
            return Tone.PASSED, tr("Would stop, as it must"), told(answer.sentence)
        return Tone.HALTED, tr("Would stop: {why}", why=word), told(answer.sentence)
    x, y = answer.point
    acts = _acting(step, x, y)
    by = next((told(a.sentence) for a in seen.ladder.attempts if a.rung is answer.rung), "")
    said = tr("Found by {rung}. {sentence}", rung=rung_word(answer.rung), sentence=by)
    if seen.outcome is Outcome.WRONG:
        return Tone.FAILED, tr("{acts}: a wrong place", acts=acts), said
    if seen.outcome is Outcome.NEW_NAME:
        more = tr("A run proposes a heal there, for a person to decide.")
        return Tone.HEALED, acts, f"{said} {more}"
    return Tone.PASSED, acts, said


def _acting(step: Step, x: int, y: int) -> str:
    if step.action in (ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.RIGHT_CLICK):
        return tr("Would click at ({x}, {y})", x=x, y=y)
    return tr("Would act at ({x}, {y})", x=x, y=y)


KINDS: dict[Kind, tuple[str, str]] = {
    Kind.AS_RECORDED: ("As recorded", "target"),
    Kind.DARK: ("Dark theme", "moon"),
    Kind.MOVED: ("Moved 40 px", "moved"),
    Kind.ZOOM: ("Zoom 125 %", "zoom"),
    Kind.ROW_ADDED: ("Row added", "row_added"),
    Kind.GONE: ("Target gone", "gone"),
    Kind.RENAMED: ("Renamed", "renamed"),
}
"""Word and icon of each altered screen, in the order of the cards."""


def outcome_words(kind: Kind, outcome: Outcome, how: str) -> tuple[Tone, str, str, str]:
    """Tone, icon, word and detail of what the step did on one altered screen."""
    must_stop = kind in (Kind.GONE, Kind.RENAMED)
    if outcome is Outcome.RIGHT:
        return Tone.PASSED, "check", tr("right place"), tr("by {rung}", rung=inside(rung_word(how)))
    if outcome is Outcome.STOPS:
        if must_stop:
            return Tone.PASSED, "check", tr("stops"), tr("as it must")
        return Tone.HALTED, "hand", tr("stops"), inside(tr(HALT_WORDS.get(how, "Stops")))
    if outcome is Outcome.NEW_NAME:
        return Tone.HEALED, "heals", tr("same place"), tr("a heal to review")
    if outcome is Outcome.WRONG:
        return Tone.FAILED, "cross", tr("wrong place"), tr("by {rung}", rung=inside(rung_word(how)))
    return Tone.UNKNOWN, "none", tr("no effect"), tr("has no label") if kind is Kind.RENAMED else ""


# Pictures of runs


@dataclass(frozen=True)
class RunPicture:
    """The screens of one step in one run."""

    title: str
    before: Path | None
    after: Path | None


def run_pictures(library: Library, bundle: Bundle, step_id: str, most: int = 10) -> tuple[RunPicture, ...]:
    """What the last runs saw at that step, newest first. In a thread."""
    found = []
    for entry in library.runs_of(bundle.dir, limit=most):
        try:
            report = load_run(entry.dir)
        except BadInput:
            continue
        results = [r for r in report.steps if r.step_id == step_id]
        if not results:
            continue
        before, after = _inside(entry.dir, results[-1].before), _inside(entry.dir, results[-1].after)
        if before or after:
            word = tr(OUTCOMES.get(entry.outcome, ("Unknown", Tone.UNKNOWN))[0])
            found.append(RunPicture(f"{when(entry.started_at)} · {word}", before, after))
    return tuple(found)


def _inside(folder: Path, name: str | None) -> Path | None:
    path = folder / name if name else None
    return path if path is not None and path.is_file() and path.resolve().is_relative_to(folder.resolve()) else None


def expected_of(seen: Seen) -> Region | None:
    """Where the target is on an altered screen, where that is known."""
    return seen.simulated.expected if seen.simulated else None
