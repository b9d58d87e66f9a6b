"""Typed read-back by pixels: what stands in the field is read, or what came up where the focus had gone. Pure."""

from __future__ import annotations

import re
from datetime import date

from studio.engine.model.geometry import Point, Region
from studio.engine.model.results import CheckVerdict
from studio.engine.model.workflow import Step
from studio.engine.runtime.appearing import appeared
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.runtime.values import keys_of
from studio.engine.vision.controls import find_control
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.text import ratio, squash

NOWHERE = "where the field stands is not known"
_READ_RATIO = 0.8
"""Likeness from which a value read by OCR is the typed one: OCR of small text misreads a letter in ten."""
_FEW = 3
"""Letters of a value up to which one that is not read is a part of it: then what was read decides nothing."""
_INK_PX = 4


def by_pixels(
    step: Step, text: str, after: Observation, field: Region | None, point: Point | None, before: Observation | None
) -> tuple[CheckVerdict, str]:
    """Whether the field shows what was typed, and what it shows. `before`: the screen just before the input."""
    region = field
    if point is not None and after.frame.bounds.contains(point):
        control = find_control(after.frame, point)
        region = control.region if control else field
    if region is None:
        return CheckVerdict.UNKNOWN, NOWHERE
    seen = _read(after, region.padded(2))
    if reads_as(step, text, seen):
        return CheckVerdict.PASSED, seen
    if before is None:
        return CheckVerdict.FAILED, seen
    touched = [change for change in changed_regions(before.frame, after.frame) if change.overlaps(region)]
    if not touched:  # it took nothing of it: another field may have had the focus
        passed, found, _ = appeared(text, Observation(before.frame), Observation(after.frame))
        return (passed, found) if passed is CheckVerdict.PASSED else (CheckVerdict.FAILED, seen)
    # only in the field: a list that opens below it shows whole words that the field may have lost a letter of
    ink = " ".join(_read(after, change.intersection(region).padded(_INK_PX)) for change in touched)
    if reads_as(step, text, ink):
        return CheckVerdict.PASSED, ink
    return (CheckVerdict.UNKNOWN if _is_half_read(text, seen) else CheckVerdict.FAILED), seen


def _read(observation: Observation, region: Region) -> str:
    return " ".join(t.text for t in TextReader(Observation(observation.frame)).lines(region))


def _is_half_read(text: str, seen: str) -> bool:
    """Whether a value of few letters was read in part only, or not at all though the field changed."""
    wanted, read = squash(text), squash(seen)
    return len(wanted) <= _FEW and len(read) < len(wanted) and read in wanted


def reads_as(step: Step, text: str, seen: str) -> bool:
    """Whether what was read in the field (`seen`) is what `step` put there for `text`."""
    wanted, read = squash(keys_of(step, text)), squash(seen)
    if step.typed_as:
        return _digits(wanted) == _digits(read) or _shows_date(step.typed_as, text, seen)
    if not wanted:
        return True
    if len(read) >= 8 and _mostly_within(read, wanted):
        return True
    return ratio(text, seen) >= _READ_RATIO or wanted in read


def _shows_date(typed_as: str, iso: str, seen: str) -> bool:
    """Whether a field shows the date in the order of its keys; OCR reads a slash in wide type as `/1`."""
    parts = [date.fromisoformat(iso).strftime(part) for part in re.findall("%.", typed_as)]
    return bool(re.search(r"(?<!\d)" + r"\s*[/.\- ]\s*1?".join(parts) + r"(?!\d)", seen))


def _mostly_within(read: str, wanted: str) -> bool:
    """A field shows only the end (or a part) of a long text: what it shows must be a part of it."""
    if read in wanted:
        return True
    windows = (wanted[i : i + len(read)] for i in range(max(len(wanted) - len(read), 0) + 1))
    return max((ratio(read, w) for w in windows), default=0.0) >= _READ_RATIO


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())
