"""A WebSocket client for the browser's debugging port: text messages, nothing else. Standard library only."""

from __future__ import annotations

import base64
import os
import socket
import struct
import threading
from contextlib import suppress
from urllib.parse import urlsplit

_CONNECT_S = 5.0
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_LARGEST = 512 * 1024 * 1024


class ConnectionLost(ConnectionError):
    """The other side is gone."""


class WebSocket:
    """One open connection. `send` may be called from any thread, `receive` from one. Raises ConnectionLost."""

    def __init__(self, url: str) -> None:
        """Connect to `url` (ws://host:port/path). Raises ConnectionLost where nobody answers as a WebSocket."""
        where = urlsplit(url)
        try:
            self._socket = socket.create_connection((where.hostname or "", where.port or 80), _CONNECT_S)
            self._stream = self._socket.makefile("rb", buffering=1 << 16)
            self._shake_hands(where.netloc, where.path or "/")
            self._socket.settimeout(None)
        except (OSError, ValueError) as error:
            raise ConnectionLost(f"{url} does not answer: {error}") from error
        self._sending = threading.Lock()

    def _shake_hands(self, host: str, path: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        self._socket.sendall("\r\n".join((*lines, "", "")).encode())
        status = self._stream.readline(4096)
        while self._stream.readline(4096) not in (b"\r\n", b""):
            pass
        if b" 101 " not in status:
            raise ValueError(status.decode("latin-1").strip() or "no answer")

    def send(self, text: str) -> None:
        """Send one text message."""
        self._send(_TEXT, text.encode())

    def receive(self) -> str:
        """The next text message; waits for it."""
        parts: list[bytes] = []
        while True:
            final, kind, data = self._frame()
            if kind == _CLOSE:
                raise ConnectionLost("The browser closed the connection.")
            if kind == _PING:
                self._send(_PONG, data)
            elif kind != _PONG:
                parts.append(data)
                if final:
                    return b"".join(parts).decode("utf-8", "replace")

    def close(self) -> None:
        """Let the connection go; wakes a thread that waits in `receive`. Never raises."""
        with suppress(OSError, ConnectionLost):
            self._send(_CLOSE, b"")
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            self._stream.close()
            self._socket.close()

    def _frame(self) -> tuple[bool, int, bytes]:
        first, second = self._read(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack(">H", self._read(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._read(8))
        if size > _LARGEST:
            raise ConnectionLost(f"A message of {size} bytes is more than is read.")
        return bool(first & 0x80), first & 0x0F, self._read(size)

    def _read(self, size: int) -> bytes:
        try:
            data: bytes = self._stream.read(size)
        except (OSError, ValueError) as error:
            raise ConnectionLost("The connection broke.") from error
        if len(data) < size:
            raise ConnectionLost("The connection ended.")
        return data

    def _send(self, kind: int, data: bytes) -> None:
        head = struct.pack(">B", 0x80 | kind)
        if len(data) < 126:
            head += struct.pack(">B", 0x80 | len(data))
        elif len(data) < 1 << 16:
            head += struct.pack(">BH", 0x80 | 126, len(data))
        else:
            head += struct.pack(">BQ", 0x80 | 127, len(data))
        mask = os.urandom(4)
        try:
            with self._sending:
                self._socket.sendall(head + mask + _masked(data, mask))
        except OSError as error:
            raise ConnectionLost("The connection broke.") from error


def _masked(data: bytes, mask: bytes) -> bytes:
    """`data` with the four bytes of `mask` laid over it again and again, as the protocol demands of a client."""
    over = (mask * (len(data) // 4 + 1))[: len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(over, "big")).to_bytes(len(data), "big")
