"""Ctrl+C in the terminal and a polite end by the system close the window as its own button does."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QWidget

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def quit_on_interrupt(window: QWidget) -> Callable[[], None]:
    """Close `window` on SIGINT and SIGTERM; gives back what undoes it.

    While Qt waits, Python runs no signal handler: the signal writes a byte to a socket, which wakes Qt.
    """
    reading, writing = socket.socketpair()
    for end in (reading, writing):
        end.setblocking(False)
    kept = [(number, signal.signal(number, _heard)) for number in _SIGNALS]
    former = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read, window)

    def close() -> None:
        reading.recv(64)
        window.close()

    notifier.activated.connect(lambda *_: close())

    def undo() -> None:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(former)
        for number, handler in kept:
            signal.signal(number, handler)
        reading.close()
        writing.close()

    return undo


def _heard(_number: int, _frame: FrameType | None) -> None:
    """The socket tells it."""
