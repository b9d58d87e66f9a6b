"""Find a step's target on the live surface: look again while the screen changes, look further once it is still."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Rung
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.healing import looks_different
from studio.engine.runtime.ladder import find_element, resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.runtime.surface import Surface
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame

_POLL_S = 0.12
_PATIENCE_S = (0.5, 2.0)
"""Seconds in which only the cheap rungs are asked, by pixels and with structure: what is missing may just be on
its way, and with structure the costly rungs rarely know better."""
_TRANSIENT_S = 1.5
"""Seconds after which contradicting or ambiguous evidence is not a passing state any more."""
_ABSENT = frozenset({HaltCode.TARGET_NOT_FOUND, HaltCode.IDENTITY_MISMATCH, HaltCode.UNREADABLE})
"""It is not in sight, whatever stands there instead."""
_WAITS = _ABSENT | {HaltCode.COVERED, HaltCode.DISABLED, HaltCode.OUT_OF_VIEW}
_SCROLLS = 6
_SAME_PX = 2


@dataclass
class Finder:
    """Looks for targets on one surface; `recorded` gives a step's recorded frame, where the bundle holds it."""

    surface: Surface
    control: RunControl
    options: ResolveOptions
    clock: Callable[[], float] = time.monotonic

    def find(
        self, anchor: Anchor, *, intent: str, recorded: Frame | None, timeout_s: float
    ) -> tuple[Resolution | Refusal, Observation]:
        """The target or the last refusal, with what was seen then."""
        started = self.clock()
        observation = replace(self.surface.latest(), recorded=recorded)
        effort, searched, painted, former = self._first_effort(), False, False, list[Resolution]()
        while True:
            answer = resolve(anchor, observation, replace(self.options, intent=intent, effort=effort))
            waited = self.clock() - started
            if isinstance(answer, Resolution) and not painted and self._looks_unpainted(anchor, answer, observation):
                painted = True
                observation = replace(self.surface.settled(), recorded=recorded)
                continue
            if isinstance(answer, Resolution):
                if self.surface.still_there(answer, observation) or _restless(answer, former):
                    return answer, observation
                former.append(answer)
                answer = _gone_meanwhile(answer)
            if self._final(answer, waited, timeout_s):
                return answer, observation
            if not self._brought_into_view(answer, observation):
                self.control.wait(_POLL_S)
            following = replace(self._next_look(), recorded=recorded)
            if effort is Effort.FULL and answer.code in _ABSENT and not searched:
                searched = True
                scrolled = self._scroll_search(anchor, intent, observation, following)
                if scrolled is not None:
                    return scrolled
            effort = self._effort(observation, following, self.clock() - started)
            observation = following

    def probe(self, anchor: Anchor, *, recorded: Frame | None, effort: Effort) -> Region | None:
        """Where the target is in view now, by one pass of the ladder: no retries, no grounder, nothing acts on it."""
        observation = replace(self.surface.latest(), recorded=recorded)
        if self.surface.has_structure and anchor.structural:
            return find_element(anchor, observation, self.options.keys)
        options = replace(self.options, effort=effort, probing=True, grounder=None, intent="")
        answer = resolve(anchor, observation, options)
        return answer.region if isinstance(answer, Resolution) else None

    def _looks_unpainted(self, anchor: Anchor, answer: Resolution, seen: Observation) -> bool:
        """Whether structure knows the target while its picture is another one: it may not be painted yet, so one
        quiet look decides whether it changed. A heal must not show a page in the middle of its loading."""
        if answer.rung is not Rung.STRUCTURAL:
            return False
        return looks_different(anchor, answer, seen, self.options.crops)

    def _first_effort(self) -> Effort:
        return Effort.NEAR if self.surface.has_structure else Effort.LOCAL

    def _final(self, refusal: Refusal, waited: float, timeout_s: float) -> bool:
        return waited >= (timeout_s if refusal.code in _WAITS else min(_TRANSIENT_S, timeout_s))

    def _next_look(self) -> Observation:
        return self.surface.look()

    def _effort(self, before: Observation, now: Observation, waited: float) -> Effort:
        still = waited >= _PATIENCE_S[self.surface.has_structure] and is_still(before.frame, now.frame)
        return Effort.FULL if still else self._first_effort()

    def _brought_into_view(self, refusal: Refusal, observation: Observation) -> bool:
        if refusal.code is not HaltCode.OUT_OF_VIEW or observation.structure is None or not refusal.candidates:
            return False
        wanted: Region = refusal.candidates[0].region
        element = next((e for e in observation.structure.elements if e.region == wanted), None)
        if element is None or not self.surface.reveal_element(element, refusal.candidates[0].point):
            return False
        self.surface.forget()
        self.surface.settled()
        return True

    def _scroll_search(
        self, anchor: Anchor, intent: str, before: Observation, now: Observation
    ) -> tuple[Resolution, Observation] | None:
        """Without structure nobody tells that a target lies outside of the view: scroll and look, down, then up."""
        if self.surface.has_structure or not anchor.ocr_text or not is_still(before.frame, now.frame):
            return None
        height = now.frame.size[1]
        for direction in (1, -1):
            for _ in range(_SCROLLS * (1 if direction > 0 else 2)):
                seen = self._scrolled(direction * round(height * 0.55), now)
                if seen is None:
                    break
                now = seen
                answer = resolve(anchor, now, replace(self.options, intent=intent, effort=Effort.FULL, grounder=None))
                if isinstance(answer, Resolution):
                    return answer, now
        return None

    def _scrolled(self, dy: int, before: Observation) -> Observation | None:
        self.control.check()
        self.surface.backend.scroll(0, dy, before.frame.bounds.center)
        self.surface.forget()
        seen = replace(self.surface.settled(), recorded=before.recorded)
        return None if is_still(before.frame, seen.frame) else seen


def _restless(answer: Resolution, former: list[Resolution]) -> bool:
    """Whether something in the target's own place keeps moving (it pulses): three times it was found where it was."""
    same = [f for f in former[-2:] if f.element is None and f.point.distance(answer.point) <= _SAME_PX]
    return answer.element is None and len(same) == 2


def is_still(before: Frame, now: Frame) -> bool:
    """Whether nothing but a blinking caret changed between two frames."""
    return before.same_pixels(now) or not changed_regions(before, now)


def _gone_meanwhile(resolution: Resolution) -> Refusal:
    """The page changed between the look and the act: what was found is not what a click would hit."""
    said = resolution.label or "the target"
    return Refusal(
        code=HaltCode.COVERED,
        sentence=f"“{said}” was found, but a click there would now reach something else.",
        point=resolution.point,
        trace=resolution.trace,
    )
