"""What was drawn, kept on disk: frames, snapshots and truth of each look; drawn again only where a source changed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.structure_json import snapshot_from_json
from studio.engine.vision.frame import Frame
from tests.bench.drift.corpus import DESKTOP, HERE, Look

ROOT = HERE.parents[2]
FOLDER = ROOT / "runs" / "drift"
DRAWN = 1
"""To be raised when drawing.py draws, or resources/web tells, otherwise (or use --redraw)."""
REVISED = {"retagged": 2, "scrolled": 2}
"""Changes that change.js makes otherwise than it first did: their looks are drawn again."""
DESKTOP_DRAWN = 2
"""The same for desktop programs, where desktops.py draws or desktop_truth.py tells otherwise."""
_SOURCES = tuple(HERE / name for name in ("places.js", "style.js", "truth.js", "dark.css", "layout.css"))


@dataclass(frozen=True)
class Place:
    """Where a target stands in one frame (physical px), whether a press at its middle reaches it, and its own label."""

    region: Region
    reached: bool
    label: Region | None = None

    def hit(self, point: Point) -> bool:
        """Whether a press there works the target (of a box also on its label)."""
        return any(r is not None and r.contains(point) for r in (self.region, self.label))


class Shot:
    """One frame of a look at one scroll position: pixels, structure and truth."""

    def __init__(self, folder: Path, number: int, told: dict[str, Any], remote: str) -> None:
        self._path, self._told, self._remote = folder / f"{number}.png", told, remote
        self._snapshot = folder / f"{number}.json"

    @cached_property
    def frame(self) -> Frame:
        return degraded(Frame(png=self._path.read_bytes()), self._remote)

    @cached_property
    def structure(self) -> StructureSnapshot:
        return snapshot_from_json(json.loads(self._snapshot.read_text()))

    def knows(self, target: str) -> bool:
        """Whether the truth tells of that target here."""
        return target in self._told["places"]

    def place(self, target: str) -> Place:
        told = self._told["places"][target]
        scale = self._told["scale"]
        label = told["label"] and _scaled(told["label"], scale)
        return Place(_scaled(told["at"], scale), told["reached"], label)


def _scaled(at: list[float], scale: float) -> Region:
    x, y, w, h = (v * scale for v in at)
    return Region(round(x), round(y), round(w), round(h))


def degraded(frame: Frame, how: str) -> Frame:
    """The frame as a remote display gives it: through JPEG, with 16 bit colour, or slightly blurred."""
    if not how:
        return frame
    bgr = frame.bgr
    if how.startswith("jpeg"):
        _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, int(how.split()[1])])
        out = cv2.imdecode(data, cv2.IMREAD_COLOR)
    elif how == "16 bit":
        out = np.stack([bgr[..., 0] & 0xF8, bgr[..., 1] & 0xFC, bgr[..., 2] & 0xF8], axis=-1)
    else:
        out = cv2.GaussianBlur(bgr, (0, 0), 0.7)
    return Frame(bgr=np.ascontiguousarray(out, np.uint8))


def digest(look: Look) -> str:
    """The name under which a look is kept: it changes with every source that it is drawn from."""
    page = HERE / "pages" / f"{look.page}.html"
    sheets = sorted((HERE / "css").glob(f"{look.framework}*.css"))
    sources = (page, *sheets) if page.exists() else ()
    data = hashlib.sha256(_sources_digest() + b"".join(path.read_bytes() for path in sources))
    revised = DESKTOP_DRAWN if look.page in DESKTOP else REVISED.get(look.change, 1)
    plain = {**asdict(look), "kind": "", "remote": "", "revised": revised}
    data.update(json.dumps(plain, sort_keys=True).encode())
    return data.hexdigest()[:20]


_KNOWN: list[bytes] = []


def _sources_digest() -> bytes:
    if not _KNOWN:
        data = hashlib.sha256(bytes([DRAWN]))
        for path in _SOURCES:
            data.update(path.read_bytes())
        _KNOWN.append(data.digest())
    return _KNOWN[0]


def folder_of(look: Look, root: Path = FOLDER) -> Path:
    """Where a look is kept."""
    return root / look.page / digest(look)


def load(look: Look, root: Path = FOLDER) -> tuple[Shot, ...]:
    """The frames of a look that was drawn, the one at the page's start first. Raises OSError where it was not."""
    folder = folder_of(look, root)
    told = json.loads((folder / "truth.json").read_text())
    return tuple(Shot(folder, i, shot, look.remote) for i, shot in enumerate(told))
