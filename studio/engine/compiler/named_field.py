"""What the field is called that takes text or a key: by the recorder, by structure, else by what changed on screen."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.drafts import StepDraft, step_id
from studio.engine.compiler.risk_keys import ENTER, acts, presses
from studio.engine.compiler.scenes import Scenes
from studio.engine.compiler.target_structure import sight
from studio.engine.compiler.targets import draft_anchor
from studio.engine.compiler.texts import as_label
from studio.engine.compiler.typed_field import field_point
from studio.engine.model.anchor import TargetKind
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.recording import RecordedEvent
from studio.engine.vision.text import squash

_DATA = frozenset({"row", "cell", "gridcell", "option", "listitem", "treeitem", "tablecell"})
"""Roles of what shows data, not a control."""


def typed_field_label(event: RecordedEvent, scenes: Scenes, earlier: Sequence[StepDraft]) -> str | None:
    """The label of the field that a text was typed into; None where nothing names it."""
    told = _told_label(event) if _takes_text(event.target, earlier) else ""
    return told or _field_label(event, scenes, earlier)


def key_field_label(event: RecordedEvent, scenes: Scenes) -> str | None:
    """The label of what a key was meant for; None where that is the program itself."""
    return _told_label(event) or _focus_label(event, scenes)


def _told_label(event: RecordedEvent) -> str:
    """What the recorder called the field, unless that is its technical name: then a text that stands there tells."""
    label, field = event.field_label or "", event.target
    technical = field is not None and label == field.name_attr and not field.name
    return "" if technical else as_label(label)


def _focus_label(event: RecordedEvent, scenes: Scenes) -> str | None:
    """The label of what had the keyboard just before, by structure, where the key is meant for it."""
    scene = scenes.before(event.i)
    focused, key = scene.snapshot.focused if scene.snapshot else None, event.key or ""
    if scene.snapshot is None or focused is None or not acts(key, focused):
        return None
    if focused.editable:
        return sight(scene.snapshot, focused, focused.region.center, scene.frame.size).label
    enter = ENTER.fullmatch(key)
    if not enter and (not presses(key) or focused.role in _DATA):
        return None  # a shortcut is the program's; a row or an option that is ticked says data of the recorded day
    return as_label(focused.text or focused.name) or None


def _field_label(event: RecordedEvent, scenes: Scenes, earlier: Sequence[StepDraft]) -> str | None:
    """The label of the field with the keyboard: by structure, by the click before, else by what changed."""
    after, before = scenes.after(event.i), scenes.before(event.i)
    for snapshot in (after.snapshot, before.snapshot):
        focused = snapshot.focused if snapshot else None
        if (
            snapshot
            and focused
            and _takes_text(focused, earlier)
            and not _went_elsewhere(event, focused, before.snapshot)
        ):
            return sight(snapshot, focused, focused.region.center, after.frame.size).label
    last = earlier[-1] if earlier else None
    if last and last.target and last.target.anchor.kind is TargetKind.INPUT:
        return last.label
    looks = (before.snapshot, after.snapshot)
    silent_editor = any(look.elements and not _has_field(look) for look in looks if look is not None)
    point = None if silent_editor else field_point(before.frame, after.frame)  # what stands near it is its own text
    if point is None:
        return None
    return draft_anchor(before.frame, point, step_id=step_id(event.i), kind=TargetKind.INPUT).anchor.ocr_text


def _takes_text(focused: Element | None, earlier: Sequence[StepDraft]) -> bool:
    """Whether what was told to have the keyboard may take text: it can be edited, or was pressed just before (a cell).
    A program whose editor tells nothing may go on telling of the entry of a list that had the keyboard before."""
    if focused is None or focused.editable:
        return True
    points = (d.event.point for d in reversed(earlier) if d.event.point is not None)
    last = next(points, None)
    return last is not None and focused.region.contains(last)


def _has_field(shown: StructureSnapshot) -> bool:
    return shown.focused is not None and shown.focused.editable


def _went_elsewhere(event: RecordedEvent, focused: Element, before: StructureSnapshot | None) -> bool:
    """Whether the field that has the keyboard afterwards is another one than took the text, and does not hold it: the
    keyboard was moved on, or a dialog with a field came up."""
    was = before.focused if before is not None else None
    if was is None or not was.editable or _identity(was) == _identity(focused):
        return False
    return not (event.text and squash(event.text) in squash(focused.value or ""))


def _identity(field: Element) -> tuple[object, ...]:
    return field.element_id, field.selector, field.frame
