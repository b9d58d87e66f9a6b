"""A recording as a source of moments: which of its pictures shows what was there when something was done."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from studio.engine.model.geometry import Point, Region
from studio.engine.model.workflow import ActionKind
from studio.engine.png_check import png_size
from studio.engine.recording import RecordedEvent, Recording
from studio.engine.recording.layout import frame_name
from studio.engine.recording.rebuilt import Seen
from studio.recorder.normaliser import Rest

_SAME_S = 0.05
"""An action of the same kind at the same place, this close in time, is the same one."""

_FROM_SESSION = ("t", "element", "settled", "scale", "monitor", "window", "typed_as")
"""What the session saw, and raw input does not tell."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The events of a recording by their times, in s since it began. Points of raw input are those of the desktop."""

    recording: Recording

    def was_hover(self, rest: Rest) -> bool:
        """Whether this rest of the pointer was recorded as a hover."""
        point = self._in_frame(rest.point)
        return any(
            e.kind is ActionKind.HOVER and e.point == point and abs(e.t - rest.began) <= _SAME_S
            for e in self.recording.events
        )

    def placed(self, event: RecordedEvent) -> RecordedEvent | None:
        """`event` in px of its frame, with what the session saw; None where it lies outside of the frame."""
        moved = event.model_copy(update=self._points(event))
        same = self._same(moved)
        if same is not None:
            seen: dict[str, Any] = {name: getattr(same, name) for name in _FROM_SESSION}
            return moved.model_copy(update=seen | {"field_label": moved.field_label or same.field_label})
        index, moment = self.seen(moved)[0]
        shown = Region(0, 0, *png_size((self.recording.dir / frame_name(index, moment)).read_bytes()))
        if any(point is not None and not shown.contains(point) for point in (moved.point, moved.end_point)):
            return None
        return moved.model_copy(update={"settled": False})

    def seen(self, event: RecordedEvent) -> tuple[Seen, Seen]:
        """The moments before and after `event`: its own where it was recorded, else those around it."""
        events = self.recording.events
        same = self._same(event)
        if same is not None:
            return (same.i, "before"), (same.i, "after")
        last = bisect_right([e.t for e in events], event.t) - 1
        if last < 0:
            return (0, "before"), (0, "before")
        following: Seen = (last + 1, "before") if last + 1 < len(events) else (last, "after")
        return (last, "after"), following

    def _same(self, event: RecordedEvent) -> RecordedEvent | None:
        alike = (e for e in self.recording.events if e.kind is event.kind and e.point == event.point)
        near = (e for e in alike if abs(e.t - event.t) <= _SAME_S)
        return min(near, key=lambda e: abs(e.t - event.t), default=None)

    def _points(self, event: RecordedEvent) -> dict[str, int]:
        point = self._in_frame(event.point) if event.point else None
        end = self._in_frame(event.end_point) if event.end_point else None
        found = {} if point is None else {"x": point.x, "y": point.y}
        return found if end is None else found | {"end_x": end.x, "end_y": end.y}

    def _in_frame(self, point: Point) -> Point:
        left, top = self.recording.meta.origin or (0, 0)
        return Point(point.x - left, point.y - top)
