"""Edits of what proves the record: the texts of the target's row that tell it from all others."""

from __future__ import annotations

from collections.abc import Iterable

from studio.engine.editing.naming import changed, place_of
from studio.engine.editing.refusal import CannotEdit
from studio.engine.editing.targets import Retargeted, picture_path, row_param_of
from studio.engine.model.geometry import Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.workflow import Workflow
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import OcrLine, ocr
from studio.engine.vision.text import squash

_LEAST = 3
"""Letters or figures of a text that can tell a record."""
_SAME_LINE = 0.75
"""Of a target's height; texts whose middles are farther off stand in another row."""


def prove_row(workflow: Workflow, step_id: str, frame: Frame, region: Region) -> Retargeted:
    """Act only where the texts in `region`, beside the target and in its row, are those of this record.

    Where one of them is the value of a parameter, a run looks for the row of its own value.
    """
    step = workflow.steps[place_of(workflow, step_id)]
    if step.anchor is None:
        raise CannotEdit("This step acts on no target.")
    target = step.anchor.target
    lines = [line for line in ocr(frame, region=region) if not line.region.overlaps(target)]
    cells = tuple(dict.fromkeys(text for line in lines if len(squash(text := " ".join(line.text.split()))) >= _LEAST))
    if not cells:
        raise CannotEdit("No text can be read there: choose a name, a number or a date in the row of the target.")
    height = max(target.h, 16)
    if any(abs(line.region.center.y - target.center.y) > _SAME_LINE * height for line in lines):
        raise CannotEdit("That reaches into another row: choose texts that stand in the target's own row.")
    place = lines[0].region
    for line in lines[1:]:
        place = place.union(line.region)
    picture = frame.crop(place)
    path = picture_path(f"{step_id}-identifier", picture)
    anchor = step.anchor.model_copy(
        update={
            "row_texts": cells,
            "context_text": " ".join(cells),
            "identifier_region": place,
            "identifier_crop": path,
            "identity_cells": _proofs(lines, cells),
            "identity_template": None,
        }
    )
    fields = {
        "anchor": anchor,
        "identity_armed": True,
        "identity_unarmed_reason": None,
        "identity_param": row_param_of(anchor, workflow.params),
    }
    return Retargeted(step_id, fields, {path: picture})


def _proofs(lines: Iterable[OcrLine], cells: Iterable[str]) -> tuple[IdentityCell, ...]:
    """Each of the texts with its place."""
    places = {" ".join(line.text.split()): line.region for line in lines}
    return tuple(IdentityCell(text=cell, region=places[cell]) for cell in cells)


def drop_proof(workflow: Workflow, step_id: str, reason: str) -> Workflow:
    """Act without asking which record it is: the target stands in no row. The reason is kept."""
    step = workflow.steps[place_of(workflow, step_id)]
    said = " ".join(reason.split())
    if step.anchor is None or not step.identity_armed:
        raise CannotEdit("This step proves no record.")
    if not said:
        raise CannotEdit("Say why: whoever reviews this workflow will want to know.")
    cleared: dict[str, object] = {"row_texts": (), "context_text": None}
    cleared |= {"identifier_region": None, "identifier_crop": None, "identity_cells": (), "identity_template": None}
    if step.anchor.structural is not None:
        cleared["structural"] = step.anchor.structural.model_copy(update={"row": ()})
    return changed(
        workflow,
        step_id,
        anchor=step.anchor.model_copy(update=cleared),
        identity_armed=False,
        identity_unarmed_reason=said,
        identity_param=None,
    )
