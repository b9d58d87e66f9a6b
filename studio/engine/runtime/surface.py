"""The surface of a run: looks at it, waits for it, counts what that costs."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from studio.engine.backends.protocols import (
    Backend,
    DialogSource,
    FrameQuietSource,
    InterferenceSource,
    PressGuard,
    QuietSource,
    QuietWatch,
    StructureSource,
)
from studio.engine.compiler.risk_keys import goes_to_program
from studio.engine.model.geometry import Point, Region
from studio.engine.model.resolution import Resolution
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import POINTED, ActionKind, Risk, Step
from studio.engine.runtime.observation import Observation
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame
from studio.engine.vision.settle import wait_settled

FRESH_S = 0.25
"""Seconds after which a look is too old to act on."""
AT_ONCE_S = 0.06
"""Seconds within which what was found by pixels is not looked at again: a frame takes about as long."""
_AROUND_PX = 12
"""px around a place that must not have changed either: what slides in there may be about to cover it."""
_PRESSING = POINTED - {ActionKind.HOVER} | {ActionKind.UPLOAD}
"""Actions that press something."""


class Surface:
    """One backend seen through one arm: with its structure, or by its pixels only."""

    def __init__(self, backend: Backend, *, structure: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.backend = backend
        self.has_structure = structure and isinstance(backend, StructureSource)
        self.frames = 0
        self._clock = clock
        self._last: Observation | None = None
        self._seen_at = self._grab_s = 0.0
        self._fresh = False

    def look(self) -> Observation:
        """A new frame and, where there is one, a new snapshot."""
        return self._keep(Observation(self._grab(), self._snapshot()))

    def peek(self) -> Observation:
        """A new snapshot with the last frame: for polling what structure alone can answer."""
        if self._last is None or not self.has_structure:
            return self.look()
        return replace(self._last, structure=self._snapshot())

    def structure_when_quiet(self, timeout_s: float = 3.0) -> StructureSnapshot | None:
        """Structure alone, without a frame, once it is quiet; nothing that is acted on is decided by it."""
        if isinstance(self.backend, QuietWatch):
            seen = self._snapshot()
            if self.backend.still_quiet():  # as it was when the gesture before it had moved the page
                return seen
        if isinstance(self.backend, FrameQuietSource):
            self.backend.wait_quiet_frame(timeout_s)
        elif isinstance(self.backend, QuietSource):
            self.backend.wait_quiet(timeout_s)
        return self._snapshot()

    @property
    def last_seen(self) -> Observation:
        """The last look, however old: for its size, never to act on."""
        return self._last or self.look()

    def latest(self) -> Observation:
        """The last look while it is fresh, else a new one."""
        if self._last is None or not self._fresh or self._clock() - self._seen_at > FRESH_S:
            return self.look()
        return self._last

    def settled(self, timeout_s: float = 3.0) -> Observation:
        """Wait until nothing moves (or `timeout_s` is over), then look."""
        if isinstance(self.backend, FrameQuietSource):
            return self._confirmed(self.backend, timeout_s)
        if isinstance(self.backend, QuietSource):
            self.backend.wait_quiet(timeout_s)
            return self.look()
        frame = wait_settled(self.backend, timeout_s=timeout_s)
        self.frames += 1
        return self._keep(Observation(frame, self._snapshot()))

    def _confirmed(self, backend: FrameQuietSource, timeout_s: float) -> Observation:
        """Look after one quiet frame, and again where something changed while we looked.

        Where each change is noticed, the look itself (longer than a frame) is tried as that frame first.
        """
        deadline = self._clock() + timeout_s
        if isinstance(backend, QuietWatch) and backend.watch_quiet():
            seen = self.look()
            if backend.still_quiet():
                return seen
        while True:
            backend.wait_quiet_frame(max(deadline - self._clock(), 0.05))
            seen = self.look()
            if backend.still_quiet() or self._clock() > deadline:
                return seen

    def reveal_element(self, element: Element, at: Point) -> bool:
        """Scroll the point `at` of `element` into view; False where the surface cannot."""
        return isinstance(self.backend, StructureSource) and self.backend.reveal(element, at)

    def guarded(
        self, step: Step, resolution: Resolution | None, seen: Observation | None
    ) -> AbstractContextManager[None]:
        """While it lasts, presses reach what was found, or nothing, where the surface can judge them as they arrive.

        Leaving raises Deflected.
        """
        if not isinstance(self.backend, PressGuard):
            return nullcontext()
        if step.action is ActionKind.KEY:
            focused = self._struck(step, resolution, seen)
            return self.backend.striking(focused) if focused is not None else nullcontext()
        if resolution is None or step.action not in _PRESSING:
            return nullcontext()
        arrives = step.action is not ActionKind.SELECT  # a native list is worked by keys
        element = element_of(resolution, seen)
        if element is None:
            return self.backend.pressing_at(resolution.point, arrives=arrives)
        return self.backend.pressing(element, arrives=arrives)

    @property
    def at_once_s(self) -> float:
        """Seconds after which a new frame would be newer than the last one."""
        return min(AT_ONCE_S, 2 * self._grab_s)

    @property
    def soon_s(self) -> float:
        """Seconds for which a look is good enough for a press that can be undone; longer where it is judged later."""
        return FRESH_S if isinstance(self.backend, PressGuard) else self.at_once_s

    def _struck(self, step: Step, resolution: Resolution | None, seen: Observation | None) -> Element | None:
        """The control that the key is meant for: the one of its row, or the one that had the keyboard when the key of a
        step that may write was last looked after."""
        if resolution is not None:
            return element_of(resolution, seen)
        focused = self._last.structure.focused if self._last is not None and self._last.structure is not None else None
        may_write = step.risk is Risk.IRREVERSIBLE or step.risk_asked is not None
        return None if not may_write or goes_to_program(step.key, focused) else focused

    def still_there(self, resolution: Resolution, seen: Observation, *, within_s: float | None = None) -> bool:
        """Whether a click at the resolved point would reach the element that was found (2 to 5 ms).

        Only an element can be asked for again. A place that was found by pixels must still look as in the frame that it
        was found in, where that is older than `within_s` (AT_ONCE_S: reading takes long) or the surface says that it
        has changed.
        """
        if resolution.element is None or seen.structure is None or not isinstance(self.backend, StructureSource):
            within_s = AT_ONCE_S if within_s is None else within_s
            return self._is_of_now(seen, within_s) or self._looks_alike(resolution.region, seen)
        found = element_of(resolution, seen)
        return found is not None and self.backend.reaches(resolution.point, found)

    def _is_of_now(self, seen: Observation, within_s: float) -> bool:
        is_last = self._last is not None and self._last.frame is seen.frame
        if not is_last or self._clock() - self._seen_at > within_s:
            return False
        return not isinstance(self.backend, FrameQuietSource) or self.backend.still_quiet()

    def _looks_alike(self, region: Region, seen: Observation) -> bool:
        """A screen that is the same all over counts as seen at that moment, so that it is not asked for once more."""
        around, asked_at = region.padded(_AROUND_PX), self._clock()
        now = self._grab()
        changed = changed_regions(seen.frame, now)
        if not changed and self._last is not None and self._last.frame is seen.frame and seen.frame.same_pixels(now):
            self._seen_at = asked_at
        return not any(around.overlaps(place) for place in changed)

    def dialogs(self) -> tuple[str, ...]:
        """Texts of dialogs that the surface dismissed since the last call."""
        return self.backend.pending_dialogs() if isinstance(self.backend, DialogSource) else ()

    def touched(self) -> str | None:
        """A sentence on what a person did to the surface since the last call; None for nothing."""
        return self.backend.touched() if isinstance(self.backend, InterferenceSource) else None

    def forget(self) -> None:
        """What was seen no longer holds: input was sent."""
        self._fresh = False

    def _grab(self) -> Frame:
        self.frames += 1
        began = self._clock()
        frame = self.backend.frame()
        self._grab_s = self._clock() - began
        return frame

    def _snapshot(self) -> StructureSnapshot | None:
        if self.has_structure and isinstance(self.backend, StructureSource):
            return self.backend.snapshot()
        return None

    def _keep(self, observation: Observation) -> Observation:
        self._last, self._seen_at, self._fresh = observation, self._clock(), True
        return observation


def element_of(resolution: Resolution | None, seen: Observation | None) -> Element | None:
    """The element that was found, in the look in which it was; None where it was found by pixels."""
    if resolution is None:
        return None
    elements = seen.structure.elements if seen is not None and seen.structure is not None else ()
    return next((e for e in elements if e.index == resolution.element), None)
