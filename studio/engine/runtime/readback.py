"""Typed read-back: after typing or choosing, the field must hold what was meant."""

from __future__ import annotations

import re
from datetime import date

from studio.engine.model.geometry import Point, Region
from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, FieldTells, Step
from studio.engine.runtime.appearing import appeared
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.runtime.typed_field import as_it_is_now, field_typed_into, inserted, plain, spread
from studio.engine.runtime.values import keys_of
from studio.engine.vision.controls import find_control
from studio.engine.vision.text import ratio, squash

_READ_RATIO = 0.8
"""Likeness from which a value read by OCR is the typed one: OCR of small text misreads a letter in ten."""


def read_back(
    step: Step,
    text: str,
    observation: Observation,
    field: Region | None,
    point: Point | None,
    before: Observation | None = None,
) -> CheckResult:
    """Compare the field with `text`. `field`, `point`: where the field stands, as far as that is known (px); `before`:
    the screen just before the input, whose focus says into which field it went."""
    result = _in_the_field(step, text, observation, field, point, before)
    if result.verdict is CheckVerdict.PASSED or step.secret or before is None:
        return result
    if step.action is ActionKind.TYPE and step.field_tells is not FieldTells.VALUE:
        verdict, seen, means = appeared(text, before, observation)
        return _result(text, verdict, seen, means)
    return result


def _in_the_field(
    step: Step,
    text: str,
    observation: Observation,
    field: Region | None,
    point: Point | None,
    before: Observation | None,
) -> CheckResult:
    snapshot = observation.structure
    if snapshot is not None:
        typed_into = field_typed_into(before) if step.action is ActionKind.TYPE else None
        element = as_it_is_now(typed_into, snapshot) if typed_into else None
        if typed_into is not None and element is not None and spread(text, typed_into, snapshot):
            return _result(text, CheckVerdict.PASSED, text, "structure", secret=step.secret)
        if element is not None and not _passed_on(step, text, element, typed_into, snapshot):
            return _by_structure(step, text, element, typed_into)
        element = _field_element(step, snapshot, point)
        if element is not None:
            return _by_structure(step, text, element, None)
    if step.secret:
        return _result(text, CheckVerdict.UNKNOWN, "a secret is not read back", "none", secret=True)
    return _by_pixels(step, text, observation, field, point)


def _passed_on(
    step: Step, text: str, element: Element, typed_into: Element | None, snapshot: StructureSnapshot
) -> bool:
    """Whether the field got nothing of it and another one took the focus and all of it, as a search box that opens."""
    focused = snapshot.focused
    if typed_into is None or focused is None or focused is element or not focused.editable or focused.value is None:
        return False
    return element.value == typed_into.value and holds(step, text, focused.value)


def _field_element(step: Step, snapshot: StructureSnapshot, point: Point | None) -> Element | None:
    if step.action is ActionKind.SELECT and point is not None:
        here = [e for e in snapshot.elements if e.region.contains(point) and e.options]
        return min(here, key=lambda e: e.region.area) if here else snapshot.focused
    return snapshot.focused


def _by_structure(step: Step, text: str, element: Element, typed_into: Element | None) -> CheckResult:
    if element.secret or step.secret:
        return _result(text, CheckVerdict.UNKNOWN, "a secret is not read back", "structure", secret=True)
    if element.value is None:
        said = element.name or element.role or element.tag
        return _result(text, CheckVerdict.FAILED, f"the focus is on “{said}”, which holds no text", "structure")
    if element.tag not in ("input", "textarea"):
        text = " ".join(text.split())  # of a page's own editor the surface tells one line
    was = (typed_into.value if typed_into is not None else None) or ""
    return _result(text, _verdict(holds(step, text, element.value, was)), element.value, "structure")


def holds(step: Step, text: str, value: str, was: str = "") -> bool:
    """Letter for letter for what was typed (a key that was lost, a Caps Lock); an option by what a person reads.

    Where the field held something when it was recorded, the text may stand at its end, or anywhere in what it held just
    before (`was`).
    """
    if plain(value) == plain(text):
        return True
    if step.appends and (plain(value).endswith(plain(text)) or inserted(was, text, value)):
        return True
    return step.action is ActionKind.SELECT and bool(squash(text)) and squash(value) == squash(text)


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
    return CheckResult(kind="read_back", verdict=verdict, expected=shown, seen=seen, means=means, aside=secret)
