"""The windows that can be recorded, with what they show now. Read in a thread; nothing of ours is among them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from PySide6.QtGui import QImage

from studio.engine.backends.desktop.windows import Window
from studio.engine.backends.protocols import EnvironmentUnable, SurfaceLost
from studio.engine.model.geometry import Region
from studio.ui.told import told
from studio.ui.widgets.frame_view import to_image

_LARGEST = 900
_NO_PROGRAM = frozenset({"desktop", "dock"})
_SEEN = 0.6
"""A window of which less is seen shows mostly what lies over it: then no picture is shown."""
BROWSERS = ("chromium", "chrome", "firefox", "edge", "brave", "opera", "vivaldi")


@dataclass(frozen=True)
class Shown:
    """One window. `picture` is null where it is covered; `twin`: another one bears the same title."""

    window: Window
    picture: QImage
    twin: bool = False

    @property
    def title(self) -> str:
        """Its title."""
        return self.window.title

    @property
    def is_browser(self) -> bool:
        """Whether it is a web browser, of which more is known when it is recorded as one."""
        program = self.window.program.casefold()
        return any(name in program for name in BROWSERS)


@dataclass(frozen=True)
class Desktop:
    """What can be recorded of this display now; `problem` where it cannot be looked at."""

    windows: tuple[Shown, ...] = ()
    picture: QImage | None = None
    monitors: tuple[Region, ...] = ()
    problem: str = ""


def look(own_pid: int) -> Desktop:
    """All of it, topmost window first."""
    from studio.engine.backends.desktop.grab import ScreenGrabber
    from studio.engine.backends.desktop.windows import Windows

    try:
        with closing(Windows()) as windows, closing(ScreenGrabber()) as grabber:
            table = windows.stacking()
            whole = grabber.grab()
            corner = grabber.region
            image = to_image(whole)
            offered = offered_of(table, own_pid)
            titles = [w.title for w in offered]
            shown = tuple(Shown(w, _picture(w, table, image, corner), titles.count(w.title) > 1) for w in offered)
            return Desktop(shown, _small(image), tuple(m.region for m in grabber.monitors))
    except (EnvironmentUnable, SurfaceLost) as problem:
        return Desktop(problem=told(str(problem)))


def in_front(own_pid: int) -> int:
    """The id of the window of another program that has the keyboard; 0 where none has, or nobody can tell."""
    from studio.engine.backends.desktop.windows import Windows

    try:
        with closing(Windows()) as windows:
            found = windows.active()
            return found.id if found is not None and found.pid != own_pid else 0
    except (EnvironmentUnable, SurfaceLost):
        return 0


def bring_up(window_id: int) -> None:
    """Raise the window before it is recorded. Nothing happens where it is gone: the recorder says so."""
    from studio.engine.backends.desktop.windows import Windows

    try:
        with closing(Windows()) as windows:
            found = next((w for w in windows.stacking() if w.id == window_id), None)
            if found is not None:
                windows.activate(found)
    except (EnvironmentUnable, SurfaceLost):
        return


def offered_of(table: Sequence[Window], own_pid: int) -> tuple[Window, ...]:
    """Those that a person would call a window: with a title, of a program, not of ours; topmost first."""
    return tuple(
        w
        for w in reversed(table)
        if w.title and not w.popup and w.kind not in _NO_PROGRAM and w.pid != own_pid and w.transient_for is None
    )


def seen_share(window: Window, table: Sequence[Window]) -> float:
    """About which part of the window nothing else lies over, judged at a grid of points."""
    region = window.region
    above = [w.region for w in table[[w.id for w in table].index(window.id) + 1 :]]
    xs = [region.x + region.w * (2 * n + 1) // 16 for n in range(8)]
    ys = [region.y + region.h * (2 * n + 1) // 16 for n in range(8)]
    free = sum(not any(r.x <= x < r.right and r.y <= y < r.bottom for r in above) for x in xs for y in ys)
    return free / 64


def _picture(window: Window, table: Sequence[Window], screen: QImage, corner: Region) -> QImage:
    if seen_share(window, table) < _SEEN:
        return QImage()
    place = window.region.moved(-corner.x, -corner.y)
    inside = place.clamped((screen.width(), screen.height()))
    return _small(screen.copy(inside.x, inside.y, inside.w, inside.h)) if inside.area else QImage()


def _small(image: QImage) -> QImage:
    from PySide6.QtCore import Qt

    if max(image.width(), image.height()) <= _LARGEST:
        return image
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(_LARGEST, _LARGEST, Qt.AspectRatioMode.KeepAspectRatio, smooth)
