"""Which steps change a record for good. Words on labels and structure decide; the reason is always written down."""

from __future__ import annotations

import re
from dataclasses import dataclass

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.words import ALONE, KEEPS, OPENS_FORM, READS, SIGN_IN, WRITES
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Risk

_ACTS = frozenset({ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.DRAG})
_INERT_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "tab", "option"}
)
_ENTER = re.compile(r"(?:.*\+)?(?:enter|return)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RiskVerdict:
    """Whether a step is irreversible, and why (also a note on a reversible one that deserves a look)."""

    risk: Risk = Risk.REVERSIBLE
    reason: str | None = None


def judge(draft: StepDraft, snapshot: StructureSnapshot | None) -> RiskVerdict:
    """The risk of a step; `snapshot` is of just before it, where there is one."""
    if draft.action is ActionKind.KEY:
        return judge_key(draft.event.key, snapshot)
    return judge_click(draft.action, draft.label, draft.element, filled=draft.filled)


def judge_click(
    action: ActionKind, label: str | None, element: Element | None = None, *, filled: bool = False
) -> RiskVerdict:
    """The risk of acting on a target that reads `label`; `element` where structure knows it, `filled` whether
    something was filled in just before (which tells the button of a form where nothing else does)."""
    if action not in _ACTS or (element and element.role in _INERT_ROLES):
        return RiskVerdict()
    words = _words(label)
    if words and (element.submits if element else filled) and " ".join(words) in ALONE & WRITES - KEEPS:
        return RiskVerdict(Risk.IRREVERSIBLE, f"‘{label}’ sends the form that it stands in.")
    if not words or _harmless(words):
        return RiskVerdict()
    if writes(label):
        return RiskVerdict(Risk.IRREVERSIBLE, f"‘{label}’ begins with a word that writes: {words[0]}.")
    if element and element.submits:
        return RiskVerdict(Risk.IRREVERSIBLE, f"‘{label}’ sends its form and does not read like a look-up.")
    return RiskVerdict()


def judge_key(key: str | None, snapshot: StructureSnapshot | None) -> RiskVerdict:
    """The risk of a key: Enter in a field whose form carries a button that writes."""
    if not key or not _ENTER.fullmatch(key) or snapshot is None or snapshot.focused is None:
        return RiskVerdict()
    focus = snapshot.focused
    if focus.tag == "textarea" or not focus.editable:
        return RiskVerdict()
    mates = [e for e in snapshot.elements if e.submits and (e.section, e.frame) == (focus.section, focus.frame)]
    for element in mates:
        label = element.text or element.name
        if judge_click(ActionKind.CLICK, label, element).risk is Risk.IRREVERSIBLE:
            return RiskVerdict(Risk.IRREVERSIBLE, f"Enter sends a form whose button is ‘{label}’.")
    return RiskVerdict()


def writes(label: str | None) -> bool:
    """Whether a label says that something is stored, sent or removed."""
    words = _words(label)
    return bool(words) and not _harmless(words) and words[0] in WRITES


def _harmless(words: list[str]) -> bool:
    """Sign-in, look-up and opening an empty form: the write comes later."""
    text = " ".join(words)
    opens = any(text == phrase or text.startswith(phrase + " ") for phrase in (*SIGN_IN, *OPENS_FORM))
    return opens or text in ALONE or words[0] in READS


def _words(label: str | None) -> list[str]:
    return re.findall(r"[^\W\d_]+", (label or "").casefold())
