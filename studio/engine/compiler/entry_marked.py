"""The entry of a list or menu that a key took or led to: a run acts on it wherever it stands, and on no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.scenes import Scenes
from studio.engine.model.workflow import ActionKind
from studio.engine.runtime.marked_row import marked_row
from studio.engine.runtime.marks import TAKES, WALKS, marked_entry, newly_marked, says


def with_marks(drafts: Sequence[StepDraft], scenes: Scenes) -> tuple[StepDraft, ...]:
    """The drafts with what the entries say that their keys took or, the last of several keys, led to."""
    marked = [replace(draft, marked=entry_taken(draft, scenes)) for draft in drafts]
    for n, draft in enumerate(marked):
        following = marked[n + 1] if n + 1 < len(marked) else None
        if _walks(draft) and following is not None and not _walks(following) and following.marked is None:
            marked[n] = replace(draft, marked=_walked_to(draft, scenes))
    return tuple(marked)


def entry_taken(draft: StepDraft, scenes: Scenes) -> str | None:
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


def _walks(draft: StepDraft) -> bool:
    return draft.action is ActionKind.KEY and draft.event.key in WALKS


def _walked_to(draft: StepDraft, scenes: Scenes) -> str | None:
    """What the entry says that the key marked, by accessibility data, else by its picture; None in a text field."""
    before, after = scenes.before(draft.event.i), scenes.after(draft.event.i)
    if before.snapshot is not None and after.snapshot is not None:
        told = newly_marked(before.snapshot, after.snapshot)
        focused = after.snapshot.focused
        if told is not None or (focused is not None and focused.editable):
            return told[0] if told is not None else None
    row = marked_row(draft.event.key, before.frame, after.frame)
    return row.text if row is not None else None
