"""A cell that the workflow itself overwrites does not tell which record it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from helpers.elements import anchor_of, element, seen

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.overwritten import without_overwritten
from studio.engine.compiler.scenes import Scenes
from studio.engine.compiler.targets import AnchorDraft
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent

Rows = Sequence[tuple[str, str]]


def link(number: int, name: str, row: tuple[str, ...]) -> Element:
    return element(name, (100, 100 + 40 * number), role="link", tag="a", row=row)


def listed(rows: Rows, name: str = "") -> StructureSnapshot:
    told = seen(*(link(i, name or f"Contact {i}", row) for i, row in enumerate(rows))).structure
    assert told is not None
    return told


class Recorded:
    """The list, before the link is opened, and after the form was saved."""

    def __init__(self, before: StructureSnapshot, after: StructureSnapshot) -> None:
        self._before, self._after = before, after

    def snapshot(self, when: str, i: int) -> StructureSnapshot:
        return self._before if (when, i) == ("before", 0) else self._after


def kept(before: Rows, after: Rows, typed: str, name: str = "") -> tuple[str, ...]:
    """The texts by which the first row is known."""
    shown = listed(before, name)
    target = shown.elements[0]
    anchor = AnchorDraft(anchor_of(target), {}, Identity(True, None, target.row))
    click = StepDraft(
        RecordedEvent(i=0, kind=ActionKind.CLICK, x=1, y=1), "s0", ActionKind.CLICK, anchor, element=target
    )
    text = StepDraft(RecordedEvent(i=1, kind=ActionKind.TYPE, text=typed), "s1", ActionKind.TYPE)
    found, _ = without_overwritten([click, text], cast(Scenes, Recorded(shown, listed(after, name))))
    assert found.target is not None
    assert found.target.anchor.structural is not None
    assert found.target.anchor.structural.row == found.target.anchor.row_texts
    return found.target.anchor.row_texts


OLD, NEW = [("C-011", "555-0142"), ("C-012", "555-0150")], [("C-011", "555-0199"), ("C-012", "555-0150")]


def test_what_was_edited_is_no_identity() -> None:
    assert kept(OLD, NEW, "555-0199") == ("C-011",)
    assert kept(OLD, NEW, "something else") == ("C-011", "555-0142")  # the workflow did not write it
    assert kept(OLD, OLD, "555-0199") == ("C-011", "555-0142")


def test_what_is_left_must_single_out_the_row() -> None:
    rows = [("open", "555-0142"), ("open", "555-0150")]
    assert kept(rows, [("open", "555-0199"), ("open", "555-0150")], "555-0199", "Edit") == ("open", "555-0142")


def test_cells_that_are_elements_too_are_no_other_rows() -> None:
    """A cell leaves its own text out of its row, and a link its name: all of them tell of one row."""

    def with_cells(rows: Rows) -> StructureSnapshot:
        bare = listed(rows)
        cells = [
            replace(
                link(i, own, (f"Contact {i}", other)), role="gridcell", tag="td", region=Region(300, 40 * i, 90, 20)
            )
            for i, row in enumerate(rows)
            for own, other in (row, row[::-1])
        ]
        return replace(bare, elements=(*bare.elements, *cells))

    before, after = with_cells(OLD), with_cells(NEW)
    target = before.elements[0]
    anchor = AnchorDraft(anchor_of(target), {}, Identity(True, None, target.row))
    event = RecordedEvent(i=0, kind=ActionKind.CLICK, x=1, y=1)
    click = StepDraft(event, "s0", ActionKind.CLICK, anchor, element=target)
    text = StepDraft(RecordedEvent(i=1, kind=ActionKind.TYPE, text="555-0199"), "s1", ActionKind.TYPE)
    found, _ = without_overwritten([click, text], cast(Scenes, Recorded(before, after)))
    assert found.target is not None
    assert found.target.anchor.row_texts == ("C-011",)
