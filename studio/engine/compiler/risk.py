"""Which steps change a record for good: by the words on the control, by what its form does, by what came of it.

Each verdict has its reason in words. Where nothing tells (an icon without words, Enter that may send), a person is
asked, and until they answer the step is not done on weak evidence either.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.locators import locator_of
from studio.engine.compiler.risk_effects import effect
from studio.engine.compiler.risk_keys import ENTER, TICKED, acts, breaks_line, may_send_unseen, presses, saves
from studio.engine.compiler.risk_messages import Message, message_closed
from studio.engine.compiler.risk_opened import one_form, opened
from studio.engine.compiler.risk_words import Reading, moves_on, read_label, sends_alone
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, RiskWord

_ACTS = frozenset({ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.DRAG})
_INERT_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "tab", "option"}
)
_HARMLESS = (Reading.HARMLESS, Reading.OPENS)
_OPEN = (Reading.UNKNOWN, Reading.UNCLEAR)
_LOOKS_UP = frozenset({"searchbox", "combobox"})
_ONE_LINE = frozenset({"input", "select"})


@dataclass(frozen=True, slots=True)
class RiskVerdict:
    """Whether a step is irreversible, and why. `asked` is what a person should say, where nothing tells; `word` who
    said it, where a person did. `awaits` is what must hold before the step, since else it would do something graver."""

    risk: Risk = Risk.REVERSIBLE
    reason: str | None = None
    asked: str | None = None
    word: RiskWord | None = None
    awaits: Postcondition | None = None


def judge(
    draft: StepDraft,
    before: StructureSnapshot | None,
    after: StructureSnapshot | None = None,
    marking: Collection[str] = (),
) -> RiskVerdict:
    """The risk of a step; the snapshots are of just before it and of what it led to, where there are any. `marking` are
    windows that mark unsaved changes at some time of the recording."""
    if (closed := _message_closed(draft, before, after)) is not None:
        told = None if closed.of_success else effect(before, after, filled=False)
        return RiskVerdict(Risk.IRREVERSIBLE, told) if told else RiskVerdict()
    verdict, harmless = _by_itself(draft, before)
    if verdict.risk is Risk.IRREVERSIBLE:
        return _unless_opened(verdict, draft, before, after, marking)
    if harmless or not _may_act(draft, before):
        return verdict
    seen = effect(before, after, filled=draft.filled and verdict.awaits is None)
    if seen is not None:
        return RiskVerdict(Risk.IRREVERSIBLE, seen)
    return verdict if draft.action is ActionKind.DRAG or verdict.awaits else _asked(draft, before, after) or verdict


def _by_itself(draft: StepDraft, before: StructureSnapshot | None) -> tuple[RiskVerdict, bool]:
    """What the key, the control or the form says of the step, and whether it says that nothing is stored."""
    if draft.action is ActionKind.KEY:
        verdict = judge_key(draft.event.key, before)
        return verdict, verdict.reason is not None and verdict.awaits is None
    if draft.action is ActionKind.DRAG:
        return _judge_drag(draft), False
    if draft.typed_into or _takes_entry(draft.element, before):
        return RiskVerdict(), True
    verdict = judge_click(draft.action, draft.label, draft.element, filled=draft.filled)
    return verdict, _reading(draft.label, draft.element)[0] in _HARMLESS


def _takes_entry(element: Element | None, before: StructureSnapshot | None) -> bool:
    """Whether it is an entry of the list that a field with the keyboard has open, whatever its words: taking it only
    fills the field."""
    focus = before.focused if before is not None else None
    open_list = focus is not None and focus.role == "combobox" and bool(focus.expanded)
    return open_list and element is not None and element.selected is not None and not element.submits


def _unless_opened(
    verdict: RiskVerdict,
    draft: StepDraft,
    before: StructureSnapshot | None,
    after: StructureSnapshot | None,
    marking: Collection[str],
) -> RiskVerdict:
    """The verdict that words or the form gave, unless the recording shows that something was only opened by it."""
    enter = draft.action is ActionKind.KEY and ENTER.fullmatch(draft.event.key or "")
    pressed = before.focused if enter and before is not None else draft.element
    seen = opened(draft.label, pressed, before, after, marking)
    if seen is None or effect(before, after, filled=False) is not None:
        return verdict
    return RiskVerdict(reason=seen)


def _judge_drag(draft: StepDraft) -> RiskVerdict:
    """The risk of a drag by the words on what it ends on. What is dragged says what it is, not what is done with it,
    and so does what it ends on where that is of the same kind: another entry of the list that is put in order."""
    end = draft.end.anchor if draft.end else None
    if end is None or _one_kind(draft.target.anchor if draft.target else None, end):
        return RiskVerdict()
    return judge_click(ActionKind.DRAG, end.ocr_text)


def _one_kind(dragged: Anchor | None, end: Anchor) -> bool:
    """Whether both are entries of one list: the same role and tag by structure, else rectangles of one size."""
    if dragged is None:
        return False
    one, other = dragged.structural, end.structural
    if one is not None and other is not None:
        return (one.tag, one.role, one.section) == (other.tag, other.role, other.section)
    return (dragged.target.w, dragged.target.h) == (end.target.w, end.target.h)


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
    if element is not None and element.submits:
        return _judge_sender(element, said, untold=reading in _OPEN, moves=filled and moves_on(said))
    return RiskVerdict()


def _judge_sender(element: Element, said: str, *, untold: bool, moves: bool) -> RiskVerdict:
    """The risk of a button that sends its form, where its words are `untold` or only say that a filled form `moves` on:
    what the form does decides."""
    if (untold or moves) and element.form_method == "post":
        return RiskVerdict(Risk.IRREVERSIBLE, f"{_quoted(said)} sends its form by POST, as what stores something does.")
    if said and untold and element.form_method != "get":
        return RiskVerdict(Risk.IRREVERSIBLE, f"‘{said}’ sends its form and does not read like a look-up.")
    return RiskVerdict()


def judge_key(key: str | None, snapshot: StructureSnapshot | None) -> RiskVerdict:
    """The risk of a key: the shortcut that saves, a press of the control that has the keyboard, Enter in a form.

    A verdict with a reason that is reversible: what it presses, or the form's button, reads like a look-up.
    """
    if key and saves(key):
        return RiskVerdict(Risk.IRREVERSIBLE, f"{key} saves, as it does in most programs.")
    focus = snapshot.focused if snapshot else None
    if not key or snapshot is None or focus is None:
        return RiskVerdict()
    enter = ENTER.fullmatch(key) is not None
    if enter and (focus.editable or (focus.tag == "input" and focus.role in TICKED)):
        return RiskVerdict() if _is_many(focus, snapshot) and breaks_line(key) else _judge_form(key, focus, snapshot)
    if focus.editable or not (enter or presses(key)) or focus.role in _INERT_ROLES:
        return RiskVerdict()
    label = focus.text or focus.name
    pressed = judge_click(ActionKind.CLICK, label, focus)
    if pressed.risk is Risk.IRREVERSIBLE:
        return RiskVerdict(Risk.IRREVERSIBLE, f"{key} presses it. {pressed.reason}")
    harmless = _reading(label, focus)[0] in _HARMLESS
    return RiskVerdict(reason=f"{key} presses ‘{label}’, which stores nothing." if harmless else None)


def _judge_form(key: str, focus: Element, snapshot: StructureSnapshot) -> RiskVerdict:
    """The risk of Enter in a field of a form: that of the form's button."""
    if focus.expanded and focus.role == "combobox":
        list_open = Postcondition(
            kind=CheckKind.STATE, locator=locator_of(focus, snapshot), attribute="expanded", value="true"
        )
        return RiskVerdict(reason=f"{key} takes an entry of the list that is open.", awaits=list_open)
    mates = [e for e in snapshot.elements if e.submits and one_form(e, focus)]
    for element in mates:
        label = element.text or element.name
        if judge_click(ActionKind.CLICK, label, element).risk is Risk.IRREVERSIBLE:
            return RiskVerdict(Risk.IRREVERSIBLE, f"{key} sends a form whose button is ‘{label}’.")
    if not mates and focus.form_method == "post":
        return RiskVerdict(Risk.IRREVERSIBLE, f"{key} sends its form by POST, as what stores something does.")
    if mates or focus.form_method == "get" or focus.role in _LOOKS_UP or focus.input_type == "search":
        return RiskVerdict(reason=f"{key} looks something up.")
    return RiskVerdict()


