"""Which windows belong to the recording: not our own, and in window mode only those of one program. Pure."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from studio.engine.backends.desktop.accessibility.titles import lasting_title
from studio.engine.backends.desktop.masking import OUTSIDE, only_windows
from studio.engine.backends.desktop.windows import Window, windows_of
from studio.engine.model.geometry import Point
from studio.engine.vision.frame import Frame


@dataclass(frozen=True, slots=True)
class Scope:
    """What is recorded. `own_pids` are processes of ours; `target` is the one window whose program is recorded."""

    own_pids: frozenset[int] = frozenset()
    target: Window | None = None

    def wanted(self, windows: Sequence[Window], window: Window | None) -> bool:
        """Whether what a person does in `window` (None: the bare desktop) is to be recorded."""
        if self.target is None:
            return window is None or not self._is_ours(window)
        return window is not None and window.id in {w.id for w in self.shown(windows)}

    def is_ours(self, window: Window | None) -> bool:
        """Whether it is a window of our own, of which nothing is ever said."""
        return window is not None and self._is_ours(window)

    def shown(self, windows: Sequence[Window]) -> tuple[Window, ...]:
        """The windows of the recorded program."""
        if self.target is None:
            return tuple(w for w in windows if not self._is_ours(w))
        return tuple(w for w in windows_of(tuple(windows), self.target.pid, self.target.id) if not self._is_ours(w))

    def painted(self, frame: Frame, windows: Sequence[Window], corner: Point) -> Frame:
        """The frame with all that does not belong to the recording painted grey; the same object where nothing is."""
        if self.target is not None:
            return only_windows(frame, windows, self.shown(windows), corner)
        pixels = None
        for window in windows:
            box = window.region.moved(-corner.x, -corner.y).clamped(frame.size)
            part = slice(box.y, box.bottom), slice(box.x, box.right)
            if self._is_ours(window):
                pixels = frame.bgr.copy() if pixels is None else pixels
                pixels[part] = OUTSIDE
            elif pixels is not None:
                pixels[part] = frame.bgr[part]
        return frame if pixels is None else Frame(bgr=pixels, scale=frame.scale, time=frame.time)

    def _is_ours(self, window: Window) -> bool:
        return window.pid is not None and window.pid in self.own_pids


def lasting_window(wanted: str | None, found: Window | None) -> str | None:
    """What the recorded window is called in another run: what was asked for, or, where that tells of the document that
    is open just now (`letter.txt`), what stays of the title without it."""
    if wanted is None or found is None:
        return wanted
    lasting = lasting_title(found.title, found.program)
    kept = any(wanted.casefold() in text.casefold() for text in (lasting, found.program))
    return wanted if kept else lasting or wanted


def window_at(windows: Sequence[Window], point: Point) -> Window | None:
    """The topmost window at `point`; None where only the bare desktop is."""
    return next((w for w in reversed(windows) if w.region.contains(point)), None)


def active_window(windows: Sequence[Window]) -> Window | None:
    """The window that has the keyboard."""
    return next((w for w in windows if w.active), None)


def shown_with_keys(took: Window | None, active: Window | None) -> Window | None:
    """The window whose title stands with a key: of a menu or list the window in front that it belongs to."""
    if took is None or (took.popup and active is not None and active.pid == took.pid):
        return active
    return took


def own_pids(windows: Sequence[Window], more: Iterable[int] = ()) -> frozenset[int]:
    """Our process, those that were named, and the nearest ancestor that shows a window: the terminal we run in."""
    shown = {w.pid for w in windows if w.pid is not None}
    pid = os.getpid()
    while pid > 1 and (pid := _parent(pid)) > 1:
        if pid in shown:
            return frozenset({os.getpid(), pid, *more})
    return frozenset({os.getpid(), *more})


def _parent(pid: int) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0
