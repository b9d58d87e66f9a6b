"""Commands to a run from outside: pause, one step, stop, answers. Safe to call from any thread."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from studio.engine.model.halts import Choice


class StopRequested(Exception):
    """A person or the system asked the run to stop."""


class RunControl:
    """The one hand on a run. The runner asks it between steps, between looks and while it waits for an answer."""

    def __init__(self, *, answers_possible: bool = False) -> None:
        self._changed = threading.Condition()
        self._stopped = False
        self._paused = False
        self._single = False
        self._answers: dict[str, Choice] = {}
        self._answers_possible = answers_possible
        self._pause_at: frozenset[str] = frozenset()
        self._delay = 0.0
        self._alone = False

    def pause_at(self, steps: Iterable[str]) -> None:
        """From now on pause before these steps, and before no others."""
        self._pause_at = frozenset(steps)

    def set_delay(self, seconds: float) -> None:
        """From now on wait so long before each step."""
        self._delay = seconds

    def pause(self) -> None:
        """Wait before the next step."""
        self._set(paused=True)

    def resume(self) -> None:
        """Go on."""
        self._set(paused=False)

    def step(self) -> None:
        """Do one step, then pause."""
        with self._changed:
            self._single = True
            self._changed.notify_all()

    def stop(self) -> None:
        """End the run within one step."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def answer(self, halt_id: str, choice: Choice) -> None:
        """A person's word on the halt of that id."""
        with self._changed:
            self._answers[halt_id] = choice
            self._changed.notify_all()

    def close_input(self) -> None:
        """No further command can come: nobody will answer a halt, and a run that is paused stops."""
        with self._changed:
            self._answers_possible = False
            self._alone = True
            self._changed.notify_all()

    @property
    def answers_possible(self) -> bool:
        """Whether somebody can still send a command."""
        return self._answers_possible

    @property
    def stopped(self) -> bool:
        """Whether a stop was asked for."""
        return self._stopped

    @property
    def paused(self) -> bool:
        """Whether the run waits before its next step."""
        return self._paused and not self._single

    def check(self) -> None:
        """Raise StopRequested where a stop was asked for."""
        if self._stopped:
            raise StopRequested

    def wait(self, seconds: float) -> None:
        """Sleep, but wake at once for a stop, which is raised."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped, timeout=seconds)
        self.check()

    def arrive(self, step_id: str) -> None:
        """A step comes next: wait where the run is slow, pause where a person asked to. Raises StopRequested."""
        if self._delay:
            self.wait(self._delay)
        with self._changed:
            if step_id in self._pause_at:
                self._paused, self._single = True, False

    def gate(self) -> None:
        """Before a step: block while paused; one `step` lets one step through."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._alone or not self._paused or self._single)
            if self._single:
                self._single, self._paused = False, True
            elif self._paused and self._alone:
                self._stopped = True
        self.check()

    def await_answer(self, halt_id: str) -> Choice | None:
        """Block until somebody answers that halt; None where no answer can come. Raises StopRequested."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or halt_id in self._answers or not self._answers_possible)
            answer = self._answers.pop(halt_id, None)
        self.check()
        return answer

    def _set(self, *, paused: bool) -> None:
        with self._changed:
            self._paused = paused
            self._changed.notify_all()
