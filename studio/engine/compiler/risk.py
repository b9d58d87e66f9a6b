"""Which steps change a record for good: by the words on the control, by what its form does, by what came of it.

Each verdict has its reason in words. Where nothing tells (an icon without words, Enter that may send), a person is
asked, and until they answer the step is not done on weak evidence either.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.risk_effects import effect
from studio.engine.compiler.risk_messages import Message, message_closed
from studio.engine.compiler.risk_words import Reading, read_label, sends_alone
from studio.engine.model.anchor import TargetKind
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Risk, RiskWord

_ACTS = frozenset({ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.DRAG})
_INERT_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "tab", "option"}
)
_LOOKS_UP = frozenset({"searchbox", "combobox"})
ENTER = re.compile(r"(?:.*\+)?(?:enter|return)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RiskVerdict:
    """Whether a step is irreversible, and why. `asked` is what a person should say, where nothing tells; `word` who
    said it, where a person did."""

    risk: Risk = Risk.REVERSIBLE
    reason: str | None = None
    asked: str | None = None
    word: RiskWord | None = None


def judge(draft: StepDraft, before: StructureSnapshot | None, after: StructureSnapshot | None = None) -> RiskVerdict:
    """The risk of a step; the snapshots are of just before it and of what it led to, where there are any."""
    if (closed := _message_closed(draft, before, after)) is not None:
        told = None if closed.of_success else effect(before, after, filled=False)
        return RiskVerdict(Risk.IRREVERSIBLE, told) if told else RiskVerdict()
    if draft.action is ActionKind.KEY:
        verdict = judge_key(draft.event.key, before)
        harmless = verdict.reason is not None
    else:
        verdict = judge_click(draft.action, draft.label, draft.element, filled=draft.filled)
        harmless = _reading(draft.label, draft.element)[0] in (Reading.HARMLESS, Reading.OPENS)
    if verdict.risk is Risk.IRREVERSIBLE or harmless or not _may_act(draft):
        return verdict
    seen = effect(before, after, filled=draft.filled)
    if seen is not None:
        return RiskVerdict(Risk.IRREVERSIBLE, seen)
    return _asked(draft, before, after) or verdict


def judge_click(
    action: ActionKind, label: str | None, element: Element | None = None, *, filled: bool = False
) -> RiskVerdict:
    """The risk of acting on a target that reads `label`; `element` where structure knows it, `filled` whether
    something was filled in just before (which tells the button of a form where nothing else does)."""
    if action not in _ACTS or (element and element.role in _INERT_ROLES):
        return RiskVerdict()
    said, reading, word = _named(label, element)
    if said and (element.submits if element else filled) and sends_alone(said):
        return RiskVerdict(Risk.IRREVERSIBLE, f"‘{said}’ sends the form that it stands in.")
    if reading is Reading.WRITES:
        return RiskVerdict(Risk.IRREVERSIBLE, f"‘{said}’ {_position(said, word)} a word that writes: {word}.")
    if reading is Reading.UNKNOWN and element and element.submits and element.form_method == "post":
        return RiskVerdict(Risk.IRREVERSIBLE, f"{_quoted(said)} sends its form by POST, as what stores something does.")
    looks_up = element is not None and element.form_method == "get"
    if said and reading is Reading.UNKNOWN and element and element.submits and not looks_up:
        return RiskVerdict(Risk.IRREVERSIBLE, f"‘{said}’ sends its form and does not read like a look-up.")
    return RiskVerdict()


def judge_key(key: str | None, snapshot: StructureSnapshot | None) -> RiskVerdict:
    """The risk of a key: Enter in a field whose form carries a button that writes, or on such a button.

    A verdict with a reason that is reversible: the form's button reads like a look-up.
    """
    if not key or not ENTER.fullmatch(key) or snapshot is None or snapshot.focused is None:
        return RiskVerdict()
    focus = snapshot.focused
    if focus.tag == "textarea" or focus.multiline:
        return RiskVerdict()
    if not focus.editable:
        pressed = judge_click(ActionKind.CLICK, focus.text or focus.name, focus)
        return RiskVerdict(pressed.risk, pressed.reason and f"Enter presses it. {pressed.reason}")
    mates = [e for e in snapshot.elements if e.submits and (e.section, e.frame) == (focus.section, focus.frame)]
    for element in mates:
        label = element.text or element.name
        if judge_click(ActionKind.CLICK, label, element).risk is Risk.IRREVERSIBLE:
            return RiskVerdict(Risk.IRREVERSIBLE, f"Enter sends a form whose button is ‘{label}’.")
    if not mates and focus.form_method == "post":
        return RiskVerdict(Risk.IRREVERSIBLE, "Enter sends its form by POST, as what stores something does.")
    if mates or focus.form_method == "get" or focus.role in _LOOKS_UP or focus.input_type == "search":
        return RiskVerdict(reason="Enter looks something up.")
    return RiskVerdict()


def writes(label: str | None) -> bool:
    """Whether a label says that something is stored, sent or removed."""
    return read_label(label)[0] is Reading.WRITES


def _message_closed(
    draft: StepDraft, before: StructureSnapshot | None, after: StructureSnapshot | None
) -> Message | None:
    """The message that a press of its button, or Enter on it, only took note of."""
    if draft.action is ActionKind.CLICK:
        return message_closed(draft.label, draft.element, before, after)
    enter = draft.action is ActionKind.KEY and draft.event.key and ENTER.fullmatch(draft.event.key)
    return message_closed(None, before.focused, before, after) if enter and before is not None else None


def _may_act(draft: StepDraft) -> bool:
    """Whether the step is one that could write: a field that is only clicked into does not."""
    if draft.action is ActionKind.KEY:
        return bool(draft.event.key and ENTER.fullmatch(draft.event.key))
    if draft.element is not None and (draft.element.role in _INERT_ROLES or draft.element.editable):
        return False
    kind = draft.target.anchor.kind if draft.target else None
    return draft.action in _ACTS and kind not in (TargetKind.INPUT, TargetKind.BOX)


def _asked(draft: StepDraft, before: StructureSnapshot | None, after: StructureSnapshot | None) -> RiskVerdict | None:
    """What a person has to say: the control has no words, or Enter may have sent something."""
    if before is not None and after is not None and before.url != after.url:
        return None  # another page was opened, and nothing there says that something was stored
    if draft.action is ActionKind.KEY:
        focus = before.focused if before else None
        if not draft.filled or (
            focus is not None and (not focus.editable or focus.multiline or focus.tag == "textarea")
        ):
            return None
        return RiskVerdict(asked="Enter may send what was typed, and nothing that was recorded says whether it does.")
    element = draft.element
    opens = element is not None and (bool(element.href) or element.expanded is not None or element.pressed is not None)
    if opens or _named(draft.label, element)[0] or (draft.target and draft.target.anchor.kind is not TargetKind.ICON):
        return None
    return RiskVerdict(
        asked="It is a picture without words, and nothing that was recorded says whether it stores something."
    )


def _named(label: str | None, element: Element | None) -> tuple[str, Reading, str]:
    """The name by which the control is judged: the gravest of what it reads and of what structure calls it."""
    names = dict.fromkeys(n for n in (label, element and element.name, element and element.text) if n)
    read = [(name, *read_label(name)) for name in names]
    ranked = (Reading.WRITES, Reading.HARMLESS, Reading.OPENS, Reading.UNKNOWN)
    return min(read, key=lambda one: ranked.index(one[1]), default=("", Reading.UNKNOWN, ""))


def _reading(label: str | None, element: Element | None) -> tuple[Reading, str]:
    return _named(label, element)[1:]


def _quoted(said: str) -> str:
    return f"‘{said}’" if said else "The control without words"


def _position(said: str, word: str) -> str:
    first = re.findall(r"[^\W\d_]+", said.casefold())[:1]
    return "begins with" if first and read_label(first[0])[1] == word.split(" ")[0] else "holds"
