"""Whatever is written comes back, and whatever is damaged is noticed."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from helpers.formats import ASSETS, PROPOSALS, SIZE, picture, workflow, write_bundle, write_recording
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from studio.engine.bundle import load_bundle, read_decisions, save_bundle
from studio.engine.errors import BadInput, BadRecording, TamperedBundle
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun
from studio.engine.model.structure_json import element_from_json, element_to_json, snapshot_from_json, snapshot_to_json
from studio.engine.model.workflow import POINTED, ActionKind, CheckKind, Postcondition, Risk, Step, Workflow
from studio.engine.recording import RecordedEvent, Recording, RecordingWriter, load_recording, recover_recording

texts = st.text(st.characters(codec="utf-8"), max_size=12)
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
coordinates = st.integers(-10_000, 10_000)
regions = st.builds(Region, coordinates, coordinates, coordinates, coordinates)
some_texts = st.lists(texts, max_size=3).map(tuple)

elements = st.builds(
    Element,
    index=st.integers(0, 999),
    tag=texts,
    role=texts,
    name=texts,
    region=regions,
    text=texts,
    value=st.none() | texts,
    row=some_texts,
    frame=some_texts,
    options=some_texts,
    checked=st.none() | st.booleans(),
    focused=st.booleans(),
    in_view=st.booleans(),
)
snapshots = st.builds(
    StructureSnapshot,
    url=texts,
    title=texts,
    elements=st.lists(elements, max_size=3).map(tuple),
    texts=st.lists(st.builds(TextRun, texts, regions), max_size=2).map(tuple),
    lists=st.lists(st.builds(RowList, texts, st.integers(0, 9), regions), max_size=2).map(tuple),
    dialogs=some_texts,
    scale=st.floats(0.5, 4),
    scroll=st.tuples(coordinates, coordinates),
)


@st.composite
def events(draw: st.DrawFn) -> RecordedEvent:
    """Any event that can be recorded on a frame of SIZE."""
    kind = draw(st.sampled_from(list(ActionKind)))
    fields: dict[str, Any] = {"kind": kind, "t": draw(st.floats(0, 1e6)), "settled": draw(st.booleans())}
    if kind in POINTED or draw(st.booleans()):
        fields |= {"x": draw(st.integers(0, SIZE[0] - 1)), "y": draw(st.integers(0, SIZE[1] - 1))}
    if kind is ActionKind.DRAG:
        fields |= {"end_x": draw(st.integers(0, SIZE[0] - 1)), "end_y": draw(st.integers(0, SIZE[1] - 1))}
    if kind is ActionKind.KEY:
        fields["key"] = draw(names)
    if kind is ActionKind.SCROLL:
        fields |= {"dx": draw(coordinates), "dy": draw(coordinates)}
    if kind is ActionKind.TYPE:
        fields |= draw(st.fixed_dictionaries({"text": texts}) | st.just({"secret": True}))
        fields |= {"param": draw(st.none() | names), "field_label": draw(st.none() | texts)}
    if draw(st.booleans()):
        fields["element"] = element_to_json(draw(elements))
    return RecordedEvent(**fields)


@st.composite
def workflows(draw: st.DrawFn) -> Workflow:
    """Workflows that make sense, with odd texts everywhere."""
    params = draw(st.dictionaries(names, texts, max_size=2))
    count = draw(st.integers(1, 4))
    steps = []
    for number in range(count):
        since = draw(st.none() | st.sampled_from([f"s{n}" for n in range(number)])) if number else None
        check = Postcondition(kind=draw(st.sampled_from(list(CheckKind))), text=draw(texts), since=since)
        steps.append(
            Step(
                id=f"s{number}",
                intent=draw(texts),
                action=draw(st.sampled_from(list(ActionKind))),
                text=draw(st.none() | texts),
                param=draw(st.none() | st.sampled_from(sorted(params))) if params else None,
                risk=draw(st.sampled_from(list(Risk))),
                timeout_s=draw(st.floats(0, 600)),
                expect=(check,),
            )
        )
    free = draw(st.dictionaries(names, st.none() | st.booleans() | st.floats(-1e9, 1e9) | texts | st.lists(texts)))
    return workflow(name=draw(texts), params=params, param_specs={}, steps=tuple(steps), data_sources=free)


@contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder, gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def refusal_of(action: Callable[[], object]) -> str | None:
    """The sentence with which `action` refuses what it was given; None where it takes it."""
    try:
        action()
    except ValueError as refusal:
        return str(refusal)
    return None


@given(elements)
def test_elements_survive_json(element: Element) -> None:
    assert element_from_json(json.loads(json.dumps(element_to_json(element)))) == element


@given(snapshots)
def test_snapshots_survive_json(snapshot: StructureSnapshot) -> None:
    assert snapshot_from_json(json.loads(json.dumps(snapshot_to_json(snapshot)))) == snapshot


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | texts, st.lists, max_leaves=8))
def test_odd_values_are_refused_as_elements_and_never_crash(value: Any) -> None:
    for name in ("index", "region", "name", "row", "checked", "hue"):
        data = element_to_json(Element(0, "a", "link", "x", Region(0, 0, 1, 1))) | {name: value}
        refusal = refusal_of(partial(element_from_json, data))
        assert refusal is None or name in refusal


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(events(), st.integers(0, 3), st.none() | snapshots), min_size=1, max_size=5))
def test_recordings_come_back(shots: list[tuple[RecordedEvent, int, StructureSnapshot | None]]) -> None:
    with scratch() as folder:
        with RecordingWriter(folder / "rec", app_url=None, viewport=SIZE) as writer:
            written = [writer.append(e, picture(n), picture(n + 1), structure) for e, n, structure in shots]
            writer.finish()
        recording = load_recording(folder / "rec")
        assert list(recording.events) == written
        assert recording.not_understood == ()
        for i, (_, n, structure) in enumerate(shots):
            assert recording.before_frame(i).same_pixels(picture(n))
            assert recording.after_frame(i).same_pixels(picture(n + 1))
            assert recording.before_structure(i) == structure


@settings(max_examples=40, deadline=None)
@given(workflows())
def test_bundles_come_back(flow: Workflow) -> None:
    with scratch() as folder:
        bundle = load_bundle(save_bundle(flow, ASSETS, folder / "b", proposals=PROPOSALS))
        assert bundle.workflow.model_copy(update={"compiler_version": ""}) == flow
        assert bundle.sealed
        compile((folder / "b/workflow.py").read_bytes(), "workflow.py", "exec")


@cache
def sealed() -> dict[str, bytes]:
    """The files of a small bundle."""
    with scratch() as folder:
        write_bundle(folder / "b")
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in (folder / "b").rglob("*") if p.is_file()}


@settings(max_examples=300, deadline=None)
@given(st.data(), st.integers(1, 255))
def test_any_flipped_byte_of_a_bundle_is_noticed(data: st.DataObject, flip: int) -> None:
    name = data.draw(st.sampled_from(sorted(sealed())))
    at = data.draw(st.integers(0, len(sealed()[name]) - 1))
    with scratch() as folder:
        place(folder, sealed())
        changed = bytearray(sealed()[name])
        changed[at] ^= flip
        (folder / name).write_bytes(changed)
        with pytest.raises(BadInput):
            load_bundle(folder / "b")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_cut_missing_or_added_file_of_a_bundle_is_noticed(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(sealed())))
    keep = data.draw(st.integers(0, len(sealed()[name]) - 1))
    for change in (sealed()[name][:keep], None, sealed()[name] + b" "):
        with scratch() as folder:
            place(folder, {**sealed(), name: change})
            with pytest.raises(BadInput):
                load_bundle(folder / "b")
    with scratch() as folder:
        place(folder, sealed())
        (folder / "b/added.txt").write_bytes(b"")
        with pytest.raises(TamperedBundle, match=r"added\.txt was added"):
            load_bundle(folder / "b")


def place(folder: Path, files: dict[str, bytes | None] | dict[str, bytes]) -> None:
    """Write files; None is left out."""
    for name, content in files.items():
        if content is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)


@cache
def recorded() -> dict[str, bytes]:
    """The files of a small recording."""
    with scratch() as folder:
        write_recording(folder / "rec")
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in (folder / "rec").rglob("*") if p.is_file()}


@cache
def whole() -> tuple[RecordedEvent, ...]:
    """The events of `recorded()`."""
    with scratch() as folder:
        place(folder, recorded())
        return load_recording(folder / "rec").events


def is_prefix(recording: Recording) -> bool:
    """Whether its events are the first of `whole()`, each with its frames."""
    count = len(recording.events)
    frames = all(recording.after_frame(i).same_pixels(picture(i + 1)) for i in range(count))
    return recording.events == whole()[:count] and frames


def test_events_cut_at_any_byte_are_refused_or_recovered() -> None:
    lines = recorded()["rec/events.jsonl"]
    for at in range(len(lines) + 1):
        with scratch() as folder:
            place(folder, {**recorded(), "rec/events.jsonl": lines[:at]})
            complete = lines[:at].count(b"\n") + (lines[at : at + 1] == b"\n")
            refusal = refusal_of(lambda: load_recording(folder / "rec"))
            if refusal and complete:
                assert "--recover" in refusal
                assert len(recover_recording(folder / "rec").events) == complete
            if complete:
                assert is_prefix(load_recording(folder / "rec"))
            else:
                assert refusal
                assert "\n" not in refusal


@settings(max_examples=150, deadline=None)
@given(st.data(), st.integers(1, 255))
def test_a_flipped_byte_of_a_recording_is_one_sentence_or_another_recording(data: st.DataObject, flip: int) -> None:
    name = data.draw(st.sampled_from(sorted(recorded())))
    at = data.draw(st.integers(0, len(recorded()[name]) - 1))
    with scratch() as folder:
        changed = bytearray(recorded()[name])
        changed[at] ^= flip
        place(folder, {**recorded(), name: bytes(changed)})
        refusal = refusal_of(lambda: load_recording(folder / "rec"))
        assert "\n" not in (refusal or "")
        assert refusal or not name.endswith(".png")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_in_one_sentence(data: bytes) -> None:
    for name in ("rec/events.jsonl", "rec/meta.json", "rec/frames/0000_before.png"):
        with scratch() as folder:
            place(folder, {**recorded(), name: data})
            with pytest.raises(BadInput):
                load_recording(folder / "rec")
    with scratch() as folder:
        place(folder, {**sealed(), "b/workflow.json": data})
        with pytest.raises(BadInput):
            load_bundle(folder / "b")
        place(folder, {"b/decisions.jsonl": data})
        assert "\n" not in (refusal_of(lambda: read_decisions(folder / "b")) or "")


class RecordingMachine(RuleBasedStateMachine):
    """Append, undo and look at any time: the recovered copy is what was appended and not undone."""

    @initialize()
    def begin(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.writer = RecordingWriter(self.root / "rec", app_url=None, viewport=SIZE)
        self.expected: list[tuple[RecordedEvent, int]] = []

    @rule(event=events(), seed=st.integers(0, 3), structure=st.none() | snapshots)
    def append(self, event: RecordedEvent, seed: int, structure: StructureSnapshot | None) -> None:
        self.writer.append(event, picture(seed), picture(seed + 1), structure, structure)
        self.expected.append((event, seed))

    @rule()
    def undo(self) -> None:
        undone = self.writer.undo_last()
        assert undone == (len(self.expected) - 1 if self.expected else None)
        del self.expected[-1:]

    @rule()
    def kill_and_recover(self) -> None:
        self.writer.flush()
        shutil.copytree(self.root / "rec", self.root / "copy")
        try:
            if self.expected:
                self.compare(recover_recording(self.root / "copy"))
            else:
                with pytest.raises(BadRecording, match="nothing was recorded"):
                    recover_recording(self.root / "copy")
        finally:
            shutil.rmtree(self.root / "copy")

    @invariant()
    def numbers_follow(self) -> None:
        assert [e.i for e in self.writer.events] == list(range(len(self.expected)))

    def compare(self, recording: Recording) -> None:
        assert len(recording.events) == len(self.expected)
        for i, (event, seed) in enumerate(self.expected):
            assert recording.events[i] == event.without_secret().model_copy(update={"i": i})
            assert recording.before_frame(i).same_pixels(picture(seed))
            assert recording.after_frame(i).same_pixels(picture(seed + 1))

    def teardown(self) -> None:
        self.writer.finish()
        if self.expected:
            self.compare(load_recording(self.root / "rec"))
        shutil.rmtree(self.root)


TestRecordingMachine = RecordingMachine.TestCase
TestRecordingMachine.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)
