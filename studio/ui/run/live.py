"""One run that goes on: the child process, its state, the commands to it, and the frames as they come."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal
from PySide6.QtGui import QImage

from studio.engine.bundle import Bundle
from studio.engine.model.halts import Choice
from studio.engine.model.workflow import Workflow
from studio.ui.run.form import SLOW_S, Speed, Wanted, arguments_of, environment_of, stops_of
from studio.ui.run.model import RunModel, Stage
from studio.ui.services.background import Background
from studio.ui.services.jobs import Job
from studio.ui.widgets.png_image import png_inside

FRAME_MS = 100
_HANG_UP_MS = 8000


class LiveRun(QObject):
    """Starts the child and follows it. `changed` is sent once for all events of one turn, `framed` with the path of a
    new picture and what it shows, `ended` when the child is gone."""

    changed = Signal()
    framed = Signal(str, QImage)
    ended = Signal()

    def __init__(self, bundle: Bundle, run_dir: Path, wanted: Wanted, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bundle, self.run_dir, self.wanted = bundle, run_dir, wanted
        self.model = RunModel(bundle.workflow.steps)
        self.breakpoints = wanted.pause_at
        self.speed = wanted.speed
        self.run_to: str | None = None
        self.stopping = False
        self._clock = QElapsedTimer()
        self._took_ms = 0
        self._job = Job(
            arguments_of(bundle.dir, run_dir, bundle.workflow, wanted), self, environment=environment_of(wanted)
        )
        self._job.told.connect(self._told)
        self._job.ended.connect(self._ended)
        self._frames: Background[tuple[str, QImage]] = Background(self)
        self._wanted_frame = ""
        self._pace = _once(self, FRAME_MS, self._load)
        self._turn = _once(self, 0, self.changed.emit)

    @property
    def workflow(self) -> Workflow:
        """What is run."""
        return self.bundle.workflow

    @property
    def going(self) -> bool:
        """Whether the child still lives."""
        return self._job.running

    @property
    def seconds(self) -> float:
        """How long it has been going on, or took."""
        return (self._clock.elapsed() if self.going and self._clock.isValid() else self._took_ms) / 1000

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._job.pid

    def start(self) -> None:
        """Start the child."""
        self._clock.start()
        self._job.start()

    # Commands

    def pause(self) -> None:
        """Wait before the next step."""
        self._job.send("pause")

    def resume(self) -> None:
        """Go on."""
        self._job.send("resume")

    def one_step(self) -> None:
        """Do one step, then pause."""
        self._job.send("step")

    def run_until(self, step_id: str) -> None:
        """Go on until before this step, once."""
        self.run_to = step_id
        self._tell_stops()
        self.resume()

    def break_at(self, steps: frozenset[str]) -> None:
        """Pause before these steps."""
        self.breakpoints = steps
        self._tell_stops()

    def set_speed(self, speed: Speed) -> None:
        """As the program allows, slow, or waiting at each step."""
        self.speed = speed
        self._tell_stops()
        self._job.send("speed", seconds=SLOW_S if speed is Speed.SLOW else 0.0)

    def answer(self, choice: Choice) -> None:
        """A person's word on the halt that waits."""
        if self.model.halt is not None:
            self._job.send("answer", halt=self.model.halt.id, choice=choice.value)

    def stop(self) -> None:
        """End within one step."""
        self.stopping = True
        self._job.stop()
        self.changed.emit()

    def let_go(self) -> None:
        """The window closes: a halt stays a halt, waiting for a person; all else is stopped. Waits until it is gone."""
        if self.model.stage is not Stage.HALTED:
            self._job.send("stop")
        if not self._job.hang_up(_HANG_UP_MS):
            self._job.kill()

    def _tell_stops(self) -> None:
        chosen = self.breakpoints | ({self.run_to} if self.run_to else frozenset())
        self._job.send("pause_at", steps=sorted(stops_of(self.workflow, chosen, self.speed)))

    # What the child tells

    def _told(self, line: dict[str, object]) -> None:
        if not self.model.take(line):
            return
        if line.get("type") == "pictured":
            self._want_frame(str(line.get("picture", "")))
        if line.get("type") == "paused" and self.run_to == line.get("step_id"):
            self.run_to = None
            self._tell_stops()
        self._turn.start()

    def _ended(self, _code: int, said: str) -> None:
        self._took_ms = self._clock.elapsed() if self._clock.isValid() else 0
        self.model.end(said)
        self.changed.emit()
        self.ended.emit()

    # Frames, at most ten a second

    def _want_frame(self, picture: str) -> None:
        self._wanted_frame = picture
        if not self._pace.isActive() and not self._frames.busy:
            self._load()

    def _load(self) -> None:
        picture, run_dir = self._wanted_frame, self.run_dir
        if not picture:
            return
        self._wanted_frame = ""
        self._pace.start()
        self._frames.start(lambda: (picture, png_inside(run_dir, picture)), self._loaded)

    def _loaded(self, found: tuple[str, QImage]) -> None:
        picture, image = found
        if not image.isNull():
            self.framed.emit(picture, image)
        if self._wanted_frame and not self._pace.isActive():
            self._load()


def _once(owner: QObject, ms: int, act: object) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(ms)
    timer.timeout.connect(act)
    return timer
