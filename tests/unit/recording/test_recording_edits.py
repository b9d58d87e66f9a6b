"""Cleaning up a recording: each edit as a pure function, refused with a sentence, kept as JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.form_recording import SAID, form_recording
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.engine.errors import BadRecording
from studio.engine.model.geometry import Region
from studio.engine.recording import RecordedEvent, edit, load_recording
from studio.engine.recording.edit import CannotRetouch, EditedRecording
from studio.engine.recording.edit_json import edits_from_json, edits_to_json
from studio.engine.recording.events import AskedCheck

CLICK, FIRST, SECOND, WHEEL, AGAIN, SAVE = range(6)
EVENTS = (
    RecordedEvent(kind="click", x=10, y=10, t=1.0),
    RecordedEvent(kind="type", text=SAID[0], t=2.0, element={"index": 0, "tag": "input", "role": "textbox", "name": "N",
                                                             "region": [0, 0, 90, 20], "value": "x"}),
    RecordedEvent(kind="type", text=SAID[1], t=3.0),
    RecordedEvent(kind="scroll", dx=0, dy=40, t=4.0),
    RecordedEvent(kind="scroll", dx=0, dy=60, t=5.0),
    RecordedEvent(kind="click", x=50, y=60, t=6.0),
)  # fmt: skip
ALL = EditedRecording.of(EVENTS)


def test_deleting_leaves_the_others_with_their_own_pictures() -> None:
    left = edit.delete(ALL, {WHEEL, CLICK})
    assert [a.first for a in left.actions] == [1, 2, 4, 5]
    assert left.actions[0].before == (1, "before")
    with pytest.raises(CannotRetouch, match="Nothing would be left"):
        edit.delete(ALL, range(6))


def test_a_note_is_written_changed_and_taken_away() -> None:
    noted = edit.note(ALL, CLICK, " Ask first.\nAlways. ")
    assert noted.actions[CLICK].event.note == "Ask first.\nAlways."
    assert edit.note(noted, CLICK, "Never").actions[CLICK].event.note == "Never"
    assert edit.note(noted, CLICK, " ") == ALL


def test_texts_and_turns_of_the_wheel_merge_and_come_apart_again() -> None:
    typed = edit.merge(ALL, [FIRST, SECOND])
    assert typed.actions[1].event.text == "".join(SAID)
    assert (typed.actions[1].before, typed.actions[1].after) == ((1, "before"), (2, "after"))
    turned = edit.merge(typed, [2, 3])
    assert turned.actions[2].event.dy == 100
    assert edit.split(edit.split(turned, 2), 1) == ALL


def test_a_typed_text_splits_so_that_the_second_is_appended() -> None:
    halves = edit.split(ALL, FIRST, 4).actions[1:3]
    assert [h.event.text for h in halves] == ["Code", " 4711-0815"]
    assert halves[1].event.element is not None
    assert halves[1].event.element["value"] == "xCode"
    assert halves[0].after == (1, "before")


REFUSED: list[tuple[Callable[[EditedRecording], EditedRecording], str]] = [
    (lambda e: edit.merge(e, [FIRST]), "two actions or more"),
    (lambda e: edit.merge(e, [FIRST, WHEEL]), "follow each other"),
    (lambda e: edit.merge(e, [SECOND, WHEEL]), "Only texts"),
    (lambda e: edit.split(e, CLICK), "Only a typed text"),
    (lambda e: edit.split(e, SECOND, 2), "only pictures are known"),
    (lambda e: edit.split(e, FIRST, 0), "both sides"),
    (lambda e: edit.relabel(e, WHEEL, "x"), "no target"),
    (lambda e: edit.relabel(e, CLICK, " "), "a letter"),
    (lambda e: edit.retarget(e, WHEEL, Region(0, 0, 20, 20)), "no target"),
    (lambda e: edit.retarget(e, CLICK, Region(0, 0, 4, 20)), "too small"),
    (lambda e: edit.make_parameter(e, CLICK, "note"), "types or chooses"),
    (lambda e: edit.make_parameter(e, FIRST, "A note"), "small letters"),
    (lambda e: edit.make_parameter(edit.make_parameter(e, FIRST, "n"), SECOND, "n"), "another value"),
    (lambda e: edit.make_secret(edit.make_secret(e, FIRST, "pin"), FIRST, "pin"), "already"),
    (lambda e: edit.make_secret(edit.make_parameter(e, FIRST, "n"), SECOND, "n"), "another value"),
    (lambda e: edit.ask(e, CLICK, AskedCheck(text="x")), "too little"),
    (lambda e: edit.redact(e, Region(40, 50, 30, 30)), "action 6"),
    (lambda e: edit.redact(e, Region(0, 0, 0, 5)), "rectangle"),
]


@pytest.mark.parametrize(("change", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_would_lie_is_refused_with_a_sentence(
    change: Callable[[EditedRecording], EditedRecording], why: str
) -> None:
    with pytest.raises(CannotRetouch, match=why):
        change(ALL)


def test_a_secret_keeps_no_text_anywhere_in_the_edits() -> None:
    hidden = edit.make_secret(edit.merge(ALL, [FIRST, SECOND]), 1, "code")
    assert SAID[0] not in str(edits_to_json(hidden))
    assert [a.first for a in edit.new_secrets(hidden, EVENTS)] == [1]
    assert edit.new_secrets(ALL, EVENTS) == ()


def test_a_frame_elsewhere_moves_the_point_and_forgets_the_element() -> None:
    inside = edit.retarget(ALL, SAVE, Region(40, 50, 30, 30)).actions[SAVE].event
    assert (inside.x, inside.y, inside.crop) == (50, 60, Region(40, 50, 30, 30))
    moved = edit.retarget(ALL, SAVE, Region(200, 100, 40, 20)).actions[SAVE].event
    assert (moved.x, moved.y, moved.element) == (220, 110, None)


def test_what_is_blacked_out_only_here_is_nowhere_else() -> None:
    everywhere = edit.redact(ALL, Region(100, 100, 9, 9))
    both = edit.redact(everywhere, Region(40, 50, 30, 30), [(0, "after")])
    assert both.regions((0, "after")) == (Region(100, 100, 9, 9), Region(40, 50, 30, 30))
    assert both.regions((SAVE, "before")) == (Region(100, 100, 9, 9),)
    assert edit.drop_redaction(both, 0).regions((SAVE, "before")) == ()


CHANGES = st.sampled_from(
    [
        lambda e, n: edit.delete(e, [n]),
        lambda e, n: edit.merge(e, [n, n + 1]),
        lambda e, n: edit.split(e, n, 3),
        lambda e, n: edit.relabel(e, n, "A name"),
        lambda e, n: edit.make_parameter(e, n, "value"),
        lambda e, n: edit.note(e, n, "A note"),
        lambda e, n: edit.make_secret(e, n, "pin"),
        lambda e, n: edit.ask(e, n, AskedCheck(text="Saved", region=Region(1, 2, 30, 9))),
        lambda e, n: edit.redact(e, Region(90, 5, 20 + n, 9), None if n % 2 else [(n, "after")]),
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(CHANGES, st.integers(0, 5)), max_size=12))
def test_whatever_was_edited_comes_back_from_its_file(
    changes: list[tuple[Callable[..., EditedRecording], int]],
) -> None:
    edited = ALL
    for change, n in changes:
        try:
            edited = change(edited, n)
        except (CannotRetouch, IndexError):
            continue
    assert edits_from_json(edits_to_json(edited), len(EVENTS)) == edited
    assert [a.first for a in edited.actions] == sorted(a.first for a in edited.actions)


def test_edits_of_another_recording_are_refused(tmp_path: Path) -> None:
    recording = load_recording(form_recording(tmp_path / "rec"))
    kept = edits_to_json(EditedRecording.of(recording.events))
    with pytest.raises(BadRecording, match="cannot be read"):
        edits_from_json(kept, 3)
    with pytest.raises(BadRecording, match="another version"):
        edits_from_json(kept | {"v": 9}, 6)
