"""By pixels: whether what was typed stands on the screen once more, as a new row of a list shows it.

Lines that say it are read where the check points; how often they stood there before is counted by their picture, which
is the same within one run, in the whole of the earlier frame.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.look_count import occurrences
from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.vision.text import ratio, squash

LONG = 8
"""Letters from which a value, or the beginning of it, is told from other texts."""
_ALIKE = 0.9
"""Likeness from which a line says a long value: a letter misread in ten."""
_AROUND = 3
"""Heights of a line that are read on both sides of it, to see whether it goes on."""
_EDGE = 3
"""px from the edge of what was read within which a line may go on."""
_SAME_PLACE = 6
"""px within which a line stands where it stood: the field that it was typed into."""


def times_shown(
    value: str, regions: Sequence[Region | None], before: Observation, after: Observation, reference: Observation
) -> tuple[int, int] | None:
    """How often a line that says the value stands on `after` and on `reference`, or None where none is read.

    What stands as it stood just before is the field that it was typed into, and does not count.
    """
    for region in regions:
        for line in _saying(value, region, after):
            look = after.frame.crop(line.region.padded(1).clamped(after.frame.size))
            fields = occurrences(before.frame, look)
            places = [place for place in occurrences(after.frame, look) if not _is_among(place, fields)]
            new = [place for place in places if place.overlaps(line.region) or _is_line(place, value, after)]
            if new:
                former = occurrences(reference.frame, look)
                return len(new), sum(_is_line(place, value, reference) for place in former)
    return None


def _is_line(place: Region, value: str, seen: Observation) -> bool:
    """Whether a line of its own says the value there; a message in the same letters may name it too."""
    around = place.padded(_AROUND * place.h, place.h // 2).clamped(seen.frame.size)
    return any(line.region.overlaps(place) for line in _saying(value, around, seen))


def _saying(value: str, region: Region | None, after: Observation) -> list[TextRun]:
    """Lines in the region that say the value and nothing else, those first that say all of it.

    A line that the region's edge cuts may say more: a message that names the value is no new row.
    """
    lines = [line for line in TextReader(after).lines(region) if region is None or _is_inside(line.region, region)]
    told = [(line, how) for line in lines if (how := _tells(squash(line.text), squash(value)))]
    return [line for line, how in sorted(told, key=lambda entry: entry[1])]


def _tells(said: str, wanted: str) -> int:
    """1 where a line says all of the value, 2 where it says its long beginning (it wraps, or its column cuts it); 0
    else."""
    if said == wanted or (len(said) >= LONG and ratio(said, wanted) >= _ALIKE):
        return 1
    return 2 if len(said) >= LONG and ratio(said, wanted[: len(said)]) >= _ALIKE else 0


def _is_inside(line: Region, region: Region) -> bool:
    return line.x - region.x > _EDGE and region.right - line.right > _EDGE


def _is_among(one: Region, others: Sequence[Region]) -> bool:
    return any(abs(one.x - o.x) <= _SAME_PLACE and abs(one.y - o.y) <= _SAME_PLACE for o in others)
