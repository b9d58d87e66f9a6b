"""Where the pointer only rested: a hover that brought up nothing that a later step needs is no step."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.scenes import Scenes
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind
from studio.engine.vision.text import squash


def without_idle_hovers(drafts: Sequence[StepDraft], scenes: Scenes) -> tuple[StepDraft, ...]:
    """The drafts without each hover before which the target of the next pointed step was already there.

    A menu's entry is not on the screen before its menu is pointed at; whatever else came up meanwhile, nobody used it.
    Where the next step has no target (a key, a text), the hover stays.
    """
    return tuple(
        draft
        for position, draft in enumerate(drafts)
        if draft.action is not ActionKind.HOVER or not _is_idle(draft, drafts[position + 1 :], scenes)
    )


def _is_idle(hover: StepDraft, later: Sequence[StepDraft], scenes: Scenes) -> bool:
    following = next((d for d in later if d.action is not ActionKind.HOVER), None)
    if following is None or following.target is None or following.event.page != hover.event.page:
        return False
    shown = scenes.snapshot("before", hover.event.i)
    if shown is not None and following.element is not None:
        return _stood_there(following.element, shown)
    place = following.target.anchor.target
    before, then = scenes.before(hover.event.i).frame, scenes.before(following.event.i).frame
    return before.size == then.size and before.crop(place).same_pixels(then.crop(place))


def _stood_there(target: Element, shown: StructureSnapshot) -> bool:
    """Whether an element of the same kind and name could be pressed at the place where the target was."""
    said, at = _name(target), target.region.center
    return any(
        (e.role, e.frame, _name(e)) == (target.role, target.frame, said)
        and e.region.contains(at)
        and e.in_view
        and not e.covered_by
        for e in shown.elements
    )


def _name(element: Element) -> str:
    return squash(element.name or element.label or element.text)
