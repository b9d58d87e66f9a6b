"""Steps that were recorded again take the place of old ones: one edit, refused where a step would lie or type wrongly.

The part is a workflow that was compiled from the new recording alone. Values are followed in `rerecord_values.py`; what
one step keeps of the old one is in `rerecord_step.py`, what is looked at twice in `rerecord_proof.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from studio.engine.bundle.validate import assets_of, checks_of
from studio.engine.editing.naming import called, place_of, with_steps
from studio.engine.editing.refusal import CannotEdit
from studio.engine.editing.rerecord_proof import proven_again, refuse_other_screen, refuse_straying
from studio.engine.editing.rerecord_step import as_before, the_action
from studio.engine.editing.rerecord_values import adopted, merged, without_unused
from studio.engine.editing.surgery import is_linear
from studio.engine.editing.typed_values import free_name
from studio.engine.model.anchor import Anchor
from studio.engine.model.params import ParamProposal
from studio.engine.model.workflow import Postcondition, Stage, Step, Workflow
from studio.engine.vision.frame import Frame


@dataclass(frozen=True, slots=True)
class Rerecorded:
    """The workflow with the new steps, their pictures by path, their ids by their ids in the part, and what a person
    should know of it, one sentence each."""

    workflow: Workflow
    pictures: Mapping[str, Frame]
    ids: Mapping[str, str]
    notes: tuple[str, ...]

    def proposals(self, of_part: Sequence[ParamProposal]) -> tuple[ParamProposal, ...]:
        """The part's proposals, for the new steps that still type a constant, under names that are free."""
        taken, found = self.workflow, list[ParamProposal]()
        for each in of_part:
            step_id = self.ids.get(each.step_id)
            if step_id is None or self.workflow.step(step_id).param is not None:
                continue
            name = free_name(taken, each.name)
            taken = taken.model_copy(update={"params": {**taken.params, name: ""}})
            found.append(each.model_copy(update={"step_id": step_id, "name": name}))
        return tuple(found)


def splice(
    workflow: Workflow, part: Workflow, step_id: str, picture_of: Callable[[str], bytes], *, and_after: bool = False
) -> Rerecorded:
    """Put what was recorded again in place of step `step_id`, or with `and_after` of it and all that follow.

    `picture_of` gives the PNG at a path of the part's bundle. A step alone is replaced by the first action, and keeps
    its id. Raises CannotEdit.
    """
    at, notes = place_of(workflow, step_id), list[str]()
    refuse_other_screen(workflow, part)
    if and_after and not is_linear(workflow):
        raise CannotEdit("This workflow branches or repeats: record its steps again one by one.")
    last = len(workflow.steps) if and_after else at + 1
    kept, gone, after = workflow.steps[:at], workflow.steps[at:last], workflow.steps[last:]
    if not part.steps:
        raise CannotEdit("Nothing was recorded: record it again.")
    if not and_after:
        part = the_action(part, workflow, gone[0], notes)
    part = adopted(part, workflow, gone, notes)
    ids = _fresh_ids(workflow, part) if and_after else {part.steps[0].id: step_id}
    paths, pictures = _pictures(part, picture_of)
    made = tuple(_on_its_page(_moved(step, ids, paths), gone[0], and_after) for step in part.steps)
    if not and_after:
        made = (as_before(made[0], gone[0], notes),)
    made = proven_again(kept, made, gone, notes)
    whole = with_steps(workflow, (*kept, *made, *after))
    refuse_straying(workflow, whole, {step.id for step in made}, notes)
    _say_counted(whole, after, made, notes)
    whole = merged(whole, part, {step.id for step in made}, notes)
    whole = whole.model_copy(
        update={
            "stages": _stages(workflow, gone, ids) if and_after else workflow.stages,
            "unreviewed": tuple(i for i in whole.unreviewed if i != step_id),
        }
    )
    return Rerecorded(without_unused(whole, workflow, notes), pictures, ids, tuple(notes))


def _fresh_ids(workflow: Workflow, part: Workflow) -> dict[str, str]:
    """Ids that no step of the workflow has or had: a run of before must not be taken for one of the new steps."""
    numbers = [int(i) for s in workflow.steps if (i := s.id.rpartition("_")[2]).isdecimal() and len(i) < 9]
    first = max(numbers, default=-1) + 1
    return {step.id: f"step_{first + n:03d}" for n, step in enumerate(part.steps)}


def _pictures(part: Workflow, picture_of: Callable[[str], bytes]) -> tuple[dict[str, str], dict[str, Frame]]:
    """The new path of each picture by its old one, named by its content, and the pictures by their new path."""
    paths: dict[str, str] = {}
    pictures: dict[str, Frame] = {}
    for path in dict.fromkeys(path for step in part.steps for path in assets_of(step)):
        png = picture_of(path)
        paths[path] = f"{path.partition('/')[0]}/again-{hashlib.sha256(png).hexdigest()[:16]}.png"
        pictures[paths[path]] = Frame(png=png, scale=part.scale)
    return paths, pictures


def _on_its_page(step: Step, gone: Step, and_after: bool) -> Step:
    """The part counts its pages anew, from the one that it was begun in: its numbers hold where that was the first."""
    if and_after and gone.page in (None, 1):
        return step
    return step.model_copy(update={"page": None if and_after else gone.page})


def _moved(step: Step, ids: Mapping[str, str], paths: Mapping[str, str]) -> Step:
    """The step under its new id, with its pictures at their new paths."""

    def anchor(found: Anchor | None) -> Anchor | None:
        if found is None:
            return None
        named = {"template": found.template, "identifier_crop": found.identifier_crop}
        return found.model_copy(update={field: paths[path] for field, path in named.items() if path})

    def check(found: Postcondition) -> Postcondition:
        template = paths[found.template] if found.template else None
        return found.model_copy(update={"template": template, "since": ids.get(found.since or "", found.since)})

    return step.model_copy(
        update={
            "id": ids[step.id],
            "anchor": anchor(step.anchor),
            "end_anchor": anchor(step.end_anchor),
            "expect": tuple(map(check, step.expect)),
            "before_frame": paths[step.before_frame] if step.before_frame else None,
        }
    )


def _say_counted(workflow: Workflow, after: Sequence[Step], made: Sequence[Step], notes: list[str]) -> None:
    """Checks of later steps that count from the screen after a new step."""
    ids = {step.id for step in made}
    for step in after:
        if any(check.since in ids for check in checks_of(step)):
            notes.append(f"{called(workflow, step.id).capitalize()} counts from the screen after it: look there.")


def _stages(workflow: Workflow, gone: Sequence[Step], ids: Mapping[str, str]) -> tuple[Stage, ...] | None:
    """Stages of the steps that stay; one that began at the first of the old steps begins at the first new one."""
    if workflow.stages is None:
        return None
    lost = {step.id for step in gone}
    first = Stage(first=next(iter(ids.values())))
    begins = [s.model_copy(update={"first": first.first}) for s in workflow.stages if s.first == gone[0].id]
    return (*(s for s in workflow.stages if s.first not in lost), *begins)
