"""Whether what a step wants to read came up with it or had stood there before, line by line, by structure or by pixels.

A message of an earlier success proves nothing of another one, and a name that stands elsewhere on the page does not
tell whose record was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from studio.engine.compiler.checks_pixels import sentences
from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.vision.match import template_peaks
from studio.engine.vision.text import squash, tokens
from studio.engine.vision.whole_text import reads_whole, says

SAME_LINE = 0.95
"""Correlation from which a line is the very same picture: one other letter in a short line leaves less."""
ALIKE_LINE = 0.9
"""Correlation from which a line may be the same one moved by a part of a pixel."""
_WRAPS = 20
"""Letters from which a text is told from others over several lines though a letter was misread."""
_MOST = 4
_NUMBER = re.compile(r"\d{4,}")
"""Figures of a number that names something: clocks, counters and ages are shorter, and change by themselves."""


def lines_with(wanted: str, observation: Observation, region: Region | None) -> list[TextRun]:
    """Lines that say `wanted`: all that structure tells, by pixels those in `region`."""
    if observation.structure is not None:
        return [line for line in observation.structure.texts if says(line.text, wanted)]
    return [line for line in TextReader(observation).lines(region) if reads_whole(line.text, wanted)]


def read_in(lines: Sequence[TextRun], wanted: str, *, exact: bool) -> bool:
    """Whether the lines that were read say the text: one of them, or several together, since it may wrap.

    Over several lines a short text is asked for letter by letter: “Memo” above “Save memo” is no “Memo saved”.
    """
    if any(reads_whole(line.text, wanted, exact=exact) for line in sentences(lines)):
        return True
    return reads_whole(" ".join(line.text for line in lines), wanted, exact=exact or len(squash(wanted)) < _WRAPS)


def is_of_another(
    wanted: str, values: Sequence[str], before: Observation, after: Observation, region: Region | None
) -> bool:
    """Whether a line says `wanted` with one of `values` or a long number that no line said with it before:
    `Card saved: Stair lamp` after `Card saved: Garden gate`, `Order 7716 was sent` after `Order 7715 was sent`."""
    former = lines_with(wanted, before, region)
    for line in lines_with(wanted, after, region):
        marks = [value for value in values if squash(value) and _names(line, value, after)]
        marks += [word for word in tokens(line.text) if _NUMBER.search(word)]
        if all(any(_names(old, mark, before) for old in former) for mark in marks):
            continue
        if after.structure is not None or not _peaks(line, before, after, SAME_LINE):
            return True
    return False


def names_anew(
    value: str, messages: Sequence[str], before: Observation, after: Observation, regions: Sequence[Region | None]
) -> bool:
    """Whether `value` stands in a line that came up, or in one that says one of the step's `messages`.

    Figures beside the value do not make another line of it: they may be a clock. `regions` are read by pixels.
    """
    if after.structure is not None:
        return _told_anew(value, messages, before, after.structure.texts)
    lines = [line for region in regions for line in TextReader(after).lines(region)]
    naming = [line for line in lines if reads_whole(line.text, value, exact=True)]
    if not naming:  # it goes on in the next line
        fresh = [line.text for line in lines if not _peaks(line, before, after, ALIKE_LINE)]
        return reads_whole(" ".join(fresh), value, exact=True)
    said = any(reads_whole(line.text, message) for line in naming for message in messages)
    return said or not all(_stood_there(line, value, before, after) for line in naming)


def _told_anew(value: str, messages: Sequence[str], before: Observation, texts: Sequence[TextRun]) -> bool:
    former = before.structure.texts if before.structure else ()
    known = {_around(line.text, value) for line in former if says(line.text, value)}
    naming = [line.text for line in texts if says(line.text, value)]
    if any(_around(line, value) not in known or any(says(line, m) for m in messages) for line in naming):
        return True
    old = {squash(line.text) for line in former}
    return not naming and says(" ".join(line.text for line in texts if squash(line.text) not in old), value)


def _around(line: str, value: str) -> str:
    """What stands around the value, without figures."""
    return "".join(c for c in squash(line).replace(squash(value), "\n") if not c.isdigit())


def _names(line: TextRun, value: str, seen: Observation) -> bool:
    return says(line.text, value) if seen.structure is not None else reads_whole(line.text, value, exact=True)


def _stood_there(line: TextRun, value: str, before: Observation, after: Observation) -> bool:
    """Whether a line that looks like it said the value before."""
    for region in _peaks(line, before, after, ALIKE_LINE):
        said = " ".join(run.text for run in TextReader(before).lines(region.padded(4)))
        if reads_whole(said, value, exact=True):
            return True
    return False


def _peaks(line: TextRun, before: Observation, after: Observation, floor: float) -> list[Region]:
    look = after.frame.crop(line.region.padded(1).clamped(after.frame.size))
    return [peak.region for peak in template_peaks(before.frame, look, floor=floor, limit=_MOST)]
