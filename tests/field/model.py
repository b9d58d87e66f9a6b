"""What a program of the field is. `programs/NAME.py` holds one, as `PROGRAM`; bench.py runs it."""

from __future__ import annotations

import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL, SIGTERM
from typing import Any

Store = dict[str, Any]
"""All that a program holds, without what changes by itself (times): nested dicts, lists where order counts."""
Values = Mapping[str, str]
"""What a person fills in, picks or chooses, by name, in the order in which it is done."""

RIGHT, RIGHT_OR_HALTED = "right", "right-or-halted"


@dataclass(frozen=True)
class Drift:
    """Something that is natural to change, and what is wanted then."""

    name: str
    want: str = RIGHT
    about: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    """Given to the replay's own process (a browser takes its language from there)."""


@dataclass
class Running:
    """A program that was started for one run."""

    workdir: Path
    url: str = ""
    """Web: where a person begins."""
    display: str = ""
    """Desktop: the X display, such as “:37”."""
    window: str = ""
    """Desktop: part of the title of its window."""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    """Desktop: what whoever acts in it needs (DISPLAY, the bus)."""
    then: Callable[[], None] = lambda: None
    """What else is to be done at the end."""

    def stop(self) -> None:
        """End all its processes, the last started first, with their children."""
        for process in reversed(self.processes):
            end(process)
        self.then()


class Program(ABC):
    """One program with its workflow."""

    name: str
    kind: str = "web"
    batch: int = 0
    about: str = ""
    """The workflow in one sentence."""
    recorded: Values
    """What the person does while it is recorded."""
    other: Values
    """The same record or entry, other values."""
    entry: Values
    """Another record or entry is picked."""
    drifts: Sequence[Drift] = ()
    secrets: Mapping[str, str] = {}
    """What is typed into password fields, by name: given to a replay in the environment, never in a parameter."""
    patience: int = 240
    """How long one replay may take (s)."""
    by_layout: bool = False
    """The person finds places by a known layout: drifts are only started when the person is proven."""
    pause: float = 1.0
    """How long the program may need to store what was done last (s)."""

    @abstractmethod
    def install(self, home: Path) -> None:
        """Install it below `home`; called once for each version of its file. Versions of PyPI and npm are pinned."""

    def prepare(self, home: Path, data: Path) -> None:  # noqa: B027 - many programs begin with nothing
        """Make the data that every run begins with, in the empty folder `data`; called once."""

    @abstractmethod
    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        """Start it on `workdir`/data, a fresh copy of the prepared data, with that drift (or “”)."""

    @abstractmethod
    def person(self, session: Any, values: Values) -> None:
        """Do the workflow by real mouse and keyboard events: a `web_person.Person` or a `desktop_person.Person`."""

    @abstractmethod
    def oracle(self, running: Running) -> Store:
        """The whole store, read without the program's screen."""

    @abstractmethod
    def expected(self, before: Store, values: Values) -> Store:
        """What the store must be after the workflow."""

    def on_the_way(self, before: Store, now: Store, values: Values) -> bool:
        """Whether a run that halted left nothing false: each entry is as before or as wanted."""
        return between(before, now, self.expected(before, values))


def between(before: Any, now: Any, wanted: Any) -> bool:
    """Whether every leaf of `now` is that of `before` or of `wanted`."""
    if now in (before, wanted):
        return True
    if not all(isinstance(part, dict) for part in (before, now, wanted)):
        return False
    nothing: dict[str, Any] = {}
    for key in {*before, *now, *wanted}:
        one, two, three = before.get(key), now.get(key), wanted.get(key)
        if isinstance(two, dict):
            one, three = (nothing if one is None else one), (nothing if three is None else three)
        if not between(one, two, three):
            return False
    return True


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads a group of its own, with the group."""
    import os

    for signal, patience in ((SIGTERM, 8), (SIGKILL, 8)):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal)
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
            break
    with suppress(ProcessLookupError):
        os.killpg(process.pid, SIGKILL)


def free_port() -> int:
    """A port on loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def serve(
    command: Sequence[object], workdir: Path, port: int = 0, patience: float = 90, env: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start a server in its own process group, its words in `workdir`/server.log, and wait until `port` answers.

    Raises RuntimeError where it ends early or is not there in time.
    """
    with (workdir / "server.log").open("ab") as log:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=workdir,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            env=dict(env) if env is not None else None,
        )
    until = time.monotonic() + patience
    while port and not listening(port):
        if process.poll() is not None or time.monotonic() > until:
            end(process)
            raise RuntimeError(
                f"{command[0]} did not start: {(workdir / 'server.log').read_text('utf-8', 'replace')[-800:]}"
            )
        time.sleep(0.1)
    return process


def listening(port: int) -> bool:
    """Whether something on loopback takes connections there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0
