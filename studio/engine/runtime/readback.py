"""Typed read-back: after typing or choosing, the field must hold what was meant."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from studio.engine.model.geometry import Point, Region
from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.runtime.values import keys_of
from studio.engine.vision.controls import find_control
from studio.engine.vision.text import ratio, squash

_READ_RATIO = 0.8
"""Likeness from which a value read by OCR is the typed one: OCR of small text misreads a letter in ten."""


def read_back(
    step: Step, text: str, observation: Observation, field: Region | None, point: Point | None
) -> CheckResult:
    """Compare the field with `text`. `field`, `point`: where the field stands, as far as that is known (px)."""
    if observation.structure is not None:
        element = _field_element(step, observation, point)
        if element is not None:
            return _by_structure(step, text, element)
    if step.secret:
        return _result(text, CheckVerdict.UNKNOWN, "a secret is not read back", "none", secret=True)
    return _by_pixels(step, text, observation, field, point)


def _field_element(step: Step, observation: Observation, point: Point | None) -> Element | None:
    snapshot = observation.structure
    if snapshot is None:
        return None
    if step.action is ActionKind.SELECT and point is not None:
        here = [e for e in snapshot.elements if e.region.contains(point) and e.options]
        return min(here, key=lambda e: e.region.area) if here else snapshot.focused
    return snapshot.focused


def _by_structure(step: Step, text: str, element: Element) -> CheckResult:
    if element.secret or step.secret:
        return _result(text, CheckVerdict.UNKNOWN, "a secret is not read back", "structure", secret=True)
    if element.value is None:
        said = element.name or element.role or element.tag
        return _result(text, CheckVerdict.FAILED, f"the focus is on “{said}”, which holds no text", "structure")
    if element.tag not in ("input", "textarea"):
        text = " ".join(text.split())  # of a page's own editor the surface tells one line
    return _result(text, _verdict(_holds(step, text, element.value)), element.value, "structure")


def _holds(step: Step, text: str, value: str) -> bool:
    """Letter for letter for what was typed (a key that was lost, a Caps Lock); an option by what a person reads."""
    if _plain(value) == _plain(text) or (step.appends and _plain(value).endswith(_plain(text))):
        return True
    return step.action is ActionKind.SELECT and bool(squash(text)) and squash(value) == squash(text)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()


def _by_pixels(
    step: Step, text: str, observation: Observation, field: Region | None, point: Point | None
) -> CheckResult:
    region = field
    if point is not None and observation.frame.bounds.contains(point):
        control = find_control(observation.frame, point)
        region = control.region if control else field
    if region is None:
        return _result(text, CheckVerdict.UNKNOWN, "where the field stands is not known", "none")
    seen = " ".join(t.text for t in TextReader(Observation(observation.frame)).lines(region.padded(2)))
    return _result(text, _verdict(reads_as(step, text, seen)), seen, "ocr")


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


def _verdict(holds: bool) -> CheckVerdict:
    return CheckVerdict.PASSED if holds else CheckVerdict.FAILED


def _result(expected: str, verdict: CheckVerdict, seen: str, means: str, *, secret: bool = False) -> CheckResult:
    shown = "•••" if secret else expected
    return CheckResult(kind="read_back", verdict=verdict, expected=shown, seen=seen, means=means)
