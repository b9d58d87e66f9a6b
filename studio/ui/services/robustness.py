"""How robust each step is: on how many altered screens it finds its target. Tried once, kept outside of the bundle.

What is kept is told by the content of target and pictures: an edit makes a step unknown again, another version with
the same target does not. The file holds digests and outcomes only, nothing of what screens show.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from studio.engine.errors import CannotWrite
from studio.engine.files import write_atomically
from studio.engine.model.workflow import Step
from studio.engine.peek import peek
from studio.engine.rights import make_private
from studio.engine.vision.frame import Frame
from studio.engine.whatif import COUNTED, NOTHING, Kind, Outcome, Robustness, Trial, try_it
from studio.graphview.layout import robust
from studio.graphview.layout.graph import Strength
from studio.ui.editing.pictures import DraftPictures
from studio.ui.services.background import Background
from studio.ui.services.settings import settings_file
from studio.ui.words import tr

VERSION = 1
"""Of the altered screens and of the file: what another version found is not believed."""
_MOST = 5000


def strength_of(known: Robustness) -> Strength | None:
    """As the cards of the graph show it; None until all screens that count were tried."""
    return robust(known.right, known.of, tr) if known.is_counted else None


def key_of(step: Step, pictures: DraftPictures) -> str | None:
    """A digest of all that the outcomes follow from; None where there is no target or no recorded picture."""
    before = pictures.before_of(step.id)
    if step.anchor is None or before is None:
        return None
    parts = [str(VERSION), step.anchor.model_dump_json(), step.risk.value, _digest(pictures, before)]
    parts += [_digest(pictures, path) for path in crop_paths(step, pictures)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def crop_paths(step: Step, pictures: DraftPictures) -> tuple[str, ...]:
    """The pictures that the step's target is found by."""
    if step.anchor is None:
        return ()
    named = (step.anchor.template, step.anchor.identifier_crop)
    return tuple(path for path in named if path is not None and path in pictures)


def crops_of(step: Step, pictures: DraftPictures) -> dict[str, Frame]:
    """Those pictures, read."""
    return {path: pictures[path] for path in crop_paths(step, pictures)}


def try_step(step: Step, pictures: DraftPictures, kind: Kind) -> Trial:
    """One altered screen, in any thread."""
    before = pictures.before_of(step.id)
    assert before is not None
    return try_it(step, pictures[before], crops_of(step, pictures), kind)


def _digest(pictures: DraftPictures, path: str) -> str:
    return pictures.drafts[path].digest if path in pictures.drafts else pictures.bundle.hashes[path]


class RobustnessCache:
    """What was found before, in one file. Safe in any thread; a file that cannot be read counts as empty."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or settings_file().parent / "robustness.json"
        self._lock = threading.Lock()
        self._known: dict[str, Robustness] | None = None

    def get(self, key: str | None) -> Robustness:
        """What is known under that key."""
        with self._lock:
            return self._all().get(key or "", NOTHING)

    def put(self, key: str, found: Robustness) -> None:
        """Keep it for the next time; written by `save`."""
        with self._lock:
            known = self._all()
            known.pop(key, None)
            known[key] = found
            for old in list(known)[: max(len(known) - _MOST, 0)]:
                del known[old]

    def forget(self, key: str) -> None:
        """Nothing is known of it any more."""
        with self._lock:
            self._all().pop(key, None)

    def save(self) -> None:
        """Write the file. A disk that takes nothing only means that it is tried again another time."""
        with self._lock:
            steps = {key: _as_json(one) for key, one in self._all().items()}
            try:
                make_private(self.file.parent)
                write_atomically(self.file, json.dumps({"v": VERSION, "steps": steps}).encode(), durable=False)
            except (OSError, CannotWrite) as problem:
                logging.getLogger(__name__).info("robustness is not kept: %s", problem)

    def _all(self) -> dict[str, Robustness]:
        if self._known is None:
            self._known = _read(self.file)
        return self._known


def _as_json(one: Robustness) -> dict[str, object]:
    outcomes = {kind.value: outcome.value for kind, outcome in one.outcomes.items()}
    return {"at": one.at, "outcomes": outcomes, "hows": {kind.value: how for kind, how in one.hows.items()}}


def _read(file: Path) -> dict[str, Robustness]:
    try:
        told = peek(file)
        if told["v"] != VERSION:
            return {}
        return {
            str(key): Robustness(
                {Kind(k): Outcome(o) for k, o in one["outcomes"].items()},
                {Kind(k): str(h) for k, h in one["hows"].items()},
                str(one["at"]),
            )
            for key, one in told["steps"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


_caches: dict[Path, RobustnessCache] = {}


def robustness_cache() -> RobustnessCache:
    """The one cache of the process for the settings folder that is in use."""
    file = settings_file().parent / "robustness.json"
    return _caches.setdefault(file, RobustnessCache(file))


def known_strengths(steps: Iterable[Step], pictures: DraftPictures) -> dict[str, Strength]:
    """The strength of each step that was tried before, by id, for the cards of the graph."""
    cache = robustness_cache()
    found = {step.id: strength_of(cache.get(key_of(step, pictures))) for step in steps if step.anchor is not None}
    return {step_id: strength for step_id, strength in found.items() if strength is not None}


class RobustnessQueue(QObject):
    """Tries steps one screen at a time off the GUI thread, the most wanted step first.

    `found` carries the id of a step whose strength is known now. `stop` lets at most one screen (up to 3 s) run on.
    """

    found = Signal(str)
    _WAIT_MS = 2500

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self._work: Background[Trial] = Background(self)
        self._soon = QTimer(self, singleShot=True, interval=self._WAIT_MS)
        self._soon.timeout.connect(self._next)
        self._pictures: DraftPictures | None = None
        self._steps: list[Step] = []

    @property
    def left(self) -> int:
        """How many steps still wait."""
        return len(self._steps)

    def want(self, steps: Iterable[Step], pictures: DraftPictures, first: str = "") -> None:
        """Try all of `steps` that are not known yet, `first` before the others, once nothing else is asked a while."""
        self.stop()
        cache = robustness_cache()
        keys = {step.id: key_of(step, pictures) for step in steps}
        self._steps = [s for s in steps if keys[s.id] and not cache.get(keys[s.id]).is_counted]
        self._steps.sort(key=lambda step: step.id != first)
        self._pictures = pictures
        if self._steps:
            self._soon.start()

    def stop(self) -> None:
        """Nothing more is wanted."""
        self._soon.stop()
        self._work.forget()
        self._steps = []

    def _next(self) -> None:
        if not self._steps or self._pictures is None:
            return
        step, pictures = self._steps[0], self._pictures
        key = key_of(step, pictures)
        known = robustness_cache().get(key)
        kind = next((k for k in COUNTED if k not in known.outcomes), None)
        if key is None or kind is None:
            self._done(step)
            return
        self._work.start(
            lambda: try_step(step, pictures, kind), lambda trial: self._took(key, trial), lambda _: self._drop()
        )

    def _took(self, key: str, trial: Trial) -> None:
        cache = robustness_cache()
        cache.put(key, cache.get(key).with_trial(trial))
        self._next()

    def _done(self, step: Step) -> None:
        self._steps = [s for s in self._steps if s.id != step.id]
        robustness_cache().save()
        self.found.emit(step.id)
        self._next()

    def _drop(self) -> None:
        """A picture that cannot be read: the step stays unknown."""
        self._steps = self._steps[1:]
        self._next()
