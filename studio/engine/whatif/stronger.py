"""Edits that may make a step stronger: landmarks that can be read near its target, a larger picture, its other label.

Each is a real edit of `studio.engine.editing`; whether it helps is tried on the same altered screens as the step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from studio.engine import editing
from studio.engine.compiler.landmarks import FAR_PX, LONGEST
from studio.engine.compiler.texts import gap, is_cut, same, stable
from studio.engine.editing import CannotEdit, Retargeted
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import Workflow
from studio.engine.runtime.row_target import is_armed
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import OcrLine, ocr

_MOST_LANDMARKS = 2
_AROUND = (600, 160)
"""px around the target within which texts are read."""
_EDGE = 6
"""px from the edge of what was read within which a line may be cut."""
_LARGER = 14
"""px by which a picture is enlarged on each side."""


class Way(StrEnum):
    """What an offer changes."""

    LANDMARK = "landmark"
    INSTEAD = "instead"  # landmarks in place of those that it has
    CROP = "crop"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Offer:
    """One edit: what it takes (the text of a landmark or label) and where, px of the recorded frame."""

    way: Way
    text: str
    region: Region
    edit: Retargeted


def offers(workflow: Workflow, step_id: str, frame: Frame) -> Iterator[Offer]:
    """Edits of that step worth trying, most promising first. `frame` is what it was recorded on. Up to a second.

    A target in a row of records is found by its row alone: no landmark is offered for it.
    """
    anchor = workflow.step(step_id).anchor
    if anchor is None:
        return
    area = anchor.target.padded(*_AROUND).clamped(frame.size)
    lines = tuple(line for line in ocr(frame, region=area) if _is_whole(line, area))
    if not is_armed(anchor) and not anchor.says_who:
        yield from _landmarks(workflow, step_id, frame, lines)
    yield from _label(workflow, step_id, frame, lines)
    yield from _crop(workflow, step_id, frame)


def _is_whole(line: OcrLine, area: Region) -> bool:
    """Whether the line ends before the part of the frame that was read does."""
    return line.region.x > area.x + _EDGE and line.region.right < area.right - _EDGE


def _landmarks(workflow: Workflow, step_id: str, frame: Frame, lines: tuple[OcrLine, ...]) -> Iterator[Offer]:
    """Each of the nearest texts beside the landmarks that there are, and all of them in place of those."""
    anchor = workflow.step(step_id).anchor
    assert anchor is not None
    fit = [line for line in lines if _is_landmark(line, lines, anchor, workflow, frame)]
    found: list[Offer] = []
    for line in sorted(fit, key=lambda each: gap(each.region, anchor.target))[:_MOST_LANDMARKS]:
        try:
            edit = editing.add_landmark(workflow, step_id, frame, line.region.padded(2))
        except CannotEdit:
            continue
        found.append(Offer(Way.LANDMARK, line.text, line.region, edit))
    yield from found
    marks = tuple(made.landmarks[-1] for o in found if isinstance(made := o.edit.fields.get("anchor"), Anchor))
    if marks and anchor.landmarks:
        texts = "”, “".join(mark.ocr_text for mark in marks)
        other = anchor.model_copy(update={"landmarks": marks})
        yield Offer(Way.INSTEAD, texts, found[0].region, Retargeted(step_id, {"anchor": other}, {}))


def _is_landmark(line: OcrLine, lines: tuple[OcrLine, ...], anchor: Anchor, workflow: Workflow, frame: Frame) -> bool:
    """The program's own words, once on this screen, near, neither the label nor a landmark already, and no data."""
    known = (anchor.ocr_text or "", *(mark.ocr_text for mark in anchor.landmarks))
    values = (*workflow.params.values(), *(s.text for s in workflow.steps if s.text), *anchor.row_texts)
    once = sum(same(line.text, other.text) for other in lines) == 1
    apart = not line.region.overlaps(anchor.target) and not line.region.overlaps(anchor.region)
    near = gap(line.region, anchor.target) <= FAR_PX and not is_cut(line.region, frame.size)
    own = stable(line.text) and len(line.text) <= LONGEST and not any(same(line.text, text) for text in known)
    data = any(value and value.casefold() in line.text.casefold() for value in values)
    return once and apart and near and own and not data


def _label(workflow: Workflow, step_id: str, frame: Frame, lines: tuple[OcrLine, ...]) -> Iterator[Offer]:
    """What can be read on the control, where that is not what it is called by."""
    anchor = workflow.step(step_id).anchor
    if anchor is None or anchor.kind is not TargetKind.TEXT or anchor.says_who:
        return
    inside = [line for line in lines if anchor.target.contains(line.region.center) and stable(line.text)]
    for line in inside[:1]:
        if same(line.text, anchor.ocr_text or ""):
            return
        try:
            yield Offer(Way.LABEL, line.text, line.region, editing.set_label(workflow, step_id, frame, line.region))
        except CannotEdit:
            return


def _crop(workflow: Workflow, step_id: str, frame: Frame) -> Iterator[Offer]:
    """A larger picture, where the present one is not the only one of its look."""
    anchor = workflow.step(step_id).anchor
    if anchor is None or anchor.template is None or anchor.template_count < 2 or anchor.identifier_crop:
        return
    region = anchor.region.padded(_LARGER)
    if anchor.label_region is not None:
        region = region.union(anchor.label_region.padded(4))
    try:
        edit = editing.set_target(workflow, step_id, frame, region)
    except CannotEdit:
        return
    made = edit.fields.get("anchor")
    if isinstance(made, Anchor) and made.template_count < anchor.template_count:
        yield Offer(Way.CROP, "", region, edit)
