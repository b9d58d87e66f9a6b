"""The entry of a list or menu that was marked when a key took it: before the key it must be marked again."""

from __future__ import annotations

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.scenes import Scenes
from studio.engine.model.workflow import ActionKind
from studio.engine.runtime.marks import TAKES, marked_entry, says


def entry_marked(draft: StepDraft, scenes: Scenes) -> str | None:
    """What the entry says that was marked when the key was pressed and was taken by it: its list is gone then, or the
    field shows it. None where no key took one, or nobody says so."""
    if draft.action is not ActionKind.KEY or draft.event.key not in TAKES:
        return None
    before, after = (scenes.snapshot(moment, draft.event.i) for moment in ("before", "after"))
    marked = marked_entry(before) if before is not None else None
    if marked is None or after is None or not says(marked):
        return None
    gone = not any((e.role, says(e)) == (marked.role, says(marked)) for e in after.elements)
    focused = after.focused
    return says(marked) if gone or (focused is not None and focused.value == says(marked)) else None
