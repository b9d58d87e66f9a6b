"""What a recorded step only opened: another page, a form, a dialog, the answer to a search. Pure.

The words on a control say what it is about, not what it does: `Delete…` that asks first, a row called `Sign-off`, the
`Apply` of a filter. What the recording shows came of it says more; each rule here names such evidence. A message that
something was stored outweighs all of them (`risk_effects.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

from studio.engine.compiler.history import screen_of
from studio.engine.compiler.risk_words import Reading, closes, edits, folded_words, moves_on, read_label
from studio.engine.model.structure import Element, StructureSnapshot, no_longer_unsaved
from studio.engine.vision.text import same_text

_PRESSED = frozenset({"button", "link", "menuitem", "pushbutton", "splitbutton"})


def opened(
    label: str | None,
    element: Element | None,
    before: StructureSnapshot | None,
    after: StructureSnapshot | None,
    marking: Collection[str] = (),
) -> str | None:
    """A sentence on what the step opened; None where nothing shows that it only opened something.

    `element` is what was pressed, or the field in which Enter was pressed; `marking` are windows that mark unsaved
    changes at some time.
    """
    if before is None or after is None or after.truncated:
        return None
    if (name := _only_edited(label, before, after, marking)) is not None:
        return f"It changes what is open, and “{name}” marks that as long as it is not saved."
    if element is None:
        return None
    if _looked_up(element, before, after):
        return "It looks something up: the address holds what its form asks for."
    if element.submits and moves_on(label or element.name) and _asks_more(after, {_key(e) for e in before.elements}):
        return "It leads on to a form that asks for more."
    if element.submits or element.editable:
        return None
    if _followed(label, element, before, after):
        return "It is a link, and the page that it leads to was opened."
    if (dialog := _dialog(before, after)) is not None:
        return f"It opens “{dialog}”, where something can be filled in or chosen."
    return "It opens what it is called after." if _is_named_so(label, element, before, after) else None


def _only_edited(
    label: str | None, before: StructureSnapshot, after: StructureSnapshot, marking: Collection[str]
) -> str | None:
    """The window of a desktop that marks unsaved changes since then: what is not saved yet can be undone.

    Where the words only say that something is changed, it may have marked them before, or found nothing to change, as
    long as none was saved.
    """
    newly = Counter(after.unsaved) - Counter(before.unsaved)
    there = {*(e.frame[-1] for e in before.elements if e.frame), *before.mute}
    marks = there.intersection(marking) if edits(label) and not no_longer_unsaved(before, after) else ()
    return next((name for name in newly if name in there), next(iter(marks), None))


def _looked_up(element: Element, before: StructureSnapshot, after: StructureSnapshot) -> bool:
    """Whether the address afterwards is the query of the element's own form, which is sent by GET."""
    asked = parse_qs(urlsplit(after.url).query, keep_blank_values=True)
    if element.form_method != "get" or not asked or after.url == before.url:
        return False
    mates = [e for e in before.elements if one_form(e, element) and e.editable and e.name_attr]
    return any(e.name_attr in asked and (e.value is None or e.value in asked[e.name_attr]) for e in mates)


def one_form(one: Element, other: Element) -> bool:
    """Whether both stand in one form, as far as structure tells: recordings of before do not number forms."""
    if one.form or other.form:
        return (one.form, one.frame) == (other.form, other.frame)
    return (one.form_method, one.section, one.frame) == (other.form_method, other.section, other.frame)


def _followed(label: str | None, element: Element, before: StructureSnapshot, after: StructureSnapshot) -> bool:
    """Whether it is a link to another screen, which is there now.

    A crude page deletes by a link: where the address itself says what the words say, there must be something to fill
    in on the page that it leads to.
    """
    target = urldefrag(urljoin(before.url, element.href)).url if element.href else ""
    if not target or target != urldefrag(after.url).url or screen_of(before) == screen_of(after):
        return False
    reading, word = read_label(label or element.name)
    says_so = reading is Reading.WRITES and any(part in target.casefold() for part in word.split())
    return not says_so or _asks_more(after, {_key(e) for e in before.elements})


def _asks_more(after: StructureSnapshot, known: set[tuple[str, ...]]) -> bool:
    """Whether a form is there that was not before: a new field, and a button that sends it."""
    new = [e for e in after.elements if _key(e) not in known and not e.disabled]
    return any(e.submits and e.form_method != "get" for e in new)


def _dialog(before: StructureSnapshot, after: StructureSnapshot) -> str | None:
    """The dialog that has come up, where it asks for something: a field, or a choice between two buttons.

    One that only tells something, or that only can be cancelled while the work goes on, does not.
    """
    new = [title for title in after.dialogs if title and after.dialogs.count(title) > before.dialogs.count(title)]
    known = {_key(e) for e in before.elements}
    for title in new:
        inside = [e for e in after.elements if e.section == title and _key(e) not in known and not e.disabled]
        buttons = [words for e in inside if e.role in _PRESSED and folded_words(words := e.text or e.name)]
        if any(e.editable for e in inside) or (len(buttons) > 1 and not all(map(closes, buttons))):
            return title
    return None


def _is_named_so(label: str | None, element: Element, before: StructureSnapshot, after: StructureSnapshot) -> bool:
    """Whether another screen came whose title or heading is the label: what was pressed is its name, not a verb."""
    name = label or element.name
    if not name or screen_of(before) == screen_of(after):
        return False
    heads = {after.title, *(e.section for e in after.elements)} - {before.title, *(e.section for e in before.elements)}
    return any(same_text(head, name) for head in heads if head)


def _key(element: Element) -> tuple[str, ...]:
    return element.role, element.name, element.element_id, element.section, *element.frame
