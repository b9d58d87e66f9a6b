"""What was to be seen: pictures and structure of one moment together, of the whole page with all its frames."""

from __future__ import annotations

import base64
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Any

from studio.engine.backends.protocols import SurfaceLost
from studio.engine.backends.web.structure import snapshot_from
from studio.engine.backends.web.world import Replaced
from studio.engine.model.geometry import Point
from studio.engine.model.structure import StructureSnapshot
from studio.engine.vision.frame import Frame
from studio.recorder.web.protocol import ProtocolError
from studio.recorder.web.ring import Shot
from studio.recorder.web.signals import Moment
from studio.recorder.web.spots import Spot
from studio.recorder.web.targets import Target, Targets

STILL_MS = 8
_QUIET_MS = 400
_KEPT = 16

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Look:
    """One moment of one page at `t` seconds of the recording; `settled` where the page had come to rest."""

    t: float
    page: str
    frame: Frame
    structure: StructureSnapshot | None
    settled: bool


class Eyes:
    """Looks at pages and remembers the last looks. `epoch` is when the recording began, seconds since the epoch."""

    def __init__(self, targets: Targets, epoch: float) -> None:
        self._targets = targets
        self._epoch = epoch
        self._looks: deque[Look] = deque(maxlen=_KEPT)
        self._spots: dict[str, Spot] = {}
        self._parts: dict[str, list[Payload]] = {}
        self.captured_at = 0.0
        """When the last picture was asked for and had come (monotonic): what the browser shows just then is ours."""

    def place_of(self, target: Target) -> Spot:
        """Where a foreign frame lies in its page; a page lies where it lies."""
        if not target.parent:
            return Spot()
        if target.session.name not in self._spots:
            self._compose(self._targets.page_of(target))
        return self._spots.get(target.session.name, Spot())

    def after(self, t: float) -> Look | None:
        """The first look that was taken after `t`."""
        return next((look for look in self._looks if look.t > t), None)

    def before(self, t: float, page: str) -> Look | None:
        """The last look at `page` before `t`; at any page where there is none."""
        earlier = [look for look in self._looks if look.t < t]
        return next((look for look in reversed(earlier) if look.page == page), earlier[-1] if earlier else None)

    def any(self) -> Look | None:
        """The last look at anything."""
        return self._looks[-1] if self._looks else None

    def rest(self, page: Target, *, insist: bool = False) -> Look | None:
        """A look at the page at rest; None while it is not. With `insist` as it is, marked as not settled."""
        try:
            quiet = bool(page.world.ask_once("quiet", _QUIET_MS, 1, STILL_MS))
            if not (quiet or insist):
                return None
            t = time.time() - self._epoch
            frame = self._captured(page)
            structure = self._compose(page)
            still = quiet and bool(page.world.ask_once("stillQuiet"))
        except (Replaced, SurfaceLost, ProtocolError):
            return None
        if structure is None or not (still or insist):
            return None
        return self.keep(Look(t, page.id, frame, structure, still))

    def keep(self, look: Look) -> Look:
        """Remember a look."""
        self._looks.append(look)
        return look

    def kept(self, moment: Moment, target: Target) -> Moment:
        """The moment with a look for its evidence, which is remembered too."""
        look = self.moment(moment, target)
        return replace(moment, evidence=self.keep(look) if look else None)

    def moment(self, moment: Moment, target: Target) -> Look | None:
        """What was to be seen at a moment that the page itself told; None where no picture is so old."""
        page = self._targets.page_of(target)
        structure = self._structure(moment, target, page)
        rested = self._unhovered(moment, page, structure)
        if rested is not None:
            return Look(moment.t, page.id, rested.frame, structure, True)
        shot = self._shot(page, moment.t)
        if shot is None:
            return None
        frame = Frame(png=shot.png, scale=structure.scale if structure else 1.0, time=shot.time)
        return Look(moment.t, page.id, frame, structure, False)

    def _shot(self, page: Target, t: float) -> Shot | None:
        ring = page.ring
        return ring.before(self._epoch + t) or ring.oldest()

    def _unhovered(self, moment: Moment, page: Target, structure: StructureSnapshot | None) -> Look | None:
        """A look at rest that shows the same, best one from before the pointer came: so a replay will see it."""
        same = [
            look
            for look in self._looks
            if look.page == page.id and look.settled and look.t < moment.t and look.structure == structure
        ]
        plain = [look for look in same if moment.entered and look.t < moment.entered]
        return next(reversed(plain or same), None)

    def _structure(self, moment: Moment, target: Target, page: Target) -> StructureSnapshot | None:
        if target.parent or moment.evidence is None:
            last = self.before(moment.t, page.id)
            return last.structure if last else None
        return snapshot_from(moment.evidence, self._parts.get(page.id, []))

    def _captured(self, page: Target) -> Frame:
        begun = time.time()
        answer = page.session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        self.captured_at = time.monotonic()
        png = base64.b64decode(answer["data"])
        page.ring.add(Shot(begun, png))
        return Frame(png=png, scale=self._scale(page), time=begun)

    def _scale(self, page: Target) -> float:
        return self._spots.get(page.session.name, Spot()).ratio

    def _compose(self, page: Target) -> StructureSnapshot | None:
        """The page's own structure, with that of frames in other processes after it."""
        payload = page.world.ask("snapshot", None)
        self._spots[page.session.name] = Spot(ratio=float(payload["scale"]))
        parts: list[Payload] = []
        waiting = [(page, place) for place in payload["foreign"]]
        while waiting:
            holder, place = waiting.pop(0)
            inner = self._holder_of(holder, place)
            if inner is None:
                continue
            part = self._part(inner, place, float(payload["scale"]))
            if part is not None:
                parts.append(part)
                waiting += [(inner, deeper) for deeper in part["foreign"]]
        self._parts[page.id] = parts
        return snapshot_from(payload, parts)

    def _part(self, frame: Target, place: Payload, scale: float) -> Payload | None:
        self._spots[frame.session.name] = Spot.of(place["view"], scale)
        try:
            part: Payload = frame.world.ask_once(
                "snapshot", {"view": place["view"], "clip": place["clip"], "ratio": scale}
            )
        except (Replaced, SurfaceLost):
            return None
        return part

    def _holder_of(self, holder: Target, place: Payload) -> Target | None:
        """The foreign frame that fills `place`: told by its address, by its corner where several have the same."""
        frames = self._targets.frames_in(holder.session.name)
        alike = [frame for frame in frames if _address(frame.url) == _address(place.get("url", ""))] or frames
        if len(alike) < 2:
            return alike[0] if alike else None
        origin = self._spots.get(holder.session.name, Spot())
        view = place["view"]
        return min(alike, key=lambda frame: _distance(holder, frame, origin, view["x"], view["y"]))


def _address(url: str) -> str:
    return url.split("#")[0].rstrip("/")


def _distance(holder: Target, frame: Target, origin: Spot, x: float, y: float) -> float:
    try:
        owner = holder.session.send("DOM.getFrameOwner", {"frameId": frame.id})["backendNodeId"]
        quad = holder.session.send("DOM.getBoxModel", {"backendNodeId": owner})["model"]["content"]
    except ProtocolError:
        return float("inf")
    left, top = origin.outward(quad[0], quad[1])
    return abs(left - x) + abs(top - y)


def seen_at(look: Look, point: Point) -> Point:
    """`point`, or the nearest pixel of the frame."""
    width, height = look.frame.size
    return Point(min(max(point.x, 0), width - 1), min(max(point.y, 0), height - 1))
