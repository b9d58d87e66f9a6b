"""What a person said while cleaning up a recording, brought into the compiled workflow: crops, names, checks.

The same functions do it as in the editor, so that both refuse the same things.
"""

from __future__ import annotations

from collections.abc import Mapping

from studio.engine.bundle import assets_of
from studio.engine.compiler.drafts import step_id
from studio.engine.errors import BadRecording
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import ActionKind, Workflow
from studio.engine.recording import RecordedEvent, Recording
from studio.engine.vision.frame import Frame
from studio.engine.vision.text import contains_text, same_text

_AROUND_PX = 4


def with_asked(
    workflow: Workflow, recording: Recording, pictures: Mapping[str, Frame]
) -> tuple[Workflow, dict[str, Frame]]:
    """The workflow as it was asked for, and the pictures that it names. Raises BadRecording naming the action."""
    from studio.engine.editing import CannotEdit

    made = dict(pictures)
    asked = [e for e in recording.events if e.crop or e.checks or (e.label and e.kind is not ActionKind.TYPE)]
    for event in asked:
        try:
            workflow = _one(workflow, event, recording, made)
        except CannotEdit as problem:
            raise BadRecording(f"Action {event.i + 1}, as it was cleaned up: {problem}") from problem
    if not asked:
        return workflow, made
    used = {path for step in workflow.steps for path in assets_of(step)}
    return workflow, {path: picture for path, picture in made.items() if path in used}


def _one(workflow: Workflow, event: RecordedEvent, recording: Recording, made: dict[str, Frame]) -> Workflow:
    from studio.engine.editing import expect_text, set_target

    name = step_id(event.i)
    if event.crop is not None and workflow.step(name).anchor is not None:
        found = set_target(workflow, name, recording.before_frame(event.i), event.crop)
        made.update(found.pictures)
        workflow = found.applied(workflow)
    if event.label:
        workflow = _named(workflow, event, recording.before_frame(event.i))
    for check in event.checks:
        workflow = expect_text(workflow, name, check.text, check.region, present=check.present)
    return workflow


def _named(workflow: Workflow, event: RecordedEvent, frame: Frame) -> Workflow:
    """A name that is written on or beside the target becomes its label; any other only names the step."""
    from studio.engine.editing import CannotEdit, read_text, rename, set_label

    name, label = step_id(event.i), event.label or ""
    step = workflow.step(name)
    if step.anchor is None:
        return rename(workflow, name, label)
    place = _written_at(step.anchor, frame)
    try:
        read, _ = read_text(frame, place)
    except CannotEdit:
        read = ""
    if read and (same_text(read, label) or contains_text(label, read) or contains_text(read, label)):
        return set_label(workflow, name, frame, place, label).applied(workflow)
    verb = step.action.value.replace("_", "-")
    return rename(workflow, name, f"{verb} ‘{label}’")


def _written_at(anchor: Anchor, frame: Frame) -> Region:
    place = anchor.label_region or anchor.control or anchor.region
    return place.padded(_AROUND_PX).clamped(frame.size)
