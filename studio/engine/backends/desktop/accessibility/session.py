"""What is asked of the programs on one connection: what lies at a point, what has the keyboard, everything."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Bus, Ref
from studio.engine.backends.desktop.accessibility.captions import caption_zone, wants_caption
from studio.engine.backends.desktop.accessibility.covering import Cover, mute, unspoken, window_at
from studio.engine.backends.desktop.accessibility.describe import Described, describe
from studio.engine.backends.desktop.accessibility.programs import Place, Programs
from studio.engine.backends.desktop.accessibility.roles import kind_of, states_of
from studio.engine.backends.desktop.accessibility.titles import lasting_title, marks_unsaved
from studio.engine.backends.desktop.accessibility.walk import Areas, Limits, Walk
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot

WALK_S = 3.0
"""A reading that takes longer is cut and says so."""


class Display(NamedTuple):
    """What the display shows now: its windows, the lowest first, and how large it is."""

    windows: Sequence[Window]
    screen: Region


Stack = Sequence[Window] | None
"""The windows of the display, the lowest first; None where there is no display to ask."""

Taken = tuple[StructureSnapshot, list[Ref]]
"""A snapshot, and which object each of its elements is."""


class Session:
    """One connection. `display` gives what is shown at this moment, None where there is no display to ask.

    `secrets` are the fields that once were password fields. All methods raise BusLost.
    """

    def __init__(self, bus: Bus, display: Callable[[], Display | None], secrets: set[Ref]) -> None:
        self._bus = bus
        self._display = display
        self._screen: Region | None = None
        self._secrets = secrets
        self._programs = Programs(bus)

    def at(self, point: Point) -> Element | None:
        """The innermost control under `point`, of the window that lies on top there."""
        windows = self._stack()
        window = window_at(windows, point) if windows is not None else None
        if windows is not None and (window is None or (self._screen and not self._screen.contains(point))):
            return None
        places = self._places_of(windows, window)
        own = [p for p in places if window is None or (p.top.window and p.top.window.id == window.id)]
        if own:
            element = self._innermost(places, windows, own, point)
        else:  # a menu is read with the window that it belongs to; what lies beneath it is not what is there
            found = self._read(places, windows, places if window and window.popup else [], None)
            element = _innermost([e for e in found.elements if e.index in found.popped], point)
        if element is None:
            return None
        covered = Cover(own[0].top, [p.top for p in places], None).over(point, in_popup=False) if own else ""
        return replace(element, index=-1, covered_by=covered, in_view=True)

    def _innermost(self, places: Sequence[Place], windows: Stack, own: Sequence[Place], point: Point) -> Element | None:
        """The innermost element under `point` of the windows `own`; for a field without a name its caption is read.

        Where nothing is there, all of the windows is read: some programs tell of containers that they are elsewhere
        than what they hold (a page of tabs in wx).
        """
        element = _innermost(self._read(places, windows, own, (Region(point.x, point.y, 1, 1),)).elements, point)
        element = element or _innermost(self._read(places, windows, own, None).elements, point)
        if element is None or not wants_caption(element, own[0].top.scale):
            return element
        return _innermost(self._read(places, windows, own, (caption_zone(element.region),)).elements, point)

    def focused(self, hint: Ref | None) -> Element | None:
        """What has the keyboard; `hint` is where it was last told to have gone."""
        windows = self._stack()
        active = next((w for w in windows if w.active), None) if windows is not None else None
        places = self._places_of(windows, active)
        own = [p for p in places if active is None or (p.top.window and p.top.window.id == active.id)]
        areas = self._around(hint, own) if hint is not None else None
        for wanted in (areas, None) if areas else (None,):
            found = self._read(places, windows, own, wanted)
            element = next((e for e in found.elements if e.focused), None)
            if element is not None:
                return replace(element, index=-1)
        return None

    def element_of(self, ref: Ref) -> Element | None:
        """That object as an element; what it is a part of, where it is none itself."""
        windows = self._stack()
        places = [p for p in self._places(windows, None) if p.ref.name == ref.name]
        areas = self._around(ref, places)
        if areas is None:
            return None
        found = self._read(places, windows, places, areas)
        exact = next((e for e, key in zip(found.elements, found.keys, strict=True) if key == ref), None)
        element = exact or _innermost(found.elements, Point(areas[0].x, areas[0].y))
        return replace(element, index=-1) if element is not None else None

    def is_secret(self, ref: Ref) -> bool | None:
        """Whether it hides what is typed, or ever did; None where it does not say."""
        number = atspi.whole_of(self._bus.one(atspi.role(ref)))
        if number is not None and kind_of(number).secret:
            self._secrets.add(ref)
        return True if ref in self._secrets else None if number is None else False

    def snapshot(self, region: Region | None, pids: Collection[int] | None) -> Taken:
        """Everything, and which object each element is."""
        windows = self._stack()
        places = self._places(windows, pids)
        found = self._read(places, windows, places, None)
        active = next((p.top for p in places if _is_active(p)), None)
        title = lasting_title(active.title, active.program) if active else ""
        silent = mute(windows or (), [p.top for p in places], pids)
        unsaved = [lasting_title(w.title, w.program) for w in silent if marks_unsaved(w.title)]
        taken = StructureSnapshot(
            url=f"desktop:{active.program}" if active else "desktop:",
            title=title,
            elements=tuple(found.elements),
            texts=tuple(found.texts),
            lists=tuple(found.lists),
            dialogs=tuple(found.dialogs),
            unsaved=(*found.unsaved, *unsaved),
            mute=tuple(lasting_title(w.title, w.program) for w in silent),
            scale=active.scale if active else 1.0,
            unspoken=unspoken(windows or (), [p.top for p in places], found.in_menus),
            truncated=found.truncated or bool(self._bus.silent),
        )
        refs = [Ref(*key) for key in found.keys]
        return _inside(taken, refs, region) if region is not None else (taken, refs)

    def scroll_to(self, ref: Ref) -> bool:
        """Ask that it be scrolled into view."""
        reply = self._bus.one(atspi.scroll_to(ref))
        return bool(reply and reply[0] is True)

    def _stack(self) -> Stack:
        shown = self._display()
        self._screen = shown.screen if shown else None
        return shown.windows if shown else None

    def _places(self, windows: Stack, pids: Collection[int] | None) -> list[Place]:
        return self._programs.places(self._programs.shown(pids), windows)

    def _places_of(self, windows: Stack, window: Window | None) -> list[Place]:
        """The windows of the program that shows `window`. One in a container has other numbers: its title is looked
        for among the programs of which no window is known."""
        programs = self._programs.shown()
        if window is None or windows is None:
            return self._programs.places(programs, windows)
        own = [p for p in programs if p.pid is not None and p.pid == window.pid]
        known = {w.pid for w in windows}
        return self._programs.places(own or [p for p in programs if p.pid not in known], windows)

    def _read(self, places: Sequence[Place], windows: Stack, wanted: Sequence[Place], areas: Areas) -> Described:
        """Read `wanted` of `places`; the others are only known to be there."""
        for place in wanted:
            place.top.node.children.clear()
        limits = Limits(until=time.monotonic() + WALK_S)
        Walk(self._bus, limits, self._secrets).grow(wanted, areas)
        found = describe([place.top for place in places], windows, self._screen, whole=areas is None)
        found.truncated = found.truncated or limits.reached
        return found

    def _around(self, ref: Ref, places: Sequence[Place]) -> tuple[Region, Region] | None:
        """The pixel in the middle of an object, and where its caption lies; None where it is not shown."""
        extents, state = self._bus.ask((atspi.extents(ref), atspi.state(ref)))
        told, states = atspi.region_of(extents), states_of(atspi.words_of(state))
        place = next((p for p in places if p.ref.name == ref.name), None)
        if told is None or place is None or "showing" not in states:
            return None
        middle = place.mapping.physical(told).center
        return (Region(middle.x, middle.y, 1, 1), caption_zone(place.mapping.physical(told)))


def _innermost(elements: Sequence[Element], point: Point) -> Element | None:
    return min((e for e in elements if e.region.contains(point)), key=lambda e: e.region.area, default=None)


def _is_active(place: Place) -> bool:
    window = place.top.window
    return window.active if window is not None else "active" in place.top.node.states


def _inside(taken: StructureSnapshot, refs: list[Ref], region: Region) -> Taken:
    """What lies in `region`, at least in part, numbered anew."""
    kept = [(e, ref) for e, ref in zip(taken.elements, refs, strict=True) if e.region.overlaps(region)]
    part = replace(
        taken,
        elements=tuple(replace(e, index=number) for number, (e, _) in enumerate(kept)),
        texts=tuple(run for run in taken.texts if run.region.overlaps(region)),
        lists=tuple(entry for entry in taken.lists if entry.region.overlaps(region)),
    )
    return part, [ref for _, ref in kept]
