"""Small judgements on texts: readable, stable, the same, part of a value."""

from __future__ import annotations

import re
from collections.abc import Iterable

from studio.engine.compiler.words import CALENDAR, EMPTY
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.ocr_lines import reading_order as lines_first
from studio.engine.vision.reading import clean as clean
from studio.engine.vision.reading import letters as letters
from studio.engine.vision.reading import readable as readable
from studio.engine.vision.reading import without_glyphs as without_glyphs
from studio.engine.vision.text import squash

_DECORATION = re.compile(r"^[^\w(\[\"'‘“+$€£#]+(?=\w)|(?<=\w)[\s:*|•·›»▾▼]+$")


def as_label(text: str) -> str:
    """A label as a person would say it: without a trailing colon or star and without bullets."""
    return _DECORATION.sub("", clean(text)).strip()


def is_cut(region: Region, size: tuple[int, int]) -> bool:
    """Whether a text begins or ends at an edge (6 px: a letter may be lost) of a frame of `size`: it may be a slice."""
    return region.x <= 6 or region.right >= size[0] - 6


def varies(word: str) -> bool:
    """Whether a word is a number, date, time or counter: another day it reads differently."""
    bare = word.strip(".,;:!?()[]#'\"").casefold()
    return any(c.isdigit() for c in bare) or bare in CALENDAR


def stable(text: str) -> bool:
    """Whether it is the program's own wording: three letters at least, no figures, not cut, not of missing data."""
    whole = letters(text) >= 3 and not text.endswith(",")
    return whole and not tells_of_nothing(text) and not any(varies(word) for word in text.split())


def goes_on(text: str) -> bool:
    """Whether it ends in dots: it was cut off, or says that something is still going on."""
    return text.rstrip().endswith(("…", "..."))


def is_sentence(text: str) -> bool:
    """Whether it is a sentence, as somebody wrote it: no caption of a field that says what belongs in it itself."""
    return text.rstrip().endswith((".", "!", "?", "。")) and len(text.split()) >= 3


def tells_of_nothing(text: str) -> bool:
    """Whether it says that there is no data: it is gone when there is some."""
    words = text.casefold().strip(" .:").split()
    return bool(words) and (
        words[0] in EMPTY or words[-1] in EMPTY or words[:3] in (["there", "are", "no"], ["there", "is", "no"])
    )


def same(a: str, b: str) -> bool:
    """Whether both read the same, without regard to spaces, case and punctuation."""
    return squash(a) == squash(b) != ""


def inside(runs: Iterable[TextRun], region: Region) -> list[TextRun]:
    """The texts whose centre lies in `region`, in reading order."""
    return reading_order(run for run in runs if region.contains(run.region.center))


def reading_order(runs: Iterable[TextRun]) -> list[TextRun]:
    """Line by line, each from left to right. What shares half of the lesser height is one line, wherever it stands."""
    found = list(runs)
    return [found[i] for i in lines_first([run.region for run in found])]


def joined(runs: Iterable[TextRun]) -> str:
    """Their texts in reading order, one space between."""
    return clean(" ".join(run.text for run in reading_order(runs)))


def hull(regions: Iterable[Region]) -> Region | None:
    """The smallest rectangle around all; None where there is none."""
    found: Region | None = None
    for region in regions:
        found = found.union(region) if found else region
    return found


def gap(a: Region, b: Region) -> float:
    """Distance in px between the nearest edges of two rectangles; 0 where they touch."""
    dx = max(0, max(a.x, b.x) - min(a.right, b.right))
    dy = max(0, max(a.y, b.y) - min(a.bottom, b.bottom))
    return float((dx * dx + dy * dy) ** 0.5)


def reach(region: Region, point: Point) -> float:
    """Distance in px from `point` to the nearest edge of `region`; 0 inside."""
    return gap(region, Region(point.x, point.y, 1, 1))
