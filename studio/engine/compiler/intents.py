"""One sentence per step that a person reads in the list of steps and in a halt."""

from __future__ import annotations

from studio.engine.compiler.texts import is_sentence
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import ActionKind
from studio.engine.vision.reading import without_icons

PREVIEW = 30
"""Letters of a typed constant that are shown."""

_VERBS = {
    ActionKind.CLICK: "click",
    ActionKind.DOUBLE_CLICK: "double-click",
    ActionKind.RIGHT_CLICK: "right-click",
    ActionKind.HOVER: "point at",
    ActionKind.DRAG: "drag",
    ActionKind.SELECT: "choose",
    ActionKind.UPLOAD: "upload to",
}


def pointed(action: ActionKind, anchor: Anchor, end: Anchor | None = None) -> str:
    """The intent of an action on a target, such as `click ‘Save Encounter’`."""
    sentence = f"{_VERBS.get(action, action.value)} {target(anchor)}"
    return f"{sentence} to {target(end)}" if end else sentence


def target(anchor: Anchor) -> str:
    """What a person would call the target."""
    names_itself = anchor.says_who and bool(anchor.ocr_text)
    row = f" in the row of ‘{_short(_row_name(anchor))}’" if anchor.row_texts and not names_itself else ""
    if anchor.ocr_text:
        return _NAMED[anchor.kind].format(_seen(anchor.ocr_text, anchor.label_region)) + row
    if row:
        return _UNNAMED[anchor.kind] + row
    if anchor.landmarks:
        mark = anchor.landmarks[0]
        return f"{_UNNAMED[anchor.kind]} {mark.relation} ‘{_short(mark.ocr_text)}’"
    return f"{_UNNAMED[anchor.kind]} at {tuple(anchor.click_point)}"


def _row_name(anchor: Anchor) -> str:
    """The text that names the row's record: of those that prove it the first of several words (one is often a state,
    “Urgent”), else the first."""
    proof = [_seen(without_icons(cell.text), cell.region) for cell in anchor.identity_cells]
    several = [text for text in proof if len(text.split()) > 1 and not is_sentence(text)]
    told = [text for text in several if not any(c.isdigit() for c in text)]
    return (told or proof or [without_icons(anchor.row_texts[0])])[0]


def _seen(text: str, region: Region | None) -> str:
    """A text as far as it was to be seen: “…” where the left edge of the screen cuts it."""
    return f"…{text}" if region is not None and region.x <= 0 else text


_NAMED = {
    TargetKind.TEXT: "‘{}’",
    TargetKind.INPUT: "the field ‘{}’",
    TargetKind.BOX: "the box ‘{}’",
    TargetKind.ICON: "the icon ‘{}’",
}
_UNNAMED = {
    TargetKind.TEXT: "the place",
    TargetKind.INPUT: "the field",
    TargetKind.BOX: "the box",
    TargetKind.ICON: "the icon",
}


def typed(text: str | None, param: str | None, field_label: str | None, *, secret: bool = False) -> str:
    """The intent of a typed value: `type ⟨note⟩ into ‘Note’`. A secret's value never appears."""
    what = f"the secret {_value(None, param)}" if secret else _value(text, param)
    return f"type {what} into ‘{field_label}’" if field_label else f"type {what}"


def chosen(text: str | None, param: str | None, anchor: Anchor) -> str:
    """The intent of choosing an option: `choose ‘Urgent’ in the field ‘Priority’`."""
    return f"choose {_value(text, param)} in {target(anchor)}"


def _value(text: str | None, param: str | None) -> str:
    return f"⟨{param}⟩" if param else f"‘{_short(text or '')}’"


def pressed(key: str | None) -> str:
    """The intent of a key."""
    return f"press {key or 'a key'}"


def turned_to(page: str | None) -> str:
    """The intent of going to another page that is open: `go to page 2`."""
    return f"go to page {page or '?'}"


def scrolled(dx: int, dy: int) -> str:
    """The intent of a wheel gesture in logical px."""
    parts = [f"{'down' if dy > 0 else 'up'} {abs(dy)}"] if dy else []
    parts += [f"{'right' if dx > 0 else 'left'} {abs(dx)}"] if dx else []
    return "scroll " + (" and ".join(parts) or "by nothing")


def _short(text: str) -> str:
    return text if len(text) <= PREVIEW else text[: PREVIEW - 1].rstrip() + "…"
