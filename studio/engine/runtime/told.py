"""What is found by pixels on a surface that tells its structure must be what the structure tells of that place.

A control that its program shows as plain text, greyed out or covered is not acted on because its picture or its
label still stands there; nor is one that the program calls by another control's name.
"""

from __future__ import annotations

from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.geometry import Point
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import RungAttempt, Verdict
from studio.engine.model.structure import Element, StructureSnapshot, innermost_at
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.structural_traits import of_program
from studio.engine.vision.text import normalise


def told_otherwise(anchor: Anchor, observation: Observation, point: Point, done: RungAttempt) -> RungAttempt:
    """The attempt of a visual rung that found `point`, or why the structure speaks against it."""
    snapshot = observation.structure
    if anchor.structural is None or snapshot is None or snapshot.truncated or _unspoken(snapshot, point):
        return done
    pool = of_program(anchor.structural, snapshot)
    # windows lie over each other; within a page what is covered stays so, whatever lies around it
    there = [e for e in pool if e.region.contains(point)]
    smallest = min(there, key=lambda e: e.region.area, default=None)
    element = innermost_at(pool, point) or smallest if snapshot.of_desktop else smallest
    if element is None and snapshot.of_desktop and not anchor.structural.role:
        return done  # a place without a role is told of while it has the keyboard only
    if element is None or _only_says_something(anchor.structural, element, snapshot):
        return _against(done, Verdict.MISS, None, "The program tells of nothing there that could be acted on.")
    said = element.name or element.label or anchor.ocr_text or "the target"
    if element.disabled:
        return _against(done, Verdict.REFUSED, HaltCode.DISABLED, f"“{said}” is there but greyed out.")
    if element.covered_by:
        sentence = f"“{said}” is covered by {element.covered_by}."
        return _against(done, Verdict.REFUSED, HaltCode.COVERED, sentence)
    if _is_another(anchor, element):
        return _against(done, Verdict.MISS, None, f"What stands there is “{said}”, another control of the recording.")
    return done


def _unspoken(snapshot: StructureSnapshot, point: Point) -> bool:
    return any(place.contains(point) for place in snapshot.unspoken)


def _only_says_something(locator: StructuralLocator, element: Element, snapshot: StructureSnapshot) -> bool:
    """Whether it is a plain cell of a page's table, and no cell was recorded."""
    return not snapshot.of_desktop and element.role == "gridcell" != locator.role


def _is_another(anchor: Anchor, element: Element) -> bool:
    said = normalise(element.name or element.label)
    own = {normalise(text) for text in (anchor.ocr_text or "", anchor.structural.name if anchor.structural else "")}
    return bool(said) and said not in own and said in {normalise(text) for text in anchor.nearby_texts}


def _against(done: RungAttempt, verdict: Verdict, code: HaltCode | None, sentence: str) -> RungAttempt:
    return done.model_copy(update={"verdict": verdict, "code": code, "sentence": sentence})
