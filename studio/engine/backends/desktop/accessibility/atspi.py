"""The calls of AT-SPI that are used, by name, and their answers as plain values. Pure."""

from __future__ import annotations

import re
from typing import Any

from studio.engine.backends.desktop.accessibility.bus import Call, Ref, Reply
from studio.engine.model.geometry import Region
from studio.engine.model.structure_json import MAX_COORDINATE

_PREFIX = "org.a11y.atspi."
_PROPERTIES = "org.freedesktop.DBus.Properties"
_SCREEN = 0
"""Coordinates of the whole desktop."""

REGISTRY = Ref(_PREFIX + "Registry", "/org/a11y/atspi/accessible/root")
_EVENTS = Ref(_PREFIX + "Registry", "/org/a11y/atspi/registry")
DAEMON = Ref("org.freedesktop.DBus", "/org/freedesktop/DBus")
NOTHING = "/org/a11y/atspi/null"

_NAME, _PATH = re.compile(r"[:A-Za-z0-9_.-]{1,255}"), re.compile(r"/[A-Za-z0-9_/]{0,1000}")
"""To call anything else is no message, and ends the connection."""

LABELLED_BY = 2
LONGEST_VALUE = 100_000
"""Characters of a field that are read at most."""


def role(ref: Ref) -> Call:
    """Its role by number."""
    return Call(ref, _PREFIX + "Accessible", "GetRole")


def state(ref: Ref) -> Call:
    """Its states, a bit field."""
    return Call(ref, _PREFIX + "Accessible", "GetState")


def children(ref: Ref) -> Call:
    """All its children."""
    return Call(ref, _PREFIX + "Accessible", "GetChildren")


def child(ref: Ref, index: int) -> Call:
    """One of its children."""
    return Call(ref, _PREFIX + "Accessible", "GetChildAtIndex", "i", (index,))


def place(ref: Ref) -> Call:
    """Its index among the children of its parent."""
    return Call(ref, _PREFIX + "Accessible", "GetIndexInParent")


def relations(ref: Ref) -> Call:
    """What it is related to, by kind of relation."""
    return Call(ref, _PREFIX + "Accessible", "GetRelationSet")


def attributes(ref: Ref) -> Call:
    """Free attributes of the toolkit."""
    return Call(ref, _PREFIX + "Accessible", "GetAttributes")


def extents(ref: Ref) -> Call:
    """Its rectangle on the desktop, in px of its program."""
    return Call(ref, _PREFIX + "Component", "GetExtents", "u", (_SCREEN,))


def at_point(ref: Ref, x: int, y: int) -> Call:
    """Its child at a point of the desktop, in px of its program."""
    return Call(ref, _PREFIX + "Component", "GetAccessibleAtPoint", "iiu", (x, y, _SCREEN))


def scroll_to(ref: Ref) -> Call:
    """Bring it into view, anywhere."""
    return Call(ref, _PREFIX + "Component", "ScrollTo", "u", (6,))


def length(ref: Ref) -> Call:
    """How many characters it holds."""
    return _property(ref, "Text", "CharacterCount")


def text(ref: Ref, count: int) -> Call:
    """What it holds. Qt 5 gives nothing where more is asked for than there is."""
    return Call(ref, _PREFIX + "Text", "GetText", "ii", (0, min(count, LONGEST_VALUE)))


def text_extents(ref: Ref, start: int, end: int) -> Call:
    """The rectangle of a part of its text, in px of its program."""
    return Call(ref, _PREFIX + "Text", "GetRangeExtents", "iiu", (start, end, _SCREEN))


def name(ref: Ref) -> Call:
    """What it is called."""
    return _property(ref, "Accessible", "Name")


def child_count(ref: Ref) -> Call:
    """How many children it has."""
    return _property(ref, "Accessible", "ChildCount")


def identifier(ref: Ref) -> Call:
    """How its program calls it."""
    return _property(ref, "Accessible", "AccessibleId")


def rows(ref: Ref) -> Call:
    """How many rows its table has."""
    return _property(ref, "Table", "NRows")


def number(ref: Ref) -> Call:
    """Its value, where that is a number."""
    return _property(ref, "Value", "CurrentValue")


def toolkit(ref: Ref) -> Call:
    """What draws it."""
    return _property(ref, "Application", "ToolkitName")


def process(bus_name: str) -> Call:
    """The process that owns a name on the bus."""
    return Call(DAEMON, "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", (bus_name,))


def listen(event: str) -> Call:
    """Ask that programs send that kind of event."""
    return Call(_EVENTS, _PREFIX + "Registry", "RegisterEvent", "s", (event,))


def match(rule: str) -> Call:
    """Have signals of that rule delivered here."""
    return Call(DAEMON, "org.freedesktop.DBus", "AddMatch", "s", (rule,))


def _property(ref: Ref, interface: str, what: str) -> Call:
    return Call(ref, _PROPERTIES, "Get", "ss", (_PREFIX + interface, what))


def value_of(reply: Reply) -> Any:
    """The first value of an answer, out of its variant; None where there is none."""
    if not reply:
        return None
    value = reply[0]
    return value[1] if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) else value


def text_of(reply: Reply) -> str:
    """A text; empty where there is none."""
    value = value_of(reply)
    return value if isinstance(value, str) else ""


def whole_of(reply: Reply) -> int | None:
    """A whole number; None where there is none, or one that cannot be."""
    value = value_of(reply)
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and abs(value) <= MAX_COORDINATE else None


def refs_of(reply: Reply) -> list[Ref]:
    """Objects; what stands for nothing is kept, so that places in the list mean something."""
    value = reply[0] if reply else None
    return [_ref(one) for one in value] if isinstance(value, list) else []


def ref_of(reply: Reply) -> Ref | None:
    """One object; None for nothing."""
    value = reply[0] if reply else None
    ref = _ref(value)
    return ref if ref.name and ref.path != NOTHING else None


def region_of(reply: Reply) -> Region | None:
    """A rectangle; None where it has none, or one that cannot be (a widget that is not shown)."""
    value = reply[0] if reply else None
    if isinstance(value, tuple) and len(value) == 4:  # GetExtents answers one struct
        reply = value
    if not reply or len(reply) != 4 or not all(isinstance(v, int) and abs(v) < 1_000_000 for v in reply):
        return None
    region = Region(*reply)
    return region if region.w > 0 and region.h > 0 else None


def words_of(reply: Reply) -> tuple[int, ...]:
    """The words of a bit field."""
    value = reply[0] if reply else None
    return tuple(word for word in value if isinstance(word, int)) if isinstance(value, (list, tuple)) else ()


def labels_of(reply: Reply) -> list[Ref]:
    """The objects that a relation set names as labels."""
    value = reply[0] if reply else None
    pairs = [pair for pair in value if isinstance(pair, tuple) and len(pair) == 2] if isinstance(value, list) else []
    told = [targets for kind, targets in pairs if kind == LABELLED_BY and isinstance(targets, list)]
    return [_ref(target) for targets in told for target in targets]


def _ref(value: Any) -> Ref:
    """An object as a program names it; nothing where it says something else."""
    whole = isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, str) for part in value)
    return Ref(*value) if whole and _NAME.fullmatch(value[0]) and _PATH.fullmatch(value[1]) else Ref("", NOTHING)
