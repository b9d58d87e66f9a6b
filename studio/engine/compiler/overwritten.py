"""Cells of a row that the recorded workflow itself overwrites: they do not tell which record it is.

A phone number that is edited stood in the row that was opened, and another one stands there afterwards. A run that is
done twice, or over other data, finds the record all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.scenes import Scenes
from studio.engine.model.anchor import Anchor
from studio.engine.model.structure import Element, StructureSnapshot, whole_row
from studio.engine.model.workflow import ActionKind
from studio.engine.vision.text import squash

_ENTERS = frozenset({ActionKind.TYPE, ActionKind.SELECT})


def without_overwritten(drafts: Sequence[StepDraft], scenes: Scenes) -> tuple[StepDraft, ...]:
    """The drafts, each row without the cells that a later screen shows overwritten with what was entered meanwhile.

    What is left must single out the row on both screens; else the row stays as it is.
    """
    return tuple(_without(draft, drafts[position:], scenes) for position, draft in enumerate(drafts))


def _without(draft: StepDraft, later: Sequence[StepDraft], scenes: Scenes) -> StepDraft:
    element, shown = draft.element, scenes.snapshot("before", draft.event.i)
    if draft.target is None or element is None or not element.row or shown is None:
        return draft
    entered: set[str] = set()
    for following in later:
        if following.action in _ENTERS and following.event.text and not following.secret:
            entered.add(squash(following.event.text))
        after = scenes.snapshot("after", following.event.i) if entered else None
        gone = _overwritten(element, shown, after, entered) if after is not None else frozenset()
        if gone:
            return replace(draft, target=replace(draft.target, anchor=_bare(draft.target.anchor, gone)))
    return draft


def _overwritten(
    element: Element, shown: StructureSnapshot, after: StructureSnapshot, entered: set[str]
) -> frozenset[str]:
    """The squashed cells of the element's row that hold entered values in the same row of the later screen."""
    for other in after.elements:
        if _shape(other) != _shape(element):
            continue
        pairs = [(squash(was), squash(now)) for was, now in zip(element.row, other.row, strict=True)]
        changed = [(was, now) for was, now in pairs if was != now]
        left = frozenset(was for was, now in pairs if was == now and was)
        if changed and left and all(now in entered for _, now in changed) and _alone(element, left, shown, after):
            return frozenset(was for was, _ in changed) - left
    return frozenset()


def _shape(element: Element) -> tuple[object, ...]:
    return element.role, element.name, element.frame, len(element.row)


def _alone(element: Element, left: frozenset[str], *screens: StructureSnapshot) -> bool:
    """Whether one row only, on each screen, holds those cells."""
    for screen in screens:
        told = [frozenset(map(squash, whole_row(e))) for e in screen.elements if e.row and e.frame == element.frame]
        if len(_widest(row for row in told if left <= row)) != 1:
            return False
    return True


def _widest(rows: Iterable[frozenset[str]]) -> set[frozenset[str]]:
    """The rows without those that are a part of another one: a link leaves its own name out of its row."""
    found = set(rows)
    return {row for row in found if not any(row < other for other in found)}


def _bare(anchor: Anchor, gone: frozenset[str]) -> Anchor:
    kept = tuple(cell for cell in anchor.row_texts if squash(cell) not in gone)
    proof = tuple(cell for cell in anchor.identity_cells if squash(cell.text) not in gone)
    if not kept or (anchor.identity_cells and not proof):
        return anchor
    locator = anchor.structural
    if locator is not None:
        locator = locator.model_copy(update={"row": tuple(c for c in locator.row if squash(c) not in gone)})
    band = " ".join(cell.text for cell in proof) or " ".join(kept)
    update = {"row_texts": kept, "identity_cells": proof, "structural": locator, "context_text": band}
    return anchor.model_copy(update=update)
