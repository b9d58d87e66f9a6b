"""One recording that goes on: the recorder as a child process, what it tells, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from studio.engine.compiler.param_names import slug
from studio.ui.record.told import Notice, Phase, Told, after
from studio.ui.services.jobs import Job
from studio.ui.theme import Tone
from studio.ui.words import tr

_FAREWELL_MS = 8000
_PATIENCE_MS = 30_000


@dataclass(frozen=True)
class Ended:
    """How it ended. `whole`: the recording is complete; else `why` says what happened. `kept`: something is on disk."""

    folder: Path
    whole: bool
    kept: bool
    why: str = ""


class RecordingSession(QObject):
    """Starts, tells and ends one recording. A child that dies leaves what it wrote, which can be recovered.

    `asked` names the command of a hot key that takes words: `note` or `param_next`.
    """

    changed = Signal()
    noticed = Signal(object)
    asked = Signal(str)
    ended = Signal(object)

    def __init__(self, arguments: list[str], folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self.told = Told()
        self._clock = QElapsedTimer()
        self._ran_ms = 0
        self._job = Job(arguments, self)
        self._job.told.connect(self._heard)
        self._job.ended.connect(self._over)

    def start(self) -> None:
        """Start the recorder."""
        self._job.start()

    @property
    def running(self) -> bool:
        """Whether it still goes on."""
        return self._job.running

    @property
    def pid(self) -> int:
        """The recorder's process."""
        return self._job.pid

    @property
    def seconds(self) -> float:
        """How long it has recorded; pauses do not count."""
        now = self._clock.elapsed() if self._clock.isValid() and self.told.phase is Phase.RECORDING else 0
        return (self._ran_ms + now) / 1000

    # Commands

    def pause_or_go_on(self) -> None:
        """Pause, or go on where it is paused."""
        self._job.send("resume" if self.told.phase is Phase.PAUSED else "pause")

    def undo_last(self) -> None:
        """Take the last action back."""
        self._job.send("undo_last")

    def next_is_secret(self) -> None:
        """What is typed next is kept nowhere."""
        self._job.send("secret_next")
        sentence = tr("What you type next into a field is kept neither as text nor in the pictures.")
        self.noticed.emit(Notice(tr("Next text is secret"), sentence, Tone.PASSED))

    def next_is_parameter(self, name: str) -> None:
        """What is typed or chosen next is an example of the parameter of that name."""
        name = slug(name)
        self._job.send("param_next", name=name)
        sentence = tr("What you type next becomes ⟨{name}⟩: each run asks for it.", name=name)
        self.noticed.emit(Notice(tr("Next text is a parameter"), sentence, Tone.PASSED))

    def note(self, text: str) -> None:
        """A word on what comes next."""
        self._job.send("note", text=text)
        self.noticed.emit(Notice(tr("Noted"), text, Tone.PASSED))

    def finish(self) -> None:
        """Write what is left and end. One that does not even begin is ended by force after a while."""
        begun = self.told.phase is not Phase.STARTING
        self._enter(Phase.FINISHING)
        self.changed.emit()
        if begun:
            self._job.send("finish")
            QTimer.singleShot(_PATIENCE_MS, self, self._job.stop)
        else:
            self._job.stop("finish")

    def finish_now(self) -> None:
        """The window closes: finish and wait for it; what does not end in time stays recoverable."""
        if self.running:
            self._job.send("finish")
            if not self._job.hang_up(_FAREWELL_MS):
                self._job.kill()

    # What comes back

    def _heard(self, event: dict[str, object]) -> None:
        told, notice = after(self.told, event)
        phase, self.told = told.phase, replace(told, phase=self.told.phase)
        self._enter(phase)
        if event.get("type") == "hot_key" and event.get("asks"):
            self.asked.emit(str(event.get("command")))
        if notice is not None:
            self.noticed.emit(notice)
        self.changed.emit()

    def _enter(self, phase: Phase) -> None:
        """Another phase: the time of a pause does not count."""
        was, self.told = self.told.phase, replace(self.told, phase=phase)
        if was is phase:
            return
        if was is Phase.RECORDING and self._clock.isValid():
            self._ran_ms += self._clock.elapsed()
        if phase is Phase.RECORDING:
            self._clock.start()

    def _over(self, code: int, said: str) -> None:
        whole = code == 0 and bool(self.told.path)
        why = "" if whole else _why(code, said, self.told.fault)
        self.told = replace(self.told, phase=Phase.OVER)
        kept = bool(self.told.actions) and (self.folder / "events.jsonl").is_file()
        self.ended.emit(Ended(self.folder, whole, kept, why))


def _why(code: int, said: str, fault: str) -> str:
    """The last sentence that was told, for a person."""
    if code == -1:
        return tr("The recorder stopped unexpectedly.")
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return fault or (lines[-1] if lines else tr("The recorder ended without a word (code {code}).", code=code))
