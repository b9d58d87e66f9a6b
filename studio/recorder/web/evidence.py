"""What was to be seen: pictures and structure of one moment together, of the whole page with all its frames."""

from __future__ import annotations

import base64
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Any, Literal

from studio.engine.backends.protocols import SurfaceLost
from studio.engine.backends.web.structure import element_from, snapshot_from
from studio.engine.backends.web.world import Replaced
from studio.engine.model.geometry import Point
from studio.engine.model.structure import StructureSnapshot
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame
from studio.recorder.web.pairing import Pairing, SecretPlaces
from studio.recorder.web.protocol import ProtocolError
from studio.recorder.web.ring import Shot
from studio.recorder.web.secrecy import asks_for_secret
from studio.recorder.web.signals import Moment
from studio.recorder.web.spots import Spot
from studio.recorder.web.targets import Target, Targets

STILL_MS = 8
HOVER_PX = 12
"""The look of an element under the pointer reaches this far around it (shadows, outlines)."""
_QUIET_MS = 400
_KEPT = 16

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Look:
    """One moment of one page at `t` seconds of the recording; `settled` where the page had come to rest.

    `kind`: we looked; the page told of itself that it was still; something was begun then; a scroll was. `others` are
    the structures that the picture may belong to instead.
    """

    t: float
    page: str
    frame: Frame
    structure: StructureSnapshot | None
    settled: bool
    kind: Literal["rest", "told", "moment", "scroll"] = "rest"
    others: tuple[StructureSnapshot, ...] = ()


class Eyes:
    """Looks at pages and remembers the last looks. `epoch` is when the recording began, seconds since the epoch."""

    def __init__(self, targets: Targets, epoch: float, places: SecretPlaces) -> None:
        self._targets = targets
        self._epoch = epoch
        self._places = places
        self._pairing = Pairing()
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

    def after(self, t: float, *, final: bool = False) -> Look | None:
        """What an action that ended at `t` led to: the first look at rest, else the last one before the next action.

        None where it may still come to rest; `final`: it will not.
        """
        told: Look | None = None
        for look in self._looks:
            if look.t <= t:
                continue
            if look.kind == "told" and not look.settled:
                told = look
            elif look.kind == "scroll" and not look.settled and told is not None:
                return told  # the page may have scrolled already by the time it tells
            else:
                return look
        return told if final else None

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
            first = self._compose(page) if insist or self._parts.get(page.id) else None
            shot = self._captured(page)
            structure = self._compose(page)
            frame = Frame(png=shot.png, scale=structure.scale, time=shot.time)
            still = quiet and bool(page.world.ask_once("stillQuiet"))
        except (Replaced, SurfaceLost, ProtocolError):
            return None
        if not (still or insist):
            return None
        others = () if first is None else (first,)
        if still and self._places.are_certain(structure, others):
            self._pairing.proven(t, page.id)
        elif not insist:
            return None  # it looked quiet, but a frame of another process changed: look again
        else:
            others = (*others, *self._pairing.others(page.id, t, t))
        self._pairing.told(t, page.id, structure)
        return self.keep(Look(t, page.id, frame, structure, still, others=others))

    def keep(self, look: Look) -> Look:
        """Remember a look."""
        self._looks.append(look)
        return look

    def kept(self, moment: Moment, target: Target, *, scrolls: bool) -> Moment:
        """The moment with a look for its evidence, which is remembered too."""
        look = self.moment(moment, target)
        if look is None:
            return replace(moment, evidence=None)
        return replace(moment, evidence=self.keep(replace(look, kind="scroll" if scrolls else "moment")))

    def rested(self, moment: Moment, target: Target, *, settled: bool) -> None:
        """The page told that it no longer changes, and what it shows."""
        if target.parent or moment.evidence is None or moment.evidence["foreign"]:
            return
        structure = snapshot_from(moment.evidence)
        shot = target.ring.before(self._epoch + moment.t)
        self._pairing.told(moment.t, target.id, structure)
        if shot is None or shot.time - self._epoch < moment.entered:
            return
        others = self._pairing.others(target.id, shot.time - self._epoch, moment.t)
        if self._places.are_certain(structure, others):
            frame = Frame(png=shot.png, scale=structure.scale, time=shot.time)
            self.keep(Look(moment.t, target.id, frame, structure, settled, "told"))

    def moment(self, moment: Moment, target: Target) -> Look | None:
        """What was to be seen at a moment that the page itself told; None where no picture is so old."""
        page = self._targets.page_of(target)
        structure = self._structure(moment, target, page)
        self._pairing.told(moment.t, page.id, structure)
        same = [
            look
            for look in self._looks
            if look.page == page.id and look.settled and look.t < moment.t and look.structure == structure
        ]
        plain = next((look for look in reversed(same) if look.t < moment.entered), None)
        if plain is not None:
            return Look(moment.t, page.id, plain.frame, structure, True)
        shot = self._shot(page, moment.t)
        if shot is None:
            return None
        scale = structure.scale if structure else 1.0
        if same:
            return Look(moment.t, page.id, self._without_hover(same[-1].frame, moment, page), structure, True)
        frame = Frame(png=shot.png, scale=scale, time=shot.time)
        others = self._pairing.others(page.id, shot.time - self._epoch, moment.t)
        shown = self._without_hover(frame, moment, page) if self._places.are_certain(structure, others) else frame
        return Look(moment.t, page.id, shown, structure, False, others=others)

    def _without_hover(self, frame: Frame, moment: Moment, page: Target) -> Frame:
        """The picture from before the pointer came upon the element, where that changed nothing but its look."""
        element = moment.element
        earlier = page.ring.before(self._epoch + moment.entered) if moment.entered else None
        if earlier is None or element is None or earlier.png == frame.png:
            return frame
        plain = Frame(png=earlier.png, scale=frame.scale, time=earlier.time)
        own = element.region.padded(HOVER_PX)
        changed = changed_regions(plain, frame)
        return plain if all(region.intersection(own) == region for region in changed) else frame

    def _shot(self, page: Target, t: float) -> Shot | None:
        ring = page.ring
        return ring.before(self._epoch + t) or ring.oldest()

    def _structure(self, moment: Moment, target: Target, page: Target) -> StructureSnapshot | None:
        if target.parent or moment.evidence is None:
            last = self.before(moment.t, page.id)
            structure = last.structure if last else None
            return self._with_frame(structure, moment, target) if target.parent and structure else structure
        return snapshot_from(moment.evidence, self._parts.get(page.id, []))

    def _with_frame(self, page: StructureSnapshot, moment: Moment, frame: Target) -> StructureSnapshot:
        """The page with the secret fields of a foreign frame, as the frame itself tells them now."""
        rows = moment.evidence["elements"] if moment.evidence else []
        spot = self.place_of(frame)
        told = (spot.element(element_from(-1, row)) for row in rows)
        known = {element.region for element in page.elements}
        fields = tuple(one for one in told if asks_for_secret(one) and one.region not in known)
        return replace(page, elements=(*page.elements, *fields)) if fields else page

    def _captured(self, page: Target) -> Shot:
        begun = time.time()
        answer = page.session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        self.captured_at = time.monotonic()
        shot = Shot(begun, base64.b64decode(answer["data"]))
        page.ring.add_true(shot)
        return shot

    def _compose(self, page: Target) -> StructureSnapshot:
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
