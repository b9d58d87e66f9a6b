"""A drawn list of patients with a button in each row: as the screen shows it, and as its structure tells it."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.drawing import Canvas
from helpers.elements import element

from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation, ResolveOptions

Patient = tuple[str, ...]
COLUMNS, TOP, ROW = (30, 260, 430), 130, 50
HEADS = ("Patient", "Born", "Number")


def listed(*patients: Patient, said: str = "Open", lefts: Sequence[int] = COLUMNS) -> Canvas:
    """The list, its heads above it, and a button at the end of each row."""
    page = Canvas()
    for left, head in zip(lefts, HEADS, strict=False):
        page.write(head, left, 90)
    for n, patient in enumerate(patients):
        for left, cell in zip(lefts, patient, strict=False):
            page.write(cell, left, TOP + ROW * n + 9)
        page.button(said, 640, TOP + ROW * n, 90)
    return page


def observed(*patients: Patient, structure: bool = True, said: str = "Open") -> Observation:
    """What a run sees of that list."""
    page = listed(*patients, said=said)
    buttons = tuple(button(n, patient, said) for n, patient in enumerate(patients))
    told = StructureSnapshot(url="http://x", title="", elements=buttons, texts=tuple(page.texts))
    return Observation(page.frame, told if structure else None)


def button(n: int, patient: Patient, said: str = "Open") -> Element:
    """The button of row `n`."""
    region = listed().button(said, 640, TOP + ROW * n, 90)
    return element(said, (640, TOP + ROW * n), region=region, row=patient, column="Action", index=n)


def recorded(*patients: Patient, at: int, structure: bool = True) -> AnchorDraft:
    """The anchor of the button in row `at`."""
    seen = observed(*patients, structure=structure)
    where = button(at, patients[at])
    told = {"snapshot": seen.structure, "element": where} if structure else {}
    return draft_anchor(seen.frame, where.region.center, step_id="step_000", **told)


def crops_of(draft: AnchorDraft) -> ResolveOptions:
    """What a bundle holds of that anchor."""
    crops = {draft.anchor.template or "": draft.crops["template"]}
    if draft.anchor.identifier_crop:
        crops[draft.anchor.identifier_crop] = draft.crops["identifier"]
    return ResolveOptions(crops=crops)


def answer(draft: AnchorDraft, seen: Observation, options: ResolveOptions | None = None) -> Resolution | Refusal:
    """Where the run would act, or why not."""
    return resolve(draft.anchor, seen, options or crops_of(draft))


def row_of(found: Resolution | Refusal) -> int | None:
    """The row in which it would act; None where it refuses."""
    return (found.point.y - TOP) // ROW if isinstance(found, Resolution) else None
