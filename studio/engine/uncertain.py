"""What earlier runs left uncertain: they were cut off between sending what cannot be undone and knowing its outcome.

One small file each in the person's state folder, there from the intent until the outcome, and a copy beside the bundle,
where it can be kept, so that a run by somebody else, or with another state folder, finds it too. A run of the same
recording with the same values finds it, whatever the run directory is and whichever version of the bundle is run. Of
the values only a salted digest is kept here.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError

from studio.engine.errors import BadInput, CannotWrite
from studio.engine.files import explained, sync_directory, write_atomically
from studio.engine.model.base import Value
from studio.engine.model.halts import Choice
from studio.engine.rights import make_like, make_private
from studio.engine.traces import trace_folder
from studio.engine.untrusted import open_inside

if TYPE_CHECKING:
    from studio.engine.bundle import Bundle

Worklists = Mapping[str, Sequence[Mapping[str, str]]]
_LARGEST = 100_000
BESIDE = ".waymark-uncertain"
"""Folder beside a bundle that holds copies of the notes on its runs."""


class Note(Value):
    """One step that may or may not have happened. `done` are the irreversible steps that the same run did before it.

    `values` is a salted digest of all values of that run, `each` one of each parameter's. `said` HAPPENED is a person's
    word for the next run of these values, which passes the step over. `beside` is the folder of the copy.
    """

    v: int = Field(default=1, ge=1, le=1)
    id: str = Field(pattern=r"^[0-9a-f]{32}$")
    bundle: str
    recording: str
    salt: str = Field(pattern=r"^[0-9a-f]{32}$")
    values: str
    each: dict[str, str] | None = None
    loops: bool
    run_dir: str
    step: str
    visit: int
    intent: str
    at: str
    done: tuple[str, ...] = ()
    said: Choice | None = None
    beside: str = ""


def folder() -> Path:
    """Where the notes lie."""
    return trace_folder() / "uncertain"


def stamped(bundle: Bundle, params: Mapping[str, str], worklists: Worklists) -> dict[str, Any]:
    """The fields of a new note that say of which run it is."""
    salt = secrets.token_hex(16)
    return {
        "id": secrets.token_hex(16),
        "bundle": bundle.digest,
        "recording": bundle.workflow.recording_id,
        "salt": salt,
        "values": _digest(salt, params, worklists),
        "each": _each(salt, params),
        "loops": bool(worklists),
        "beside": str(_beside(bundle)),
    }


def keep(note: Note) -> None:
    """Write the note and wait until the disk has it. Raises CannotWrite; a copy that cannot be kept is done without."""
    path, data = _path(note), note.model_dump_json().encode()
    with explained(path):
        make_private(path.parent)
    write_atomically(path, data)
    if note.beside:
        for _ in range(2):  # who removes the last other copy may take the folder away in between
            with suppress(OSError, CannotWrite):
                make_like(Path(note.beside))
                write_atomically(_copy(note), data, shared=True)
                return


def remove(note: Note) -> None:
    """Nothing is uncertain any more. Raises CannotWrite, also where only the copy stays: somebody would be asked."""
    path = _path(note)
    with explained(path):
        path.unlink(missing_ok=True)
        if path.parent.is_dir():
            sync_directory(path.parent)
    if note.beside:
        with explained(_copy(note)), suppress(FileNotFoundError, NotADirectoryError):
            _copy(note).unlink()
        with suppress(OSError):
            Path(note.beside).rmdir()


def say(note: Note, choice: Choice) -> None:
    """Keep a person's word: HAPPENED waits for the next run of these values, NOT_HAPPENED lets it run.

    Raises CannotWrite.
    """
    if choice is Choice.HAPPENED:
        keep(note.model_copy(update={"said": choice}))
    else:
        remove(note)


def notes_of(bundle: Bundle, params: Mapping[str, str], worklists: Worklists) -> tuple[Note, ...]:
    """Notes on runs of the same recording (or bundle) and values, the oldest first; of runs over a worklist all.

    Raises BadInput for a note that cannot be read: it may be on this very run.
    """
    found = {note.id: note for note in all_notes()}
    for note in _notes_in(_beside(bundle)):
        here = note.model_copy(update={"beside": str(_beside(bundle))})
        if note.id not in found or here.said is not None:
            found[note.id] = here
    notes = sorted(found.values(), key=lambda n: n.at)
    return tuple(n for n in notes if _is_of(n, bundle) and _same_values(n, params, worklists))


def note_of_run(run_dir: Path) -> Note | None:
    """The note of this run that nobody has answered yet. Raises BadInput as `notes_of`."""
    place = str(run_dir.resolve())
    return next((n for n in all_notes() if n.run_dir == place and n.said is None), None)


def all_notes() -> tuple[Note, ...]:
    """Everything that is uncertain, the oldest first. Raises BadInput for a note that cannot be read."""
    return _notes_in(folder())


def _notes_in(place: Path) -> tuple[Note, ...]:
    try:
        paths = sorted(p for p in place.iterdir() if p.suffix == ".json")
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise BadInput(f"{place} cannot be read, so nobody knows what earlier runs left uncertain.") from error
    return tuple(sorted((n for p in paths if (n := _read(p)) is not None), key=lambda n: n.at))


def last_picture(note: Note) -> Path | None:
    """The last picture that the run took of the step, where it is still there."""
    stem = note.step if note.visit == 1 else f"{note.step}.{note.visit}"
    names = (f"{stem}_after.png", f"{stem}_before.png")
    plain = (name for name in names if Path(name).name == name)
    return next((path for name in plain if (path := Path(note.run_dir) / "steps" / name).is_file()), None)


def sentence_of(note: Note, names: Mapping[str, str] | None = None) -> str:
    """What is known, for a person; `names` says what the steps of the workflow are called."""
    told = (
        f"The run of {note.at} in {note.run_dir} was cut off while it did “{note.intent}”, which cannot be undone: "
        "it may have happened or not. Look in the program."
    )
    if note.done:
        done = ", ".join(f"“{(names or {}).get(step, step)}”" for step in dict.fromkeys(note.done))
        told += f" Before it, that run had done {done}."
    return told


def _read(path: Path) -> Note | None:
    try:
        with open_inside(path) as file:
            note = Note.model_validate_json(file.read(_LARGEST) or b"")
    except FileNotFoundError:
        return None  # another run has just come to its end
    except (OSError, ValidationError) as error:
        raise BadInput(
            f"{path} says what an earlier run left uncertain and cannot be read: look in the program what that run "
            "did, then remove this file."
        ) from error
    if path.stem != note.id:
        raise BadInput(f"{path} is not named after the note in it: look what it says, then remove it.")
    return note


def _is_of(note: Note, bundle: Bundle) -> bool:
    same_recording = bool(note.recording) and note.recording == bundle.workflow.recording_id
    return note.bundle == bundle.digest or same_recording


def _same_values(note: Note, params: Mapping[str, str], worklists: Worklists) -> bool:
    if note.loops or worklists or note.values == _digest(note.salt, params, worklists):
        return True
    return _of_another_version(note, _each(note.salt, params))


def _of_another_version(note: Note, each: Mapping[str, str]) -> bool:
    """Whether a version with other parameters may be about the same: none that both have says something else."""
    if note.each is None or note.each.keys() == each.keys():
        return False
    return all(note.each[name] == each[name] for name in note.each.keys() & each.keys())


def _each(salt: str, params: Mapping[str, str]) -> dict[str, str]:
    return {name: _digest(salt, {name: value}, {}) for name, value in params.items()}


def _digest(salt: str, params: Mapping[str, str], worklists: Worklists) -> str:
    rows = {name: [dict(row) for row in given] for name, given in worklists.items()}
    given = {"params": dict(params), "worklists": rows}
    plain = json.dumps(given, sort_keys=True, ensure_ascii=True).encode()
    return hashlib.sha256(bytes.fromhex(salt) + plain).hexdigest()


def _beside(bundle: Bundle) -> Path:
    """Where copies of notes on runs of that bundle lie."""
    return bundle.dir.resolve().parent / BESIDE


def _copy(note: Note) -> Path:
    return Path(note.beside) / f"{note.id}.json"


def _path(note: Note) -> Path:
    return folder() / f"{note.id}.json"
