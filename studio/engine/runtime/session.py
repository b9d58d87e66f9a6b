"""What one run knows while it lasts, shared by its parts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from studio.engine.bundle import Bundle
from studio.engine.model.events import Event, Pictured
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Halt
from studio.engine.model.results import StepResult
from studio.engine.privacy.redactor import Redactor
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.finding import Finder
from studio.engine.runtime.former_values import FormerValues
from studio.engine.runtime.heal_desk import HealDesk
from studio.engine.runtime.journal import Journal
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.reading_ahead import ReadAhead
from studio.engine.runtime.run_folder import RunFolder
from studio.engine.runtime.run_report import now
from studio.engine.runtime.screens import Screens
from studio.engine.runtime.scrolling import Scroller
from studio.engine.runtime.surface import Surface
from studio.engine.runtime.values import Bound
from studio.engine.runtime.verifying import Verifier
from studio.engine.vision.frame import Frame


class BundleCrops(Mapping[str, Frame]):
    """The pictures of a bundle by path, read when first asked for."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle

    def __getitem__(self, path: str) -> Frame:
        if path not in self._bundle.hashes:
            raise KeyError(path)
        return self._bundle.asset(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._bundle.asset_paths)

    def __len__(self) -> int:
        return len(self._bundle.asset_paths)


class RecordedFrames(Mapping[str, Frame]):
    """The recorded frame of each step, by step id."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._paths = {s.id: s.before_frame for s in bundle.workflow.steps if s.before_frame in bundle.hashes}

    def __getitem__(self, step_id: str) -> Frame:
        return self._bundle.asset(self._paths[step_id] or "")

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


@dataclass
class LastTarget:
    """Where the last pointed action went: the field that is typed into next."""

    point: Point
    region: Region


@dataclass
class Session:
    """The moving parts of one run. All steps up to that visit (from 1) of the step in `pass_over` are left out:
    a person said that an earlier run did them. `rescued` are halts after which another way was taken, `not_begun` says
    what was to be done and was not. `unchanged` are parameters whose field held this run's value already.
    """

    bundle: Bundle
    surface: Surface
    control: RunControl
    folder: RunFolder
    journal: Journal
    finder: Finder
    verifier: Verifier
    scroller: Scroller
    heals: HealDesk
    bound: Bound
    crops: BundleCrops
    recorded: RecordedFrames
    publish: Callable[[Event], None]
    confirmed: frozenset[str]
    redactor: Redactor
    ahead: ReadAhead | None = None
    start_at: str | None = None
    pass_over: tuple[str, int] | None = None
    started: float = field(default_factory=time.monotonic)
    started_at: str = field(default_factory=now)
    results: list[StepResult] = field(default_factory=list)
    earlier: Screens = field(init=False)
    last_target: LastTarget | None = None
    last_before: Observation | None = None
    former: FormerValues = field(default_factory=FormerValues)
    unchanged: set[str] = field(default_factory=set)
    last_after: Observation | None = None
    halts: int = 0
    rescued: list[Halt] = field(default_factory=list)
    not_begun: list[str] = field(default_factory=list)
    visits: dict[str, int] = field(default_factory=dict)
    telling: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.earlier = Screens(self.bundle.workflow)

    def emit(self, event: Event) -> None:
        """Stamp the event with seconds since the run began, log it and pass it on."""
        with self.telling:  # stamped inside, or two threads could tell in another order than their times
            stamped = self.redactor.value(event).model_copy(update={"t": round(time.monotonic() - self.started, 4)})
            self.folder.log(stamped)
            self.publish(stamped)

    def picture(self, step_id: str, moment: Literal["before", "after"], name: str, seen: Observation) -> str:
        """Queue a picture of the step, without secrets, and tell when it is on disk; returns its path in the run
        directory."""

        def written() -> None:
            # The run meets a full disk or a closed stream itself: the writer of pictures goes on.
            with suppress(OSError):
                self.emit(Pictured(step_id=step_id, picture=name, moment=moment))

        return self.folder.picture(name, lambda: self.redactor.frame(seen.frame, seen.structure), written)

    def hide_field(self, seen: Observation) -> None:
        """A secret was just typed: hide the field that took it."""
        last, focused = self.last_target, seen.structure.focused if seen.structure else None
        self.redactor.typed_secret(seen.frame, last.region if last else None, focused)

    def watched_steps(self) -> frozenset[str]:
        """Steps whose screen a later check is compared with."""
        return self.earlier.watched
