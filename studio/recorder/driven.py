"""Records what a program does: every action goes through here, and each keeps what was seen before and after it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from studio.engine.backends.protocols import Backend, QuietSource, SelectSink, StructureSource, Waypoint
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.structure_json import element_to_json
from studio.engine.model.workflow import ActionKind, DragPath
from studio.engine.privacy.masking import Mask
from studio.engine.privacy.own import own_patterns
from studio.engine.recording import RecordedEvent, RecordingWriter
from studio.engine.vision.frame import Frame

SETTLE_S = 10.0
"""An application that has not come to rest after this time is recorded as it is, marked as not settled."""

_FRESH_S = 0.5
"""A frame this young still shows the moment, where the structure has not changed since."""


class Drivable(Backend, StructureSource, QuietSource, Protocol):
    """A surface that a driven recording needs: input, frames, structure and quietness."""


class _Look(NamedTuple):
    """What was seen at one moment; `shown` and `kept` are masked and go to the recording."""

    structure: StructureSnapshot
    shown: Frame
    kept: StructureSnapshot
    settled: bool
    at: float


class DrivenRecorder:
    """Acts on a surface and appends each action, with its frames and structure, to a recording.

    Points are physical px of the frame. Secrets never reach the recording. Left by an exception, the recording
    stays unfinished and can be recovered. The backend stays the caller's.
    """

    def __init__(
        self,
        backend: Drivable,
        out_dir: Path,
        *,
        app_url: str | None = None,
        window: str | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`app_url` is where a page was opened, `window` the title of the only window that the backend shows."""
        self._backend = backend
        self._clock = clock
        self._mask = Mask(own_patterns())
        settled = backend.wait_quiet(SETTLE_S)
        self._last = self._look(settled)
        frame = self._last.shown
        self._writer = RecordingWriter(
            out_dir, app_url=app_url, viewport=frame.size, scale=frame.scale, backend=backend.name, window=window
        )
        self._began = clock()

    def click(self, point: Point) -> None:
        """Click at `point`. Raises SurfaceLost."""
        self._pointed(ActionKind.CLICK, point, lambda: self._backend.click(point))

    def double_click(self, point: Point) -> None:
        """Double-click at `point`. Raises SurfaceLost."""
        self._pointed(ActionKind.DOUBLE_CLICK, point, lambda: self._backend.click(point, count=2))

    def right_click(self, point: Point) -> None:
        """Click at `point` with the right button. Raises SurfaceLost."""
        self._pointed(ActionKind.RIGHT_CLICK, point, lambda: self._backend.click(point, button="right"))

    def drag(self, start: Point, end: Point, path: DragPath = ()) -> None:
        """Press at `start`, move along `path` (see RecordedEvent) or straight, release at `end`. Raises SurfaceLost."""
        way = tuple(Waypoint(start.moved(dx, dy), ms / 1000) for dx, dy, ms in path)
        act = (lambda: self._backend.drag(start, end, way)) if way else lambda: self._backend.drag(start, end)
        self._pointed(ActionKind.DRAG, start, act, end_x=end.x, end_y=end.y, path=path)

    def select(self, point: Point, label: str) -> None:
        """Choose the option `label` in the list at `point`. Raises SurfaceLost, LookupError for an unknown option.

        Raises TypeError for a surface that has no native lists.
        """
        lists = self._backend
        if not isinstance(lists, SelectSink):
            raise TypeError(f"The surface “{lists.name}” has no lists that can be chosen from: click instead.")
        self._pointed(ActionKind.SELECT, point, lambda: lists.choose_option(point, label), text=label)

    def scroll(self, dx: int, dy: int, at: Point) -> None:
        """One wheel gesture of (`dx`, `dy`) logical px at `at`. Raises SurfaceLost."""
        self._record(ActionKind.SCROLL, lambda: self._backend.scroll(dx, dy, at), None, x=at.x, y=at.y, dx=dx, dy=dy)

    def press(self, key: str) -> None:
        """Press one key or chord. Raises SurfaceLost."""
        self._record(ActionKind.KEY, lambda: self._backend.press(key), self._focused, key=key)

    def type_text(
        self, text: str, *, param: str | None = None, secret: bool = False, typed_as: str | None = None
    ) -> None:
        """Type `text` into the focused field. Raises SurfaceLost.

        `param` names the parameter that it is an example of. Text for a secret field is secret in any case.
        `typed_as` is the strptime form in which a date field takes its digits; `text` is then an ISO date.
        """
        before = self._before()
        field = self._focused(before)
        hidden = secret or (field is not None and self._mask.hides(field))
        if hidden:
            self._mask.add(text, field)
        typed = date.fromisoformat(text).strftime(typed_as) if typed_as else text
        self._record(
            ActionKind.TYPE,
            lambda: self._backend.type_text(typed),
            lambda _: field,
            text=None if hidden else text,
            param=param,
            secret=hidden,
            typed_as=typed_as,
            field_label=(field.label or None) if field else None,
        )

    def finish(self) -> Path:
        """Complete the recording and return its folder. Raises CannotWrite."""
        return self._writer.finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()

    def _pointed(self, kind: ActionKind, point: Point, act: Callable[[], None], **fields: Any) -> None:
        self._record(kind, act, lambda _: self._backend.element_at(point), x=point.x, y=point.y, **fields)

    def _record(
        self,
        kind: ActionKind,
        act: Callable[[], None],
        target: Callable[[_Look], Element | None] | None,
        **fields: Any,
    ) -> None:
        """One action: look, find its element, act, let it settle, look again, append."""
        before = self._before()
        element = target(before) if target is not None else None
        kept = element_to_json(self._mask.element(element)) if element is not None else None
        began = self._clock() - self._began
        act()
        self._last = after = self._look(self._backend.wait_quiet(SETTLE_S))
        event = RecordedEvent(kind=kind, t=round(began, 3), element=kept, settled=after.settled, **fields)
        self._writer.append(event, before.shown, after.shown, before.kept, after.kept)

    def _before(self) -> _Look:
        """What is seen now; the last look where nothing has changed since."""
        now = self._backend.snapshot()
        if now != self._last.structure or self._clock() - self._last.at > _FRESH_S:
            self._last = self._look(self._backend.wait_quiet(SETTLE_S))
        return self._last

    def _look(self, settled: bool) -> _Look:
        frame = self._backend.frame()
        structure = self._backend.snapshot()
        kept = self._mask.structure(structure)
        return _Look(structure, self._mask.frame(frame, structure), kept, settled, self._clock())

    def _focused(self, look: _Look) -> Element | None:
        """The element that has the keyboard, with its unique selector where it can be had."""
        focused = look.structure.focused
        if focused is None:
            return None
        hit = self._backend.element_at(focused.region.center) if focused.in_view else None
        return hit if hit is not None and hit.focused else focused