def _is_many(focus: Element, snapshot: StructureSnapshot | None) -> bool:
    """Whether it takes several lines: a text area, an editor that a page makes of any other element."""
    of_page = snapshot is not None and not snapshot.of_desktop
    editor = of_page and focus.tag not in _ONE_LINE and focus.role == "textbox"
    return focus.tag == "textarea" or focus.multiline or editor


def writes(label: str | None) -> bool:
    """Whether a label says that something is stored, sent or removed."""
    return read_label(label)[0] is Reading.WRITES


def _message_closed(
    draft: StepDraft, before: StructureSnapshot | None, after: StructureSnapshot | None
) -> Message | None:
    """The message that a press of its button, or Enter on it, only took note of."""
    if draft.action is ActionKind.CLICK:
        return message_closed(draft.label, draft.element, before, after)
    key = draft.event.key if draft.action is ActionKind.KEY else None
    pressed = key and (presses(key) or ENTER.fullmatch(key))
    return message_closed(None, before.focused, before, after) if pressed and before is not None else None


def _may_act(draft: StepDraft, before: StructureSnapshot | None) -> bool:
    """Whether the step is one that could write: a field that is only clicked into, a key that only moves do not."""
    if draft.action is ActionKind.KEY:
        focus, enter = before.focused if before else None, ENTER.fullmatch(draft.event.key or "")
        ticks = focus is not None and focus.role in _INERT_ROLES and presses(draft.event.key) and not enter
        return acts(draft.event.key, focus) and not ticks
    if draft.element is not None and (draft.element.role in _INERT_ROLES or draft.element.editable):
        return False
    kind = draft.target.anchor.kind if draft.target else None
    return draft.action in _ACTS and kind not in (TargetKind.INPUT, TargetKind.BOX)


