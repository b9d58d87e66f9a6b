"""Draws stories in a real browser, one picture and one snapshot before and after each act, and keeps them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from studio.engine.backends.web.backend import WebBackend
from studio.engine.model.geometry import Region
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.structure_json import snapshot_from_json, snapshot_to_json
from studio.engine.vision.frame import Frame
from tests.bench.drift.acts import WAYS, Act, Story, way
from tests.bench.drift.corpus import HERE, Look, recorded
from tests.bench.drift.drawing import Painter, painter
from tests.bench.drift.store import FOLDER, degraded, digest
from tests.bench.drift.stories import looks_of

_REACH = """([name]) => {
  const e = window.marks.has(name) ? window.marks.get(name).element : document.querySelector(name);
  const seen = (r) => r.top >= 0 && r.bottom <= innerHeight;
  const moved = !seen(e.getBoundingClientRect());
  if (moved) e.scrollIntoView({ block: "center" });
  const r = e.getBoundingClientRect();
  return { at: [r.x, r.y, r.width, r.height], moved };
}"""
DRAWN = 3
"""To be raised when outcome.js or this file draws otherwise."""
BRANCHES = ("refused", "left", "other", "again", "late")
WAYS_UNDER = ("values", "dark restyle")
"""Looks under which the other ways to fail are drawn too."""


@dataclass(frozen=True)
class Moment:
    """What the screen showed at one moment of a story under one look."""

    folder: Path
    name: str
    remote: str

    @cached_property
    def frame(self) -> Frame:
        return degraded(Frame(png=(self.folder / f"{self.name}.png").read_bytes()), self.remote)

    @cached_property
    def structure(self) -> StructureSnapshot:
        return snapshot_from_json(json.loads((self.folder / f"{self.name}.json").read_text()))


class Shown:
    """A story under one look: its moments by name, and where each act's target stands (px of the frame)."""

    def __init__(self, story: Story, look: Look, root: Path = FOLDER) -> None:
        self.story, self.look, self._folder = story, look, story_folder(story, look, root)
        told = json.loads((self._folder / "places.json").read_text())
        self._names: dict[str, str] = told["names"]
        self.places = tuple(Region(*(round(v * look.scale) for v in at)) for at in told["places"])
        self._moments: dict[str, Moment] = {}

    def ways(self, n: int) -> list[str]:
        """In which ways act `n` was drawn as failed beside `refused`."""
        return [name for name in WAYS if f"{n}.{name}" in self._names]

    def moment(self, name: str) -> Moment:
        """The moment `0.before`, `0.after`, `2.refused` and so on."""
        file = self._names[name]
        return self._moments.setdefault(file, Moment(self._folder, file, self.look.remote))


def story_folder(story: Story, look: Look, root: Path = FOLDER) -> Path:
    """Where it is kept: another folder for every change of what it is drawn from."""
    data = hashlib.sha256(digest(look).encode() + repr(story).encode() + str(DRAWN).encode())
    data.update(str(look == recorded(story.page)).encode())
    return root / "stories" / story.name / data.hexdigest()[:20]


def draw_stories(stories: Iterable[Story], root: Path = FOLDER) -> int:
    """Draw what is not kept yet; how many stories under how many looks that were. Raises EnvironmentUnable."""
    missing = [
        (story, look)
        for story in stories
        for look in looks_of(story)
        if not (story_folder(story, look, root) / "places.json").exists()
    ]
    if missing:
        with painter(root=root) as one:
            for story, look in missing:
                _Play(one, story, look, root).draw()
    return len(missing)


class _Play:
    """One story under one look, while it is drawn."""

    def __init__(self, one: Painter, story: Story, look: Look, root: Path) -> None:
        self._painter, self._story, self._look = one, story, look
        self._whose = 0 if look == recorded(story.page) else 1
        self._folder = story_folder(story, look, root)
        self._names: dict[str, str] = {}
        self._backend: WebBackend
        self._page: Any

    def draw(self) -> None:
        """All moments: the story as it goes, then each of its branches from the beginning."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._open()
        places = []
        for n, act in enumerate(self._story.acts):
            told = self._reach(act)
            if told["moved"] or n == 0:
                self._keep(f"{n}.before")
            else:
                self._names[f"{n}.before"] = f"{n - 1}.after"
            places.append(told["at"])
            self._do(act.done, self._whose)
            self._keep(f"{n}.after")
        for n, act in enumerate(self._story.acts):
            for branch in BRANCHES if act.refused and self._whose else ():
                if branch != "late" or act.late:
                    self._branch(n, act, branch)
            for branch in WAYS if act.refused and self._look.kind in WAYS_UNDER else ():
                self._branch(n, act, branch)
        (self._folder / "places.json").write_text(json.dumps({"names": self._names, "places": places}))

    def _branch(self, n: int, act: Act, branch: str) -> None:
        self._open()
        for earlier in self._story.acts[:n]:
            self._reach(earlier)
            self._do(earlier.done, self._whose)
        self._reach(act)
        if branch == "refused":
            self._do(act.refused, self._whose)
        elif branch in WAYS:
            self._do(way(branch, act), self._whose)
        elif branch == "late":
            self._do(act.done + act.late, self._whose)
        else:
            self._do(act.done if branch == "other" else act.left, 2)
        if branch == "again":
            self._do(act.done, self._whose)
        self._keep(f"{n}.{branch}")

    def _open(self) -> None:
        self._backend, self._page, _ = self._painter.shown(self._look)

    def _reach(self, act: Act) -> dict[str, Any]:
        told: dict[str, Any] = self._page.evaluate(_REACH, [act.target])
        return told

    def _do(self, orders: tuple[tuple[str, ...], ...], whose: int) -> None:
        self._page.evaluate((HERE / "outcome.js").read_text(), self._story.told(orders, whose))
        look = self._look
        self._page.evaluate((HERE / "style.js").read_text(), {"name": look.framework, "dark": look.dark})

    def _keep(self, name: str) -> None:
        self._backend.wait_quiet(3.0)
        (self._folder / f"{name}.png").write_bytes(self._backend.frame().png)
        (self._folder / f"{name}.json").write_text(json.dumps(snapshot_to_json(self._backend.snapshot())))
        self._names[name] = name
