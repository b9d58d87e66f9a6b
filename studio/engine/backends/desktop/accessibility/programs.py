"""The programs on the bus and their windows, each matched with the window that the display shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Bus, Ref
from studio.engine.backends.desktop.accessibility.nodes import Node, Top
from studio.engine.backends.desktop.accessibility.roles import kind_of, states_of
from studio.engine.backends.desktop.accessibility.scaling import SAME, Mapping, mapping_of
from studio.engine.backends.desktop.accessibility.titles import squeezed
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Region


@dataclass(frozen=True, slots=True)
class Program:
    """One program on the bus. `toolkit` is what draws it, in its own spelling."""

    root: Ref
    name: str
    pid: int | None
    toolkit: str


@dataclass(frozen=True, slots=True)
class Place:
    """One shown window of a program, and how its rectangles become physical."""

    top: Top
    ref: Ref
    program: Program
    mapping: Mapping


class Programs:
    """Knows the programs that were met, so that only new ones are asked who they are."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: dict[Ref, Program] = {}

    def shown(self, pids: Collection[int] | None = None) -> list[Program]:
        """All programs that take part, or those of `pids`, in the order in which they came. Raises BusLost."""
        listed = atspi.refs_of(self._bus.one(atspi.children(atspi.REGISTRY)))
        roots = [root for root in listed if root.path != atspi.NOTHING]
        for root in roots:
            if root not in self._known:
                self._meet(root)
        self._known = {root: self._known[root] for root in roots if root in self._known}
        return [p for p in self._known.values() if pids is None or p.pid in pids]

    def _meet(self, root: Ref) -> None:
        asked = (atspi.process(root.name), atspi.name(root), atspi.toolkit(root))
        process, name, toolkit = self._bus.ask(asked)
        if root.name not in self._bus.silent:
            known = Program(root, squeezed(atspi.text_of(name)), atspi.whole_of(process), atspi.text_of(toolkit))
            self._known[root] = known

    def places(self, programs: Sequence[Program], windows: Sequence[Window] | None) -> list[Place]:
        """The shown windows of `programs`, the topmost first. `windows` is the display's stacking, None if unknown."""
        listed = self._bus.ask([atspi.children(p.root) for p in programs])
        refs = [
            (program, place, ref)
            for program, reply in zip(programs, listed, strict=True)
            for place, ref in enumerate(atspi.refs_of(reply))
            if ref.path != atspi.NOTHING
        ]
        calls = [call(ref) for _, _, ref in refs for call in (atspi.role, atspi.state, atspi.extents, atspi.name)]
        answers = self._bus.ask(calls)
        found = []
        for number, (program, place, ref) in enumerate(refs):
            role, state, extents, name = answers[4 * number : 4 * number + 4]
            kind, states = kind_of(atspi.whole_of(role) or 0), states_of(atspi.words_of(state))
            told = atspi.region_of(extents)
            if "showing" in states and "iconified" not in states and told is not None:
                node = Node(ref, kind.role, kind.tag, place, told, states, squeezed(atspi.text_of(name)))
                found.append((program, node, told))
        return _placed(found, windows)


def _placed(found: Sequence[tuple[Program, Node, Region]], windows: Sequence[Window] | None) -> list[Place]:
    """Match, and order by stacking. A window that the display does not show (another desktop) is left out."""
    if windows is None:
        return [_place(program, node, None, SAME) for program, node, _ in found]
    left, scales = list(windows), dict[Ref, Mapping]()
    matched: list[tuple[int, Place]] = []
    for program, node, told in sorted(found, key=lambda f: -f[2].area):
        known = scales.get(program.root, SAME)
        window = window_of(node, known.physical(told), program.pid, left)
        if window is None:
            continue
        left.remove(window)
        mapping = mapping_of(told, (window.client, window.region)) or known
        scales.setdefault(program.root, mapping)
        node.region = mapping.physical(told)
        matched.append((windows.index(window), _place(program, node, window, mapping)))
    return [place for _, place in sorted(matched, key=lambda m: -m[0])]


def _place(program: Program, node: Node, window: Window | None, mapping: Mapping) -> Place:
    title = node.name or (window.title if window else "")
    top = Top(node, program.name, title, program.pid, window, mapping.scale, titled=program.toolkit.casefold() != "gtk")
    return Place(top, Ref(*node.key), program, mapping)


_PASSING = frozenset({"window", "tool tip", "popup menu", "menu"})
"""Tags of what no window manager handles."""

_NEAR = 16
"""px by which the sides of a window as told and as shown may differ in sum, where its title tells nothing."""


def window_of(node: Node, told: Region, pid: int | None, windows: Sequence[Window]) -> Window | None:
    """The window that process `pid` tells as `node` at `told`: of that title, or there, or the only one that is left.

    Of several, one whose sides are a multiple of what was told, then the nearest, then the topmost. Where no window is
    known to be of that process (it runs in a container), the title alone decides.
    """
    own = [w for w in windows if w.pid == pid and pid is not None]
    titled = [w for w in own or windows if node.name and squeezed(w.title) == node.name]
    near = [w for w in own if _distance(told, w) <= _NEAR]
    alone = [w for w in own if not w.popup]
    fitting = titled or near or (alone if len(alone) == 1 else [])
    passing = node.tag in _PASSING

    def rank(window: Window) -> tuple[bool, bool, int]:
        uneven = mapping_of(told, (window.client, window.region)) is None
        return window.popup != passing, uneven, _distance(told, window)

    return min(reversed(fitting), key=rank, default=None)


def _distance(told: Region, window: Window) -> int:
    return min(sum(abs(a - b) for a, b in zip(told, real, strict=True)) for real in (window.client, window.region))
