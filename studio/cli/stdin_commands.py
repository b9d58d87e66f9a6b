"""Commands of another process, one JSON object a line on stdin, handed to the run's control."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from pydantic import ValidationError

from studio.engine.model.events import Command
from studio.engine.runtime.control import RunControl


def listen(lines: Iterable[str | bytes], control: RunControl, warn: Callable[[str], None]) -> threading.Thread:
    """Read commands in a thread of their own until the lines end; what cannot be read is told to `warn`."""
    thread = threading.Thread(target=_read, args=(lines, control, warn), name="commands", daemon=True)
    thread.start()
    return thread


def _read(lines: Iterable[str | bytes], control: RunControl, warn: Callable[[str], None]) -> None:
    for line in lines:
        if line.strip():
            obey(line, control, warn)
    control.close_input()


def obey(line: str | bytes, control: RunControl, warn: Callable[[str], None]) -> None:
    """Carry out one line."""
    try:
        command = Command.model_validate_json(line)
    except ValidationError:
        warn("A line on stdin is no command and was left out.")
        return
    actions = {"pause": control.pause, "resume": control.resume, "step": control.step, "stop": control.stop}
    if command.command in actions:
        actions[command.command]()
    elif command.command == "answer" and command.halt and command.choice:
        control.answer(command.halt, command.choice)
    elif command.command == "pause_at" and command.steps is not None:
        control.pause_at(command.steps)
    elif command.command == "speed" and command.seconds is not None:
        control.set_delay(command.seconds)
    else:
        warn(f"The command {command.command!r} means nothing to a run, or lacks what belongs to it.")
