"""Work that can be cut off at any moment, and what must hold afterwards: each a small real job of the program.

`begin` makes what a work starts from in a folder of its own, `do` is the work itself (in a child that may be killed),
`judge` looks at what it left (in another child): whole, or recognised as cut off, nothing else touched, and the next
command works. It says in one word how far the work had come.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helpers.drawn_form import DrawnForm
from helpers.healed_notes import make_library, recorded_form

from studio.__main__ import main as studio
from studio.cli import replaying
from studio.engine.bundle import load_bundle, read_decisions
from studio.engine.errors import BadRecording
from studio.engine.model.results import Outcome
from studio.engine.recording import load_recording, recover_recording
from studio.engine.report import load_run
from studio.engine.runtime import observation
from studio.engine.runtime.journal import JOURNAL
from studio.recorder.driven import DrivenRecorder

NOTES = ("one", "two", "three")
HEALS = "step_000-heal,step_003-heal,step_004-heal,step_002-heal"


@dataclass(frozen=True)
class Work:
    """A job in the folder that it is given."""

    name: str
    begin: Callable[[Path], None]
    do: Callable[[Path], int]
    judge: Callable[[Path], str]


class Material:
    """What works start from, made once: a recording and a library with a run that proposes heals."""

    def __init__(self, root: Path) -> None:
        observation.ocr = lambda *_, **__: []  # type: ignore[assignment]
        self.recording = root / "recording"
        record(self.recording)
        self.root = root
        self.library = root / "library"
        make_library(self.library)
        self.bundle = self.library / "workflows" / "notes" / "v1"
        self.compiled = compiled(self.recording, root / "compiled")
        self.healed = healed(self.library, root / "healed")

    def works(self) -> tuple[Work, ...]:
        """All works."""
        return (
            Work("record", _nothing, lambda at: record(at / "rec"), _judge_recording),
            Work("compile", self._with_recording, compile_, self._judge_compiled),
            Work("replay", self._with_library, lambda at: replay(at, "first"), self._judge_run),
            Work("heals", self._with_library, heal, self._judge_healed),
            Work("edit", self._with_library, edit, self._judge_edited),
        )

    def _with_recording(self, at: Path) -> None:
        shutil.copytree(self.recording, at / "rec")

    def _with_library(self, at: Path) -> None:
        shutil.copytree(self.library, at / "library")

    def _judge_compiled(self, at: Path) -> str:
        assert load_recording(at / "rec").events
        assert_only(at, "rec", "out")
        state = "whole" if (at / "out").exists() else "nothing"
        if state == "nothing":
            assert compile_(at) == 0
        assert load_bundle(at / "out").digest == self.compiled
        return state

    def _judge_run(self, at: Path) -> str:
        run, saved = at / "first", _saved(at)
        self._assert_untouched(at)
        state = "nothing"
        if (run / "report.json").exists():
            outcome = load_run(run).outcome
            assert outcome in (Outcome.FAILED, Outcome.PASSED), outcome
            state = "whole" if outcome is Outcome.PASSED else f"cut off{' after saving' if saved else ''}"
        assert all(json.loads(line) for line in _lines(run / "events.jsonl"))
        known = any(json.loads(line)["phase"] == "outcome" for line in _lines(run / JOURNAL))
        assert not saved or len(saved) == 1, saved
        code = replay(at, "second")
        again = len(_saved(at)) > len(saved)
        assert code in (0, 1), code
        assert load_run(at / "second").outcome in (Outcome.PASSED, Outcome.HALTED)
        assert known or not (saved and again), "saved twice, though nobody knew what came of the first time"
        assert code == 1 or again, "nothing was saved, and nobody was told"
        return state

    def _judge_healed(self, at: Path) -> str:
        self._assert_untouched(at)
        versions = at / "library" / "workflows" / "notes"
        words = len(read_decisions(versions / "v1"))
        assert_only(versions, "v1", "v2")
        state = "whole" if (versions / "v2").exists() else f"{words} of {HEALS.count(',') + 1} decided"
        if (versions / "v2").exists():
            assert studio(["heals", str(_run_of(at))]) == 0
        else:
            assert heal(at) == 0
        assert load_bundle(versions / "v2").digest == self.healed
        return state

    def _judge_edited(self, at: Path) -> str:
        from PySide6.QtCore import QCoreApplication

        from studio.ui.document import Document

        application = QCoreApplication.instance() or QCoreApplication([])
        self._assert_untouched(at)
        versions = at / "library" / "workflows" / "notes"
        told = at.with_suffix(".acknowledged")
        acknowledged = int(told.read_text() or 0) if told.exists() else 0
        for version in versions.glob("v*"):
            assert load_bundle(version).sealed
        newest = max(versions.glob("v*"))
        document = Document(load_bundle(newest), at / "recovery" / f"{newest.name}.json")
        kept = _number(document.workflow.steps[0].intent)
        state = f"saved {newest.name}" if newest.name != "v1" else "nothing"
        if document.recoverable:
            assert document.recover()
            kept = max(kept, _number(document.workflow.steps[0].intent))
            state += ", recovered"
        assert kept >= acknowledged, f"edit {acknowledged} was kept, and {kept} came back"
        document.edit_step("edit", document.workflow.steps[0].id, intent="the next edit")
        assert load_bundle(document.save()).workflow.steps[0].intent == "the next edit"
        del document, application
        return state

    def _assert_untouched(self, at: Path) -> None:
        was, now = load_bundle(self.bundle), load_bundle(at / "library" / "workflows" / "notes" / "v1")
        assert now.sealed
        assert now.digest == was.digest


def record(folder: Path) -> int:
    """Nine actions on the drawn form, recorded by the real recorder."""
    form = DrawnForm()
    with DrivenRecorder(form, folder, app_url="http://notes.example/") as recorder:
        for note in NOTES:
            recorder.click(form.note.place.center)
            recorder.type_text(note)
            recorder.click(form.save.place.center)
        recorder.finish()
    return 0


def compiled(recording: Path, out: Path) -> str:
    """The digest of the bundle that is compiled of it."""
    assert _compiled(recording, out) == 0
    return load_bundle(out).digest


def healed(library: Path, at: Path) -> str:
    """The digest of the version with all heals."""
    shutil.copytree(library, at / "library")
    assert heal(at) == 0
    return load_bundle(at / "library" / "workflows" / "notes" / "v2").digest


def assert_only(folder: Path, *names: str) -> None:
    """Nothing else is there but what is recognised as not complete."""
    others = {p.name for p in folder.iterdir()} - set(names)
    assert all(name.startswith(".") and name.endswith(".partial") for name in others), others


def _nothing(at: Path) -> None:
    del at


def _compiled(recording: Path, out: Path) -> int:
    return studio(["compile", str(recording), "--out", str(out), "--name", "n", "--accept-params", "note"])


def compile_(at: Path) -> int:
    """Compile the recording."""
    return _compiled(at / "rec", at / "out")


def heal(at: Path, version: str = "v2") -> int:
    """Accept all heals of the run in the library and save them as that version."""
    out = at / "library" / "workflows" / "notes" / version
    bundle = str(at / "library" / "workflows" / "notes" / "v1")
    return studio(["heals", str(_run_of(at)), "--accept", HEALS, "--bundle", bundle, "--out", str(out)])


def _run_of(at: Path) -> Path:
    return next((at / "library" / "runs" / "notes").iterdir())


def _judge_recording(at: Path) -> str:
    folder = at / "rec"
    lines = (folder / "events.jsonl").read_bytes().count(b"\n") if (folder / "events.jsonl").exists() else 0
    state = "nothing"
    with suppress(BadRecording):
        assert len(load_recording(folder).events) == 3 * len(NOTES)
        state = "whole"
    if state == "nothing" and lines:
        assert len(recover_recording(folder).events) == lines, "whole actions were lost"
        assert load_recording(folder).after_frame(lines - 1).bgr.size
        state = "recovered"
    record(at / "next")
    assert load_recording(at / "next").events
    return state


class _Record(list[str]):
    """The saved notes, each on disk at once: the system of record."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def append(self, note: str) -> None:
        super().append(note)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(note + "\n")


