"""The structural rung: find the recorded target again as an element.

Two independent kinds of evidence name an element: what it says (role and label) and how the program calls it
(test id, id, form name). Where both name something and do not agree, the answer is a refusal. In a repeated
structure the row decides first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from studio.engine.identity.letters import Likeness
from studio.engine.identity.proof import Proof, label_proof_of, proof_of
from studio.engine.model.anchor import Anchor, StructuralLocator, TargetKind
from studio.engine.model.geometry import Point
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, Rung
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.runtime import structural_traits as traits
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.identity_rows import other_record
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.placing import point_on
from studio.engine.runtime.structural_place import counted, narrowed, same_surroundings, standing_where_recorded
from studio.engine.vision.text import normalise

_RUNG = Rung.STRUCTURAL
WEAK = 0.7
"""Confidence in the only control of its kind (left in the right row): neither label nor identifier names it."""


def try_structural(anchor: Anchor, observation: Observation, keys: Mapping[str, bytes] | None = None) -> RungResult:
    """Match the anchor's locator against the live elements. `keys` are those of hashed identities."""
    if anchor.structural is None or observation.structure is None:
        return skipped(_RUNG, "This surface tells nothing of its structure.")
    locator, snapshot = anchor.structural, observation.structure
    elements = traits.of_program(locator, snapshot)
    if not snapshot.of_desktop:
        elements = traits.in_frame(locator, elements, scrubbed=anchor.identity_template is not None)
    proof = proof_of(anchor, keys)
    if proof:
        judged = {row: proof.judge(row) for row in {e.row for e in elements if e.row}}
        same = tuple(e for e in elements if e.row and judged[e.row].likeness is Likeness.SAME)
        if not same:
            other = other_record(proof, list(judged.values()))
            return missed(_RUNG, other.sentence, code=other.code)
        elements = same
    own, look = label_proof_of(anchor, keys), _Look(anchor, locator, snapshot, bool(proof))
    if own:
        return _by_hashed_label(look, elements, own)
    return _choose(look, elements)


@dataclass(frozen=True, slots=True)
class _Look:
    """What is looked for, and in what. `armed`: the elements stand in the one row that is meant."""

    anchor: Anchor
    locator: StructuralLocator
    snapshot: StructureSnapshot
    armed: bool

    @property
    def said(self) -> str:
        """How the recorded element would be called."""
        return self.locator.name or self.locator.label or self.locator.role or self.locator.tag


def _choose(look: _Look, pool: tuple[Element, ...]) -> RungResult:
    anchor, locator = look.anchor, look.locator
    labelled = traits.by_label(locator, pool)
    identified = traits.by_identifier(locator, pool)
    nameless = traits.nameless(locator, pool, typed=anchor.kind is TargetKind.INPUT)
    if locator.guessed and nameless is not None:
        return _by_guess(look, nameless, labelled)
    if labelled:
        return _by_label(look, labelled, identified)
    retyped = traits.retyped(locator, pool)
    if retyped:
        return _by_label(look, retyped, identified)
    if not anchor.says_who and not look.armed and (same := counted(locator, pool)) is not None:
        return _usable(look, same, WEAK)
    if anchor.says_who:
        return missed(_RUNG, f"Nothing says “{look.said}”, and what it says is who is meant.", _all(pool[:3]))
    if look.armed and (cells := traits.in_column(locator, pool)):
        return _own_cell(look, cells)
    if nameless is not None:
        return _usable(look, nameless, WEAK)
    renamed = tuple(e for e in identified if traits.same_kind(locator, e))
    in_row = look.armed and anchor.identity_template is None and locator.role != "gridcell"
    if not renamed and in_row:  # a cell that says something else is another record
        alone = tuple(e for e in pool if traits.same_kind(locator, e))
        return _renamed(look, alone, WEAK)
    return _renamed(look, renamed, 0.9)


def _by_guess(look: _Look, placed: Element, labelled: tuple[Element, ...]) -> RungResult:
    """A field that its program does not name is found by its place; the text that stands near may only speak for it."""
    if labelled and placed not in labelled:
        return _contradiction(look, labelled, (placed,))
    return _usable(look, placed, 1.0 if labelled else WEAK)


def _by_label(look: _Look, labelled: tuple[Element, ...], identified: tuple[Element, ...]) -> RungResult:
    locator = look.locator
    agreed = tuple(e for e in labelled if e in identified) or labelled
    if identified and not any(e in identified for e in labelled):
        return _contradiction(look, labelled, identified)
    if locator.count > 1 and not all(e in identified for e in agreed) and len(labelled) < locator.count:
        agreed = agreed if look.armed else standing_where_recorded(locator, agreed)
        if not agreed:
            sentence = f"Some that say “{look.said}” are gone, and what is left stands elsewhere."
            return missed(_RUNG, sentence, _all(labelled))
    if len(agreed) > 1:
        agreed = narrowed(locator, agreed, in_row=look.armed, more=len(labelled) > locator.count)
    if len(agreed) > 1:
        return refused(
            _RUNG,
            HaltCode.AMBIGUOUS,
            f"{len(agreed)} places say “{look.said}” and nothing tells which one is meant.",
            [_candidate(e) for e in agreed],
        )
    return _usable(look, agreed[0], 1.0)


