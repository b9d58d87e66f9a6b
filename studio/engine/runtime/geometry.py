"""The geometry rung: landmarks predict the point, and a control of the recorded kind must really be there.

It serves renamed and unlabelled targets. A control whose text was seen elsewhere in the recording is
another control, never a renamed one.
"""

from __future__ import annotations

from studio.engine.model.anchor import Anchor, Landmark, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Candidate, Rung, Verdict
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.glyph import glyph_score
from studio.engine.runtime.labels import MIN_RATIO, is_known, label_hits, likeness
from studio.engine.runtime.observation import Effort, ResolveOptions
from studio.engine.runtime.placing import point_in
from studio.engine.runtime.presence import control_like
from studio.engine.runtime.searching import Search

_RUNG = Rung.GEOMETRY
_AGREE = 14
"""px at scale 1 within which two predictions name the same place."""
_STILL = 6
"""px: a single landmark is enough only where it predicts the recorded place itself."""
_GLYPH = 0.75
"""Correlation from which a glyph is the recorded one (shared/drift-notes: same 0.88+, different 0.57 at most)."""


def try_geometry(anchor: Anchor, search: Search, options: ResolveOptions) -> RungResult:
    """Predict the point from landmarks, demand agreement, demand a control that fits."""
    if not anchor.landmarks:
        return skipped(_RUNG, "No landmarks were recorded.")
    result = missed(_RUNG, "None of the landmarks is on the screen.")
    for region, scale in search.areas(_landmark_area(anchor)):
        predictions = _predictions(anchor, search, region, scale)
        if predictions:
            result = _decide(anchor, search, options, predictions, scale)
            if result.attempt.verdict is not Verdict.MISS:
                break
    return result


def _landmark_area(anchor: Anchor) -> Region:
    area = anchor.target
    for mark in anchor.landmarks:
        if mark.dx_px is not None and mark.dy_px is not None:
            place = anchor.click_point.moved(-mark.dx_px, -mark.dy_px)
            area = area.union(Region.around(place, 80, 24))
    return area


def _predictions(anchor: Anchor, search: Search, region: Region | None, scale: float) -> list[Candidate]:
    lines = search.reader.lines(region)
    found_points: list[Candidate] = []
    for mark in anchor.landmarks:
        hits = [h for h in label_hits(lines, mark.ocr_text) if not h.part]
        if len(hits) == 1 and mark.dx_px is not None and mark.dy_px is not None:
            found_points.append(_prediction(mark, hits[0].region, scale))
    return found_points


def _prediction(mark: Landmark, seen: Region, scale: float) -> Candidate:
    point = seen.center.moved((mark.dx_px or 0) * scale, (mark.dy_px or 0) * scale)
    return Candidate(point=point, region=Region.around(point, 8, 8), score=0.7, label=mark.ocr_text, scale=scale)


def _decide(
    anchor: Anchor, search: Search, options: ResolveOptions, predictions: list[Candidate], scale: float
) -> RungResult:
    cluster = _largest_cluster(predictions, _AGREE * scale)
    if len(cluster) < len(predictions) and len(cluster) * 2 <= len(predictions):
        return refused(_RUNG, HaltCode.CONTRADICTED, "The landmarks point to different places.", predictions)
    point = _mean([c.point for c in cluster])
    alone = len(cluster) == 1 and point.distance(anchor.click_point) > _STILL
    if alone and not _picture_agrees(search, anchor, point, scale):
        return missed(_RUNG, "One landmark alone does not tell where the target moved to.", predictions)
    return _at(anchor, search, options, point, scale, predictions)


def _picture_agrees(search: Search, anchor: Anchor, point: Point, scale: float) -> bool:
    moved = search.moved
    return moved is not None and moved.point(anchor.click_point).distance(point) <= _AGREE * scale


def _largest_cluster(predictions: list[Candidate], reach: float) -> list[Candidate]:
    groups = [[q for q in predictions if q.point.distance(p.point) <= reach] for p in predictions]
    return max(groups, key=len)


def _mean(points: list[Point]) -> Point:
    return Point(round(sum(p.x for p in points) / len(points)), round(sum(p.y for p in points) / len(points)))


def _at(
    anchor: Anchor,
    search: Search,
    options: ResolveOptions,
    point: Point,
    scale: float,
    predictions: list[Candidate],
) -> RungResult:
    control = control_like(anchor, search.observation.frame, point, scale)
    if control is None:
        return missed(_RUNG, "Nothing that can be acted on is where the landmarks point.", predictions)
    if anchor.kind is TargetKind.ICON and not anchor.ocr_text:
        score = glyph_score(anchor, options, search.observation.frame, control, scale)
        if score < _GLYPH:
            return missed(_RUNG, "What stands there is another picture.", predictions, _GLYPH)
        return found(_RUNG, Found(point_in(anchor, control), control, score, scale), "The same picture.", predictions)
    other = _label_of_another(anchor, search, control, scale)
    if other:
        return missed(_RUNG, f"What stands there belongs to “{other}”, another control of the recording.", predictions)
    return _new_label(anchor, search, control, scale, predictions)


def _label_of_another(anchor: Anchor, search: Search, control: Region, scale: float) -> str | None:
    """What stands where the label of a field or box stood, where that is the label of another control."""
    if anchor.kind not in (TargetKind.INPUT, TargetKind.BOX) or anchor.label_region is None:
        return None
    offset = (
        anchor.label_region.center.x - anchor.target.center.x,
        anchor.label_region.center.y - anchor.target.center.y,
    )
    center = control.center.moved(offset[0] * scale, offset[1] * scale)
    size = round(anchor.label_region.w * scale), round(anchor.label_region.h * scale)
    place = Region.around(center, *size).padded(8)
    read = [t.text for t in search.reader.lines(place) if not control.contains(t.region.center)]
    return next((text for text in read if is_known(text, anchor.nearby_texts)), None)


def _new_label(
    anchor: Anchor, search: Search, control: Region, scale: float, predictions: list[Candidate]
) -> RungResult:
    said = " ".join(t.text for t in search.reader.lines(control.padded(2)))
    if anchor.kind is TargetKind.TEXT:
        if not said:
            return missed(_RUNG, "What stands there has no readable label.", predictions)
        if is_known(said, anchor.nearby_texts):
            return missed(_RUNG, f"What stands there is “{said}”, another control of the recording.", predictions)
        if likeness(said, anchor.ocr_text or "") < MIN_RATIO and _said_elsewhere(anchor, search):
            sentence = f"What stands there is “{said}”, while “{anchor.ocr_text}” stands elsewhere."
            return refused(_RUNG, HaltCode.CONTRADICTED, sentence, predictions)
    place = Found(point_in(anchor, control), control, 0.6 + 0.05 * len(predictions), scale, label=said or None)
    seen = f"“{said}”" if said else "a control of its kind"
    return found(_RUNG, place, f"Where its landmarks point there is now {seen}.", predictions)


def _said_elsewhere(anchor: Anchor, search: Search) -> bool:
    """Whether the whole screen still says the recorded label as often as then: so it was moved, not renamed."""
    if search.effort is not Effort.FULL or not anchor.ocr_text:
        return False
    hits = [hit for hit in label_hits(search.reader.lines(None), anchor.ocr_text) if not hit.part]
    return len(hits) >= max(anchor.label_count, 1)
