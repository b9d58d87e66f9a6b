"""Typed read-back: after typing or choosing, the field must hold what was meant."""

from __future__ import annotations

from studio.engine.model.geometry import Point, Region
from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, FieldTells, Step
from studio.engine.runtime.appearing import appeared
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.readback_pixels import NOWHERE, by_pixels
from studio.engine.runtime.typed_field import as_it_is_now, field_typed_into, inserted, plain, spread
from studio.engine.vision.text import squash


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
    verdict, seen = by_pixels(step, text, observation, field, point, before)
    return _result(text, verdict, seen, "ocr" if seen != NOWHERE else "none")


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


def _verdict(holds: bool) -> CheckVerdict:
    return CheckVerdict.PASSED if holds else CheckVerdict.FAILED


def _result(expected: str, verdict: CheckVerdict, seen: str, means: str, *, secret: bool = False) -> CheckResult:
    shown = "•••" if secret else expected
    return CheckResult(kind="read_back", verdict=verdict, expected=shown, seen=seen, means=means, aside=secret)
