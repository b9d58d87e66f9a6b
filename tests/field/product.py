"""The product's command line, used as a user would: record, compile, replay. Nothing else of it is touched."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.field.model import Values
from tests.field.operator import Operator

STUDIO = (sys.executable, "-m", "studio")
ROOT = Path(__file__).resolve().parents[2]


def start(arguments: Sequence[object], env: Mapping[str, str], errors: Path | None = None) -> subprocess.Popen[str]:
    """Start one command in a process group of its own; stdout is piped, stderr goes to a file or into stdout."""
    log = errors.open("w") if errors else None
    try:
        return subprocess.Popen(
            [*STUDIO, *map(str, arguments)],
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log or subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, **env},
        )
    finally:
        if log:
            log.close()


class Recorder:
    """`studio record`, running."""

    def __init__(self, where: Sequence[str], folder: Path, env: Mapping[str, str]) -> None:
        self.said: list[str] = []
        self.process = start(["record", *where, "--out", folder], env)
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()
        deadline = time.monotonic() + 60
        while self.process.poll() is None and not self.said and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(2)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(self.process.stdout)

    def finish(self) -> int | None:
        """End it: by its own command, else by Ctrl+C, else by force. Returns its exit code."""
        for end, patience in ((self._ask, 60), (self._interrupt, 20), (self.process.kill, 5)):
            with suppress(subprocess.TimeoutExpired, OSError):
                end()
                return self.process.wait(patience)
        return None

    def _ask(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write('{"command":"finish"}\n')
        self.process.stdin.flush()

    def _interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)


@dataclass(frozen=True)
class Compiled:
    """A bundle, or why there is none."""

    said: str
    bundle: Path | None = None
    parameters: Values = field(default_factory=dict)
    """The name of the parameter for each value that one was proposed for."""
    secrets: Values = field(default_factory=dict)
    """The environment that gives the secrets to a replay."""


def compiled(folder: Path, name: str, arm: str, recorded: Values, secrets: Values) -> Compiled:
    """Compile `folder`/rec, accepting each proposed parameter that is one of the recorded values."""
    pixels = ["--no-structure"] if arm == "vision" else []
    given = ["compile", folder / "rec", "--name", name, "--json", *pixels]
    bundle = folder / f"bundle {arm} plain"
    code, said = _run([*given, "--out", bundle], folder / f"compile-{arm}.txt")
    if code != 0:
        return Compiled(said[-500:])
    answer = _answer(said)
    environment = _given(answer.get("secret_params", []), secrets)
    parameters = matched(recorded, _as_seen(answer.get("proposals", []), folder / "rec"))
    if parameters:
        bundle, names = folder / f"bundle {arm}", ",".join(parameters.values())
        code, said = _run([*given, "--accept-params", names, "--out", bundle], folder / f"compile-{arm}-params.txt")
        if code != 0:
            return Compiled(said[-500:])
    return Compiled(said, bundle, parameters, environment)


def _given(asked: Sequence[str], secrets: Values) -> dict[str, str]:
    """Secrets by the names that the product gave them, else in the order in which they are typed."""
    in_order = [value for name, value in secrets.items() if name not in asked]
    others = dict(zip([name for name in asked if name not in secrets], in_order, strict=False))
    return {f"STUDIO_SECRET_{name.upper()}": value for name in asked if (value := {**others, **secrets}.get(name))}


def matched(recorded: Values, proposals: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Which proposed parameter is which of the values: the next one that shows it, whole or masked."""
    found: dict[str, str] = {}
    for key, value in recorded.items():
        for proposal in proposals:
            shown = str(proposal.get("example") or proposal.get("value") or proposal.get("masked_value") or "")
            if proposal["name"] not in found.values() and shown in (value, mask(value)):
                found[key] = proposal["name"]
                break
    return found


def _as_seen(proposals: Sequence[Mapping[str, Any]], recording: Path) -> list[dict[str, Any]]:
    """The proposals as the window shows them, beside the picture of what was typed or chosen: masked, a “6” and an “e”
    are the same."""
    typed: dict[int, str] = {}
    for line in (recording / "events.jsonl").read_text("utf-8").splitlines():
        event = json.loads(line)
        if event["kind"] in ("type", "select") and event.get("text"):
            typed[event["i"]] = event["text"]
    shown = [dict(proposal) for proposal in proposals]
    for proposal in shown:
        if text := typed.get(proposal["event_index"]):
            proposal["example"] = text
    return shown


def mask(value: str) -> str:
    """How the product shows a value that it does not show."""
    return f"{value[0]}…{value[-1]}" if len(value) > 2 else "…"


def replay(
    bundle: Path,
    run_dir: Path,
    where: Sequence[str],
    parameters: Values,
    arm: str,
    env: Mapping[str, str],
    is_done: Callable[[], bool],
    patience: float,
) -> tuple[int | None, Operator, str]:
    """Replay once, attended by the operator. Returns exit code (None: no end), operator, and stderr."""
    given: list[object] = ["replay", bundle, "--events", "--run-dir", run_dir, *where]
    for name, value in parameters.items():
        given += ["--param", f"{name}={value}"]
    given += ["--no-structure"] if arm == "vision" else []
    errors = run_dir.with_name(f"{run_dir.name}.stderr.txt")
    process, operator = start(given, env, errors), Operator(is_done)
    try:
        code = operator.attend(process, patience)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                stream.close() if stream else None
    events = run_dir.with_name(f"{run_dir.name}.events.jsonl")
    events.write_text("".join(json.dumps(event) + "\n" for event in operator.events))
    return code, operator, errors.read_text("utf-8", "replace")[-600:]


def _run(arguments: Sequence[object], log: Path, patience: float = 300) -> tuple[int | None, str]:
    process = start(arguments, {})
    try:
        said, code = process.communicate(timeout=patience)[0], process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, code = f"no end after {patience} s: {process.communicate()[0]}", None
    log.write_text(said)
    return code, said


def _answer(said: str) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = json.loads(said[said.index("{") :])
    except ValueError:
        return {}
    return answer
