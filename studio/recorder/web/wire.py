"""The browser's debugging protocol over two pipes, which nobody else on this computer can reach. POSIX only."""

from __future__ import annotations

import os
import select
import sys
import threading
from contextlib import suppress
from typing import Protocol

from studio.recorder.web.websocket import ConnectionLost

_LARGEST = 512 * 1024 * 1024
_END = b"\0"
_PIECE = 1 << 18
_PATIENCE_S = 2.0

TAKES_PIPES = (
    "import fcntl, os, sys; r, w = (fcntl.fcntl(int(n), fcntl.F_DUPFD, 10) for n in sys.argv[1:3]);"
    "os.dup2(r, 3); os.dup2(w, 4); os.closerange(5, 64); os.execv(sys.argv[3], sys.argv[3:])"
)
"""A browser reads its commands from descriptor 3 and answers on 4: this puts them there and becomes the browser."""


class Wire(Protocol):
    """One open connection of text messages. `send` may be called from any thread, `receive` from one."""

    def send(self, text: str) -> None:
        """Send one message. Raises ConnectionLost."""

    def receive(self) -> str:
        """The next message; waits for it. Raises ConnectionLost."""

    def close(self) -> None:
        """Let the connection go; wakes a thread that waits in `receive`. Never raises."""


class PipeWire:
    """The two pipes of a browser that we started. It ends when they are closed."""

    def __init__(self) -> None:
        self._theirs_in, self._out = os.pipe()
        self._in, self._theirs_out = os.pipe()
        self._kept = b""
        self._sending = threading.Lock()
        self._closed = False

    @property
    def theirs(self) -> tuple[int, int]:
        """The descriptors for the browser: where it reads and where it writes."""
        return self._theirs_in, self._theirs_out

    def command(self, browser: list[str]) -> list[str]:
        """The command line that starts `browser` on these pipes (`pass_fds` must have `theirs`)."""
        return [sys.executable, "-S", "-E", "-c", TAKES_PIPES, *map(str, self.theirs), *browser]

    def started(self) -> None:
        """The browser has its own copies of them: when it ends, ours must tell."""
        os.close(self._theirs_in)
        os.close(self._theirs_out)

    def send(self, text: str) -> None:
        """Send one message. Raises ConnectionLost."""
        data = memoryview(text.encode() + _END)
        try:
            with self._sending:
                if self._closed:
                    raise ConnectionLost("The connection was closed.")
                while data:
                    data = data[os.write(self._out, data) :]
        except ConnectionLost:
            raise
        except OSError as error:
            raise ConnectionLost("The connection broke.") from error

    def answers(self, wait_s: float) -> bool:
        """Whether it says anything, or is gone, within that time."""
        return bool(self._kept) or bool(select.select([self._in], [], [], wait_s)[0])

    def receive(self) -> str:
        """The next message; waits for it. Raises ConnectionLost."""
        parts = [self._kept]
        size = len(self._kept)
        while _END not in parts[-1]:
            piece = self._piece()
            parts.append(piece)
            size += len(piece)
            if size > _LARGEST:
                raise ConnectionLost(f"A message of more than {_LARGEST} bytes is not read.")
        message, _, self._kept = b"".join(parts).partition(_END)
        return message.decode("utf-8", "replace")

    def close(self) -> None:
        """Let go of the browser, which ends. Never raises."""
        if not self._closed and self._sending.acquire(timeout=_PATIENCE_S):
            self._closed = True
            with suppress(OSError):
                os.close(self._out)
            self._sending.release()

    def end(self) -> None:
        """The browser is gone, and nobody reads any more."""
        self.close()
        with suppress(OSError):
            os.close(self._in)

    def _piece(self) -> bytes:
        try:
            piece = os.read(self._in, _PIECE)
        except OSError as error:
            raise ConnectionLost("The connection broke.") from error
        if not piece:
            raise ConnectionLost("The connection ended.")
        return piece
