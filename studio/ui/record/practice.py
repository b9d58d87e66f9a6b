"""The practice clinic as a program of its own, served while the window is open, always at the same address."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from studio.engine.rights import make_private
from studio.ui.told import told
from studio.ui.words import tr

PORT = 47_810
"""So that a workflow recorded on it finds it again another day."""


def is_practice(address: str | None) -> bool:
    """Whether a workflow was recorded on the practice clinic of this program."""
    return (address or "").partition("://")[2].partition("/")[0] == f"127.0.0.1:{PORT}"


class PracticeClinic(QObject):
    """Starts `studio demo mockmed`; `ready` carries its address, `failed` a sentence. What is saved in it is kept."""

    ready = Signal(str)
    failed = Signal(str)

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.address = ""
        self._database = database
        self._ports = [PORT, 0]
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(lambda *_: self._ended())

    def start(self) -> None:
        """Start it, or tell its address again."""
        if self.address:
            self.ready.emit(self.address)
        elif self._process.state() is QProcess.ProcessState.NotRunning:
            self._ports = [PORT, 0]
            self._next()

    def stop(self) -> None:
        """End it and wait until it is gone."""
        self._ports = []
        self.address = ""
        if self._process.state() is not QProcess.ProcessState.NotRunning:
            self._process.terminate()
            if not self._process.waitForFinished(3000):
                self._process.kill()
                self._process.waitForFinished(3000)

    def _next(self) -> None:
        port = self._ports.pop(0)
        try:
            make_private(self._database.parent)
        except OSError as problem:
            self.failed.emit(tr("The practice clinic cannot keep its file: {problem}", problem=told(str(problem))))
            return
        kept = ["--db", str(self._database), "--port", str(port)]
        self._process.start(sys.executable, ["-m", "studio", "demo", "mockmed", *kept])

    def _read(self) -> None:
        said = bytes(self._process.readAllStandardOutput().data()).decode(errors="replace").strip()
        if said.startswith("http") and not self.address:
            self.address = said.splitlines()[0]
            self.ready.emit(self.address)

    def _ended(self) -> None:
        was, self.address = self.address, ""
        if not was and self._ports:
            self._next()
        elif not was:
            said = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip().splitlines()
            self.failed.emit(said[-1] if said else tr("The practice clinic could not be started."))
