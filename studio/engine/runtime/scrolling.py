"""Closed-loop scroll: scroll until the next anchored step's target can be found, not by a recorded distance.

A run of scroll steps shares one budget of `BUDGET_FACTOR` × its recorded distance; once the target is in view, the
rest of the run does nothing (reference: "Closed-loop SCROLL"). Where structure says that the target lies further on
(more rows, larger type), it is scrolled to all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.finding import Finder
from studio.engine.runtime.ladder import find_element, find_out_of_view
from studio.engine.runtime.observation import Effort
from studio.engine.vision.frame import Frame

BUDGET_FACTOR = 2.5
_MOST_GESTURES = 60
_SHORTER = 0.5
"""Part of a recorded gesture beyond the recorded distance: a list that makes its rows as they come into sight may show
less than a whole gesture of them, and none may be leapt over."""
_MOST_LATE = 3
"""Times that a page which cannot be scrolled may change by itself; one that always changes is not waited for."""
_LATE_S, _POLL_S = 1.0, 0.1
"""How long the texts of such rows are waited for where the target is expected: they may be loaded only then."""


@dataclass
class Scroller:
    """Performs scroll steps of one workflow on one surface.

    Until a run has covered its recorded distance only structure and pictures are asked, which cost little; from
    then on texts are read too. Where the target never came, the way back is searched once.
    """

    steps: Sequence[Step]
    finder: Finder
    recorded: Mapping[str, Frame]
    _used: dict[str, float] = field(default_factory=dict)
    _shot: StructureSnapshot | None = None

    def run(self, step: Step, bound: Callable[[Step], Step] = lambda step: step) -> Refusal | str:
        """Scroll for `step`; a sentence on what was done, or why the target never came into view.

        `bound` gives the target step as this run's parameters make it.
        """
        following = self._target_of(step)
        target = bound(following) if following else None
        dx, dy = step.scroll_dx or 0, step.scroll_dy or 0
        if target is None or target.anchor is None or (dx == 0 and dy == 0):
            self._gesture(step, None)
            return f"scrolled by {dx}, {dy}"
        self._shot = self.finder.surface.latest().structure
        return self._until_found(step, target)

    def _until_found(self, step: Step, target: Step) -> Refusal | str:
        """Nothing where the target is in view; else as far as was recorded while it stays in view once it came, so
        that it stands where it stood, and further until it comes."""
        run, once = self._run_of(step), _length(step)
        if step == run[0]:
            self._used.pop(target.id, None)
        distance = sum(_length(s) for s in run)
        used, moved = self._used.setdefault(target.id, 0.0), True
        late = _MOST_LATE
        for _ in range(_MOST_GESTURES):
            arrived = used >= distance or not moved
            seen = self._awaited(target) if arrived and used else self._seen(target, _efforts(arrived))
            if seen and (not used or used >= distance or not moved or self._would_leave(seen, step)):
                return self._said(target, used)
            if not moved and used <= once and late and self._comes_late(target):
                used, moved, late = 0.0, True, late - 1
                continue
            if not moved or (used + once > BUDGET_FACTOR * distance and not self._lies_ahead(target, step)):
                break
            part = self._part(target) if arrived else 1.0
            moved = self._gesture(step, target, part)
            used += part * once
            self._used[target.id] = used
        return "the next scroll step goes on" if step != run[-1] else self._way_back(step, target, used)

    def _comes_late(self, target: Step) -> bool:
        """Whether the screen changes by itself in the time that a target is given: what is to be scrolled may be loaded
        only now."""
        surface, finder = self.finder.surface, self.finder
        former, until = surface.last_seen.frame, finder.clock() + target.timeout_s
        while finder.clock() < until:
            finder.control.wait(_POLL_S)
            if not surface.settled().frame.same_pixels(former):
                self._shot = surface.last_seen.structure
                return True
        return False

    def _said(self, target: Step, used: float) -> str:
        if not used:
            return "the target is in view already"
        return f"scrolled by {round(used)} px until “{target.intent}” was in view"

    def _would_leave(self, seen: Region, step: Step) -> bool:
        """Whether one more gesture would take the target out of the view."""
        after = seen.moved(-(step.scroll_dx or 0), -(step.scroll_dy or 0))
        return after.clamped(self.finder.surface.last_seen.frame.size) != after

    def _way_back(self, step: Step, target: Step, used: float) -> Refusal | str:
        """The page may have grown shorter, so that the target was passed: look once on the way back."""
        part = self._part(target)
        for _ in range(min(_MOST_GESTURES, round(used / max(part * _length(step), 1)))):
            if not self._gesture(step, target, -part):
                break
            if self._awaited(target):
                return f"passed it on {round(used)} px and came back to “{target.intent}”"
        return Refusal(
            code=HaltCode.SCROLL_EXHAUSTED,
            sentence=f"Scrolled by {round(used)} px, but the target of “{target.intent}” never came into view.",
        )

    def _seen(self, target: Step, efforts: tuple[Effort, ...]) -> Region | None:
        if target.anchor is None:
            return None
        if self._by_structure(target.anchor):
            return find_element(
                target.anchor, replace(self.finder.surface.last_seen, structure=self._shot), self.finder.options.keys
            )
        places = (
            self.finder.probe(target.anchor, recorded=self.recorded.get(target.id), effort=effort) for effort in efforts
        )
        return next((place for place in places if place), None)

    def _lies_ahead(self, target: Step, step: Step) -> bool:
        """Whether structure names the target further on in the direction of `step`: then the budget does not bind."""
        if target.anchor is None or self._shot is None or not self._by_structure(target.anchor):
            return False
        width, height = self.finder.surface.last_seen.frame.size
        place = find_out_of_view(
            target.anchor, replace(self.finder.surface.last_seen, structure=self._shot), self.finder.options.keys
        )
        return place is not None and (
            _beyond(place.y, place.bottom, height, step.scroll_dy or 0)
            or _beyond(place.x, place.right, width, step.scroll_dx or 0)
        )

    def _awaited(self, target: Step) -> Region | None:
        """Where the target is in view, once what is loaded late had time to come, where structure tells of it."""
        seen = self._seen(target, _efforts(True))
        if self._part(target) == 1.0:
            return seen
        until = self.finder.clock() + _LATE_S
        while seen is None and self.finder.clock() < until:
            self.finder.control.wait(_POLL_S)
            self._shot = self.finder.surface.peek().structure
            seen = self._seen(target, _efforts(True))
        return seen

    def _part(self, target: Step) -> float:
        """How much of a recorded gesture leaps over nothing: all of it where structure names the target out of view, or
        tells nothing."""
        if target.anchor is None or not self._by_structure(target.anchor):
            return 1.0
        seen = replace(self.finder.surface.last_seen, structure=self._shot)
        return _SHORTER if find_out_of_view(target.anchor, seen, self.finder.options.keys) is None else 1.0

    def _by_structure(self, anchor: Anchor | None) -> bool:
        if anchor is None:
            return False
        return self.finder.surface.has_structure and anchor.structural is not None

    def _gesture(self, step: Step, target: Step | None, part: float = 1.0) -> bool:
        """`part` of a wheel gesture; False where the screen stayed as it was. Structure alone is watched where it can
        tell."""
        surface = self.finder.surface
        self.finder.control.check()
        dx, dy = round(part * (step.scroll_dx or 0)), round(part * (step.scroll_dy or 0))
        if target is not None and self._by_structure(target.anchor):
            before = self._shot
            surface.backend.scroll(dx, dy, step.scroll_at)
            surface.forget()
            self._shot = surface.structure_when_quiet()
            return self._shot != before
        frame = surface.latest().frame
        surface.backend.scroll(dx, dy, step.scroll_at)
        surface.forget()
        return not surface.settled().frame.same_pixels(frame)

    def _target_of(self, step: Step) -> Step | None:
        following = self.steps[self.steps.index(step) + 1 :]
        return next((s for s in following if s.anchor is not None), None)

    def _run_of(self, step: Step) -> list[Step]:
        at = self.steps.index(step)
        first, last = at, at
        while first > 0 and self.steps[first - 1].action is ActionKind.SCROLL:
            first -= 1
        while last + 1 < len(self.steps) and self.steps[last + 1].action is ActionKind.SCROLL:
            last += 1
        return list(self.steps[first : last + 1])


def _beyond(start: int, end: int, size: int, by: int) -> bool:
    """Whether what lies from `start` to `end` leaves the view of `size` on the side that scrolling `by` shows next."""
    return (by > 0 and end > size) or (by < 0 and start < 0)


def _length(step: Step) -> int:
    return abs(step.scroll_dx or 0) + abs(step.scroll_dy or 0)


def _efforts(reading: bool) -> tuple[Effort, ...]:
    return (Effort.LOCAL, Effort.WIDE) if reading else (Effort.NEAR,)
