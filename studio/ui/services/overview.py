"""What Home and the rail show: cards, runs, recordings, and what needs a person. Read off the GUI thread."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from studio.engine.errors import BadInput
from studio.ui.services.library import Library, RunEntry, WorkflowEntry, bundle_of_run, version_number

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
    try:
        told = json.loads((bundle / "workflow.json").read_bytes())
        steps, params = told["steps"], told.get("params", {})
        picture = next((p for s in reversed(steps) if (p := _frame(bundle, s)) is not None), None)
        problem = ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        steps, params, picture, problem = [], {}, None, "Its workflow.json cannot be read."
    return Card(
        entry.name,
        bundle,
        version_number(bundle),
        len(steps),
        len(params),
        len(open_proposals(bundle)),
        picture,
        entry.last_run,
        problem,
    )


def open_proposals(bundle: Path) -> list[dict[str, Any]]:
    """Proposed parameters that nobody decided yet."""
    try:
        told = json.loads((bundle / "param_proposals.json").read_bytes())
        proposals = told["proposals"] if isinstance(told, dict) else told
        return [p for p in proposals if p.get("needs_operator_confirmation", True)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []


def _frame(bundle: Path, step: dict[str, Any]) -> Path | None:
    said = step.get("before_frame")
    if not isinstance(said, str) or ".." in said:
        return None
    file = bundle / said
    return file if file.is_file() else None


def _recording(path: Path) -> RecordingCard:
    lines = 0
    seconds = 0.0
    try:
        with (path / "events.jsonl").open("rb") as file:
            last = b""
            for line in file:
                lines, last = lines + 1, line
        seconds = float(json.loads(last).get("t", 0.0)) if last.strip() else 0.0
    except (OSError, ValueError, AttributeError, TypeError):
        pass
    try:
        meta = json.loads((path / "meta.json").read_bytes())
    except (OSError, ValueError):
        meta = {}
    picture = path / "frames" / f"{max(lines - 1, 0):04d}_after.png"
    return RecordingCard(
        path,
        lines,
        seconds,
        meta.get("finished", True) is not False,
        picture if picture.is_file() else None,
        str(meta.get("created_at", "")),
    )


def _run_needs(runs: list[RunEntry]) -> Iterator[Need]:
    for run in sorted(runs, key=lambda r: r.started_at):
        if run.outcome == "halted" and not (run.dir / "answered.json").exists():
            yield from _halt(run)
        elif run.heals:
            yield from _heals(run)


def _halt(run: RunEntry) -> Iterator[Need]:
    try:
        halt = json.loads((run.dir / "report.json").read_bytes())["halt"]
        picture = run.dir / halt["picture"] if halt.get("picture") else None
        yield Need("halt", str(halt["sentence"]), run.workflow, run.dir, picture, str(halt["code"]))
    except (OSError, ValueError, KeyError, TypeError):
        return


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
    picture = run.dir / first if first is not None else None
    sentence = f"{len(said.heals)} heals, {len(said.heals) - len(left)} decided"
    yield Need("heals", sentence, run.workflow, run.dir, picture)


def _param_needs(cards: tuple[Card, ...]) -> Iterator[Need]:
    for card in cards:
        if card.open_params:
            said = f"{card.open_params} proposed parameters are not decided"
            yield Need("parameters", said, card.name, card.bundle, card.picture)


def _recording_needs(recordings: tuple[RecordingCard, ...]) -> Iterator[Need]:
    for each in recordings:
        if not each.finished:
            yield Need("recording", "A recording was cut short", each.dir.name, each.dir, each.picture)
