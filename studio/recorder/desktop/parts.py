"""Opens all that a desktop recording needs of this machine, or says in one sentence what is missing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from studio.engine.backends.desktop.accessibility import open_accessibility, why_not
from studio.engine.backends.desktop.grab import ScreenGrabber
from studio.engine.backends.desktop.monitors import Monitors
from studio.engine.backends.desktop.windows import Window, Windows, find_window, windows_of
from studio.engine.backends.desktop.x11 import close_display, open_display, refuse_without_display, replaying_pid
from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.model.geometry import Point, Region
from studio.recorder.desktop.damage import DamageWatch
from studio.recorder.desktop.grabber import Grabber
from studio.recorder.desktop.hooks import InputHooks
from studio.recorder.desktop.hot_keys import HotKeys
from studio.recorder.desktop.key_grabs import KeyGrabs
from studio.recorder.desktop.looker import Looker
from studio.recorder.desktop.ring import FrameRing
from studio.recorder.desktop.scope import Scope, own_pids


@dataclass(frozen=True)
class DesktopOptions:
    """What is to be recorded, and where to. `window` restricts it to the program that shows that window.

    `asks`: whoever reads the stream asks for the words that a hot key lacks.
    """

    out: Path
    hot_keys: HotKeys
    window: str | None = None
    exclude_pids: tuple[int, ...] = ()
    asks: bool = False


@dataclass
class Parts:
    """Everything that is open. `warnings` are sentences for the person; `stack` closes all."""

    ring: FrameRing
    grabber: Grabber
    hooks: InputHooks
    windows: Windows
    monitors: Monitors
    region: Region
    scope: Scope
    hot_keys: HotKeys
    looker: Looker | None
    grabs: KeyGrabs | None
    stack: ExitStack
    warnings: list[str] = field(default_factory=list)
    asks: bool = False

    @property
    def corner(self) -> Point:
        """Where on the desktop frames begin."""
        return Point(self.region.x, self.region.y)

    @property
    def target_region(self) -> Region:
        """What is recorded of the desktop: the window, or all of it."""
        return self.scope.target.region if self.scope.target is not None else self.region


def open_parts(options: DesktopOptions) -> Parts:
    """Open and start all but the hooks. Raises EnvironmentUnable, SurfaceLost; nothing stays open then."""
    refuse_without_display()
    with ExitStack() as stack:
        hooks = _hooks()
        stack.callback(hooks.close)
        windows = Windows()
        stack.callback(windows.close)
        _refuse_replay()
        screen = ScreenGrabber()
        table = windows.stacking()
        scope = Scope(own_pids(table, options.exclude_pids), _target(options.window, table))
        ring = FrameRing()
        monitors, region = screen.monitors, screen.region
        grabber = Grabber(ring, screen, DamageWatch(), Windows())
        stack.callback(grabber.close)
        grabber.start()
        warnings: list[str] = []
        looker = _looker(ring, scope, warnings, grabber.confirm)
        if looker is not None:
            stack.callback(looker.close)
        grabs = _grabs(options.hot_keys, warnings)
        if grabs is not None:
            stack.callback(grabs.close)
        kept = stack.pop_all()
    keys = options.hot_keys
    asks = options.asks
    return Parts(ring, grabber, hooks, windows, monitors, region, scope, keys, looker, grabs, kept, warnings, asks)


def _hooks() -> InputHooks:
    if sys.platform in ("win32", "darwin"):
        from studio.recorder.desktop.hooks_pynput import PynputHooks

        return PynputHooks()
    from studio.recorder.desktop.hooks_x11 import X11Hooks

    return X11Hooks()


def _refuse_replay() -> None:
    connection = open_display()
    try:
        pid = replaying_pid(connection)
    finally:
        close_display(connection)
    if pid is not None and pid != os.getpid():
        raise EnvironmentUnable(f"A replay works on this display now (process {pid}): record when it is done.")


def _target(title: str | None, table: tuple[Window, ...]) -> Window | None:
    if title is None:
        return None
    found = find_window(table, title)
    if found is None:
        shown = ", ".join(f"“{w.title}”" for w in table if w.title and not w.popup and w.kind == "normal") or "none"
        raise EnvironmentUnable(f"There is no window “{title}” on this display. Shown are: {shown}.")
    return found


def _looker(ring: FrameRing, scope: Scope, warnings: list[str], confirm: Callable[[], None]) -> Looker | None:
    source = open_accessibility()
    if source is None:
        warnings.append(f"{why_not()} Password fields cannot be known: press the hot key before you type a secret.")
        return None

    def pids() -> Collection[int] | None:
        if scope.target is None:
            return None
        shown = windows_of(ring.latest.windows, scope.target.pid, scope.target.id)
        return {w.pid for w in (scope.target, *shown) if w.pid is not None} or None

    return Looker(source, lambda: ring.changed, pids, confirm)


def _grabs(hot_keys: HotKeys, warnings: list[str]) -> KeyGrabs | None:
    if sys.platform in ("win32", "darwin"):
        return None
    grabs = KeyGrabs(hot_keys.chords.values())
    for chord in grabs.refused:
        warnings.append(f"{chord} belongs to another program here: as a hot key it reaches that program too.")
    return grabs
