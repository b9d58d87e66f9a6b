"""What a recording tells of the fields that were filled: whether they say what they hold, and whether they kept it."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.scenes import Scenes
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, FieldTells, Risk, WantedState
from studio.engine.recording.layout import Moment
from studio.engine.runtime.typed_field import as_it_is_now, plain

MOMENTS: tuple[Moment, ...] = ("before", "after")
_FILLS = frozenset({ActionKind.TYPE, ActionKind.SELECT})


def field_tells(position: int, drafts: Sequence[StepDraft], scenes: Scenes) -> FieldTells:
    """What the program told of the field that the draft at `position` types into."""
    draft = drafts[position]
    before = scenes.snapshot("before", draft.event.i)
    after = scenes.snapshot("after", draft.event.i)
    if draft.action is not ActionKind.TYPE or draft.secret:
        return FieldTells.VALUE
    if before is None or after is None:
        silent = not _clicked_field(drafts[:position]) and _is_silent(draft, drafts, scenes)
        return FieldTells.NOTHING if silent else FieldTells.VALUE
    field = _field(draft, before, after)
    if field is None:
        return FieldTells.VALUE if _clicked_field(drafts[:position]) else FieldTells.NOTHING
    now = as_it_is_now(field, after)
    if now is None or field.secret or not draft.event.text:
        return FieldTells.VALUE
    return FieldTells.VALUE if _holds(now, draft.event.text) else FieldTells.FOCUS


def _is_silent(draft: StepDraft, drafts: Sequence[StepDraft], scenes: Scenes) -> bool:
    """Whether the program has no accessibility data of its fields, by all that was seen with the draft's window.

    On a slow machine a moment's own data may be missing; that of the others tells what kind of program it is.
    """
    if draft.element is not None or draft.event.target is not None:
        return False
    mates = [other.event.i for other in drafts if other.event.window == draft.event.window]
    looks = [look for i in mates for when in MOMENTS if (look := scenes.snapshot(when, i))]
    silent = (look.of_desktop and look.focused is None and not any(e.editable for e in look.elements) for look in looks)
    return bool(looks) and all(silent)


def rechecks(draft: StepDraft, risk: Risk) -> bool:
    """Whether all that was filled is read once more before the step: it cannot be undone, or may well send a form."""
    if risk is Risk.IRREVERSIBLE:
        return True
    if draft.action is ActionKind.KEY:
        return draft.filled and draft.event.key == "Enter"
    on_field = draft.element is None or draft.element.editable or draft.element.checked is not None
    return draft.action is ActionKind.CLICK and draft.filled and not on_field


def kept(
    position: int,
    drafts: Sequence[StepDraft],
    risks: Sequence[Risk],
    scenes: Scenes,
    wanted: WantedState | None = None,
) -> bool:
    """Whether the field that was filled at `position` (or the control that was brought into the state `wanted`) was
    still so each time before it was read once more, up to the next step that cannot be undone."""
    found = False
    for later in range(position + 1, len(drafts)):
        if not rechecks(drafts[later], risks[later]):
            continue
        is_so = _is_so(drafts[position], scenes, scenes.snapshot("before", drafts[later].event.i), wanted)
        if is_so is None:
            return found
        if not is_so:
            return False
        found = True
        if risks[later] is Risk.IRREVERSIBLE:
            break
    return found


def _is_so(
    draft: StepDraft, scenes: Scenes, shown: StructureSnapshot | None, wanted: WantedState | None
) -> bool | None:
    """Whether what `draft` filled holds that at a later moment; None where it is not there any more."""
    before, after = (scenes.snapshot(moment, draft.event.i) for moment in ("before", "after"))
    if shown is None or after is None:
        return None
    if wanted is not None:
        control = as_it_is_now(draft.element, shown) if draft.element is not None else None
        return getattr(control, wanted.attribute) is wanted.value if control is not None else None
    if draft.action not in _FILLS or draft.secret or not draft.event.text:
        return False
    field = draft.element if draft.action is ActionKind.SELECT else _field(draft, before or after, after)
    now = as_it_is_now(field, shown) if field is not None else None
    return None if now is None or now.value is None else plain(now.value) == plain(draft.event.text)


def _field(draft: StepDraft, before: StructureSnapshot, after: StructureSnapshot) -> Element | None:
    """The editable element that had the keyboard: as it was recorded with the text, just before, or after."""
    told = (draft.event.target, before.focused, after.focused)
    return next((e for e in told if e is not None and e.editable), None)


def _clicked_field(earlier: Sequence[StepDraft]) -> bool:
    """Whether the last place that was clicked is a field that says so: then it tells its focus too."""
    last = next((d for d in reversed(earlier) if d.target is not None), None)
    return last is not None and last.element is not None and last.element.editable


def _holds(now: Element, text: str) -> bool:
    """Whether the field tells the text among what it holds. Of a page's own editor it tells one line."""
    value = plain(now.value or "")
    return plain(text) in value or " ".join(text.split()) in " ".join(value.split())