def _by_hashed_label(look: _Look, pool: tuple[Element, ...], own: Proof) -> RungResult:
    """The one element of its kind whose text is the hashed one."""
    kind = (e for e in pool if traits.same_kind(look.locator, e) and (e.name or e.label))
    found_there = tuple(e for e in kind if own.judge((e.name or e.label,)).likeness is Likeness.SAME)
    if not found_there:
        return missed(_RUNG, f"Nothing says {own.shown}, and what it says is who is meant.")
    if len(found_there) > 1:
        sentence = f"{len(found_there)} places say {own.shown} and nothing tells which one is meant."
        return refused(_RUNG, HaltCode.AMBIGUOUS, sentence, [_candidate(e) for e in found_there])
    result = _usable(look, found_there[0], 1.0)
    return replace(result, found=replace(result.found, identity=IdentityVerdict.MATCH)) if result.found else result


def _own_cell(look: _Look, cells: tuple[Element, ...]) -> RungResult:
    if len(cells) > 1:
        sentence = f"{len(cells)} rows fit, and nothing tells whose “{look.locator.column}” is meant."
        return refused(_RUNG, HaltCode.AMBIGUOUS, sentence, [_candidate(e) for e in cells])
    return _usable(look, cells[0], 0.9)


def _contradiction(look: _Look, labelled: tuple[Element, ...], identified: tuple[Element, ...]) -> RungResult:
    other = identified[0].name or identified[0].label or "something without a name"
    return refused(
        _RUNG,
        HaltCode.CONTRADICTED,
        f"“{look.said}” is on one control, but the control that was recorded now says “{other}”.",
        [_candidate(e) for e in (*labelled, *identified)],
    )


def _renamed(look: _Look, candidates: tuple[Element, ...], confidence: float) -> RungResult:
    anchor, locator = look.anchor, look.locator
    known = {normalise(t) for t in anchor.nearby_texts}
    fresh = tuple(e for e in candidates if normalise(e.name or e.label) not in known)
    if len(candidates) > 1 and locator.count == 1 and all(traits.same_id(locator, e) for e in candidates):
        sentence = f"{len(candidates)} elements carry its identifier, and none says “{look.said}”."
        return refused(_RUNG, HaltCode.AMBIGUOUS, sentence, _all(candidates))
    if not candidates:
        return missed(_RUNG, f"No element says “{look.said}” and none carries its identifier.")
    if len(fresh) != 1:
        says = ", ".join(f"“{e.name or e.label}”" for e in candidates[:3])
        return missed(_RUNG, f"Nothing says “{look.said}”; what is there says {says}.", _all(candidates))
    if not look.armed and not same_surroundings(anchor, fresh[0], look.snapshot):
        now = fresh[0].name or fresh[0].label
        said = f"“{now}” carries the identifier of “{look.said}”, but stands among other things."
        return missed(_RUNG, said, _all(fresh))
    return _usable(look, fresh[0], confidence)


def _usable(look: _Look, element: Element, confidence: float) -> RungResult:
    """Whether it can be used, judged at the very point that is acted on."""
    said = element.name or element.label or (look.anchor.ocr_text or "the target")
    if element.disabled:
        return refused(_RUNG, HaltCode.DISABLED, f"“{said}” is there but greyed out.", [_candidate(element)])
    point = point_on(look.anchor, element, look.snapshot)
    if point is None:
        sentence = f"“{said}” has another size or contents than when it was recorded: where to press is not known."
        return missed(_RUNG, sentence, [_candidate(element)])
    if not element.shows(point):
        sentence = f"“{said}” is outside of the view."
        return refused(_RUNG, HaltCode.OUT_OF_VIEW, sentence, [_candidate(element, point)])
    if element.covered_by and _near_middle(element, point):
        sentence = f"“{said}” is covered by {element.covered_by}."
        return refused(_RUNG, HaltCode.COVERED, sentence, [_candidate(element, point)])
    place = Found(
        point,
        element.region,
        confidence,
        label=element.name or element.label or None,
        element=element.index,
        identity=IdentityVerdict.MATCH if look.armed else IdentityVerdict.NONE,
    )
    return found(_RUNG, place, f"Found “{said}” as an element.", [_candidate(element, point)])


def _near_middle(element: Element, point: Point) -> bool:
    """Whether what covers the element's middle covers `point` too, as far as is known: elsewhere the surface is asked
    when it is pressed."""
    middle, size = element.region.center, element.region
    return abs(point.x - middle.x) <= size.w // 4 and abs(point.y - middle.y) <= size.h // 4


def _candidate(element: Element, point: Point | None = None) -> Candidate:
    at = point or element.region.center
    return Candidate(point=at, region=element.region, score=1.0, label=element.name or element.label or None)


def _all(elements: tuple[Element, ...]) -> list[Candidate]:
    return [_candidate(e) for e in elements]
