"""Drafts the anchor of one target from one frame: the central pass, also used when a live target heals.

Pure: a frame (and a snapshot) in, an anchor and its crops out. With structure about 10 ms, from pixels
about 200 ms, nearly all of it OCR of the label and of the texts around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from studio.engine.compiler.crop_region import template_region
from studio.engine.compiler.evidence import Identity, Sighting
from studio.engine.compiler.landmarks import Place, landmarks, nearby
from studio.engine.compiler.locators import element_at
from studio.engine.compiler.look_count import exact_count, telling_words
from studio.engine.compiler.target_pixels import sight as sight_pixels
from studio.engine.compiler.target_structure import sight as sight_structure
from studio.engine.compiler.values import Variables
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.frame import Frame

TEMPLATE, IDENTIFIER = "template", "identifier"


@dataclass(frozen=True, slots=True)
class AnchorDraft:
    """An anchor and the pictures that belong to it, by `template` and `identifier`."""

    anchor: Anchor
    crops: dict[str, Frame]
    identity: Identity


def draft_anchor(
    frame: Frame,
    point: Point,
    *,
    step_id: str,
    snapshot: StructureSnapshot | None = None,
    element: Element | None = None,
    values: Iterable[str] = (),
    kind: TargetKind | None = None,
) -> AnchorDraft:
    """The anchor of what lies under `point` (px) in `frame`; `snapshot` and `element` are of the same moment.

    Without a snapshot, or where it knows no element there, everything is read from pixels. `values` are typed
    texts (of this run, if it heals): no landmark holds one. `kind` is what the target is known to be, where pixels
    could be in doubt (a field whose placeholder fills it looks like a button).
    """
    point = Point(min(max(point.x, 0), frame.size[0] - 1), min(max(point.y, 0), frame.size[1] - 1))
    sighting = _sight(frame, point, snapshot, element, kind)
    region = template_region(sighting.kind, sighting.control, sighting.label_region, point, frame.size)
    crops = {TEMPLATE: frame.crop(region)}
    band = _band(sighting.identity, frame)
    if band:
        crops[IDENTIFIER] = frame.crop(band)
    place = Place(region, sighting.control, point, frame.size, sighting.label, sighting.content, Variables.of(values))
    return AnchorDraft(_anchor(frame, step_id, sighting, place, band), crops, sighting.identity)


def _sight(
    frame: Frame, point: Point, snapshot: StructureSnapshot | None, element: Element | None, kind: TargetKind | None
) -> Sighting:
    if snapshot is None:
        return sight_pixels(frame, point, kind)
    element = element or element_at(snapshot, point)
    if element is None or element.region.clamped(frame.size).area == 0:
        return sight_pixels(frame, point, kind)
    return sight_structure(snapshot, element, point, frame.size)


def _band(identity: Identity, frame: Frame) -> Region | None:
    region = identity.region.clamped(frame.size) if identity.armed and identity.region else None
    return region if region and region.area else None


def _anchor(frame: Frame, step_id: str, sighting: Sighting, place: Place, band: Region | None) -> Anchor:
    words = telling_words(sighting.kind, sighting.control, sighting.label_region)
    return Anchor(
        template=f"templates/{step_id}.png",
        structural=sighting.structural,
        region=place.crop,
        click_point=place.point,
        ocr_text=sighting.label,
        context_text=" ".join(sighting.identity.singled or sighting.identity.cells) or None,
        identifier_crop=f"templates/{step_id}_identifier.png" if band else None,
        identifier_region=band,
        landmarks=landmarks(sighting.texts, place),
        kind=sighting.kind,
        control=sighting.control,
        label_region=sighting.label_region,
        label_count=sighting.label_count,
        template_count=exact_count(frame, place.crop, words),
        row_texts=sighting.identity.cells,
        identity_cells=sighting.identity.proof,
        structured_identity={"label": sighting.label} if sighting.identity.own_label and sighting.label else None,
        nearby_texts=nearby(sighting.texts, place.crop, own=sighting.label),
        extent=sighting.extent,
        pointed_text=sighting.pointed.text if sighting.pointed else None,
        pointed_region=sighting.pointed.region if sighting.pointed else None,
    )
