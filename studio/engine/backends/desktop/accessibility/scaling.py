"""From the px in which a program tells its rectangles to physical px. Pure.

Qt under QT_SCALE_FACTOR and GTK under GDK_SCALE tell logical px (measured: Qt 5, Qt 6, GTK 3). Nothing says so: it
shows where the rectangle of a window, as told, is compared with the one that the display has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from studio.engine.model.geometry import Region

_SAME_PX = 3
"""Told and real sides that differ by this little are the same (a border more or less)."""
_UNEVEN = 0.03
"""Ratios of width and height that differ more are no scale: the window is changing its size just now."""
_SCALES = (0.5, 8.0)


@dataclass(frozen=True, slots=True)
class Mapping:
    """`told` and `real` are the same corner; `scale` is physical px per told px."""

    scale: float = 1.0
    told: tuple[int, int] = (0, 0)
    real: tuple[int, int] = (0, 0)

    def physical(self, region: Region) -> Region:
        """The rectangle in physical px; its edges are rounded, so that what touches still does."""
        left, top = self._point(region.x, region.y)
        right, bottom = self._point(region.right, region.bottom)
        return Region(left, top, right - left, bottom - top)

    def told_point(self, x: int, y: int) -> tuple[int, int]:
        """A physical point in px of the program."""
        return (
            round(self.told[0] + (x - self.real[0]) / self.scale),
            round(self.told[1] + (y - self.real[1]) / self.scale),
        )

    def _point(self, x: int, y: int) -> tuple[int, int]:
        return (
            round(self.real[0] + (x - self.told[0]) * self.scale),
            round(self.real[1] + (y - self.told[1]) * self.scale),
        )


SAME = Mapping()


def mapping_of(told: Region, real: Iterable[Region]) -> Mapping | None:
    """How `told` becomes one of `real` (a window with and without its frame); None where neither can be meant.

    A window that has just been moved may still be told to be where it was: only its size is believed.
    """
    shown = [region for region in real if region.area > 0 and told.area > 0]
    same = [r for r in shown if abs(told.w - r.w) <= _SAME_PX and abs(told.h - r.h) <= _SAME_PX]
    if same:
        best = min(same, key=lambda r: abs(told.w - r.w) + abs(told.h - r.h))
        return Mapping(1.0, (told.x, told.y), (best.x, best.y))
    best = min(shown, key=lambda r: _unevenness(told, r), default=told)
    scale = _rounded((best.w / told.w + best.h / told.h) / 2) if told.area > 0 else 0.0
    if not shown or _unevenness(told, best) > _UNEVEN or not _SCALES[0] <= scale <= _SCALES[1]:
        return None
    return Mapping(scale, (told.x, told.y), (best.x, best.y))


def _unevenness(told: Region, real: Region) -> float:
    across, down = real.w / told.w, real.h / told.h
    return abs(across - down) / max(across, down)


def _rounded(scale: float) -> float:
    """Scales are told in steps of a twentieth or as hundredths; sides are rounded to whole px."""
    nearest = round(scale * 20) / 20
    return nearest if abs(nearest - scale) <= 0.01 * scale else round(scale, 2)
