"""What reads files and streams of others, each as a function of bytes that may raise only our own typed errors.

A target goes on as the program does: what was read is judged, drawn, written as a page. Beyond their own exceptions
targets check what comes out: a page or picture of theirs holds no script and loads nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from studio.cli.compile_inputs import read_decisions as read_answers
from studio.cli.parsing import WrongUsage
from studio.cli.stdin_commands import obey
from studio.engine.bundle import load_bundle, read_decisions
from studio.engine.bundle.decisions import append_decision
from studio.engine.errors import BadInput
from studio.engine.model.heals import Decision
from studio.engine.model.structure_json import snapshot_from_json
from studio.engine.model.workflow import Workflow
from studio.engine.policy import lint
from studio.engine.policy.policy_files import parse_policy
from studio.engine.recording import load_recording, recover_recording
from studio.engine.recording.edit import EditedRecording
from studio.engine.recording.edit_json import edits_from_json, edits_to_json
from studio.engine.report.markdown import markdown
from studio.engine.report.page import page
from studio.engine.report.run_dir import load_run
from studio.engine.review import review
from studio.engine.runtime.control import RunControl
from studio.engine.sharing import unpack
from studio.engine.streams import Lines, object_of
from studio.engine.untrusted import parse_json
from studio.engine.vision.frame import Frame, UnreadableFrame
from studio.graphview.export import to_html, to_json, to_mermaid, to_svg
from studio.graphview.layout import graph_model, planned
from studio.recorder.raw_file import read_raw, to_bytes
from studio.resource_files import resource
from studio.ui.run.model import RunModel
from studio.ui.services.settings import SettingsStore
from tests.bench.safety import mutations, own_files, seeds
from tests.bench.safety.harmless import assert_harmless
from tests.helpers.graphs import full_workflow

TYPED = (BadInput, WrongUsage, UnreadableFrame)
"""What a target may raise; ValueError of our pure readers is turned into these where they are called."""


@dataclass(frozen=True)
class Target:
    """`run` takes the bytes and a scratch folder that lives as long as the process; `seeds` are good inputs."""

    name: str
    run: Callable[[bytes, Path], None]
    seeds: tuple[bytes, ...]
    mutate: mutations.Mutator

    def __call__(self, data: bytes, scratch: Path) -> bool:
        """Whether `data` was taken; False where it was refused as it should be. Anything else is a fault."""
        try:
            self.run(data, scratch)
        except TYPED as refusal:
            if not str(refusal).strip():
                raise AssertionError("a refusal without a sentence") from refusal
            return False
        return True


def recording_events(data: bytes, scratch: Path) -> None:
    """events.jsonl, and the edits of what it says."""
    recording = load_recording(_with(scratch, seeds.recording_files(), "events.jsonl", data))
    edits_from_json(edits_to_json(EditedRecording.of(recording.events)), len(recording.events))


def recording_meta(data: bytes, scratch: Path) -> None:
    """meta.json."""
    load_recording(_with(scratch, seeds.recording_files(), "meta.json", data))


def recording_frame(data: bytes, scratch: Path) -> None:
    """A picture of a recording."""
    recording = load_recording(_with(scratch, seeds.recording_files(), "frames/0001_before.png", data))
    assert recording.before_frame(1).bgr.size


def recovery(data: bytes, scratch: Path) -> None:
    """events.jsonl of a recorder that was killed; what was recovered opens."""
    folder = scratch / "killed"
    shutil.rmtree(folder, ignore_errors=True)
    recovered = recover_recording(_with(folder, _unfinished(), "events.jsonl", data))
    assert load_recording(recovered.dir).events == recovered.events


def structure(data: bytes, scratch: Path) -> None:
    """A snapshot of a program's structure."""
    del scratch
    try:
        snapshot_from_json(parse_json(data, "structure", BadInput))
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(str(error)) from error


