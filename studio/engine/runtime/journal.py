"""The journal of a run: what cannot be undone is written down before it is sent, after it, and once it is known.

`journal.jsonl` in the run directory is evidence: a line each for `intent`, `sent`, `outcome` and `settled`, synced
before the run goes on. Beside it a note (`engine/uncertain.py`) stands in the person's state folder from intent to
outcome, so that the next run finds what this one left uncertain wherever its directory is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from studio.engine.bundle import Bundle
from studio.engine.errors import CannotWrite
from studio.engine.files import explained, sync_directory
from studio.engine.model.base import Value
from studio.engine.model.geometry import Point
from studio.engine.model.halts import Choice
from studio.engine.model.workflow import Step
from studio.engine.rights import private
from studio.engine.runtime.run_report import now
from studio.engine.uncertain import Note, keep, remove, say, stamped

JOURNAL = "journal.jsonl"

PASSED = "passed"
NOT_SENT = "not_sent"


class Phase(StrEnum):
    """How far an irreversible step has come."""

    INTENT = "intent"  # it is about to be sent
    SENT = "sent"  # the surface took all of it
    OUTCOME = "outcome"  # its checks were made, or a halt told a person
    SETTLED = "settled"  # a person said what had become of an earlier run


class Line(Value):
    """One line. `value` is the salted digest of the run's values; `word` how it ended or what a person said."""

    v: int = 1
    phase: Phase
    step: str
    visit: int
    at: str
    intent: str = ""
    point: Point | None = None
    value: str = ""
    word: str = ""


class Journal:
    """Owns the journal of one run. `params` and `worklists` are what the run is given, without its secrets."""

    def __init__(
        self,
        run_dir: Path,
        bundle: Bundle,
        params: Mapping[str, str],
        worklists: Mapping[str, Sequence[Mapping[str, str]]],
    ) -> None:
        self._path = run_dir / JOURNAL
        self._bundle, self._given = bundle, (params, worklists)
        self._open: Note | None = None
        self._done: list[str] = []
        self._followed: tuple[Note, ...] = ()

    def intend(self, step: Step, visit: int, point: Point | None) -> None:
        """The input of `step` is about to be sent. Raises CannotWrite: then it must not be."""
        note = Note(
            **stamped(self._bundle, *self._given),
            run_dir=str(self._path.parent.resolve()),
            step=step.id,
            visit=visit,
            intent=step.intent,
            at=now(),
            done=tuple(self._done),
        )
        try:
            keep(note)
            self._append(self._line(Phase.INTENT, note, intent=step.intent, point=point, value=note.values))
        except CannotWrite as problem:
            raise CannotWrite(
                f"“{step.intent}” was not done: it cannot be undone, and the note that would survive a crash could "
                f"not be kept. {problem}"
            ) from problem
        self._open = note

    def sent(self) -> None:
        """All of the input was taken by the surface."""
        if self._open is not None:
            self._append(self._line(Phase.SENT, self._open))

    def outcome(self, word: str) -> None:
        """It is known how the step ended (`PASSED`, `NOT_SENT`), or a halt of that code told a person."""
        if self._open is not None:
            self._append(self._line(Phase.OUTCOME, self._open, word=word))
            remove(self._open)
            self._done += [self._open.step] if word != NOT_SENT else []
            self._open = None

    def settled(self, note: Note, choice: Choice) -> None:
        """A person said what had become of the step that an earlier run left uncertain."""
        line = self._line(Phase.SETTLED, note, word=choice.value, intent=note.intent)
        self._append(line)
        say(note, choice)

    def follows(self, notes: Sequence[Note]) -> None:
        """The run passes over what these notes say that it happened."""
        self._followed = tuple(notes)

    def told(self) -> None:
        """The run passed, or its halt told a person: the words that it followed are used up."""
        for note in self._followed:
            remove(note)
        self._followed = ()

    def _line(self, phase: Phase, note: Note, **more: object) -> Line:
        return Line.model_validate({"phase": phase, "step": note.step, "visit": note.visit, "at": now(), **more})

    def _append(self, line: Line) -> None:
        """Write one line and wait until the disk has it."""
        with explained(self._path):
            is_new = not self._path.exists()
            with open(self._path, "ab", opener=private) as file:
                file.write(line.model_dump_json(exclude_defaults=True).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            if is_new:
                sync_directory(self._path.parent)
