"""Commands on stdin reach the run; what is no command is told and left out."""

from __future__ import annotations

import pytest

from studio.cli.stdin_commands import listen, obey
from studio.engine.model.halts import Choice
from studio.engine.runtime.control import RunControl, StopRequested


class Heard:
    def __init__(self) -> None:
        self.warnings: list[str] = []

    def warn(self, sentence: str) -> None:
        self.warnings.append(sentence)


def test_a_run_is_paused_resumed_and_stopped() -> None:
    control, heard = RunControl(), Heard()
    obey('{"command": "pause"}', control, heard.warn)
    assert control.paused
    obey('{"command": "step"}', control, heard.warn)
    assert not control.paused
    obey('{"command": "resume"}', control, heard.warn)
    obey('{"command": "stop"}', control, heard.warn)
    with pytest.raises(StopRequested):
        control.check()
    assert heard.warnings == []


def test_an_answer_reaches_its_halt() -> None:
    control, heard = RunControl(answers_possible=True), Heard()
    obey('{"command": "answer", "halt": "h1", "choice": "confirm"}', control, heard.warn)
    assert control.await_answer("h1") is Choice.CONFIRM


def test_breakpoints_and_a_slow_run_are_heard() -> None:
    control, heard = RunControl(), Heard()
    obey('{"command": "pause_at", "steps": ["b"]}', control, heard.warn)
    control.arrive("a")
    assert not control.paused
    control.arrive("b")
    assert control.paused
    control.stop()
    obey('{"command": "speed", "seconds": 30}', control, heard.warn)
    with pytest.raises(StopRequested):
        control.arrive("a")
    assert heard.warnings == []


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        '{"command": "dance"}',
        '{"command": "answer"}',
        '{"command": "undo_last"}',
        '{"command": "pause_at"}',
    ],
)
def test_what_means_nothing_is_told(line: str) -> None:
    control, heard = RunControl(), Heard()
    obey(line, control, heard.warn)
    assert len(heard.warnings) == 1
    assert not control.stopped


def test_the_end_of_the_lines_stops_nothing_but_leaves_nobody_to_answer() -> None:
    control, heard = RunControl(answers_possible=True), Heard()
    listen(["\n", '{"command": "pause"}\n'], control, heard.warn).join(5)
    assert control.paused
    assert not control.stopped
    assert control.await_answer("h1") is None
