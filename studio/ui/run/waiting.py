"""Halted runs that wait for a person, oldest first, and those that were answered: who said what, when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from studio.engine.errors import BadInput
from studio.engine.files import write_atomically
from studio.engine.model.halts import Choice, Halt, HaltCode
from studio.engine.model.resolution import RungAttempt
from studio.engine.model.results import Outcome, RunReport
from studio.engine.peek import inside, peek, text_of
from studio.engine.report import load_run
from studio.engine.uncertain import note_of_run, say
from studio.ui.run.cut_off import uncertain_halt
from studio.ui.run.words import Offer, uncertain_offers
from studio.ui.services.library import Library
from studio.ui.words import tr

ANSWERED = "answered.json"
_SETTLES = (Choice.HAPPENED.value, Choice.NOT_HAPPENED.value)
_MOST = 200


@dataclass(frozen=True)
class Answer:
    """What a person said of a halted run."""

    choice: str
    by: str
    at: str


@dataclass(frozen=True)
class Waiting:
    """One run that halted, or that was cut off in the middle of what cannot be undone."""

    dir: Path
    report: RunReport
    halt: Halt
    answer: Answer | None

    @property
    def cut_off(self) -> bool:
        """Whether it ended without a halt, in the middle of what cannot be undone."""
        return self.report.halt is None

    @property
    def number(self) -> int:
        """The place of the step among those that ran."""
        return next((n for n, s in enumerate(self.report.steps, 1) if s.step_id == self.halt.step_id), 0)

    @property
    def intent(self) -> str:
        """What the step should have done."""
        return next((s.intent for s in self.report.steps if s.step_id == self.halt.step_id), self.halt.step_id)

    @property
    def trace(self) -> tuple[RungAttempt, ...]:
        """What each rung said."""
        found = [s.trace for s in self.report.steps if s.step_id == self.halt.step_id]
        return found[-1] if found else ()

    @property
    def picture(self) -> Path | None:
        """The screen as it was when it halted."""
        return inside(self.dir, self.halt.picture)


def waiting(library: Library, recents: tuple[str, ...] = ()) -> tuple[Waiting, ...]:
    """All runs of the library that halted or were cut off, oldest first; those that cannot be read are left out."""
    ended = (Outcome.HALTED.value, Outcome.FAILED.value, Outcome.STOPPED.value)
    runs = [r for w in library.workflows(recents) for r in w.runs if r.outcome in ended]
    runs.sort(key=lambda r: r.started_at)
    return tuple(found for r in runs[-_MOST:] for found in _read(r.dir))


def _read(run_dir: Path) -> Iterator[Waiting]:
    try:
        report = load_run(run_dir)
        halt, said = report.halt or uncertain_halt(run_dir), read_answer(run_dir)
    except BadInput:
        return
    if halt is None and said is not None and said.choice in _SETTLES:
        halt = Halt(id="settled", code=HaltCode.MAY_HAVE_HAPPENED, step_id="", sentence=report.error or "")
    if halt is not None:
        yield Waiting(run_dir, report, halt, said)


def settle(run_dir: Path, choice: str) -> None:
    """Keep a person's word on what a run that was cut off had done. Raises BadInput, CannotWrite."""
    note = note_of_run(run_dir)
    if note is not None:
        say(note, Choice(choice))


def read_answer(run_dir: Path) -> Answer | None:
    """What was answered; None where nobody did."""
    told = peek(run_dir / ANSWERED)
    choice = text_of(told, "choice")
    return Answer(choice, text_of(told, "by"), text_of(told, "at")) if choice else None


def answer(run_dir: Path, choice: str, by: str) -> Answer:
    """Keep what a person said, with who and when. Raises CannotWrite."""
    said = Answer(choice, by, datetime.now(UTC).isoformat(timespec="seconds"))
    kept = {"v": 1, "choice": said.choice, "by": said.by, "at": said.at}
    write_atomically(run_dir / ANSWERED, json.dumps(kept, ensure_ascii=False).encode())
    return said


def take_back(run_dir: Path) -> None:
    """The halt waits again."""
    (run_dir / ANSWERED).unlink(missing_ok=True)


def offers(*, can_run: bool, answered: bool, cut_off: bool = False) -> tuple[Offer, ...]:
    """What can be done about a run that halted and whose program is left as it was, or that was cut off."""
    again = Offer(
        "again",
        tr("Run it again from the start"),
        tr("Shows the form with the same values. Bring the program back to where the run begins first."),
        "G",
    )
    look = Offer("look", tr("Look at the whole run"), tr("Every step with its picture and its numbers."), "L")
    done = Offer(
        "dismissed",
        tr("It is settled: take it off the list"),
        tr("I finished it by hand, or it need not be done. Who and when is kept with the run."),
        "D",
    )
    if cut_off:
        return (look, *([] if answered else uncertain_offers()))
    return (look, *([again] if can_run else []), *([] if answered else [done]))


def answer_words(said: Answer) -> str:
    """The answer in words."""
    words = {
        "again": tr("Run again"),
        "dismissed": tr("Settled"),
        Choice.HAPPENED.value: tr("It happened"),
        Choice.NOT_HAPPENED.value: tr("It did not happen"),
    }
    return words.get(said.choice, said.choice)
