"""What Home and the rail show: cards, runs, recordings, and what needs a person. Read off the GUI thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_EVENTS_BYTES, MAX_REPORT_BYTES, MAX_WORKFLOW_BYTES
from studio.engine.peek import inside, number_of, objects_in, objects_of, peek, peek_value, text_of
from studio.engine.untrusted import parse_object, read_given
from studio.ui.services.library import Library, RunEntry, WorkflowEntry, bundle_of_run, version_number
from studio.ui.words import tr

_RECENT_RUNS, _RECENT_RECORDINGS, _NEEDED_RUNS = 8, 6, 20


@dataclass(frozen=True)
class Card:
    """One workflow on Home. `picture` is a file of the bundle, `problem` a sentence where it cannot be read."""

    name: str
    bundle: Path
    version: int
    steps: int
    params: int
    open_params: int
    picture: Path | None
    last: RunEntry | None
    problem: str = ""


@dataclass(frozen=True)
class RecordingCard:
    """One recording on Home."""

    dir: Path
    actions: int
    seconds: float
    finished: bool
    picture: Path | None
    created_at: str


@dataclass(frozen=True)
class Need:
    """Something that waits for a person: `kind` is halt, heals, parameters or recording."""

    kind: str
    title: str
    detail: str
    where: Path
    picture: Path | None = None
    code: str = ""


@dataclass(frozen=True)
class Overview:
    """All of it."""

    cards: tuple[Card, ...] = ()
    runs: tuple[RunEntry, ...] = ()
    recordings: tuple[RecordingCard, ...] = ()
    needs: tuple[Need, ...] = field(default=())

    def count(self, kind: str) -> int:
        """How many needs there are of a kind."""
        return sum(1 for n in self.needs if n.kind == kind)


def overview(library: Library, recents: tuple[str, ...] = ()) -> Overview:
    """Read the library; what cannot be read is told on its card, never an error."""
    entries = library.workflows(recents)
    cards = tuple(_card(entry) for entry in entries)
    runs = sorted((r for e in entries for r in e.runs), key=lambda r: r.started_at, reverse=True)
    recordings = tuple(_recording(path) for path in library.recordings()[:_RECENT_RECORDINGS])
    needs = (*_run_needs(runs[:_NEEDED_RUNS]), *_param_needs(cards), *_recording_needs(recordings))
    return Overview(cards, tuple(runs[:_RECENT_RUNS]), recordings, needs)


def _card(entry: WorkflowEntry) -> Card:
    bundle = entry.newest
    told = peek(bundle / "workflow.json", MAX_WORKFLOW_BYTES)
    steps, params = objects_of(told, "steps"), told.get("params")
    picture = next((p for s in reversed(steps) if (p := inside(bundle, text_of(s, "before_frame"))) is not None), None)
    problem = "" if isinstance(told.get("steps"), list) else tr("Its workflow.json cannot be read.")
    return Card(
        entry.name,
        bundle,
        version_number(bundle),
        len(steps),
        len(params) if isinstance(params, dict) else 0,
        len(open_proposals(bundle)),
        picture,
        entry.last_run,
        problem,
    )


def open_proposals(bundle: Path) -> list[dict[str, Any]]:
    """Proposed parameters that nobody decided yet."""
    told = peek_value(bundle / "param_proposals.json")
    told = told.get("proposals") if isinstance(told, dict) else told
    return [p for p in objects_in(told) if p.get("needs_operator_confirmation", True)]


def _recording(path: Path) -> RecordingCard:
    lines, last = _lines(path / "events.jsonl")
    meta = peek(path / "meta.json")
    picture = path / "frames" / f"{max(lines - 1, 0):04d}_after.png"
    return RecordingCard(
        path,
        lines,
        number_of(last, "t"),
        meta.get("finished", True) is not False,
        picture if picture.is_file() else None,
        text_of(meta, "created_at"),
    )


def _lines(events: Path) -> tuple[int, dict[str, Any]]:
    """How many lines a recording has, and its last action; none where it cannot be read."""
    try:
        lines = read_given(events, "a recording", limit=MAX_EVENTS_BYTES, error=BadInput).split(b"\n")
        count = len(lines) - (not lines[-1])
        return count, parse_object(lines[count - 1], events.name, BadInput) if count else {}
    except BadInput:
        return 0, {}


def _run_needs(runs: list[RunEntry]) -> Iterator[Need]:
    for run in sorted(runs, key=lambda r: r.started_at):
        if run.outcome == "halted" and not (run.dir / "answered.json").exists():
            yield from _halt(run)
        elif run.outcome in ("failed", "stopped") and (need := _cut_off(run)) is not None:
            yield need
        elif run.heals:
            yield from _heals(run)


def _halt(run: RunEntry) -> Iterator[Need]:
    halt = peek(run.dir / "report.json", MAX_REPORT_BYTES).get("halt")
    if isinstance(halt, dict):
        picture = inside(run.dir, text_of(halt, "picture"))
        yield Need("halt", text_of(halt, "sentence"), run.workflow, run.dir, picture, text_of(halt, "code"))


def _cut_off(run: RunEntry) -> Need | None:
    """A run that was cut off in the middle of what cannot be undone."""
    from studio.ui.run.cut_off import uncertain_halt  # loaded here: the window paints first

    try:
        halt = uncertain_halt(run.dir)
    except BadInput:
        return None
    if halt is None:
        return None
    return Need("halt", halt.sentence, run.workflow, run.dir, inside(run.dir, halt.picture), halt.code.value)


def _heals(run: RunEntry) -> Iterator[Need]:
    from studio.engine.model.heals import Decision  # loaded here: the window paints first
    from studio.engine.report import load_run
    from studio.engine.review import review

    bundle = bundle_of_run(run.dir)
    if bundle is None:
        return
    try:
        said = review(load_run(run.dir), bundle, run.dir)
    except (OSError, BadInput):
        return
    left = [h for h in said.heals if said.decision(h.id) == Decision.OPEN]
    if not left:
        return
    first = left[0].frame_after
    picture = inside(run.dir, first)
    sentence = tr("{n} heals, {done} decided", n=len(said.heals), done=len(said.heals) - len(left))
    yield Need("heals", sentence, run.workflow, run.dir, picture)


def _param_needs(cards: tuple[Card, ...]) -> Iterator[Need]:
    for card in cards:
        if card.open_params:
            one = tr("1 proposed parameter is not decided")
            many = tr("{n} proposed parameters are not decided", n=card.open_params)
            said = one if card.open_params == 1 else many
            yield Need("parameters", said, card.name, card.bundle, card.picture)


def _recording_needs(recordings: tuple[RecordingCard, ...]) -> Iterator[Need]:
    for each in recordings:
        if not each.finished:
            yield Need("recording", tr("A recording was cut short"), each.dir.name, each.dir, each.picture)
