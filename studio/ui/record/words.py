"""Recorded actions in a person's words, with their icons. Pure. Secrets are never shown."""

from __future__ import annotations

from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent
from studio.ui.words import tr

_SHOWN = 40
HIDDEN = "••••"


def icon_of(kind: ActionKind) -> str:
    """The icon of an action."""
    return kind.value


def short(text: str, most: int = _SHOWN) -> str:
    """The beginning of a text, on one line."""
    said = " ".join(text.split())
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


def target_name(event: RecordedEvent) -> str:
    """What the target is called: by a person, else by the program; empty where nobody knows."""
    if event.label:
        return event.label
    element = event.element or {}
    return str(element.get("name") or element.get("label") or element.get("text") or "")


def kind_word(kind: ActionKind) -> str:
    """What was done, in one word."""
    return {
        ActionKind.CLICK: tr("click"),
        ActionKind.DOUBLE_CLICK: tr("double click"),
        ActionKind.RIGHT_CLICK: tr("right click"),
        ActionKind.DRAG: tr("drag"),
        ActionKind.HOVER: tr("pointed at"),
        ActionKind.TYPE: tr("typed"),
        ActionKind.KEY: tr("key"),
        ActionKind.SCROLL: tr("scrolled"),
        ActionKind.SELECT: tr("chosen"),
        ActionKind.UPLOAD: tr("file chosen"),
        ActionKind.WAIT: tr("waited"),
        ActionKind.SWITCH_SURFACE: tr("another page"),
    }[kind]


def title_of(event: RecordedEvent, read: str = "") -> str:
    """One line that says what was done. `read` is the name that was read from the picture, where none was told."""
    name = short(target_name(event) or read)
    if event.kind is ActionKind.TYPE:
        return _typed(event)
    if event.kind is ActionKind.KEY:
        return tr("Press {key}", key=event.key or "")
    if event.kind is ActionKind.SCROLL:
        return tr("Scroll {way}", way=_way(event.dx or 0, event.dy or 0))
    if event.kind is ActionKind.SWITCH_SURFACE:
        return tr("Go to {page}", page=short(event.text or ""))
    if event.kind is ActionKind.SELECT:
        return tr("Choose {value} in {name}", value=_quoted(event.text), name=_quoted(name))
    if event.kind is ActionKind.UPLOAD:
        return tr("Upload {value}", value=_quoted((event.text or "").rpartition("/")[2]))
    if event.kind is ActionKind.WAIT:
        return tr("Wait")
    verbs = {
        ActionKind.CLICK: tr("Click {name}", name=_named(name)),
        ActionKind.DOUBLE_CLICK: tr("Double-click {name}", name=_named(name)),
        ActionKind.RIGHT_CLICK: tr("Right-click {name}", name=_named(name)),
        ActionKind.DRAG: tr("Drag {name}", name=_named(name)),
        ActionKind.HOVER: tr("Point at {name}", name=_named(name)),
    }
    return verbs[event.kind]


def is_nameless(event: RecordedEvent, read: str | None) -> bool:
    """Whether it acts on something that nobody could name; `read` is None while the picture was not read yet."""
    pointed = event.kind in (ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.RIGHT_CLICK, ActionKind.SELECT)
    return pointed and not target_name(event) and read == ""


def _typed(event: RecordedEvent) -> str:
    value = HIDDEN if event.secret else _quoted(event.text)
    label = event.field_label or target_name(event)
    return (
        tr("Type {value} into {name}", value=value, name=_quoted(label)) if label else tr("Type {value}", value=value)
    )


def _named(name: str) -> str:
    return _quoted(name) if name else tr("a place without a name")


def _quoted(text: str | None) -> str:
    return f"“{short(text or '')}”"


def _way(dx: int, dy: int) -> str:
    parts = [tr("down") if dy > 0 else tr("up")] if dy else []
    parts += [tr("right") if dx > 0 else tr("left")] if dx else []
    return tr(" and ").join(parts) or tr("a little")
