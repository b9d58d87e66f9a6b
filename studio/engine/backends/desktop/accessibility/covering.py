"""What lies above what: which point of a window another window, a menu or a question keeps from being clicked. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from studio.engine.backends.desktop.accessibility.nodes import Top
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region

_PASSING = frozenset({"tooltip", "dnd"})
"""Kinds of windows that give way to the pointer."""
_FURNITURE = frozenset({"desktop", "dock", "splash", *_PASSING})
"""Kinds of windows that hold no work."""
_NONE = ""


def window_at(windows: Sequence[Window], point: Point) -> Window | None:
    """The topmost window under `point`; `windows` are in stacking order, the lowest first."""
    hits = (w for w in reversed(windows) if w.region.contains(point) and w.kind not in _PASSING)
    return next(hits, None)


def called(window: Window) -> str:
    """How a person would call it."""
    if window.popup:
        return "an open menu or list"
    return f"the window “{window.title or window.program or 'without a title'}”"


def unspoken(windows: Sequence[Window], tops: Sequence[Top], popped: Sequence[Region]) -> tuple[Region, ...]:
    """Where menus and lists of the read programs are open of which they told nothing; `popped` is what they told."""
    pids = {top.pid for top in tops}
    known = {top.window.id for top in tops if top.window is not None}
    return tuple(
        w.region
        for w in windows
        if w.popup and w.kind not in _PASSING and w.pid in pids and w.id not in known
        if not any(w.region.contains(told.center) for told in popped)
    )


def mute(windows: Sequence[Window], tops: Sequence[Top], pids: Collection[int] | None) -> tuple[Window, ...]:
    """The shown windows of programs that tell nothing, of `pids` only where they are given."""
    speak = {top.pid for top in tops}
    shown = (w for w in windows if not w.popup and w.kind not in _FURNITURE and w.title)
    return tuple(w for w in shown if w.pid not in speak and (pids is None or w.pid in pids))


class Cover:
    """Tells what covers a point of one window."""

    def __init__(self, top: Top, tops: Sequence[Top], windows: Sequence[Window] | None) -> None:
        """`tops` are all read windows, the topmost first."""
        self._top = top
        self._windows = windows
        above = tops[: next((n for n, other in enumerate(tops) if other is top), 0)]
        modal = [t for t in above if t.pid == top.pid and t.pid is not None and t.modal]
        self._question = f"the dialog “{modal[0].title}”" if modal else _NONE

    def over(self, point: Point, *, in_popup: bool) -> str:
        """What keeps a click at `point` from the window; empty where nothing does. A popup has a window of its own."""
        if self._windows is not None and self._top.window is not None:
            window = window_at(self._windows, point)
            if window is None or window.id == self._top.window.id:
                return self._question
            if not (in_popup and window.popup and window.pid == self._top.pid):
                return called(window)
        return _NONE if in_popup else self._question