def edits(data: bytes, scratch: Path) -> None:
    """The edits of a recording that a window kept."""
    del scratch
    edits_from_json(parse_json(data, "edits", BadInput), 4)


def raw_input(data: bytes, scratch: Path) -> None:
    """raw.jsonl; what was read can be written again."""
    (scratch / "raw.jsonl").write_bytes(data)
    to_bytes(read_raw(scratch / "raw.jsonl").as_written)


def workflow(data: bytes, scratch: Path) -> None:
    """workflow.json that nobody sealed, then all that is made of it."""
    files = {name: kept for name, kept in seeds.bundle_files().items() if name.endswith(".png")}
    bundle = load_bundle(_with(scratch, files, "workflow.json", data))
    lint(bundle)
    _draw(bundle.workflow)


def manifest(data: bytes, scratch: Path) -> None:
    """manifest.json of a sealed bundle: nothing but its own bytes is taken."""
    load_bundle(_with(scratch, seeds.bundle_files(), "manifest.json", data))
    assert data == seeds.bundle_files()["manifest.json"], "another manifest was taken"


def sealed_workflow(data: bytes, scratch: Path) -> None:
    """workflow.json of a sealed bundle: nothing but its own bytes is taken as sealed."""
    bundle = load_bundle(_with(scratch, seeds.bundle_files(), "workflow.json", data))
    assert not bundle.sealed or data == seeds.bundle_files()["workflow.json"], "another workflow was taken"


def proposals(data: bytes, scratch: Path) -> None:
    """param_proposals.json of a bundle that nobody sealed."""
    files = {name: kept for name, kept in seeds.bundle_files().items() if name.endswith(".png")}
    files["workflow.json"] = seeds.unsealed_workflow()
    load_bundle(_with(scratch, files, "param_proposals.json", data))


def decisions(data: bytes, scratch: Path) -> None:
    """decisions.jsonl, what it says of heals, and a word more."""
    bundle = _with(scratch, seeds.bundle_files(), "decisions.jsonl", data)
    run = scratch / "run"
    _place(run / "report.json", seeds.report(halted=False))
    said = review(load_run(run), bundle, run)
    assert all(said.decision(heal.id) in set(Decision) for heal in said.heals)
    kept = len(read_decisions(bundle))
    append_decision(bundle, {"kind": "heal"})
    assert len(read_decisions(bundle)) == kept + 1


def report(data: bytes, scratch: Path) -> None:
    """report.json of a run, and the pages made of it."""
    _place(scratch / "run" / "report.json", data)
    run = load_run(scratch / "run")
    markdown(run, scratch / "run").encode()
    assert_harmless(page(run, scratch / "run"))


def answers(data: bytes, scratch: Path) -> None:
    """A file of answers to proposed parameters."""
    (scratch / "answers").write_bytes(data)
    read_answers(scratch / "answers")


def run_events(data: bytes, scratch: Path) -> None:
    """The stream of a run as the window takes it."""
    del scratch
    model, lines = RunModel(()), Lines()
    for line in (*lines.feed(data), *lines.end()):
        told = object_of(line)
        if told is not None:
            model.take(told)
    model.end("")


def commands(data: bytes, scratch: Path) -> None:
    """Commands on stdin."""
    del scratch
    control = RunControl()
    for line in data.split(b"\n"):
        obey(line, control, lambda _: None)


def shared(data: bytes, scratch: Path) -> None:
    """A shared file."""
    (scratch / "in.zip").write_bytes(data)
    shutil.rmtree(scratch / "out", ignore_errors=True)
    head = unpack(scratch / "in.zip", scratch / "out")
    (load_bundle if head.kind == "bundle" else load_recording)(scratch / "out")


def policy(data: bytes, scratch: Path) -> None:
    """A policy as YAML, and what it finds."""
    del scratch
    lint(full_workflow(), parse_policy(data, "policy.yaml"))


