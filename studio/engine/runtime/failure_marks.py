"""Messages that say that something was not done, near what was just done.

Some programs show what was sent before it is stored, and mark it afterwards (`Not sent. Try again`). What a step
expects stands there all the same, so the mark itself has to be seen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from studio.engine.compiler.history import screen_of
from studio.engine.compiler.texts import gap
from studio.engine.compiler.words import tells_failure
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.match import template_peaks
from studio.engine.vision.text import squash
from studio.engine.vision.whole_text import reads_whole, says

Regions = Callable[[Postcondition], Sequence[Region | None]]
FAILURE = "failure"
"""The kind of a result that tells of such a message."""
NO_FAILURE = "no message that it failed"
NEAR_PX = (200, 120)
"""px around what was acted on and around what was expected."""
READ_PX = (120, 60)
"""The same where it has to be read, which takes time."""
ROW_PX = 40
"""px within which a mark belongs to the entry that names one of the run's values."""
LONGEST, LONGEST_READ = 200, 80
"""Letters of a message as a program tells it, and of a line that is read; longer is a text that somebody wrote."""
MESSAGES = 3
"""Rows up to which a list may be one of messages; a longer one holds data."""
TEXTS = (CheckKind.TEXT_PRESENT, CheckKind.TEXT_ADDED)
_ANOTHER_SCREEN = 0.8
"""Part of the frame that has changed where another page came up."""
_LINE, _LINES = 30, 4
"""Height up to which a place is one of a line of text, px, and how many such lines a mark may stand away."""
_MOST_PARTS = 3
_SAME = 0.85
"""Correlation from which a line stood there before."""


def failure_mark(
    before: Observation, after: Observation, near: Sequence[Region], values: Sequence[str] = ()
) -> str | None:
    """The message that came up since `before` near one of the regions (px of `after`), on the same screen, and says
    that something was not done.

    What a person wrote (`values`) is no message: a line is judged by its words without theirs. By pixels only what
    changed is read.
    """
    if after.structure is not None:
        lines, longest = _told(before.structure, after.structure, near, values), LONGEST
    else:
        lines, longest = _read(before, after, near), LONGEST_READ
    for line in lines:
        if len(line.text) <= longest and tells_failure(_without(line.text, values)):
            return line.text
    return None


def _without(line: str, values: Sequence[str]) -> str:
    """What a line says apart from the values that it names; nothing where it stands in one of them, or is the
    beginning of one (`Not sent to the…`)."""
    begins = squash(line) if line.rstrip().endswith(("…", "...")) else ""
    if any(says(value, line) or (begins and squash(value).startswith(begins)) for value in values):
        return ""
    for value in sorted(values, key=len, reverse=True):
        if words := value.split():
            named = r"\s+".join(re.escape(word) for word in words)
            line = re.sub(rf"(?<!\w){named}(?!\w)", " ", line, flags=re.IGNORECASE)
    return line


def places_of(checks: Sequence[Postcondition], seen: Observation, regions: Regions = lambda _: ()) -> list[Region]:
    """Where the expected texts stand. By pixels they are looked for in the `regions` in which a check reads, and stand
    in the first that shows them, or where they stood when recorded."""
    expected = [check for check in checks if check.text and check.kind in TEXTS]
    if seen.structure is not None:
        return [run.region for run in seen.structure.texts if any(says(run.text, c.text or "") for c in expected)]
    found = [_read_places(check, seen, regions(check)) for check in expected]
    return [place for places in found for place in places]


def _read_places(check: Postcondition, seen: Observation, regions: Sequence[Region | None]) -> list[Region]:
    for region in regions:
        lines = TextReader(seen).lines(region)
        if found := [line.region for line in lines if reads_whole(line.text, check.text or "")]:
            return found
    return [check.region] if check.region else []


def _told(
    before: StructureSnapshot | None, after: StructureSnapshot, near: Sequence[Region], values: Sequence[str]
) -> list[TextRun]:
    """New texts near by, or beside a new text that names one of the values; of data only the latter.

    A text that stands there more often than before is new, in each of its places: which of them came is not known.
    """
    if before is None or screen_of(before) != screen_of(after):
        return []
    more = Counter(squash(run.text) for run in after.texts) - Counter(squash(run.text) for run in before.texts)
    fresh = [run for run in after.texts if squash(run.text) in more]
    own = [run.region for run in fresh if any(says(run.text, value) for value in values)]
    data = [entry.region for entry in after.lists if entry.rows > MESSAGES]
    around = [region.padded(*NEAR_PX) for region in near]
    return [
        run
        for run in fresh
        if any(gap(run.region, region) <= ROW_PX for region in own)
        or (_reaches(run, around) and not _within(run, data))
    ]


def _reaches(run: TextRun, regions: Sequence[Region]) -> bool:
    """Whether the text begins in one of the regions, or stands there: the middle of a long message is far off."""
    x, y, _, h = run.region
    return _within(run, regions) or any(region.contains(Point(x, y + h // 2)) for region in regions)


def _within(run: TextRun, regions: Sequence[Region]) -> bool:
    return any(region.contains(run.region.center) for region in regions)


def _read(before: Observation, after: Observation, near: Sequence[Region]) -> list[TextRun]:
    """New lines in what changed near by."""
    around = [region.padded(READ_PX[0], max(READ_PX[1], _LINES * region.h * (region.h <= _LINE))) for region in near]
    changed = changed_regions(before.frame, after.frame)
    if sum(region.area for region in changed) > _ANOTHER_SCREEN * after.frame.bounds.area:
        return []
    parts = [part for place in around for region in changed if (part := region.padded(4).intersection(place)).area]
    apart: list[Region] = []
    for part in parts[: 2 * _MOST_PARTS]:
        for other in apart:
            part = _outside(part, other)
        if part.area and len(apart) < _MOST_PARTS:
            apart.append(part.clamped(after.frame.size))
    lines = [line for part in apart for line in TextReader(after).lines(part)]
    return [line for line in lines if tells_failure(line.text) and not _stood_there(line, before, after)]


def _outside(part: Region, other: Region) -> Region:
    """The largest rectangle of `part` outside of `other`: nothing is read twice."""
    if not part.overlaps(other):
        return part
    left, right = Region(part.x, part.y, other.x - part.x, part.h), part.right - other.right
    above, below = Region(part.x, part.y, part.w, other.y - part.y), part.bottom - other.bottom
    rest = (left, Region(other.right, part.y, right, part.h), above, Region(part.x, other.bottom, part.w, below))
    return max((r for r in rest if r.w > 0 and r.h > 0), key=lambda r: r.area, default=Region(part.x, part.y, 0, 0))


def _stood_there(line: TextRun, before: Observation, after: Observation) -> bool:
    """Whether the line's picture stood there before, as often as now."""
    look = after.frame.crop(line.region.padded(1).clamped(after.frame.size))
    then, now = (template_peaks(frame, look, floor=_SAME) for frame in (before.frame, after.frame))
    return 0 < len(then) >= len(now)
