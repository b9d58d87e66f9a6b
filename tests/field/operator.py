"""The operator in code: answers a halt by what can be seen to be right, and nothing else.

- The run asks for a confirmation: confirmed.
- The run asks whether something took effect: “happened” only where the store holds it all.
- Everything else ends the run.
"""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

UNSURE = ("outcome_unknown", "may_have_happened", "effect_indeterminate")


@dataclass
class Operator:
    """Reads the events of one `replay --events` and answers."""

    is_done: Callable[[], bool]
    """Whether the store is as it must be at the end."""
    events: list[dict[str, Any]] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    already_there: int = 0
    """How often it was asked although the result was there."""
    last_halt: dict[str, Any] = field(default_factory=dict)

    def attend(self, process: subprocess.Popen[str], patience: float) -> int | None:
        """Answer until the run ends. Returns its exit code, None where it was ended after `patience` s."""
        late = threading.Timer(patience, process.kill)
        late.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                self._hear(line, process)
            code = process.wait()
        finally:
            late.cancel()
        return None if code == -9 else code

    def _hear(self, line: str, process: subprocess.Popen[str]) -> None:
        try:
            event = json.loads(line)
        except ValueError:
            return
        if not isinstance(event, dict):
            return
        self.events.append(event)
        if event.get("type") == "halted":
            self.last_halt = event["halt"]
            choice = self.choose(event["halt"])
            self.answers += [choice] if choice != "stop" else []
            self._say({"command": "answer", "halt": event["halt"]["id"], "choice": choice}, process)

    def choose(self, halt: dict[str, Any]) -> str:
        """The answer to one halt."""
        choices = halt.get("choices", [])
        if halt["code"] in UNSURE and self.is_done():
            self.already_there += 1
            return "happened" if "happened" in choices else "done_by_hand" if "done_by_hand" in choices else "stop"
        return "confirm" if halt["code"] == "needs_confirmation" and "confirm" in choices else "stop"

    @staticmethod
    def _say(command: dict[str, Any], process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(command) + "\n")
            process.stdin.flush()
        except OSError:
            pass  # the run has ended meanwhile
