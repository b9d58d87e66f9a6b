"""Heals: where the target was found although it changed, propose an anchor as it is now. A heal is a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.heals import Heal, HealCause, HealChange
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.structure import Element
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.template import SAME_LOOK
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import look_difference
from studio.engine.vision.text import same_text

_MOVED = 3
"""px from which a target counts as moved."""
_FIRST = frozenset({Rung.STRUCTURAL, Rung.TEMPLATE})


@dataclass(frozen=True)
class Sighting:
    """A target that was found and whose step was verified afterwards."""

    step: Step
    resolution: Resolution
    observation: Observation


@dataclass(frozen=True)
class HealDraft:
    """A heal and the pictures that belong to it: bundle path to picture."""

    heal: Heal
    pictures: dict[str, Frame]
    frame: Frame


def draft_heal(sighting: Sighting, crops: Mapping[str, Frame]) -> HealDraft | None:
    """A proposed change of the step's anchor, or None where crop, place and label are as recorded."""
    anchor, resolution = sighting.step.anchor, sighting.resolution
    if anchor is None:
        return None
    changes = _changes(anchor, resolution, sighting.observation, crops)
    if not changes and resolution.rung in _FIRST:
        return None
    return _draft(sighting, anchor, changes)


def _changes(
    anchor: Anchor, resolution: Resolution, seen: Observation, crops: Mapping[str, Frame]
) -> tuple[HealChange, ...]:
    found: list[HealChange] = []
    if _renamed(anchor, resolution):
        found.append(HealChange(what="label", before=_label(anchor), after=resolution.label or ""))
    if _moved(anchor.target, resolution.region):
        found.append(HealChange(what="place", before=_place(anchor.target), after=_place(resolution.region)))
    if looks_different(anchor, resolution, seen, crops):
        found.append(HealChange(what="look", before="as recorded", after="other colours or shapes"))
    return tuple(found)


def _renamed(anchor: Anchor, resolution: Resolution) -> bool:
    if resolution.label is None or resolution.rung is Rung.TEMPLATE or not _label(anchor):
        return False
    if resolution.rung is Rung.OCR:
        return False
    if anchor.kind is not TargetKind.TEXT and resolution.rung is not Rung.STRUCTURAL:
        return False
    recorded = anchor.structural.name or anchor.structural.label if anchor.structural else None
    said = recorded if recorded and resolution.rung is Rung.STRUCTURAL else _label(anchor)
    return not same_text(said, resolution.label)


def _label(anchor: Anchor) -> str:
    return anchor.ocr_text or (anchor.structural.name if anchor.structural else "") or ""


def _moved(recorded: Region, live: Region) -> bool:
    sides = zip((recorded.x, recorded.y, recorded.right, recorded.bottom), _sides(live), strict=True)
    return any(abs(a - b) > _MOVED for a, b in sides)


def _sides(region: Region) -> tuple[int, int, int, int]:
    return region.x, region.y, region.right, region.bottom


def _place(region: Region) -> str:
    return f"{region.w}×{region.h} px at {region.x}, {region.y}"


def looks_different(anchor: Anchor, resolution: Resolution, seen: Observation, crops: Mapping[str, Frame]) -> bool:
    """Whether the target's own picture is another one than recorded (about 1 ms)."""
    if seen.recorded is not None and seen.frame.same_file(seen.recorded):
        return False
    return _differs(anchor, resolution, seen.frame, crops)


def _differs(anchor: Anchor, resolution: Resolution, frame: Frame, crops: Mapping[str, Frame]) -> bool:
    crop = crops.get(anchor.template or "")
    if crop is None:
        return resolution.rung not in _FIRST
    if resolution.rung is Rung.TEMPLATE:
        return False
    part = _steady_part(anchor)
    if part is None:
        return False
    dx, dy = resolution.region.x - anchor.target.x, resolution.region.y - anchor.target.y
    inside = part.moved(-anchor.region.x, -anchor.region.y)
    if inside.clamped(crop.size) != inside:
        return False
    live = part.moved(dx, dy)
    if live.clamped(frame.size) != live:
        return True
    return look_difference(frame, live, crop.crop(inside)) > SAME_LOOK


def _steady_part(anchor: Anchor) -> Region | None:
    """The part of the target whose look does not depend on what is typed into it."""
    if anchor.kind in (TargetKind.INPUT, TargetKind.BOX):
        return anchor.label_region
    return anchor.target


def _draft(sighting: Sighting, anchor: Anchor, changes: tuple[HealChange, ...]) -> HealDraft:
    step, resolution, observation = sighting.step, sighting.resolution, sighting.observation
    after, pictures = _anchor_now(sighting, anchor)
    heal = Heal(
        id=f"{step.id}-heal",
        step_id=step.id,
        intent=step.intent,
        irreversible=step.risk is Risk.IRREVERSIBLE,
        cause=_cause(changes),
        rung=resolution.rung.value,
        confidence=resolution.confidence,
        before=anchor,
        after=after,
        changes=changes,
        trace=resolution.trace,
        identity=resolution.identity,
    )
    return HealDraft(heal, pictures, observation.frame)


def _cause(changes: tuple[HealChange, ...]) -> HealCause:
    kinds = {c.what for c in changes}
    if "label" in kinds:
        return HealCause.RENAMED
    return HealCause.LOOK if "look" in kinds else HealCause.MOVED


def _anchor_now(sighting: Sighting, anchor: Anchor) -> tuple[Anchor, dict[str, Frame]]:
    """The anchor as the compiler would make it from the live frame. Its words stay those of the recording
    unless the label really changed: a misread letter is no rename."""
    draft = draft_anchor(
        sighting.observation.frame,
        sighting.resolution.point,
        step_id=sighting.step.id,
        snapshot=sighting.observation.structure,
        element=_element(sighting),
        kind=TargetKind.INPUT if anchor.kind is TargetKind.INPUT else None,
    )
    kept = {} if _renamed(anchor, sighting.resolution) else {"ocr_text": anchor.ocr_text}
    words = {"row_texts": anchor.row_texts, "context_text": anchor.context_text, "search_pad": anchor.search_pad}
    unseen = {} if draft.anchor.structural else {"structural": anchor.structural}  # pixels do not tell against it
    after = draft.anchor.model_copy(update={**words, **kept, **unseen})
    paths = {"template": after.template, "identifier": after.identifier_crop}
    return after, {path: draft.crops[role] for role, path in paths.items() if path and role in draft.crops}


def _element(sighting: Sighting) -> Element | None:
    snapshot, index = sighting.observation.structure, sighting.resolution.element
    if snapshot is None:
        return None
    if index is not None:
        return next((e for e in snapshot.elements if e.index == index), None)
    here = [e for e in snapshot.elements if e.region.contains(sighting.resolution.point)]
    return min(here, key=lambda e: e.region.area) if here else None
