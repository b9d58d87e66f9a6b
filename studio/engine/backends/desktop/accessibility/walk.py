"""Reads the trees of programs, breadth first: one level of all windows is a few round trips, whatever its size."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Bus, Call, Ref, Reply
from studio.engine.backends.desktop.accessibility.details import Wish, wishes
from studio.engine.backends.desktop.accessibility.many import FEW, shown_children
from studio.engine.backends.desktop.accessibility.nodes import TABLES, Node
from studio.engine.backends.desktop.accessibility.programs import Place
from studio.engine.backends.desktop.accessibility.roles import kind_of, states_of
from studio.engine.model.geometry import Region

LEAVES = frozenset(
    {
        *("label", "static", "push button", "toggle button", "check box", "radio button", "check menu item"),
        *("radio menu item", "icon", "image", "separator", "scroll bar", "slider", "progress bar"),
        *("column header", "row header", "tool tip"),
    }
)
"""Tags below which nothing is asked for."""

_WHOLE = frozenset({"row", "listitem", "treeitem"})
_HEADER_PX = 60
_LEVELS = 80

Areas = tuple[Region, ...] | None
"""Where something must lie to be read; None reads all."""


@dataclass(slots=True)
class Limits:
    """How much may be read: objects in all, and until when (`time.monotonic()`)."""

    until: float
    objects: int = 6000
    reached: bool = False

    def take(self, count: int) -> int:
        """How many of `count` may still be read."""
        allowed = min(count, self.objects) if time.monotonic() < self.until else 0
        self.objects -= allowed
        self.reached = self.reached or allowed < count
        return allowed


@dataclass(slots=True)
class _Job:
    """An object that is to be read, below `parent`."""

    ref: Ref
    parent: Node
    index: int
    place: Place
    areas: Areas
    extents: Reply = None
    node: Node | None = field(default=None)


class Walk:
    """One reading. `secrets` are the objects that once were password fields: they stay so though one shows its text."""

    def __init__(self, bus: Bus, limits: Limits, secrets: set[Ref]) -> None:
        self._bus = bus
        self._limits = limits
        self._secrets = secrets
        self._labels: dict[Ref, tuple[Node, list[Ref]]] = {}

    def grow(self, places: Sequence[Place], areas: Areas = None) -> None:
        """Read what is below the windows. Raises BusLost."""
        jobs = self._below([(place.ref, place.top.node, place, areas) for place in places])
        for _ in range(_LEVELS):
            jobs = jobs[: self._limits.take(len(jobs))]
            if not jobs:
                break
            shown = self._shown(jobs)
            self._describe(shown)
            jobs = self._below([(j.ref, j.node, j.place, _inner(j.node, j.areas)) for j in shown if j.node])
        self._limits.reached = self._limits.reached or bool(jobs)
        self._name_labels([place.top.node for place in places])

    def _shown(self, jobs: Sequence[_Job]) -> list[_Job]:
        """Those that are shown and lie where they must, as nodes of their parents."""
        for job, extents in zip(jobs, self._bus.ask([atspi.extents(j.ref) for j in jobs]), strict=True):
            job.extents = extents
        near = [job for job in jobs if _lies(_region(job), job.areas)]
        answers = self._bus.ask([call(j.ref) for j in near for call in (atspi.role, atspi.state)])
        for number, job in enumerate(near):
            role, state = answers[2 * number : 2 * number + 2]
            states = states_of(atspi.words_of(state))
            if "showing" in states and "defunct" not in states:
                job.node = self._node(job, atspi.whole_of(role) or 0, states)
                job.parent.children.append(job.node)
        return [job for job in near if job.node is not None]

    def _node(self, job: _Job, number: int, states: frozenset[str]) -> Node:
        kind = kind_of(number)
        if kind.secret:
            self._secrets.add(job.ref)
        role = "document" if kind.role == "textbox" and not _takes_text(states) else kind.role
        secret = job.ref in self._secrets
        return Node(job.ref, role, kind.tag, job.index, _region(job), states, secret=secret)

    def _describe(self, jobs: Sequence[_Job]) -> None:
        wanted: list[Wish] = [wish for job in jobs if job.node for wish in self._wishes(job.ref, job.node, job.place)]
        for (_, take), reply in zip(wanted, self._bus.ask([call for call, _ in wanted]), strict=True):
            take(reply)
        documents = [(j.ref, j.node, j.place) for j in jobs if j.node and j.node.role == "document" and j.node.value]
        for ref, node, place in documents:
            node.lines = self._lines(ref, node, place)

    def _wishes(self, ref: Ref, node: Node, place: Place) -> list[Wish]:
        def labelled(by: list[Ref]) -> None:
            self._labels[ref] = (node, by)

        return list(wishes(ref, node, place.program, labelled))

    def _lines(self, ref: Ref, node: Node, place: Place) -> tuple[tuple[str, Region], ...]:
        """The shown lines of a text that cannot be changed, each with its rectangle."""
        spans = _spans(node.value or "")[:_MOST_LINES]
        replies = self._bus.ask([atspi.text_extents(ref, start, end) for start, end, _ in spans])
        told = [(text, atspi.region_of(reply)) for (_, _, text), reply in zip(spans, replies, strict=True)]
        return tuple((text, place.mapping.physical(region)) for text, region in told if region is not None)

    def _below(self, parents: Sequence[tuple[Ref, Node, Place, Areas]]) -> list[_Job]:
        """The children of those that may have some."""
        open_ = [p for p in parents if p[1].tag not in LEAVES]
        many = [p for p in open_ if p[1].role in TABLES]
        counts = self._bus.ask([atspi.child_count(ref) for ref, *_ in many])
        huge = {p[0] for p, count in zip(many, counts, strict=True) if (atspi.whole_of(count) or 0) > FEW}
        usual = [p for p in open_ if p[0] not in huge]
        listed = self._bus.ask([atspi.children(ref) for ref, *_ in usual])
        jobs = [
            _Job(child, node, index, place, areas)
            for (_, node, place, areas), reply in zip(usual, listed, strict=True)
            for index, child in enumerate(atspi.refs_of(reply))
            if child.path != atspi.NOTHING
        ]
        for ref, node, place, areas in (p for p in open_ if p[0] in huge):
            found = shown_children(self._bus, ref, node.region, place.mapping)
            jobs += [_Job(child, node, index, place, areas) for index, child in found]
        return jobs

    def _name_labels(self, tops: Sequence[Node]) -> None:
        """Fields take the names of what labels them: read already, or asked for now."""
        names = {node.key: node.name for top in tops for node in top.walk()}
        unknown = [ref for _, refs in self._labels.values() for ref in refs if not names.get(ref)]
        calls: list[Call] = [atspi.name(ref) for ref in unknown]
        names |= {ref: atspi.text_of(reply) for ref, reply in zip(unknown, self._bus.ask(calls), strict=True)}
        for node, refs in self._labels.values():
            node.label = " ".join(" ".join(names[ref] for ref in refs).split())


_MOST_LINES = 100


def _spans(text: str) -> list[tuple[int, int, str]]:
    """The lines of a text that hold something: start, end, words."""
    spans, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            spans.append((start, start + len(line), " ".join(line.split())))
        start += len(line) + 1
    return spans


def _takes_text(states: frozenset[str]) -> bool:
    return "editable" in states and "read only" not in states


def _region(job: _Job) -> Region | None:
    told = atspi.region_of(job.extents)
    return job.place.mapping.physical(told) if told is not None else None


def _lies(region: Region | None, areas: Areas) -> bool:
    """What has no rectangle of its own (a page of a notebook) is gone through."""
    return areas is None or region is None or any(region.overlaps(area) for area in areas)


def _inner(node: Node, areas: Areas) -> Areas:
    """Where the children of `node` must lie: of a table the whole row and the heads, of an item all of it."""
    if areas is None or node.region is None:
        return areas
    if node.role in TABLES:
        bands = tuple(Region(node.region.x, area.y, node.region.w, area.h) for area in areas)
        return (*bands, Region(node.region.x, node.region.y, node.region.w, _HEADER_PX))
    return (*areas, node.region) if node.role in _WHOLE else areas
