"""Commands from another thread: pause, one step, stop, answers. Every wait ends because of a command."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from studio.engine.model.halts import Choice
from studio.engine.runtime.control import RunControl, StopRequested

LONG = 30.0


class Waiting:
    """Runs `work` on a thread of its own; `result` waits until it ends."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._value: object = None
        self._thread = threading.Thread(target=self._run, args=(work,))
        self._thread.start()

    def _run(self, work: Callable[[], object]) -> None:
        try:
            self._value = work()
        except StopRequested:
            self._value = StopRequested

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def result(self) -> object:
        self._thread.join(LONG)
        assert not self.running
        return self._value


def test_it_lets_steps_through_until_paused_and_again_when_resumed() -> None:
    control = RunControl()
    control.gate()
    control.pause()
    assert control.paused
    waiting = Waiting(control.gate)
    assert waiting.running
    control.resume()
    assert waiting.result() is None
    assert not control.paused


def test_one_step_goes_through_and_the_next_waits() -> None:
    control = RunControl()
    control.step()
    control.gate()
    assert control.paused
    second = Waiting(control.gate)
    assert second.running
    control.step()
    assert second.result() is None
    assert control.paused


def test_stop_releases_a_pause_a_wait_and_a_question() -> None:
    control = RunControl(answers_possible=True)
    control.pause()
    waiting = [Waiting(control.gate), Waiting(lambda: control.wait(LONG)), Waiting(lambda: control.await_answer("h"))]
    control.stop()
    assert [w.result() for w in waiting] == [StopRequested] * 3
    assert control.stopped
    with pytest.raises(StopRequested):
        control.check()


def test_an_answer_goes_to_its_halt_once() -> None:
    control = RunControl(answers_possible=True)
    waiting = Waiting(lambda: control.await_answer("b"))
    control.answer("a", Choice.STOP)
    assert waiting.running
    control.answer("b", Choice.RETRY)
    assert waiting.result() is Choice.RETRY
    control.close_input()
    assert control.await_answer("b") is None


def test_the_end_of_input_releases_who_waits_for_an_answer() -> None:
    control = RunControl(answers_possible=True)
    waiting = Waiting(lambda: control.await_answer("h"))
    control.close_input()
    assert waiting.result() is None


def test_without_anybody_to_answer_a_question_does_not_wait() -> None:
    assert RunControl().await_answer("h") is None


def test_an_answer_that_came_before_the_end_of_input_counts() -> None:
    control = RunControl(answers_possible=True)
    control.answer("h", Choice.CONFIRM)
    control.close_input()
    assert control.await_answer("h") is Choice.CONFIRM


def test_a_wait_that_nobody_ends_just_ends() -> None:
    control = RunControl()
    waiting = Waiting(lambda: control.wait(0.0))
    assert waiting.result() is None
    control.stop()
    with pytest.raises(StopRequested):
        control.wait(0.0)


def test_it_pauses_before_the_steps_that_were_named_even_after_a_single_one() -> None:
    control = RunControl()
    control.pause_at(["b"])
    control.arrive("a")
    assert not control.paused
    control.step()
    control.arrive("b")
    assert control.paused
    waiting = Waiting(control.gate)
    control.resume()
    assert waiting.result() is None
    control.pause_at([])
    control.arrive("b")
    assert not control.paused


def test_a_slow_run_waits_before_each_step_and_a_stop_wakes_it() -> None:
    control = RunControl()
    control.set_delay(LONG)
    waiting = Waiting(lambda: control.arrive("a"))
    assert waiting.running
    control.stop()
    assert waiting.result() is StopRequested


def test_a_paused_run_that_nobody_can_resume_stops() -> None:
    control = RunControl(answers_possible=True)
    control.pause()
    waiting = Waiting(control.gate)
    assert waiting.running
    control.close_input()
    assert waiting.result() is StopRequested
