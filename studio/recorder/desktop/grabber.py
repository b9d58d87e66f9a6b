"""One thread that keeps the ring of frames fresh: it grabs when something was drawn, and rests while nothing is."""

from __future__ import annotations

import threading
from contextlib import suppress
from time import monotonic, sleep
from typing import Protocol

from studio.engine.backends.desktop.windows import Window
from studio.engine.backends.protocols import SurfaceLost
from studio.engine.vision.frame import Frame
from studio.recorder.desktop.ring import FrameRing, Shot

BUSY_GAP_S = 0.012
"""Least time between two grabs while a person is acting."""
CALM_GAP_S = 0.05
"""… and while the screen moves by itself."""
_BUSY_S = 0.6
_REST_S = 0.5
_POLL_S = 0.1
_STARTED_S = 30.0
_CONFIRM_S = 0.5
_CONFIRM_POLL_S = 0.004
_TRIES = 4
"""Where windows keep coming and moving, the last frame stays the newest."""


class Watch(Protocol):
    """Tells when something was drawn."""

    useful: bool
    windows_changed: bool

    def wait(self, timeout_s: float) -> bool:
        """Wait for drawing. Raises SurfaceLost."""

    def clear(self) -> None:
        """Tell of new drawing from now on."""

    def look(self) -> None:
        """Heed what has happened up to now, without waiting. Raises SurfaceLost."""

    def wake(self) -> None:
        """Let `wait` return."""

    def close(self) -> None:
        """Let go."""


class Grabs(Protocol):
    """Gives frames of the whole desktop. Its thread is the only one that asks."""

    def grab(self) -> Frame:
        """A frame. Raises SurfaceLost."""

    def close(self) -> None:
        """Let go."""


class WindowTable(Protocol):
    """Tells the windows."""

    def stacking(self) -> tuple[Window, ...]:
        """All shown windows, topmost last. Raises SurfaceLost."""

    def close(self) -> None:
        """Let go."""


class Grabber:
    """Owns grabber, window table and watch, which only its thread uses; closes them at its end."""

    def __init__(self, ring: FrameRing, grabs: Grabs, watch: Watch, windows: WindowTable) -> None:
        self._ring = ring
        self._parts = (grabs, watch, windows)
        self._stop = threading.Event()
        self._first = threading.Event()
        self._fault: str | None = None
        self._acted = 0.0
        self._grabbed = 0.0
        self._table: tuple[Window, ...] = ()
        self._thread = threading.Thread(target=self._run, name="grabber", daemon=True)
        self.count = 0

    def start(self) -> None:
        """Begin; returns when there is a first frame. Raises SurfaceLost."""
        self._thread.start()
        if not self._first.wait(_STARTED_S) or self._fault is not None:
            raise SurfaceLost(f"The screen cannot be recorded: {self._fault or 'it gives no picture'}.")

    def acted(self) -> None:
        """A person acts now: grab more often for a moment."""
        self._acted = monotonic()

    def confirm(self) -> None:
        """Return once a picture was taken that was begun after this call, or none comes. For another thread."""
        asked = monotonic()
        self._parts[1].wake()
        while self._grabbed <= asked and monotonic() - asked < _CONFIRM_S and not self._stop.is_set():
            sleep(_CONFIRM_POLL_S)

    def fault(self) -> str | None:
        """Why nothing is grabbed any more, as a part of a sentence."""
        return self._fault

    def close(self) -> None:
        """Stop and wait for the thread. Never raises."""
        self._stop.set()
        self._parts[1].wake()
        if self._thread.is_alive():
            self._thread.join(5)

    def _run(self) -> None:
        grabs, watch, windows = self._parts
        try:
            while not self.count and not self._stop.is_set():
                self._grab()
            while not self._stop.is_set():
                drawn = watch.wait(_REST_S if watch.useful else _POLL_S)
                if (drawn or not watch.useful) and not self._stop.is_set():
                    self._grab()
                    sleep(BUSY_GAP_S if monotonic() - self._acted < _BUSY_S else CALM_GAP_S)
        except SurfaceLost as lost:
            self._fault = str(lost).rstrip(".")
        except Exception as error:  # a thread cannot raise to anybody: the recorder reads the fault
            self._fault = f"grabbing the screen failed ({type(error).__name__})"
        finally:
            self._first.set()
            for part in (grabs, watch, windows):
                with suppress(Exception):  # each is closed, whatever the others say
                    part.close()

    def _grab(self) -> None:
        """One frame with its table of windows. One that a window came into meanwhile is not kept: nobody could tell
        what of it is to be painted over."""
        grabs, watch, windows = self._parts
        for _ in range(_TRIES):
            watch.clear()
            if watch.windows_changed:
                watch.windows_changed = False
                self._table = windows.stacking()
            began = monotonic()
            frame = grabs.grab()
            ended = monotonic()
            watch.look()
            if not watch.windows_changed:
                self._ring.add(Shot(frame, began, ended, self._table))
                self._grabbed = began
                self.count += 1
                self._first.set()
                return
