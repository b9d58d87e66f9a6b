"""A desktop recorder as a child process: its stream is read, commands are sent, it is stopped or killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.virtual_desktop import VirtualDesktop, stop, wait_for


class RecorderChild:
    """`events` are the lines of its stream so far."""

    def __init__(self, desktop: VirtualDesktop, out: Path, *options: str) -> None:
        self.out = out
        self.events: list[dict[str, Any]] = []
        command = [sys.executable, "-m", "studio", "record", "--backend", "desktop", "--out", str(out), "--events"]
        self._errors = (desktop.home / f"recorder-{out.name}.log").open("wb")
        self.process = subprocess.Popen(
            [*command, *options],
            env=desktop.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.events.append(json.loads(line))

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The events of one type."""
        return [e for e in self.events if e["type"] == kind]

    def wait(self, kind: str, count: int = 1, timeout_s: float = 60) -> list[dict[str, Any]]:
        """The events of that type, once there are `count`."""
        return wait_for(lambda: found if len(found := self.of(kind)) >= count else None, f"{count} × {kind}", timeout_s)

    @property
    def actions(self) -> list[dict[str, Any]]:
        """The recorded actions, those that were taken back left out."""
        kept: list[dict[str, Any]] = []
        for event in self.events:
            if event["type"] == "action":
                kept.append(event["event"])
            elif event["type"] == "undone":
                del kept[event["index"] :]
        return kept

    def send(self, command: str, **more: str) -> None:
        """One command on its stdin."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"command": command} | more) + "\n")
        self.process.stdin.flush()

    def finish(self) -> int:
        """Finish as a person does with Ctrl+C; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.ended()

    def ended(self) -> int:
        """Wait for its end; the exit code."""
        code = self.process.wait(60)
        self._reader.join(10)
        return code

    @property
    def errors(self) -> str:
        """What it said on stderr."""
        return Path(self._errors.name).read_text()

    def close(self) -> None:
        """End it, by force where needed."""
        stop(self.process)  # type: ignore[arg-type]
        self._reader.join(10)
        for stream in (self.process.stdin, self.process.stdout, self._errors):
            if stream is not None:
                stream.close()


@contextmanager
def recording(desktop: VirtualDesktop, out: Path, *options: str) -> Iterator[RecorderChild]:
    """A recorder that listens."""
    child = RecorderChild(desktop, out, *options)
    try:
        wait_for(lambda: child.of("ready") or child.process.poll() is not None, "the recorder", 60)
        yield child
    finally:
        child.close()
