"""From a cleaned-up recording to a workflow: the copy without what was hidden, then `studio compile` as a child."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from studio.engine.recording import Recording
from studio.engine.recording.edit import EditedRecording
from studio.recorder.edited_copy import CopyStopped, write_edited
from studio.ui.services.background import Background
from studio.ui.services.jobs import Job
from studio.ui.told import told
from studio.ui.words import tr

_LOOK_MS = 60


@dataclass(frozen=True)
class Order:
    """What is compiled under which name into `bundle`. `copy` is where the copy goes; None where nothing was edited."""

    recording: Recording
    edited: EditedRecording
    name: str
    bundle: Path
    copy: Path | None


@dataclass
class _Count:
    """Told by the thread, read by the window."""

    done: int = 0
    total: int = 0
    stopped: bool = False

    def __call__(self, done: int, total: int) -> bool:
        self.done, self.total = done, total
        return not self.stopped


class Compiling(QObject):
    """`progressed(sentence, done, total)` as it goes; `ended` carries a sentence, empty where all went well. What is
    stopped or fails leaves nothing behind. `more` are further arguments of `studio compile`."""

    progressed = Signal(str, int, int)
    ended = Signal(str)

    def __init__(self, order: Order, parent: QObject, more: tuple[str, ...] = ()) -> None:
        super().__init__(parent)
        self.order, self._more = order, more
        self._count = _Count()
        self._copying: Background[Path] = Background(self)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._tell)
        self._job: Job | None = None
        self._stopped = False

    def start(self) -> None:
        """Begin."""
        order, count = self.order, self._count
        copy = order.copy
        if copy is None:
            self._compile(order.recording.dir)
            return
        self._timer.start()
        self._copying.start(
            lambda: write_edited(order.recording, order.edited, copy, count), self._compile, self._not_copied
        )

    def stop(self) -> None:
        """Cancel."""
        self._stopped = self._count.stopped = True
        if self._job is not None:
            self._job.stop(None)

    def stop_now(self) -> None:
        """The window closes."""
        self.blockSignals(True)
        self._timer.stop()
        self._copying.forget()
        self._count.stopped = True
        if self._job is not None and self._job.running:
            self._job.kill()
            self._clean_up()

    def _tell(self) -> None:
        self.progressed.emit(tr("Writing the cleaned-up copy"), self._count.done, max(self._count.total, 1))

    def _compile(self, recording: Path) -> None:
        self._timer.stop()
        order = self.order
        if self._stopped:
            self._over(0, "")
            return
        arguments = [
            "compile",
            str(recording),
            "--out",
            str(order.bundle),
            "--name",
            order.name,
            "--events",
            *self._more,
        ]
        self._job = Job(arguments, self)
        self._job.told.connect(self._heard)
        self._job.ended.connect(self._over)
        self.progressed.emit(tr("Starting"), 0, 1)
        self._job.start()

    def _heard(self, event: dict[str, object]) -> None:
        done, total = event.get("done"), event.get("total")
        if event.get("type") == "progress" and isinstance(done, int) and isinstance(total, int):
            looking = tr("Looking at each target") if done * 2 <= total else tr("Deriving what each step must show")
            self.progressed.emit(looking, done, total)

    def _not_copied(self, problem: Exception) -> None:
        self._timer.stop()
        stopped = isinstance(problem, CopyStopped)
        self.ended.emit(tr("Cancelled. Nothing was compiled.") if stopped else told(str(problem)))

    def _over(self, code: int, said: str) -> None:
        if self._stopped:
            self._clean_up()
            self.ended.emit(tr("Cancelled. Nothing was compiled."))
        elif code != 0:
            self._clean_up()
            self.ended.emit(_why(code, said))
        else:
            self.ended.emit("")

    def _clean_up(self) -> None:
        """Nothing half done stays."""
        if self.order.copy is not None:
            shutil.rmtree(self.order.copy, ignore_errors=True)
        shutil.rmtree(self.order.bundle, ignore_errors=True)


def _why(code: int, said: str) -> str:
    """The last sentence that was told, for a person."""
    if code == -1:
        return tr("Compiling stopped unexpectedly. Nothing was compiled: compile again.")
    lines = [line for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else tr("Compiling ended without a word (code {code}).", code=code)
