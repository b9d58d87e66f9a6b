"""The structural rung: find the recorded target again as an element.

Two independent kinds of evidence name an element: what it says (role and label) and how the program calls it
(test id, id, form name). Where both name something and do not agree, the answer is a refusal. In a repeated
structure the row decides first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from studio.engine.identity.letters import Likeness
from studio.engine.identity.proof import Proof, label_proof_of, proof_of
from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, Rung
from studio.engine.model.structure import Element
from studio.engine.runtime import structural_traits as traits
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.identity_rows import other_record
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.placing import point_in
from studio.engine.vision.text import normalise

_RUNG = Rung.STRUCTURAL
WEAK = 0.7
"""Confidence in the only control of its kind (left in the right row): neither label nor identifier names it."""


def try_structural(anchor: Anchor, observation: Observation, keys: Mapping[str, bytes] | None = None) -> RungResult:
    """Match the anchor's locator against the live elements. `keys` are those of hashed identities."""
    if anchor.structural is None or observation.structure is None:
        return skipped(_RUNG, "This surface tells nothing of its structure.")
    locator, elements = anchor.structural, traits.of_program(anchor.structural, observation.structure)
    proof = proof_of(anchor, keys)
    if proof:
        judged = {row: proof.judge(row) for row in {e.row for e in elements if e.row}}
        same = tuple(e for e in elements if e.row and judged[e.row].likeness is Likeness.SAME)
        if not same:
            other = other_record(proof, list(judged.values()))
            return missed(_RUNG, other.sentence, code=other.code)
        elements = same
    own = label_proof_of(anchor, keys)
    if own:
        return _by_hashed_label(anchor, locator, elements, own, bool(proof))
    return _choose(anchor, locator, elements, bool(proof))


def _choose(anchor: Anchor, locator: StructuralLocator, pool: tuple[Element, ...], armed: bool) -> RungResult:
    labelled = traits.by_label(locator, pool)
    identified = traits.by_identifier(locator, pool)
    if labelled:
        return _by_label(anchor, locator, labelled, identified, armed)
    retyped = traits.retyped(locator, pool)
    if retyped:
        return _by_label(anchor, locator, retyped, identified, armed)
    if anchor.says_who:
        return missed(_RUNG, f"Nothing says “{_said(locator)}”, and what it says is who is meant.", _all(pool[:3]))
    if armed and (cells := traits.in_column(locator, pool)):
        return _own_cell(anchor, locator, cells)
    nameless = traits.nameless(locator, pool)
    if nameless is not None:
        return _usable(anchor, nameless, WEAK, armed)
    renamed = tuple(e for e in identified if traits.same_kind(locator, e))
    in_row = armed and anchor.identity_template is None and locator.role != "gridcell"
    if not renamed and in_row:  # a cell that says something else is another record
        alone = tuple(e for e in pool if traits.same_kind(locator, e))
        return _renamed(anchor, locator, alone, armed, WEAK)
    return _renamed(anchor, locator, renamed, armed, 0.9)


def _by_label(
    anchor: Anchor,
    locator: StructuralLocator,
    labelled: tuple[Element, ...],
    identified: tuple[Element, ...],
    armed: bool,
) -> RungResult:
    agreed = tuple(e for e in labelled if e in identified) or labelled
    if identified and not any(e in identified for e in labelled):
        return _contradiction(locator, labelled, identified)
    if locator.count > 1 and not all(e in identified for e in agreed) and len(labelled) < locator.count:
        agreed = agreed if armed else traits.standing_where_recorded(locator, agreed)
        if not agreed:
            sentence = f"Some that say “{_said(locator)}” are gone, and what is left stands elsewhere."
            return missed(_RUNG, sentence, _all(labelled))
    if len(agreed) > 1 and locator.count > 1 and len(labelled) <= locator.count:
        agreed = traits.narrowed(locator, agreed, by_position=not armed)
    if len(agreed) > 1:
        return refused(
            _RUNG,
            HaltCode.AMBIGUOUS,
            f"{len(agreed)} places say “{_said(locator)}” and nothing tells which one is meant.",
            [_candidate(e) for e in agreed],
        )
    return _usable(anchor, agreed[0], 1.0, armed)


