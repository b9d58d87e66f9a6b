"""Characters that would do something else than be typed: a line feed is Enter, and Enter submits a one-line form."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from studio.engine.errors import BadParams
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Step, Workflow

_LINES = frozenset("\r\n")
_KEYS = _LINES | {"\t"}
_NAMES = {"\n": "a line feed", "\r": "a carriage return", "\t": "a tab"}
_JOINERS = frozenset("\u200c\u200d")
"""They shape the letters of several scripts, and emoji; between Latin letters they are only unseen."""
_WRITES = frozenset({ActionKind.TYPE, ActionKind.SELECT})
_CLICKS = frozenset({ActionKind.CLICK, ActionKind.DOUBLE_CLICK})
_STAYS = frozenset({"Control+A", "Meta+A", "Backspace", "Delete", "Home", "End", "Control+Home", "Control+End"})
"""Keys that a field is emptied with before it is typed into."""
_ONE_LINE_TAGS = frozenset({"input", "select", "password text", "spin button", "combo box", "date editor"})


def refuse_untypable(workflow: Workflow, given: Mapping[str, str]) -> None:
    """Refuse the values of a run that hold what nobody sees or what is no text. Raises BadParams; tells no value."""
    for name, value in given.items():
        if (sentence := _unseen(value)) is not None:
            raise BadParams(f"The value of {name!r} holds {sentence}: take it out and run it again.")
        if not _KEYS.isdisjoint(value) and (sentence := _one_line(workflow, name, value)) is not None:
            raise BadParams(f"The value of {name!r} holds {sentence}: give it on one line.")


def why_not_typed(step: Step, text: str, recorded: str, seen: StructureSnapshot | None) -> str | None:
    """Why `text` must not be typed into what has the focus now; None where it may. `recorded`: what stood for it."""
    held = _KEYS.intersection(text)
    if not held or step.action not in _WRITES:
        return None
    field = seen.focused if seen is not None else None
    lines = step.action is ActionKind.TYPE and seen is not None and field is not None and _takes_lines(field, seen)
    one_line = field is not None and field.tag in _ONE_LINE_TAGS
    same = not one_line and step.action is ActionKind.TYPE
    for character in sorted(held):
        kind = _LINES if character in _LINES else frozenset("\t")
        as_recorded = same and not kind.isdisjoint(recorded)
        taken = lines and (character in _LINES or (seen is not None and seen.of_desktop))
        if not as_recorded and not taken:
            return f"the text holds {_NAMES[character]}, and {_what_it_does(character)}. Nothing was typed."
    return None


def _what_it_does(character: str) -> str:
    if character == "\t":
        return "the Tab key would leave the field in the middle of it"
    return "the field is not known to take several lines: Enter could submit what is unfinished"


def _takes_lines(field: Element, seen: StructureSnapshot) -> bool:
    """A text area, a page's own editor, a field of several lines of a program."""
    if seen.of_desktop:
        return field.multiline
    return field.tag == "textarea" or (field.tag not in _ONE_LINE_TAGS and field.editable and field.role == "textbox")


def _unseen(value: str) -> str | None:
    """What in `value` a person who pasted it does not see, in words."""
    for place, character in enumerate(value):
        kind = unicodedata.category(character)
        if kind == "Cc" and character not in _KEYS:
            return f"a control character (U+{ord(character):04X}) as character {place + 1}"
        if kind in ("Cf", "Zl", "Zp") and not _shapes(value, place) and not _is_seen(character):
            name = unicodedata.name(character, "a format character").lower()
            return f"the invisible character U+{ord(character):04X} ({name}) as character {place + 1}"
    return None


def _shapes(value: str, place: int) -> bool:
    """Whether a joiner stands where scripts need one: within, after something that is no Latin letter."""
    if value[place] not in _JOINERS or not 0 < place < len(value) - 1:
        return False
    before = value[place - 1]
    return before >= "\u0600" and unicodedata.category(before) != "Cf" and "LATIN" not in unicodedata.name(before, "")


def _is_seen(character: str) -> bool:
    """Signs of numbers and verses that are drawn although they are counted as format characters."""
    return "\u0600" <= character <= "\u0605" or character in "\u06dd\u070f\u0890\u0891\u08e2"


def _one_line(workflow: Workflow, name: str, value: str) -> str | None:
    for place, step in enumerate(workflow.steps):
        if step.param != name or step.action not in _WRITES:
            continue
        if step.action is ActionKind.SELECT or _was_one_line(workflow, place):
            held = next(_NAMES[character] for character in value if character in _KEYS)
            return f"{held}, and {_place(step)} takes one line"
    return None


def _place(step: Step) -> str:
    return f"the field “{step.field_label}”" if step.field_label else f"the field of “{step.intent}”"


def _was_one_line(workflow: Workflow, place: int) -> bool:
    """Whether the field that the step types into was clicked just before it and was one of one line."""
    for step in reversed(workflow.steps[:place]):
        if step.action is ActionKind.KEY and step.key in _STAYS:
            continue
        target = step.anchor.structural if step.anchor and step.action in _CLICKS else None
        return target is not None and target.tag in _ONE_LINE_TAGS
    return False
