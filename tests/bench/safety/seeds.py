"""Good files, from which bad ones are made: small whole examples of each kind that is read from outside."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

from studio.engine.model.events import Event, Halted, HealProposed, RunStarted, StepFinished
from studio.engine.model.params import ParamSpec
from studio.engine.model.structure_json import snapshot_to_json
from studio.engine.recording.edit import EditedRecording
from studio.engine.recording.edit_json import edits_to_json
from studio.engine.sharing import pack
from tests.helpers.formats import EVENTS, element, picture, snapshot, write_bundle, write_recording
from tests.helpers.graphs import full_workflow
from tests.unit.report.synthetic_run import report as synthetic_report


@cache
def recording_files() -> dict[str, bytes]:
    """All files of a small recording, by their paths."""
    with tempfile.TemporaryDirectory() as folder:
        return _files(write_recording(Path(folder) / "rec"))


@cache
def bundle_files() -> dict[str, bytes]:
    """All files of a small sealed bundle, by their paths."""
    with tempfile.TemporaryDirectory() as folder:
        return _files(write_bundle(Path(folder) / "b"))


def unsealed_workflow() -> bytes:
    """workflow.json of a bundle that was never sealed, so that whatever it says is read on."""
    data = json.loads(bundle_files()["workflow.json"])
    del data["manifest"]
    return json.dumps(data, indent=1).encode()


def graph() -> bytes:
    """workflow.json of a program with every kind of node and edge."""
    given = {"patient": "Terri Template", "pin": "1"}
    specs = {name: ParamSpec(name=name, example=value) for name, value in given.items()}
    flow = full_workflow().model_copy(update={"params": given, "param_specs": specs})
    return flow.model_dump_json(exclude_none=True).encode()


@cache
def report(*, halted: bool) -> bytes:
    """report.json of a run with a heal, perhaps a halt, and texts that must be escaped."""
    return synthetic_report(halted=halted).model_dump_json().encode()


def stream() -> bytes:
    """A stream of a runner's events, made of that report."""
    told = synthetic_report(halted=True)
    assert told.halt is not None
    lines: list[Event] = [
        RunStarted(t=0, run_id="r", workflow="w", steps=5, run_dir="r"),
        *(StepFinished(t=1, result=step) for step in told.steps),
        *(HealProposed(t=2, heal=heal) for heal in told.heals),
        Halted(t=3, halt=told.halt),
    ]
    return b"\n".join(line.model_dump_json().encode() for line in lines)


COMMANDS = b"""{"command": "pause"}
{"command": "answer", "halt": "h1", "choice": "confirm"}
{"command": "pause_at", "steps": ["a"]}
{"command": "speed", "seconds": 1.5}"""

ANSWERS = b"""{"proposal": "b", "decision": "parameter", "name": "note"}
{"proposal": "x", "decision": "secret"}"""

_HEAL = {"v": 1, "at": "2026-07-20T16:12:18Z", "kind": "heal", "run": "run-1", "heal": "h", "decision": "accepted"}
_SAVED = {"v": 1, "kind": "saved", "run": "run-1", "version": "v2", "heals": ["h"], "by": "a"}
DECISIONS = json.dumps(_HEAL).encode() + b"\n" + json.dumps(_SAVED).encode() + b"\n"

RAW = b"""{"t": 0, "kind": "focus", "label": "Name"}
{"t": 1, "kind": "pointer_down", "x": 3, "y": 4, "button": "left"}
{"t": 1.1, "kind": "pointer_up", "x": 3, "y": 4, "button": "left"}
{"t": 2, "kind": "key_down", "key": "a", "char": "a"}
{"t": 3, "kind": "command", "name": "param_next", "text": "note"}
"""


def edited() -> bytes:
    """The edits of a recording: part of its pictures is hidden."""
    made = EditedRecording.of(EVENTS)
    told = edits_to_json(made)
    hidden = [{"region": [1, 2, 3, 4], "only": [[0, "before"]]}, {"region": [1, 2, 3, 4], "only": None}]
    return json.dumps(told | {"redactions": hidden}).encode()


def structure() -> bytes:
    """A snapshot with something of everything."""
    told = snapshot(element(value="x", options=("a", "b")), element(index=1, role="row", row=("a",)))
    return json.dumps(snapshot_to_json(told)).encode()


@cache
def shared(kind: str) -> bytes:
    """A shared file that holds a bundle or a recording."""
    with tempfile.TemporaryDirectory() as folder:
        made = write_bundle(Path(folder) / "b") if kind == "bundle" else write_recording(Path(folder) / "b")
        pack(made, Path(folder) / "b.zip")
        return (Path(folder) / "b.zip").read_bytes()


def png() -> bytes:
    """A small picture."""
    return picture(1).png


def _files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
