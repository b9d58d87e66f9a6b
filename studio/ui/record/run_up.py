"""A run that brings the program to the point at which a step is recorded again, with the values that were recorded."""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Mapping
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from studio.engine.model.workflow import Risk, Workflow
from studio.ui.services.jobs import Job
from studio.ui.told import told
from studio.ui.words import tr

_FAREWELL_MS = 4000


class Stand(Enum):
    """How far the run is. AWAY: it stopped before it got there; a web page is still open then."""

    GOING = auto()
    THERE = auto()
    AWAY = auto()
    OVER = auto()


class RunUp(QObject):
    """One such run. On the web it goes on waiting, and with it the browser, until `stop`; a recorder joins at
    `endpoint`. On the desktop it ends where it stands and leaves the program alone. `changed` tells of each turn."""

    changed = Signal()

    def __init__(self, bundle: Path, workflow: Workflow, step_id: str, parent: QObject) -> None:
        super().__init__(parent)
        self.stand, self.sentence, self.done = Stand.GOING, tr("The run starts…"), 0
        self.total = next(n for n, step in enumerate(workflow.steps) if step.id == step_id)
        self._is_web = workflow.backend == "web"
        self._dir = Path(tempfile.mkdtemp(prefix="waymark-run-up-"))
        self.endpoint = str(free_port()) if self._is_web else ""
        self._job = Job(arguments(bundle, self._dir / "run", workflow, step_id, self.endpoint), self)
        self._job.told.connect(self._heard)
        self._job.ended.connect(self._over)

    def start(self) -> None:
        """Begin."""
        self._job.start()

    @property
    def is_open(self) -> bool:
        """Whether the browser of the run can be joined."""
        return self._is_web and self._job.running and self.stand in (Stand.THERE, Stand.AWAY)

    def stop(self) -> None:
        """Let go of the program; a web page closes."""
        self._job.stop()

    def stop_now(self) -> None:
        """The window closes."""
        self.blockSignals(True)
        self._job.send("stop")
        if not self._job.hang_up(_FAREWELL_MS):
            self._job.kill()
        shutil.rmtree(self._dir, ignore_errors=True)

    def _heard(self, event: dict[str, object]) -> None:
        kind = event.get("type")
        if kind == "step_started":
            self.done = int(str(event.get("index", 0)))
            self._say(Stand.GOING, tr("Doing step {n} of {all}.", n=self.done + 1, all=self.total))
        elif kind == "paused" and event.get("step_id"):
            self._say(Stand.THERE, tr("The program stands just before the step. Start the recording and do it."))
        elif kind == "halted":
            halt = event.get("halt")
            why = str(halt.get("sentence", "")) if isinstance(halt, dict) else ""
            self._say(Stand.AWAY, tr("The run stopped on its way: {why} Go on by hand, then start.", why=told(why)))
        if self.stand in (Stand.THERE, Stand.AWAY) and not self._is_web:
            self._job.stop()

    def _over(self, code: int, said: str) -> None:
        shutil.rmtree(self._dir, ignore_errors=True)
        lines = [line for line in said.splitlines() if line.strip()]
        if self.stand is Stand.GOING:
            why = lines[-1] if lines else tr("It ended without a word (code {code}).", code=code)
            self._say(
                Stand.OVER, tr("The run did not get there: {why} Bring the program there by hand.", why=told(why))
            )
        elif self._is_web:
            self._say(Stand.OVER, tr("The browser of the run was closed."))
        else:
            self.changed.emit()

    def _say(self, stand: Stand, sentence: str) -> None:
        self.stand, self.sentence = stand, sentence
        self.changed.emit()


def arguments(bundle: Path, run_dir: Path, workflow: Workflow, step_id: str, port: str) -> list[str]:
    """The child's command line: all values as they were recorded, secrets from where a run takes them."""
    made = ["replay", str(bundle), "--run-dir", str(run_dir), "--events", "--pause-at", step_id]
    for name, value in recorded_values(workflow).items():
        made += ["--param", f"{name}={value}"]
    return [*made, "--headed", "--debugging-port", port] if port else made


def recorded_values(workflow: Workflow) -> Mapping[str, str]:
    """The recorded value of each parameter that is no secret."""
    specs = {n: s.example for n, s in workflow.param_specs.items() if s.example is not None}
    return {n: v for n, v in (specs | workflow.params).items() if n not in workflow.secret_params}


def never_undone(workflow: Workflow, step_id: str) -> tuple[str, ...]:
    """What such a run would do that cannot be undone, in words."""
    at = next(n for n, step in enumerate(workflow.steps) if step.id == step_id)
    return tuple(s.intent for s in workflow.steps[:at] if s.risk is Risk.IRREVERSIBLE and not s.disabled)


def free_port() -> int:
    """A port of this machine that nobody listens at now."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])
