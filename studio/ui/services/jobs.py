"""Jobs in child processes: the recorder, a replay, a compile. Events come as JSON lines, commands go the same way.

The window never blocks on one, a crash of one takes nothing else with it, and Stop always works: after a time of
grace the process is ended by force.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from studio.engine.streams import Lines, object_of

GRACE_MS = 5000
_MOST_STDERR = 20_000


class Job(QObject):
    """One run of `studio …` as a child. `told` carries each JSON object of stdout, `ended` the exit code and
    what it said on stderr (its last sentences). Secrets are handed over by environment only, never as arguments."""

    told = Signal(dict)
    ended = Signal(int, str)

    def __init__(
        self, arguments: Sequence[str], parent: QObject | None = None, *, environment: dict[str, str] | None = None
    ) -> None:
        super().__init__(parent)
        self.arguments = tuple(arguments)
        self._process = QProcess(self)
        self._lines = Lines()
        self._said = ""
        self._over = False
        environ = QProcessEnvironment.systemEnvironment()
        for name, value in (environment or {}).items():
            environ.insert(name, value)
        environ.insert("PYTHONUNBUFFERED", "1")
        self._process.setProcessEnvironment(environ)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.readyReadStandardError.connect(self._hear)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._failed)

    def start(self) -> None:
        """Start the child."""
        self._process.start(sys.executable, ["-m", "studio", *self.arguments])

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return not self._over

    @property
    def pid(self) -> int:
        """The child's process id."""
        return int(self._process.processId())

    def send(self, command: str, **more: Any) -> None:
        """One command on the child's stdin (docs/streams.schema.json)."""
        if self.running:
            self._process.write(json.dumps({"command": command, **more}).encode() + b"\n")

    def stop(self, command: str | None = "stop") -> None:
        """Ask it to end, by command or signal, and end it by force after the time of grace."""
        if not self.running:
            return
        if command is not None:
            self.send(command)
        else:
            self._process.terminate()
        QTimer.singleShot(GRACE_MS, self, self._force)

    def hang_up(self, wait_ms: int) -> bool:
        """Say no more to the child, and wait for its own end; whether it came in time."""
        if not self.running:
            return True
        self._process.closeWriteChannel()
        return self._process.waitForFinished(wait_ms)

    def kill(self) -> None:
        """End it at once and wait until it is gone."""
        if self.running:
            self._process.kill()
            self._process.waitForFinished(3000)

    def _force(self) -> None:
        if self.running:
            self._process.terminate()
            QTimer.singleShot(GRACE_MS, self, self.kill)

    def _read(self) -> None:
        self._tell(self._lines.feed(bytes(self._process.readAllStandardOutput().data())))

    def _tell(self, lines: Sequence[bytes]) -> None:
        for each in lines:
            told = object_of(each)
            if told is not None:
                self.told.emit(told)

    def _hear(self) -> None:
        self._said = (self._said + bytes(self._process.readAllStandardError().data()).decode(errors="replace"))[
            -_MOST_STDERR:
        ]

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        if self._over:
            return
        self._read()
        self._tell(self._lines.end())
        self._hear()
        self._over = True
        crashed = status is QProcess.ExitStatus.CrashExit
        self.ended.emit(-1 if crashed else code, self._said.strip())

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and not self._over:
            self._over = True
            self.ended.emit(-1, self._process.errorString())