def _lines(file: Path) -> list[bytes]:
    """The whole lines of a file: the last one may be cut."""
    return file.read_bytes().split(b"\n")[:-1] if file.exists() else []


def _saved(at: Path) -> list[str]:
    file = at.with_suffix(".saved")  # beside: it stands for another computer, whose disk is not full
    return file.read_text().splitlines() if file.exists() else []


def replay(at: Path, run: str) -> int:
    """Replay the library's workflow on the drawn form, into the run directory of that name."""

    @contextmanager
    def open_form(*_: Any) -> Iterator[DrawnForm]:
        form = recorded_form()
        form.saved = _Record(at.with_suffix(".saved"))
        yield form

    os.environ["XDG_STATE_HOME"] = str(at / "state")
    replaying.open_surface = open_form  # type: ignore[assignment]
    bundle = at / "library" / "workflows" / "notes" / "v1"
    given = ["--url", "http://notes.example/", "--param", "note=hello", "--run-dir", str(at / run)]
    return studio(["replay", str(bundle), *given])


def purge(at: Path) -> int:
    """Remove all runs of the library that may be removed."""
    return studio(["purge", str(at / "library"), "--keep", "0"])


def edit(at: Path) -> int:
    """Eight edits in a window's document, each kept for a crash; saved after the fourth and the eighth."""
    from PySide6.QtCore import QCoreApplication

    from studio.ui.document import Document

    application = QCoreApplication([])
    bundle = at / "library" / "workflows" / "notes" / "v1"
    recovery = at / "recovery"
    file = recovery / "v1.json"
    document = Document(load_bundle(bundle), file)
    for number in range(1, 9):
        step = document.workflow.steps[0]
        document.edit_step("edit", step.id, intent=f"edit {number}")
        document.keep_safe()
        if file.exists() and f'"edit {number}"' in file.read_text():
            at.with_suffix(".acknowledged").write_text(str(number))
        if number % 4 == 0:
            saved = document.save()
            file = recovery / f"{saved.name}.json"
            document.keep_recovery_in(file)
    del application
    return 0


def _number(intent: str) -> int:
    return int(intent.removeprefix("edit ")) if intent.startswith("edit ") else 0