def _by_hashed_label(
    anchor: Anchor, locator: StructuralLocator, pool: tuple[Element, ...], own: Proof, armed: bool
) -> RungResult:
    """The one element of its kind whose text is the hashed one."""
    kind = (e for e in pool if traits.same_kind(locator, e) and (e.name or e.label))
    found_there = tuple(e for e in kind if own.judge((e.name or e.label,)).likeness is Likeness.SAME)
    if not found_there:
        return missed(_RUNG, f"Nothing says {own.shown}, and what it says is who is meant.")
    if len(found_there) > 1:
        sentence = f"{len(found_there)} places say {own.shown} and nothing tells which one is meant."
        return refused(_RUNG, HaltCode.AMBIGUOUS, sentence, [_candidate(e) for e in found_there])
    result = _usable(anchor, found_there[0], 1.0, armed)
    return replace(result, found=replace(result.found, identity=IdentityVerdict.MATCH)) if result.found else result


def _own_cell(anchor: Anchor, locator: StructuralLocator, cells: tuple[Element, ...]) -> RungResult:
    if len(cells) > 1:
        sentence = f"{len(cells)} rows fit, and nothing tells whose “{locator.column}” is meant."
        return refused(_RUNG, HaltCode.AMBIGUOUS, sentence, [_candidate(e) for e in cells])
    return _usable(anchor, cells[0], 0.9, armed=True)


def _contradiction(
    locator: StructuralLocator, labelled: tuple[Element, ...], identified: tuple[Element, ...]
) -> RungResult:
    other = identified[0].name or identified[0].label or "something without a name"
    return refused(
        _RUNG,
        HaltCode.CONTRADICTED,
        f"“{_said(locator)}” is on one control, but the control that was recorded now says “{other}”.",
        [_candidate(e) for e in (*labelled, *identified)],
    )


def _renamed(
    anchor: Anchor, locator: StructuralLocator, candidates: tuple[Element, ...], armed: bool, confidence: float
) -> RungResult:
    known = {normalise(t) for t in anchor.nearby_texts}
    fresh = tuple(e for e in candidates if normalise(e.name or e.label) not in known)
    if len(candidates) > 1 and locator.count == 1 and all(traits.same_id(locator, e) for e in candidates):
        sentence = f"{len(candidates)} elements carry its identifier, and none says “{_said(locator)}”."
        return refused(_RUNG, HaltCode.AMBIGUOUS, sentence, _all(candidates))
    if not candidates:
        return missed(_RUNG, f"No element says “{_said(locator)}” and none carries its identifier.")
    if len(fresh) != 1:
        says = ", ".join(f"“{e.name or e.label}”" for e in candidates[:3])
        return missed(_RUNG, f"Nothing says “{_said(locator)}”; what is there says {says}.", _all(candidates))
    return _usable(anchor, fresh[0], confidence, armed)


def _usable(anchor: Anchor, element: Element, confidence: float, armed: bool) -> RungResult:
    said = element.name or element.label or (anchor.ocr_text or "the target")
    if element.disabled:
        return refused(_RUNG, HaltCode.DISABLED, f"“{said}” is there but greyed out.", [_candidate(element)])
    if not element.in_view:
        return refused(_RUNG, HaltCode.OUT_OF_VIEW, f"“{said}” is outside of the view.", [_candidate(element)])
    if element.covered_by:
        sentence = f"“{said}” is covered by {element.covered_by}."
        return refused(_RUNG, HaltCode.COVERED, sentence, [_candidate(element)])
    place = Found(
        point_in(anchor, element.region),
        element.region,
        confidence,
        label=element.name or element.label or None,
        element=element.index,
        identity=IdentityVerdict.MATCH if armed else IdentityVerdict.NONE,
    )
    return found(_RUNG, place, f"Found “{said}” as an element.", [_candidate(element)])


def _said(locator: StructuralLocator) -> str:
    return locator.name or locator.label or locator.role or locator.tag


def _candidate(element: Element) -> Candidate:
    return Candidate(
        point=element.region.center, region=element.region, score=1.0, label=element.name or element.label or None
    )


def _all(elements: tuple[Element, ...]) -> list[Candidate]:
    return [_candidate(e) for e in elements]
