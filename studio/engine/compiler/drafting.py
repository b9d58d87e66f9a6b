"""The first pass: every recorded event becomes a draft with its anchors and its field's label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from studio.engine.compiler.at_rest import at_rest
from studio.engine.compiler.drafts import StepDraft, step_id
from studio.engine.compiler.locators import element_at
from studio.engine.compiler.named_field import key_field_label, typed_field_label
from studio.engine.compiler.risk_keys import acts, goes_to_program
from studio.engine.compiler.scenes import Scene, Scenes
from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import POINTED, ActionKind
from studio.engine.recording import RecordedEvent

_EMPTIES = frozenset({"Control+A", "Meta+A", "Backspace", "Delete", "Home", "End", "Control+Home", "Control+End"})
"""Keys that a field is emptied with before it is typed into."""


_TO_THE_END = frozenset({"End", "Control+End", "Meta+ArrowDown", "Meta+ArrowRight"})
_BREAKS = frozenset({"Enter", "Shift+Enter"})


def draft_steps(
    events: tuple[RecordedEvent, ...], scenes: Scenes, tell: Callable[[int, int, str], None]
) -> tuple[StepDraft, ...]:
    """One draft per event. `tell(done, total, sentence)` is called before each."""
    drafts: list[StepDraft] = []
    values = tuple(event.text for event in events if event.text and not event.secret)
    for number, event in enumerate(events):
        tell(number, len(events), f"Looking at step {number + 1}: {event.kind}")
        typed = _is_typed_next(events[number + 1 :])
        draft = _draft(event, scenes, drafts, values, TargetKind.INPUT if typed else None)
        into, appends = typed and _is_field(draft), _appends(event, drafts)
        drafts.append(replace(draft, filled=_fills(drafts), typed_into=into, appends=appends))
    return tuple(drafts)


def _appends(event: RecordedEvent, earlier: Sequence[StepDraft]) -> bool:
    """Whether text was added to what the field held: it held something, or keys had gone to its end before."""
    if event.kind is not ActionKind.TYPE:
        return False
    if (event.element or {}).get("value"):
        return True
    keys = (d.event.key if d.action is ActionKind.KEY else None for d in reversed(earlier))
    return next((key for key in keys if key not in _BREAKS), None) in _TO_THE_END


def _is_field(draft: StepDraft) -> bool:
    """Whether a field was clicked: by structure, else where its label stands beside it (that of a button is in it)."""
    if draft.element is not None or draft.target is None:
        return draft.element is not None and draft.element.editable
    anchor = draft.target.anchor
    control, label = anchor.control, anchor.label_region
    return control is not None and not (label is not None and control.overlaps(label))


def _is_typed_next(later: Sequence[RecordedEvent]) -> bool:
    """Whether text follows, perhaps after keys that empty the field."""
    following = next((e for e in later if not (e.kind is ActionKind.KEY and e.key in _EMPTIES)), None)
    return following is not None and following.kind is ActionKind.TYPE


def _fills(earlier: list[StepDraft]) -> bool:
    """Whether the last of these steps (keys that move on and scrolling apart) filled something in."""
    acting = (d for d in reversed(earlier) if d.action not in (ActionKind.SCROLL, ActionKind.KEY))
    last = next(acting, None)
    if last is None:
        return False
    ticked = last.target is not None and last.target.anchor.kind is TargetKind.BOX
    return ticked or last.action in (ActionKind.TYPE, ActionKind.SELECT)


def _draft(
    event: RecordedEvent, scenes: Scenes, earlier: list[StepDraft], values: tuple[str, ...], kind: TargetKind | None
) -> StepDraft:
    """`values` are all typed texts; `kind` is what the target must be, since the next event types into it."""
    action, name = event.kind, step_id(event.i)
    if action is ActionKind.TYPE:
        label = typed_field_label(event, scenes, earlier)
        return StepDraft(event, name, action, field_label=label, param=event.param, secret=event.secret)
    if action is ActionKind.KEY and event.key and acts(event.key, None):
        label = key_field_label(event, scenes)
        row = _focus_in_row(event, scenes, values)
        return StepDraft(event, name, action, row, field_label=label, param=event.param, secret=event.secret)
    point = event.point
    if point is None or not (action in POINTED or action is ActionKind.UPLOAD):
        return StepDraft(event, name, action, param=event.param, secret=event.secret)
    scene = scenes.before(event.i)
    if scene.snapshot is None and scenes.structure and event.target is not None:
        # the screen had only just changed: of all that it showed, only what was acted on was asked
        scene = replace(scene, snapshot=StructureSnapshot(url="", title="", elements=(event.target,), truncated=True))
    element = _element(event, scene, point)
    frame = at_rest(scene.frame, scenes.after(earlier[-1].event.i).frame, point) if earlier else scene.frame
    target = draft_anchor(
        frame, point, step_id=name, snapshot=scene.snapshot, element=element, values=values, kind=kind
    )
    end = _end(event, scene, name)
    resting = frame if frame is not scene.frame else None
    return StepDraft(event, name, action, target, end, element, param=event.param, secret=event.secret, frame=resting)


def _element(event: RecordedEvent, scene: Scene, point: Point) -> Element | None:
    """The element as it was recorded, else the one that the snapshot shows under the point."""
    if scene.snapshot is None:
        return None
    return event.target or element_at(scene.snapshot, point)


def _end(event: RecordedEvent, scene: Scene, name: str) -> AnchorDraft | None:
    if event.end_point is None:
        return None
    return draft_anchor(scene.frame, event.end_point, step_id=f"{name}_end", snapshot=scene.snapshot)


def _focus_in_row(event: RecordedEvent, scenes: Scenes, values: tuple[str, ...]) -> AnchorDraft | None:
    """What had the keyboard, by structure, where the key works it and its row tells which record that is: each row has
    one that says the same. The step is then held to it as a click is."""
    scene, key = scenes.before(event.i), event.key or ""
    focused = scene.snapshot.focused if scene.snapshot else None
    if focused is None or not (focused.row and focused.in_view):
        return None
    if not acts(key, focused) or goes_to_program(key, focused):
        return None
    at, name = focused.region.center, step_id(event.i)
    draft = draft_anchor(scene.frame, at, step_id=name, snapshot=scene.snapshot, element=focused, values=values)
    return draft if draft.identity.armed else None
