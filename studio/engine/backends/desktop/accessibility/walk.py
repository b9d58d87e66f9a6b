"""Reads the trees of programs, breadth first: one level of all windows is a few round trips, whatever its size."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Bus, Call, Ref, Reply
from studio.engine.backends.desktop.accessibility.details import Wish, hold, holds_text, wishes
from studio.engine.backends.desktop.accessibility.many import FEW, shown_children
from studio.engine.backends.desktop.accessibility.nodes import TABLES, Node
from studio.engine.backends.desktop.accessibility.programs import Place
from studio.engine.backends.desktop.accessibility.roles import kind_of, states_of
from studio.engine.model.geometry import Region

LEAVES = frozenset(
    {
        *("push button", "toggle button", "check box", "radio button", "check menu item"),
        *("radio menu item", "icon", "image", "separator", "scroll bar", "slider", "progress bar"),
        *("column header", "row header", "tool tip"),
    }
)
"""Tags below which nothing is asked for."""

_WHOLE = frozenset({"row", "listitem", "treeitem", "gridcell"})
_HEADER_PX = 60
_LEVELS = 80

_FEW_JOBS = 16

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
    node: Node | None = None
    children: list[Ref] = field(default_factory=list)
    count: int = 0


class Walk:
    """One reading. `secrets` are the objects that once were password fields: they stay so though one shows its text."""

    def __init__(self, bus: Bus, limits: Limits, secrets: set[Ref]) -> None:
        self._bus = bus
        self._limits = limits
        self._secrets = secrets
        self._labels: dict[Ref, tuple[Node, list[Ref]]] = {}

    def grow(self, places: Sequence[Place], areas: Areas = None) -> None:
        """Read what is below the windows. Raises BusLost."""
        tops = [_Job(place.ref, place.top.node, 0, place, areas, node=place.top.node) for place in places]
        self._describe(tops)
        jobs = self._below(tops)
        for _ in range(_LEVELS):
            jobs = jobs[: self._limits.take(len(jobs))]
            if not jobs:
                break
            shown = self._shown(jobs)
            self._describe(shown)
            self._read_texts(shown)
            jobs = self._below(shown)
        self._limits.reached = self._limits.reached or bool(jobs)
        self._name_labels([place.top.node for place in places])

    def _shown(self, jobs: Sequence[_Job]) -> list[_Job]:
        """Those that are shown and lie where they must, as nodes of their parents."""
        near, kinds = self._near(jobs)
        for job, (role, state) in zip(near, kinds, strict=True):
            states = states_of(atspi.words_of(state))
            if "showing" in states and "defunct" not in states:
                job.node = self._node(job, atspi.whole_of(role) or 0, states)
                job.parent.children.append(job.node)
        return [job for job in near if job.node is not None]

    def _near(self, jobs: Sequence[_Job]) -> tuple[list[_Job], list[tuple[Reply, Reply]]]:
        """Those that lie where they must, with the answers on role and state. Of many, first only where they lie."""
        first = self._bus.ask([atspi.extents(job.ref) for job in jobs]) if len(jobs) > _FEW_JOBS else None
        if first is None:
            answers = self._bus.ask([call(j.ref) for j in jobs for call in (atspi.extents, atspi.role, atspi.state)])
            told = [(answers[3 * n], (answers[3 * n + 1], answers[3 * n + 2])) for n in range(len(jobs))]
            for job, (extents, _) in zip(jobs, told, strict=True):
                job.extents = extents
            kept = [(j, k) for j, (_, k) in zip(jobs, told, strict=True) if _lies(_region(j), j.areas)]
            return [job for job, _ in kept], [kind for _, kind in kept]
        for job, extents in zip(jobs, first, strict=True):
            job.extents = extents
        near = [job for job in jobs if _lies(_region(job), job.areas)]
        kinds = self._bus.ask([call(job.ref) for job in near for call in (atspi.role, atspi.state)])
        return near, [(kinds[2 * n], kinds[2 * n + 1]) for n in range(len(near))]

    def _node(self, job: _Job, number: int, states: frozenset[str]) -> Node:
        kind = kind_of(number)
        if kind.secret:
            self._secrets.add(job.ref)
        secret = job.ref in self._secrets
        return Node(job.ref, _role(kind.role, states), kind.tag, job.index, _region(job), states, secret=secret)

    def _describe(self, jobs: Sequence[_Job]) -> None:
        """Ask what can be asked of each by its kind, its children too."""
        wanted: list[Wish] = [wish for job in jobs for wish in self._wishes(job)]
        for (_, take), reply in zip(wanted, self._bus.ask([call for call, _ in wanted]), strict=True):
            take(reply)

    def _read_texts(self, jobs: Sequence[_Job]) -> None:
        """What fields and other texts hold."""
        holders = [(job, job.node) for job in jobs if job.node and holds_text(job.node)]
        lengths = self._bus.ask([atspi.length(job.ref) for job, _ in holders])
        counts = [atspi.whole_of(reply) for reply in lengths]
        asked = [(*holder, count) for holder, count in zip(holders, counts, strict=True) if count is not None]
        texts = self._bus.ask([atspi.text(job.ref, count) for job, _, count in asked])
        for (job, node, _), reply in zip(asked, texts, strict=True):
            hold(node, reply)
            if node.role == "document":
                node.lines = self._lines(job.ref, node, job.place)

    def _wishes(self, job: _Job) -> list[Wish]:
        node = job.node
        if node is None:
            return []

        def labelled(by: list[Ref]) -> None:
            self._labels[job.ref] = (node, by)

        def counted(reply: Reply) -> None:
            job.count = atspi.whole_of(reply) or 0

        def listed(reply: Reply) -> None:
            job.children = atspi.refs_of(reply)

        wanted = list(wishes(job.ref, node, job.place.program, labelled)) if node is not job.place.top.node else []
        if node.role in TABLES:
            wanted.append((atspi.child_count(job.ref), counted))
        elif node.tag not in LEAVES:
            wanted.append((atspi.children(job.ref), listed))
        return wanted

    def _lines(self, ref: Ref, node: Node, place: Place) -> tuple[tuple[str, Region], ...]:
        """The shown lines of a text that cannot be changed, each with its rectangle."""
        spans = _spans(node.value or "")[:_MOST_LINES]
        replies = self._bus.ask([atspi.text_extents(ref, start, end) for start, end, _ in spans])
        told = [(text, atspi.region_of(reply)) for (_, _, text), reply in zip(spans, replies, strict=True)]
        return tuple((text, place.mapping.physical(region)) for text, region in told if region is not None)

    def _below(self, parents: Sequence[_Job]) -> list[_Job]:
        """The children of all that are shown; of a long list those that are in sight."""
        few = [job for job in parents if 0 < job.count <= FEW]
        for job, reply in zip(few, self._bus.ask([atspi.children(job.ref) for job in few]), strict=True):
            job.children = atspi.refs_of(reply)
        jobs: list[_Job] = []
        for job in parents:
            if job.node is not None:
                jobs += self._children(job, job.node)
        return jobs

    def _children(self, job: _Job, node: Node) -> list[_Job]:
        found = list(enumerate(job.children))
        if job.count > FEW:
            found = shown_children(self._bus, job.ref, node.region, job.place.mapping)
        if node.role in ("list", "listbox") and node.rows is None:
            node.rows = job.count
        areas = _inner(node, job.areas)
        return [_Job(ref, node, index, job.place, areas) for index, ref in found if ref.path != atspi.NOTHING]

    def _name_labels(self, tops: Sequence[Node]) -> None:
        """Fields take the names of what labels them: read already, or asked for now."""
        names = {node.key: node.name for top in tops for node in top.walk()}
        unknown = [ref for _, refs in self._labels.values() for ref in refs if not names.get(ref)]
        calls: list[Call] = [atspi.name(ref) for ref in unknown]
        names |= {ref: atspi.text_of(reply) for ref, reply in zip(unknown, self._bus.ask(calls), strict=True)}
        for node, refs in self._labels.values():
            node.label = " ".join(" ".join(names[ref] for ref in refs).split())


_MOST_LINES = 100
_OBJECT = "\ufffc"
"""Stands in a text where another object is, which is told by itself."""


def _spans(text: str) -> list[tuple[int, int, str]]:
    """The lines of a text that hold something: start, end, words."""
    spans, start = [], 0
    for line in text.split("\n"):
        words = " ".join(line.replace(_OBJECT, " ").split())
        if words:
            spans.append((start, start + len(line), words))
        start += len(line) + 1
    return spans


def _role(role: str, states: frozenset[str]) -> str:
    """What a state says more of a role: a text that cannot be changed, an entry of a menu that can be ticked."""
    if role == "textbox" and ("editable" not in states or "read only" in states):
        return "document"
    return "menuitemcheckbox" if role == "menuitem" and "checkable" in states else role


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
