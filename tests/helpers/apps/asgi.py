"""Serves an ASGI application on a free port and says where."""

from __future__ import annotations

import socket
from typing import Any


def serve(application: Any, path: str = "") -> None:
    """Print the address once the port is ours, then serve until the process is ended."""
    import uvicorn

    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        bound.listen()
        print(f"http://127.0.0.1:{bound.getsockname()[1]}/{path}", flush=True)
        server = uvicorn.Server(uvicorn.Config(application, log_level="error", ws="none", timeout_graceful_shutdown=1))
        server.run(sockets=[bound])
