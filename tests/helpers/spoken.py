"""What the programs of a desktop say of themselves on the accessibility bus, as plain values, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Bus, Call, Ref

_FOCUSED, _SHOWING = 12, 25
"""Bits of AT-SPI's state."""


class Spoken(NamedTuple):
    """One part that is shown: its name, the program's own identifier, its middle in px of the screen, and whether what
    is typed goes there."""

    name: str
    identifier: str
    x: int
    y: int
    focused: bool = False


def spoken(env: Mapping[str, str], program: str, fits: Callable[[str], bool] = lambda _name: True) -> list[Spoken]:
    """The parts of the running programs whose name contains `program`, from the outside in. Only of those whose own
    name `fits` more is asked: each question keeps the program from its work."""
    session = Bus(env["DBUS_SESSION_BUS_ADDRESS"])
    told = session.one(Call(Ref("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress"))
    session.close()
    assert told is not None
    bus = Bus(told[0])
    try:
        roots = atspi.refs_of(bus.one(atspi.children(atspi.REGISTRY)))
        names = [atspi.text_of(reply) for reply in bus.ask([atspi.name(ref) for ref in roots])]
        found = [ref for ref, name in zip(roots, names, strict=True) if program in name]
        parts: list[Spoken] = []
        while found := _shown(bus, _children(bus, found)):
            parts += _parts(bus, found, fits)
        return parts
    finally:
        bus.close()


def _children(bus: Bus, refs: list[Ref]) -> list[Ref]:
    return [child for reply in bus.ask([atspi.children(ref) for ref in refs]) for child in atspi.refs_of(reply)]


def _shown(bus: Bus, refs: list[Ref]) -> list[Ref]:
    """Those that are shown. Cells of a hidden table say so too: only children of what is shown are asked."""
    words = [atspi.words_of(reply) for reply in bus.ask([atspi.state(ref) for ref in refs])]
    return [ref for ref, word in zip(refs, words, strict=True) if word and word[0] >> _SHOWING & 1]


def _parts(bus: Bus, shown: list[Ref], fits: Callable[[str], bool]) -> list[Spoken]:
    told = zip(shown, map(atspi.text_of, bus.ask([atspi.name(ref) for ref in shown])), strict=True)
    meant = [(ref, name) for ref, name in told if name and fits(name)]
    refs = [ref for ref, _ in meant]
    own = bus.ask([atspi.identifier(ref) for ref in refs])
    places = bus.ask([atspi.extents(ref) for ref in refs])
    states = [atspi.words_of(reply) for reply in bus.ask([atspi.state(ref) for ref in refs])]
    parts = []
    for (_, name), identifier, place, state in zip(meant, own, places, states, strict=True):
        region = atspi.region_of(place)
        if region is not None:
            middle = (region.x + region.w // 2, region.y + region.h // 2)
            focused = bool(state and state[0] >> _FOCUSED & 1)
            parts.append(Spoken(name, atspi.text_of(identifier), *middle, focused))
    return parts
