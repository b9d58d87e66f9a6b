"""Whether what was told of a control still holds: what the screen showed of it then is what it shows now. Pure.

A light under the pointer, a tooltip or a caret elsewhere changes the screen, and nothing of what was known.
"""

from __future__ import annotations

from collections.abc import Callable

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame
from studio.recorder.desktop.resting_look import TIP, same_lines
from studio.recorder.desktop.ring import Shot, changed_region
from studio.recorder.desktop.scope import window_at

_LIT_PX = 4
"""A control that lights up may do so beyond its edge, px."""


class SameLook:
    """Compares moments. `before` gives the last picture before a time; `corner` is where on the desktop pictures begin.

    Regions are those of the desktop.
    """

    def __init__(self, before: Callable[[float], Shot], corner: Point) -> None:
        self._before = before
        self._corner = corner

    def of(self, region: Region, since: float, shot: Shot) -> bool:
        """Whether `region` said at `since` (s of the monotonic clock) what it says in `shot`, lit or not."""
        former = self._before(since)
        return former.ended < since and self.between(region, former, shot)

    def between(self, region: Region, former: Shot, shot: Shot) -> bool:
        """Whether both pictures show the same in `region`, in the same window."""
        place = region.moved(-self._corner.x, -self._corner.y).clamped(shot.frame.size)
        if former.frame.size != shot.frame.size or not place.area:
            return False
        one, other = (window_at(_lasting(s), region.center) for s in (former, shot))
        if (one and (one.id, one.region)) != (other and (other.id, other.region)):
            return False
        before, now = former.frame.crop(place), shot.frame.crop(place)
        return changed_region(before, now) is None or same_lines(before, now)

    def but_for(self, lit: Region | None, since: float, shot: Shot) -> bool:
        """Whether nothing changed since then but the light on `lit`, tooltips and a caret."""
        former = self._before(since)
        if former.ended >= since or former.frame.size != shot.frame.size:
            return False
        if _lasting(former) != _lasting(shot):
            return False
        mine = [] if lit is None or not self.between(lit, former, shot) else [lit.padded(_LIT_PX)]
        tips = [w.region for s in (former, shot) for w in s.windows if w.kind == TIP]
        pixels = shot.frame.bgr.copy()
        for one in (*mine, *tips):
            box = one.moved(-self._corner.x, -self._corner.y).padded(1).clamped(shot.frame.size)
            pixels[box.y : box.bottom, box.x : box.right] = former.frame.bgr[box.y : box.bottom, box.x : box.right]
        return changed_region(former.frame, Frame(bgr=pixels)) is None


def _lasting(shot: Shot) -> tuple[Window, ...]:
    return tuple(w for w in shot.windows if w.kind != TIP)
