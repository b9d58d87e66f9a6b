"""Gives each action its frames, structure and element, and appends it to the recording once it shows what it led to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from studio.engine.backends.desktop.monitors import Monitors, clamp, monitor_at
from studio.engine.compiler.locators import element_at
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.structure_json import element_to_json
from studio.engine.model.workflow import POINTED, ActionKind
from studio.engine.recording import RecordedEvent, RecordingWriter
from studio.engine.vision.frame import Frame
from studio.recorder.actions import Action
from studio.recorder.desktop.looker import Looker, told_late
from studio.recorder.desktop.moments import COMMAND, Moment, Moments
from studio.recorder.desktop.pictures import Pictures
from studio.recorder.desktop.ring import FrameRing, Shot
from studio.recorder.desktop.same_look import SameLook

QUIET_S = 0.25
"""A screen without a change for so long has come to rest, s."""
LONGEST_S = 8.0
"""A screen that does not come to rest within this time is recorded as it is, marked as not settled."""
STRUCTURE_S = 2.5
"""So long a screen at rest waits for its programs to tell their structure."""
LAST_S = 1.5
"""… and so long, counted from then, when the recording is being finished."""
_PRESSED = frozenset({ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.RIGHT_CLICK, ActionKind.DRAG})


@dataclass(frozen=True, slots=True)
class _Waiting:
    action: Action
    before: Moment


@dataclass(frozen=True, slots=True)
class _After:
    shot: Shot
    snapshot: StructureSnapshot | None
    settled: bool


class Finisher:
    """Actions in, events out, in order. Times are seconds since the recording began; `began` is that moment itself."""

    def __init__(
        self,
        began: float,
        ring: FrameRing,
        moments: Moments,
        pictures: Pictures,
        looker: Looker | None,
        monitors: Monitors,
    ) -> None:
        self._began = began
        self._ring = ring
        self._moments = moments
        self._pictures = pictures
        self._looker = looker
        self._monitors = monitors
        self._waiting: deque[_Waiting] = deque()
        self._ending: float | None = None
        self._same = SameLook(ring.before, pictures.corner)

    def add(self, action: Action, before: Moment) -> None:
        """An action is complete; what it led to is not known yet."""
        self._waiting.append(_Waiting(action, before))

    def take_back(self) -> bool:
        """Drop the last action that is not written yet; False where there is none."""
        return bool(self._waiting) and self._waiting.pop() is not None

    @property
    def waiting(self) -> int:
        """How many actions are not written yet."""
        return len(self._waiting)

    @property
    def needs_since(self) -> float | None:
        """Moments from this one on are still needed."""
        return min((w.action.ended for w in self._waiting), default=None)

    def step(
        self, writer: RecordingWriter, now: float, tell: Callable[[RecordedEvent], None], *, last: bool = False
    ) -> None:
        """Append what can be appended by now. `last`: nothing more comes. Raises CannotWrite."""
        if last and self._ending is None:
            self._ending = now
        while self._waiting and (last or writer.has_room):
            after = self._after(self._waiting[0].action, now)
            if after is None:
                return
            one = self._waiting.popleft()
            tell(self._append(writer, one, after))

    def _after(self, action: Action, now: float) -> _After | None:
        """What was seen once the action had taken effect; None where that is not known yet."""
        if action.kind is ActionKind.HOVER:
            shown = self._moments.at(action.ended)
            return None if shown is None else _After(shown.shot, shown.snapshot, settled=True)
        next_one = self._moments.after(action.ended)
        if next_one is not None:
            snapshot = next_one.snapshot or self._told_late(next_one, now)
            if snapshot is None and self._may_be_told(next_one, now):
                return None
            still = next_one.t - max(action.ended, next_one.still_since - self._began) >= QUIET_S
            return _After(next_one.shot, snapshot, still)
        still_since = self._ring.changed
        quiet = now - max(action.ended, still_since - self._began) >= QUIET_S
        snapshot = self._looker.snapshot(now + self._began, still_since) if self._looker is not None else None
        latest = self._ring.latest
        if self._ring.changed != still_since:
            return None  # this very moment something else came into the picture
        waited, last = now - action.ended, self._ending is not None
        if last:
            waited = now - max(action.ended, self._ending or 0.0)
        told = self._looker is None or (snapshot is not None and not snapshot.truncated)
        if quiet and (told or waited > (LAST_S if last else STRUCTURE_S)):
            return _After(latest, snapshot, settled=True)
        if waited > (LAST_S if last else LONGEST_S):
            return _After(latest, None, settled=quiet)
        return None

    def end(self, now: float) -> tuple[Frame, StructureSnapshot | None] | None:
        """What is seen when nothing more is done; None where the screen may still come to rest."""
        self._ending = now if self._ending is None else self._ending
        still_since = self._ring.changed
        snapshot = self._looker.snapshot(now + self._began, still_since) if self._looker is not None else None
        shot = self._ring.latest
        told = self._looker is None or (snapshot is not None and not snapshot.truncated)
        quiet = now - (still_since - self._began) >= QUIET_S
        if not (quiet and told) and now - self._ending <= LAST_S:
            return None
        if self._ring.changed != still_since:
            snapshot = None
        return self._pictures.frame(shot, snapshot), self._pictures.structure(snapshot)

    def _told_late(self, moment: Moment, now: float) -> StructureSnapshot | None:
        """What programs told after a hot key: no program was reached by it, so that it holds while nothing changes."""
        if self._looker is None or moment.run != COMMAND or self._ring.changed != moment.still_since:
            return None
        return self._looker.snapshot(now + self._began, moment.still_since)

    def _may_be_told(self, moment: Moment, now: float) -> bool:
        """Whether programs may still tell what was seen when a hot key was pressed."""
        unchanged = self._looker is not None and self._ring.changed == moment.still_since
        return moment.run == COMMAND and unchanged and now - moment.t <= STRUCTURE_S

    def _append(self, writer: RecordingWriter, one: _Waiting, after: _After) -> RecordedEvent:
        action, before = one.action, self._known_late(one, after)
        element = before.element
        if action.secret and (element is None or not element.region.area):
            self._pictures.hide_difference(before.shot, after.shot, before.window)
        event = self._event(action, before, element, settled=after.settled)
        first = self._pictures.frame(before.shot, before.snapshot)
        second = self._pictures.frame(after.shot, after.snapshot)
        structures = (self._pictures.structure(before.snapshot), self._pictures.structure(after.snapshot))
        return writer.append(event, first, second, *structures)

    def _known_late(self, one: _Waiting, after: _After) -> Moment:
        """A control that its program told of only after it was pressed: known where it looks as it did before."""
        action, before = one.action, one.before
        if before.element is not None or after.snapshot is None or action.point is None or action.kind not in _PRESSED:
            return before
        found = element_at(after.snapshot, action.point)
        if found is None or not self._same.between(found.region, before.shot, after.shot):
            return before
        return replace(before, element=told_late(found))

    def _event(self, action: Action, before: Moment, element: Element | None, *, settled: bool) -> RecordedEvent:
        where = action.point or _middle(before)
        monitor = monitor_at(self._monitors, where) if where is not None else self._monitors[0]
        point, end = self._on_screen(action.point), self._on_screen(action.end)
        scroll = action.kind is ActionKind.SCROLL
        typed = action.kind is ActionKind.TYPE
        return RecordedEvent(
            kind=action.kind,
            t=round(action.began, 3),
            x=None if point is None else point.x,
            y=None if point is None else point.y,
            end_x=None if end is None else end.x,
            end_y=None if end is None else end.y,
            path=action.path,
            modifiers=action.modifiers,
            text=None if action.secret else action.text,
            param=action.param,
            secret=action.secret,
            key=action.key,
            dx=action.dx if scroll else None,
            dy=action.dy if scroll else None,
            field_label=action.field_label if typed else None,
            note=action.note,
            settled=settled,
            scale=monitor.scale,
            monitor=monitor.index,
            window=self._window(before),
            element=element_to_json(self._pictures.element(element)) if element is not None else None,
        )

    def _window(self, before: Moment) -> str | None:
        return (self._pictures.mask.text(before.window.title)[:500] or None) if before.window is not None else None

    def _on_screen(self, point: Point | None) -> Point | None:
        return None if point is None else self._pictures.point(clamp(self._monitors, point))


def is_pointed(action: Action) -> bool:
    """Whether the action belongs to a place, not to the keyboard."""
    return action.kind in POINTED or action.kind is ActionKind.SCROLL


def _middle(before: Moment) -> Point | None:
    return before.window.region.center if before.window is not None else None