def settings(data: bytes, scratch: Path) -> None:
    """The settings of the window: whatever they say, there are some."""
    (scratch / "settings.json").write_bytes(data)
    assert SettingsStore(scratch / "settings.json").change(language="en").language == "en"


def png(data: bytes, scratch: Path) -> None:
    """A picture that a person gives."""
    (scratch / "a.png").write_bytes(data)
    frame = Frame.of(scratch / "a.png")
    height, width = frame.bgr.shape[:2]
    assert frame.size == (width, height)


def _draw(flow: Workflow) -> None:
    plan = planned(graph_model(flow))
    for text in (to_svg(plan), to_html(plan)):
        assert_harmless(text)
    to_json(plan).encode()
    to_mermaid(plan.model).encode()


@cache
def _unfinished() -> Mapping[str, bytes]:
    files = dict(seeds.recording_files())
    with suppress(KeyError):
        del files["meta.json"]
    return files


def _with(scratch: Path, files: Mapping[str, bytes], name: str, data: bytes) -> Path:
    """A folder of these files, of which `name` holds `data`; kept from call to call, only that file is written."""
    key = f"{name.replace('/', '_')}-{len(files)}-{sum(map(len, files.values()))}"
    folder = scratch / key
    if not folder.is_dir():
        for path, kept in files.items():
            _place(folder / path, kept)
    _place(folder / name, data)
    return folder


def _place(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def targets() -> dict[str, Target]:
    """All targets by name."""
    m, s = mutations, seeds
    policies = tuple(resource(f"policies/{n}.yaml").read_bytes() for n in ("permissive", "standard", "clinical-write"))
    edited = s.edited()
    told = (s.report(halted=True), s.report(halted=False))
    found = (
        Target("recording_events", recording_events, (s.recording_files()["events.jsonl"],), m.mutate_lines),
        Target("recording_meta", recording_meta, (s.recording_files()["meta.json"],), m.mutate_json),
        Target("recording_frame", recording_frame, (s.png(),), m.mutate_png),
        Target("recovery", recovery, (s.recording_files()["events.jsonl"],), m.mutate_lines),
        Target("structure", structure, (s.structure(),), m.mutate_json),
        Target("edits", edits, (edited,), m.mutate_json),
        Target("raw_input", raw_input, (s.RAW,), m.mutate_lines),
        Target("workflow", workflow, (s.unsealed_workflow(), s.graph()), m.mutate_json),
        Target("manifest", manifest, (s.bundle_files()["manifest.json"],), m.mutate_json),
        Target("sealed_workflow", sealed_workflow, (s.bundle_files()["workflow.json"],), m.mutate_json),
        Target("proposals", proposals, (s.bundle_files()["param_proposals.json"],), m.mutate_json),
        Target("decisions", decisions, (s.DECISIONS,), m.mutate_lines),
        Target("report", report, told, m.mutate_json),
        Target("answers", answers, (s.ANSWERS,), m.mutate_lines),
        Target("run_events", run_events, (s.stream(),), m.mutate_lines),
        Target("commands", commands, (s.COMMANDS,), m.mutate_lines),
        Target("shared", shared, (s.shared("bundle"), s.shared("recording")), m.mutate_zip),
        Target("policy", policy, policies, m.mutate_text),
        Target("settings", settings, (b'{"version": 1, "theme": "dark", "recents": ["a"]}',), m.mutate_json),
        Target("png", png, (s.png(),), m.mutate_png),
        Target("risk_words", own_files.risk, (own_files.good_words(),), m.mutate_json),
        Target("patterns", own_files.patterns, (own_files.good_patterns(),), m.mutate_json),
        Target("pattern", own_files.pattern, own_files.PATTERNS, m.mutate_bytes),
        Target("key", own_files.key, (own_files.good_key(),), m.mutate_json),
        Target("signature", own_files.signature, (own_files.good_signature(),), m.mutate_json),
        Target("searched", own_files.searched, (own_files.good_archive(), s.png()), m.mutate_zip),
    )
    return {target.name: target for target in found}
