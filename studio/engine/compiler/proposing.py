"""What else could be a parameter: typed and chosen values, and the entries and rows that were picked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.entries import head_of, picked_entry
from studio.engine.compiler.param_names import masked, own_name
from studio.engine.compiler.scenes import Scenes
from studio.engine.compiler.texts import readable
from studio.engine.model.params import ParamKind, ParamProposal
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind
from studio.engine.vision.text import holds, squash

_GIVEN = frozenset({ActionKind.TYPE, ActionKind.SELECT})
_NAMELESS, _ENTRY = "text", "entry"

MOST_WORDS = 4
"""Words of a section that an entry may be called after; a longer text is all that stands in its heading."""


def propose(drafts: Iterable[StepDraft], scenes: Scenes | None = None) -> tuple[ParamProposal, ...]:
    """A proposal for each value that was typed or chosen and for each entry that was picked, with names of their own.

    An entry that a typed or chosen value names follows that one; the same entry is proposed once.
    """
    drafts = tuple(drafts)
    taken = {draft.param for draft in drafts if draft.param}
    known = [d.event.text for d in drafts if d.event.text and d.action in _GIVEN and not d.secret]
    found: list[ParamProposal] = []
    captioned = _captioned_fields(drafts)
    for draft in drafts:
        snapshot = scenes.snapshot("before", draft.event.i) if scenes is not None else None
        one = _value(draft, taken) or (None if draft.id in captioned else _entry(draft, snapshot, known, taken))
        if one is not None:
            taken.add(one.name)
            found.append(one)
    return tuple(found)


def _captioned_fields(drafts: Sequence[StepDraft]) -> frozenset[str]:
    """The steps that go into fields of several rows of one table: a form, whose rows say what its fields are called."""
    fields = [d for d in drafts if d.element is not None and d.element.editable and d.element.row]
    tables: dict[tuple[object, ...], dict[tuple[str, ...], list[str]]] = {}
    for draft in fields:
        if (element := draft.element) is not None:
            rows = tables.setdefault((element.frame, element.section, element.column), {})
            rows.setdefault(element.row, []).append(draft.id)
    return frozenset(step for rows in tables.values() if len(rows) > 1 for steps in rows.values() for step in steps)


def _value(draft: StepDraft, taken: set[str]) -> ParamProposal | None:
    text = draft.event.text or ""
    if draft.action not in _GIVEN or draft.param or draft.secret or not text.strip():
        return None
    label = draft.field_label or draft.label or _place(draft)
    return _proposal(draft, own_name(label or _NAMELESS, taken), label, text)


def _place(draft: StepDraft) -> str:
    """What a field without a label is called after: its hint, its row, its technical name, the section around it."""
    field = draft.event.target if draft.event.target is not None else draft.element
    if field is None:
        return ""
    row = next(filter(readable, field.row), "")
    return next((t for t in (field.placeholder, row, field.name_attr, field.section) if t), "")


def _entry(
    draft: StepDraft, snapshot: StructureSnapshot | None, known: list[str], taken: set[str]
) -> ParamProposal | None:
    """The entry that was picked; `known` are texts of values and entries that are proposed or parameters already."""
    entry = picked_entry(draft, snapshot)
    if entry is None:
        return None
    shown = (entry.text, *(draft.target.anchor.row_texts if draft.target is not None else ()))
    if any(holds(text, value) for text in shown for value in known if len(squash(value)) > 1):
        return None
    known.append(entry.text)
    section = draft.element.section if draft.element is not None else ""
    head = head_of(draft, entry, snapshot) or (section if len(section.split()) <= MOST_WORDS else "")
    name = own_name(head or _ENTRY, taken)
    return _proposal(draft, name, head, entry.text).model_copy(update={"kind": ParamKind.ENTRY, "cell": entry.cell})


def _proposal(draft: StepDraft, name: str, label: str, text: str) -> ParamProposal:
    return ParamProposal(
        step_id=draft.id, event_index=draft.event.i, name=name, field_label=label, masked_value=masked(text)
    )
