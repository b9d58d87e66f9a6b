"""Before a run begins: what an earlier run of the same values left uncertain is asked about, never repeated."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from studio.engine.model.events import Answered, Halted
from studio.engine.model.halts import Choice, Halt, HaltCode
from studio.engine.rights import private
from studio.engine.runtime.interpreter import HaltRaised
from studio.engine.runtime.session import Session
from studio.engine.uncertain import Note, Worklists, last_picture, notes_of, sentence_of

PICTURE = "steps/uncertain.png"


def settle_earlier(session: Session, worklists: Worklists, said: Choice | None = None) -> None:
    """Go on only once a person has said of each uncertain step whether it happened; `said` is a word given beforehand.

    A step that happened is passed over with all before it (`Session.pass_over`). Raises HaltRaised where nobody says
    it or what is said cannot be followed, StopRequested, BadInput for a note that cannot be read.
    A word that a step happened stands until a run that follows it passed or told a person where it halted.
    """
    happened: list[Note] = []
    for note in notes_of(session.bundle, session.bound.params, worklists):
        halt = _halt(session, note)
        given = note.said or said
        choice = given if given is not None and given in halt.choices else _asked(session, halt)
        session.journal.settled(note, choice)
        if choice is Choice.HAPPENED:
            happened.append(note)
        if choice is Choice.HAPPENED and session.start_at is None:
            session.pass_over = _furthest(session, note)
    session.journal.follows(happened)


def _furthest(session: Session, note: Note) -> tuple[str, int]:
    """How far steps are passed over: in a workflow of one line to the furthest step, whatever a clock that was set back
    says of the notes; in any other to that of the latest note, which is the last."""
    place, before = (note.step, note.visit), session.pass_over
    order = [step.id for step in session.bundle.workflow.steps]
    if before is None or session.bundle.workflow.program is not None or note.loops:
        return place
    return max(before, place, key=lambda one: (order.index(one[0]), one[1]))


def _halt(session: Session, note: Note) -> Halt:
    names = {step.id: step.intent for step in session.bundle.workflow.steps}
    session.halts += 1
    choices, because = _allowed(names, note, session.start_at)
    return Halt(
        id=f"{note.step}-{session.halts}",
        code=HaltCode.MAY_HAVE_HAPPENED,
        step_id=note.step,
        sentence=f"{sentence_of(note, names)}{because}",
        picture=_copied(note, session.folder.path),
        choices=choices,
    )


def _allowed(names: Mapping[str, str], note: Note, start_at: str | None) -> tuple[tuple[Choice, ...], str]:
    """What may be said, and why not all of it: nothing that happened may be done again. `names` are in order."""
    order = list(names)
    begin = order.index(start_at) if start_at is not None and start_at in names else 0
    known = names.get(note.step) == note.intent
    # in a version whose steps are others nobody could tell where to begin
    passes_over = known if start_at is None else not known or begin > order.index(note.step)
    happened = (Choice.HAPPENED,) if passes_over else ()
    redone = [step for step in note.done if step in names and order.index(step) >= begin]
    if redone and not note.loops:
        return (*happened, Choice.STOP), " A run from the start would do that again: begin at a later step (--from)."
    return (*happened, Choice.NOT_HAPPENED, Choice.STOP), ""


def _asked(session: Session, halt: Halt) -> Choice:
    session.emit(Halted(halt=halt))
    choice = session.control.await_answer(halt.id)
    if choice is not None:
        session.emit(Answered(halt=halt.id, choice=choice))
    if choice is None or choice is Choice.STOP or choice not in halt.choices:
        raise HaltRaised(halt)
    return choice


def _copied(note: Note, run_dir: Path) -> str | None:
    """The last picture of the earlier run, copied into this one: evidence of a halt lies with its run."""
    found = last_picture(note)
    if found is None:
        return None
    with suppress(OSError):
        with found.open("rb") as read, open(run_dir / PICTURE, "wb", opener=private) as written:
            shutil.copyfileobj(read, written)
        return PICTURE
    return None
