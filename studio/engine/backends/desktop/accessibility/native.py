"""Accessibility over a tree that another system gives: walks it within bounds and tells it as on Linux.

Used by `windows_uia` and `macos_ax`. Unproven, as they are: its own parts are tested with a made-up tree only.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from studio.engine.backends.desktop.accessibility.covering import window_at
from studio.engine.backends.desktop.accessibility.describe import Described, describe
from studio.engine.backends.desktop.accessibility.nodes import TABLES, Node, Top
from studio.engine.backends.desktop.accessibility.protocol import FocusChanged, Sink
from studio.engine.backends.desktop.accessibility.titles import lasting_title
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot

WALK_S = 3.0
_OBJECTS = 6000
_LEVELS = 80
_POLL_S = 0.1

Handle = Any
"""The system's own object."""


@dataclass(frozen=True, slots=True)
class NativeWindow:
    """One shown window: the system's object, what the screen shows of it, and what its program is called."""

    handle: Handle
    window: Window


class NativeTree(Protocol):
    """What a system must give. Regions are physical px of the desktop. Every call has a time-out of its own."""

    def windows(self) -> Sequence[NativeWindow]:
        """The shown windows, the topmost first."""

    def node(self, handle: Handle, place: int) -> Node | None:
        """One object without its children; None where it is not shown or does not answer."""

    def children(self, handle: Handle) -> Sequence[Handle]:
        """Its children."""

    def scroll_to(self, handle: Handle) -> bool:
        """Bring it into view."""

    def close(self) -> None:
        """Let go of it. Never raises."""


class NativeAccessibility:
    """See Accessibility. Focus is looked for ten times a second; text that is put in is not told."""

    def __init__(self, tree: NativeTree) -> None:
        self._tree = tree
        self._lock = threading.RLock()
        self._handles: dict[tuple[str, str], Handle] = {}
        self._last: tuple[tuple[Element, ...], list[Handle]] = ((), [])
        self._endings: list[Callable[[], None]] = []
        self._objects = 0
        self._until = 0.0

    def element_at(self, point: Point) -> Element | None:
        """See Accessibility."""
        with self._lock:
            shown = self._tree.windows()
            windows = [w.window for w in reversed(shown)]
            top = window_at(windows, point)
            own = [w for w in shown if top is not None and w.window.id == top.id]
            found = self._read(own, windows, point)
            hits = [e for e in found.elements if e.region.contains(point)]
            element = min(hits, key=lambda e: e.region.area, default=None)
            return replace(element, index=-1, covered_by="") if element is not None else None

    def focused(self) -> Element | None:
        """See Accessibility."""
        with self._lock:
            shown = self._tree.windows()
            windows = [w.window for w in reversed(shown)]
            found = self._read([w for w in shown if w.window.active], windows, None)
            element = next((e for e in found.elements if e.focused), None)
            return replace(element, index=-1) if element is not None else None

    def snapshot(self, region: Region | None = None, *, pids: Collection[int] | None = None) -> StructureSnapshot:
        """See Accessibility."""
        with self._lock:
            shown = self._tree.windows()
            windows = [w.window for w in reversed(shown)]
            wanted = [w for w in shown if pids is None or w.window.pid in pids]
            found = self._read(wanted, windows, None)
            active = next((w.window for w in wanted if w.window.active), None)
            kept = [
                (e, self._handles[key])
                for e, key in zip(found.elements, found.keys, strict=True)
                if region is None or e.region.overlaps(region)
            ]
            elements = tuple(replace(e, index=number) for number, (e, _) in enumerate(kept))
            self._last = elements, [handle for _, handle in kept]
            return StructureSnapshot(
                url=f"desktop:{active.program}" if active else "desktop:",
                title=lasting_title(active.title, active.program) if active else "",
                elements=elements,
                texts=tuple(run for run in found.texts if region is None or run.region.overlaps(region)),
                lists=tuple(found.lists),
                dialogs=tuple(found.dialogs),
                unsaved=tuple(found.unsaved),
                truncated=found.truncated or self._objects <= 0 or time.monotonic() > self._until,
            )

    def reveal(self, element: Element) -> bool:
        """See Accessibility."""
        with self._lock:
            elements, handles = self._last
            known = 0 <= element.index < len(elements) and elements[element.index] == element
            return known and self._tree.scroll_to(handles[element.index])

    def watch(self, sink: Sink) -> Callable[[], None]:
        """See Accessibility."""
        ended = threading.Event()

        def poll() -> None:
            last: Element | None = None
            while not ended.wait(_POLL_S):
                now = self.focused()
                if now is not None and (last is None or (now.selector, now.frame) != (last.selector, last.frame)):
                    sink(FocusChanged(now, time.monotonic()))
                last = now

        thread = threading.Thread(target=poll, name="accessibility", daemon=True)
        thread.start()

        def end() -> None:
            ended.set()
            if threading.current_thread() is not thread:
                thread.join()

        self._endings.append(end)
        return end

    def close(self) -> None:
        """See Accessibility."""
        for end in self._endings:
            end()
        with self._lock:
            self._tree.close()

    def _read(self, wanted: Sequence[NativeWindow], windows: Sequence[Window], point: Point | None) -> Described:
        """Read those windows; with `point` only what lies under it, and rows whole."""
        self._objects, self._until = _OBJECTS, time.monotonic() + WALK_S
        self._handles = {}
        tops = []
        for one in wanted:
            node = self._tree.node(one.handle, 0)
            if node is not None:
                window = one.window
                self._grow(one.handle, node, point, _LEVELS)
                tops.append(Top(node, window.program, window.title, window.pid, window))
        return describe(tops, windows)

    def _grow(self, handle: Handle, node: Node, point: Point | None, levels: int) -> None:
        self._handles[node.key] = handle
        if levels == 0 or time.monotonic() > self._until:
            return
        for place, child_handle in enumerate(self._tree.children(handle)):
            self._objects -= 1
            if self._objects <= 0:
                return
            child = self._tree.node(child_handle, place)
            if child is not None and (point is None or child.region is None or child.region.contains(point)):
                node.children.append(child)
                self._grow(child_handle, child, None if child.role in TABLES else point, levels - 1)
