"""Grabs of the screen by mss: one instance a thread, raw pixels, and a clear word when the display is gone."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from time import monotonic
from typing import Any

import cv2
import numpy as np

from studio.engine.backends.desktop import monitors as table
from studio.engine.backends.desktop.monitors import Monitor, Monitors
from studio.engine.backends.protocols import EnvironmentUnable, SurfaceLost
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame


class ScreenGrabber:
    """Takes frames of the desktop or of a part of it. Regions are physical px of the whole desktop.

    Each thread that grabs gets a connection of its own, kept until `close`. A grab costs 1 to 3 ms.
    """

    def __init__(self, display: str | None = None) -> None:
        """Open `display` (default: DISPLAY). Raises EnvironmentUnable."""
        self._display = display
        self._own = threading.local()
        self._all: list[Any] = []
        self._lock = threading.Lock()
        self._monitors: Monitors | None = None
        self._source()

    @property
    def monitors(self) -> Monitors:
        """The monitors as they stood when they were first asked for, or at the last `refresh`. Raises SurfaceLost."""
        if self._monitors is None:
            self._monitors = self._read_monitors()
        return self._monitors

    def refresh(self) -> Monitors:
        """Read the table anew: a monitor may have come, gone or moved. Raises SurfaceLost."""
        self._drop()
        self._monitors = None
        return self.monitors

    @property
    def region(self) -> Region:
        """The whole desktop. It may begin at negative coordinates."""
        return table.union(self.monitors)

    def monitor_at(self, point: Point) -> Monitor:
        """The monitor that shows `point`, or the nearest."""
        return table.monitor_at(self.monitors, point)

    def grab(self, region: Region | None = None) -> Frame:
        """A frame of `region` (default: the whole desktop), cut to what there is. Its scale is that of the monitor
        which shows most of it. Raises SurfaceLost where the display is gone or nothing of `region` is on it."""
        wanted = self.region if region is None else region.intersection(self.region)
        if wanted.area == 0:
            raise SurfaceLost("Nothing of that part of the screen is shown by a monitor any more.")
        scale = table.monitor_of(self.monitors, wanted).scale
        return Frame(bgr=self._pixels(wanted), scale=scale, time=monotonic())

    def close(self) -> None:
        """Close all connections. Never raises."""
        with self._lock:
            for source in self._all:
                with suppress(Exception):
                    source.close()
            self._all.clear()

    def _pixels(self, region: Region) -> Any:
        """BGR pixels; a connection that failed once is replaced (the screen was resized, a handle was lost)."""
        box = {"left": region.x, "top": region.y, "width": region.w, "height": region.h}
        try:
            shot = self._source().grab(box)
        except Exception:  # what grabbing raises differs by platform; the second try says what remains
            self._drop()
            shot = self._second_try(box)
        raw = np.frombuffer(shot.raw, np.uint8).reshape(shot.height, shot.width, 4)
        return cv2.cvtColor(raw, cv2.COLOR_BGRA2BGR)

    def _second_try(self, box: dict[str, int]) -> Any:
        try:
            return self._source().grab(box)
        except Exception as problem:
            raise SurfaceLost("The screen cannot be grabbed any more: the display is gone or was resized.") from problem

    def _source(self) -> Any:
        source = getattr(self._own, "source", None)
        if source is None:
            source = self._own.source = _open(self._display)
            with self._lock:
                self._all.append(source)
        return source

    def _drop(self) -> None:
        source = getattr(self._own, "source", None)
        if source is None:
            return
        self._own.source = None
        with self._lock, suppress(ValueError):
            self._all.remove(source)
        with suppress(Exception):  # it has failed already, which is why it is dropped
            source.close()

    def _read_monitors(self) -> Monitors:
        try:
            rows = self._source().monitors
        except Exception as problem:
            raise SurfaceLost("The monitors cannot be read any more: the display is gone.") from problem
        return table.read_monitors(rows, _scale(self._display), os.environ.get("QT_SCREEN_SCALE_FACTORS"))


def _open(display: str | None) -> Any:
    try:
        import mss

        return mss.MSS(display=display) if display else mss.MSS()
    except Exception as problem:
        shown = display or os.environ.get("DISPLAY", "")
        raise EnvironmentUnable(
            f"The screen of display “{shown}” cannot be grabbed: check that it runs and that you may use it."
        ) from problem


def _scale(display: str | None) -> float:
    """The one scale of an X display; elsewhere the grabber's own pixels are physical and the scale is told as 1."""
    try:
        from studio.engine.backends.desktop.x11 import close_display, open_display

        connection = open_display(display)
    except (ImportError, EnvironmentUnable):
        return 1.0
    try:
        from Xlib import Xatom

        told = connection.screen().root.get_full_property(Xatom.RESOURCE_MANAGER, Xatom.STRING)
        text = told.value if told is not None else b""
        return table.scale_of_resources(text.decode("latin-1") if isinstance(text, bytes) else str(text))
    finally:
        close_display(connection)