def _asked(draft: StepDraft, before: StructureSnapshot | None, after: StructureSnapshot | None) -> RiskVerdict | None:
    """What a person has to say: the control has no words or unclear ones, or Enter may have sent something."""
    key = draft.event.key if draft.action is ActionKind.KEY else None
    focus = before.focused if before else None
    if key is not None:
        pressed = focus is not None and not focus.editable and (presses(key) or ENTER.fullmatch(key))
        label, element = (focus.text or focus.name, focus) if focus is not None and pressed else (None, None)
    else:
        label, element = draft.label, draft.element
    opens = element is not None and (bool(element.href) or element.expanded is not None or element.pressed is not None)
    said, reading, word = _named(label, element)
    if reading is Reading.UNCLEAR and not opens:
        return RiskVerdict(asked=f"‘{said}’ may only move on or store something: “{word}” tells nothing of the rest.")
    if before is not None and after is not None and before.url != after.url:
        return None  # another page was opened, and nothing there says that something was stored
    if key is not None and element is None:
        unseen = before is None and draft.filled and may_send_unseen(key)
        return _asked_of_key(key) if unseen or _may_send(key, focus, before, filled=draft.filled) else None
    pictured = element is not None and element.role == "button" if key is not None else _is_icon(draft)
    if opens or said or not pictured:
        return None
    return RiskVerdict(
        asked="It is a picture without words, and nothing that was recorded says whether it stores something."
    )


def _may_send(key: str, focus: Element | None, before: StructureSnapshot | None, *, filled: bool) -> bool:
    """Whether it is an Enter that may send what stands in the field with the focus."""
    many = focus is not None and _is_many(focus, before)
    sends = not breaks_line(key) if many else filled and (focus is None or focus.editable)
    return sends and ENTER.fullmatch(key) is not None


def _asked_of_key(key: str) -> RiskVerdict:
    return RiskVerdict(asked=f"{key} may send what was typed, and nothing that was recorded says whether it does.")


def _is_icon(draft: StepDraft) -> bool:
    return not draft.target or draft.target.anchor.kind is TargetKind.ICON


def _named(label: str | None, element: Element | None) -> tuple[str, Reading, str]:
    """The name by which the control is judged: the gravest of what it reads and of what structure calls it."""
    names = dict.fromkeys(n for n in (label, element and element.name, element and element.text) if n)
    read = [(name, *read_label(name)) for name in names]
    ranked = (Reading.WRITES, Reading.UNCLEAR, Reading.HARMLESS, Reading.OPENS, Reading.UNKNOWN)
    return min(read, key=lambda one: ranked.index(one[1]), default=("", Reading.UNKNOWN, ""))


def _reading(label: str | None, element: Element | None) -> tuple[Reading, str]:
    return _named(label, element)[1:]


def _quoted(said: str) -> str:
    return f"‘{said}’" if said else "The control without words"


def _position(said: str, word: str) -> str:
    first = re.findall(r"[^\W\d_]+", said.casefold())[:1]
    return "begins with" if first and read_label(first[0])[1] == word.split(" ")[0] else "holds"
