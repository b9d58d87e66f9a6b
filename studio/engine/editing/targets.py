"""Edits of what a step is found by: another crop, another target, its label, its landmarks.

Each takes the frame on which a person pointed (px) and gives the new anchor with the pictures that belong to it.
Reading texts takes up to a second: not for the GUI thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from studio.engine.compiler import intents
from studio.engine.compiler.landmarks import landmark_at
from studio.engine.compiler.look_count import exact_count, occurrences, telling_words
from studio.engine.compiler.params import required_by_row
from studio.engine.compiler.risk import judge_click
from studio.engine.compiler.targets import IDENTIFIER, TEMPLATE, AnchorDraft, draft_anchor
from studio.engine.compiler.texts import as_label, hull, without_glyphs
from studio.engine.editing.naming import changed, place_of
from studio.engine.editing.refusal import CannotEdit
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import ActionKind, Risk, Step, Workflow
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr

MOST_LANDMARKS = 8
LEAST_SIDE = 8
"""px; of anything smaller nothing can be told apart."""
_LARGEST_SHARE = 0.25
"""Of the frame; a larger crop holds what changes."""


@dataclass(frozen=True, slots=True)
class Retargeted:
    """Other values for some fields of a step, and the new pictures by their path in the bundle."""

    step_id: str
    fields: Mapping[str, object]
    pictures: Mapping[str, Frame]

    def applied(self, workflow: Workflow) -> Workflow:
        """The workflow with them."""
        return changed(workflow, self.step_id, **dict(self.fields))


def set_target(workflow: Workflow, step_id: str, frame: Frame, region: Region) -> Retargeted:
    """Find the target by the picture in `region` from now on. Where that does not hold the recorded point, it is
    another target: label, landmarks and row are then read anew around it, and structure is forgotten."""
    step = _anchored(workflow, step_id)
    region = _usable(region, frame)
    assert step.anchor is not None
    if region.contains(step.anchor.click_point):
        return _recropped(step, step.anchor, frame, region)
    return _moved(workflow, step, frame, region)


def add_landmark(workflow: Workflow, step_id: str, frame: Frame, region: Region) -> Retargeted:
    """One more text near the target from which its place is measured: what can be read in `region`."""
    step = _anchored(workflow, step_id)
    assert step.anchor is not None
    text, place = read_text(frame, region)
    if place.overlaps(step.anchor.target):
        raise CannotEdit("A landmark stands beside the target, not on it: choose a text near it.")
    if any(mark.ocr_text == text for mark in step.anchor.landmarks):
        raise CannotEdit(f"“{text}” is a landmark of this step already.")
    if len(step.anchor.landmarks) >= MOST_LANDMARKS:
        raise CannotEdit(f"{MOST_LANDMARKS} landmarks are enough: take one away first.")
    mark = landmark_at(text, place, step.anchor.target, step.anchor.click_point)
    anchor = step.anchor.model_copy(update={"landmarks": (*step.anchor.landmarks, mark)})
    return Retargeted(step_id, {"anchor": anchor}, {})


def drop_landmark(workflow: Workflow, step_id: str, number: int) -> Workflow:
    """Take away the landmark of that number, from 0."""
    anchor = _anchored(workflow, step_id).anchor
    assert anchor is not None
    if not 0 <= number < len(anchor.landmarks):
        raise CannotEdit("That landmark is not there any more.")
    kept = (*anchor.landmarks[:number], *anchor.landmarks[number + 1 :])
    return changed(workflow, step_id, anchor=anchor.model_copy(update={"landmarks": kept}))


def set_label(workflow: Workflow, step_id: str, frame: Frame, region: Region, text: str = "") -> Retargeted:
    """Let the target be called by what is read in `region`, or by `text` where a person corrected the reading."""
    step = _anchored(workflow, step_id)
    assert step.anchor is not None
    read, place = read_text(frame, region)
    label = as_label(text) or as_label(without_glyphs(read))
    if not label:
        raise CannotEdit("No text can be read there: choose the words of the label.")
    count = max(1, len(occurrences(frame, frame.crop(place.padded(2).clamped(frame.size)))))
    anchor = step.anchor.model_copy(update={"ocr_text": label, "label_region": place, "label_count": count})
    return Retargeted(step_id, _with_names(step, anchor), {})


def drop_label(workflow: Workflow, step_id: str) -> Workflow:
    """Find the target without its label: what is written there changes."""
    step = _anchored(workflow, step_id)
    assert step.anchor is not None
    if step.anchor.template is None and step.anchor.structural is None:
        raise CannotEdit("Nothing else is known of this target: give it a picture first.")
    anchor = step.anchor.model_copy(update={"ocr_text": None, "label_region": None, "label_count": 1})
    return changed(workflow, step_id, anchor=anchor)


def read_text(frame: Frame, region: Region) -> tuple[str, Region]:
    """What is written in `region`, and the rectangle of the words. Raises CannotEdit where nothing can be read."""
    lines = ocr(frame, region=_usable(region, frame))
    text = " ".join(" ".join(line.text for line in lines).split())
    place = hull(line.region for line in lines)
    if not text or place is None:
        raise CannotEdit("No text can be read there: choose a rectangle around whole words.")
    return text, place


def _anchored(workflow: Workflow, step_id: str) -> Step:
    step = workflow.steps[place_of(workflow, step_id)]
    if step.anchor is None:
        raise CannotEdit("This step acts on no target.")
    return step


def _usable(region: Region, frame: Frame) -> Region:
    inside = Region(*region).clamped(frame.size)
    if inside.w < LEAST_SIDE or inside.h < LEAST_SIDE:
        raise CannotEdit(f"That is too small: at least {LEAST_SIDE} by {LEAST_SIDE} pixels are needed.")
    return inside


def _recropped(step: Step, anchor: Anchor, frame: Frame, region: Region) -> Retargeted:
    _refuse_large(region, frame)
    picture = frame.crop(region)
    path = picture_path(step.id, picture)
    words = telling_words(anchor.kind, anchor.target, anchor.label_region)
    update = {"template": path, "region": region, "template_count": exact_count(frame, region, words)}
    return Retargeted(step.id, {"anchor": anchor.model_copy(update=update)}, {path: picture})


def _moved(workflow: Workflow, step: Step, frame: Frame, region: Region) -> Retargeted:
    _refuse_large(region, frame)
    kind = TargetKind.INPUT if _is_typed_into(workflow, step) else None
    draft = draft_anchor(frame, region.center, step_id=step.id, values=_values(workflow), kind=kind)
    picture = frame.crop(region)
    path = picture_path(step.id, picture)
    control = draft.anchor.control or region
    words = telling_words(draft.anchor.kind, control, draft.anchor.label_region)
    update: dict[str, object] = {
        "template": path,
        "region": region,
        "template_count": exact_count(frame, region, words),
        "control": control if region.intersection(control) == control else region,
        "landmarks": tuple(draft.anchor.landmarks),
    }
    pictures = {path: picture} | _band(step, draft, update)
    anchor = draft.anchor.model_copy(update=update)
    fields = _with_names(step, anchor) | {
        "identity_armed": draft.identity.armed,
        "identity_unarmed_reason": draft.identity.reason,
        "identity_param": row_param_of(anchor, workflow.params),
    }
    risk = judge_click(step.action, anchor.ocr_text)
    if risk.risk is Risk.IRREVERSIBLE and step.risk is not Risk.IRREVERSIBLE:
        fields |= {"risk": risk.risk, "risk_reason": risk.reason, "risk_word": None}
    return Retargeted(step.id, fields, pictures)


def _band(step: Step, draft: AnchorDraft, update: dict[str, object]) -> dict[str, Frame]:
    """The picture of the row that proves which record it is, under a path of its own."""
    band = draft.crops.get(IDENTIFIER)
    if band is None:
        return {}
    path = picture_path(f"{step.id}-identifier", band)
    update["identifier_crop"] = path
    return {path: band}


def picture_path(name: str, picture: Frame) -> str:
    """A path in the bundle that no other picture has."""
    return f"templates/{name}-{TEMPLATE[0]}{picture.digest[:10]}.png"


def _with_names(step: Step, anchor: Anchor) -> dict[str, object]:
    """The anchor, and the intent in its words where it was made by the compiler and not by a person."""
    assert step.anchor is not None
    made = intents.pointed(step.action, step.anchor, step.end_anchor)
    fields: dict[str, object] = {"anchor": anchor}
    return fields | ({"intent": intents.pointed(step.action, anchor, step.end_anchor)} if step.intent == made else {})


def row_param_of(anchor: Anchor, values: Mapping[str, str]) -> str | None:
    """The parameter whose recorded value names the target's row; of several the one with the most figures."""
    naming = [name for name, value in values.items() if required_by_row(value, anchor.row_texts)]
    return max(naming, key=lambda name: sum(c.isdigit() for c in values[name]), default=None)


def _is_typed_into(workflow: Workflow, step: Step) -> bool:
    at = workflow.steps.index(step)
    return any(after.action is ActionKind.TYPE for after in workflow.steps[at + 1 : at + 2])


def _values(workflow: Workflow) -> Iterable[str]:
    return (*workflow.params.values(), *(s.text for s in workflow.steps if s.text and not s.secret))


def _refuse_large(region: Region, frame: Frame) -> None:
    if region.area > _LARGEST_SHARE * frame.bounds.area:
        raise CannotEdit("That is too large for a target: what stands in it will change. Choose the control alone.")
