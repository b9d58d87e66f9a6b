"""The one program that a replay sees, where the recording was of one window."""

from __future__ import annotations

import re
import time

from studio.engine.backends.desktop.masking import only_windows
from studio.engine.backends.desktop.windows import Window, Windows, find_window, windows_of
from studio.engine.backends.protocols import EnvironmentUnable, SurfaceLost
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame

_COMES_S = 10.0
"""How long the window may take to come: its program may just be starting."""
_SHOWN = 6
_LEAST_TITLE_PX = 10


class Program:
    """With a title: its window, raised, and everything that belongs to it. Without: the whole desktop."""

    def __init__(self, title: str | None, display: str | None = None, wait_s: float = _COMES_S) -> None:
        """Raises EnvironmentUnable where there is no window of that title after `wait_s`."""
        self._windows = Windows(display)
        try:
            self._window = None if title is None else self._found(title, wait_s)
            if self._window is not None:
                self._windows.activate(self._window)
        except BaseException:
            self._windows.close()
            raise

    @property
    def pids(self) -> frozenset[int] | None:
        """The processes that are seen; None for all."""
        return None if self._window is None or self._window.pid is None else frozenset({self._window.pid})

    def put(self, region: Region) -> None:
        """Ask for the place that the window had. A program that has a size of its own keeps it. Raises SurfaceLost."""
        if self._window is not None and self._window.region != region:
            self._windows.place(self._window, region)

    def title_bar(self) -> Point | None:
        """The middle of the window's title bar, where nothing reacts to the pointer; None for the whole desktop and for
        a window without one."""
        window = self._window
        if window is not None:
            window = next((w for w in self._windows.stacking() if w.id == window.id), window)
        if window is None or window.client.y - window.region.y < _LEAST_TITLE_PX:
            return None
        return Point(window.region.center.x, (window.region.y + window.client.y) // 2)

    def shown(self, frame: Frame, corner: Point) -> Frame:
        """The frame with everything of other programs grey. Raises SurfaceLost where the program is gone."""
        if self._window is None:
            return frame
        stacking = self._windows.stacking()
        own = windows_of(stacking, self._window.pid, self._window.id)
        if not own:
            raise SurfaceLost(f"The window “{self._window.title}” is gone: its program was closed.")
        return only_windows(frame, stacking, own, corner)

    def close(self) -> None:
        """Close the connection. Never raises."""
        self._windows.close()

    def _found(self, title: str, wait_s: float) -> Window:
        deadline = time.monotonic() + wait_s
        while True:
            windows = self._windows.stacking()
            if (found := find_window(windows, title) or same_program(windows, title)) is not None:
                return found
            if time.monotonic() > deadline:
                raise EnvironmentUnable(_not_there(title, windows))
            time.sleep(0.1)


def same_program(windows: tuple[Window, ...], title: str) -> Window | None:
    """The only window whose title ends as `title` does (`other.txt - Editor` for `letter.txt - Editor`)."""
    wanted = _last_part(title)
    found = [w for w in _of_people(windows) if wanted in (_last_part(w.title), w.program.casefold())]
    return found[0] if len(found) == 1 else None


def _last_part(title: str) -> str:
    return re.split(r"\s[-–—|:]\s", title)[-1].strip().casefold()


def _of_people(windows: tuple[Window, ...]) -> list[Window]:
    return [w for w in windows if w.title and not w.popup and w.kind not in ("desktop", "dock")]


def _not_there(title: str, windows: tuple[Window, ...]) -> str:
    there = [f"“{w.title}”" for w in reversed(_of_people(windows))][:_SHOWN]
    told = f"There are {', '.join(there)}" if there else "There is no window at all"
    return f"There is no window “{title}”. {told}: open the program, or name its window with --window."
