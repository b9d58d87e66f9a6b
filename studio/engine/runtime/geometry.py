"""The geometry rung: landmarks predict the point, and a control of the recorded kind must really be there.

It serves renamed and unlabelled targets. A control whose text was seen elsewhere in the recording is
another control, never a renamed one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from studio.engine.compiler.texts import stable
from studio.engine.model.anchor import Anchor, Landmark, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Candidate, Rung, Verdict
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.glyph import glyph_score
from studio.engine.runtime.label import hits_of
from studio.engine.runtime.label_word import is_recorded_label
from studio.engine.runtime.labels import (
    MIN_RATIO,
    LabelHit,
    holds_known,
    is_known,
    is_relative,
    label_hits,
    likeness,
)
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions, TextReader
from studio.engine.runtime.placing import is_beside_its_text, point_in
from studio.engine.runtime.presence import control_like, is_boxed
from studio.engine.runtime.searching import Search
from studio.engine.vision.match import look_difference, template_peaks

_RUNG = Rung.GEOMETRY
_AGREE = 14
"""px at scale 1 within which two predictions name the same place."""
_STILL = 6
"""px: a single landmark is enough only where it predicts the recorded place itself."""
_LINE = 240
"""px on both sides in which a bare text may go on."""
_SAME_LOOK = 0.05
"""Share of clearly different pixels up to which two looks are one (half a pixel apart up to 0.06)."""
_LEAST_MARKS = 2
"""So many of the recorded landmarks (all where there were fewer) must be found before a new label is believed."""
_SAME_LABEL = 0.97
"""Likeness from which what is read is the recorded label, but for glyphs that OCR confuses."""
_GLYPH = 0.75
"""Correlation from which a glyph is the recorded one (shared/drift-notes: same 0.88+, different 0.57 at most)."""


def try_geometry(anchor: Anchor, search: Search, options: ResolveOptions) -> RungResult:
    """Predict the point from landmarks, demand agreement, demand a control that fits."""
    if not anchor.landmarks:
        return skipped(_RUNG, "No landmarks were recorded.")
    if is_beside_its_text(anchor):
        return skipped(_RUNG, "Only its own text tells where a blank place is.")
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
    found_points: list[Candidate] = []
    for mark in anchor.landmarks:
        hits = [h for h in hits_of(search, region, mark.ocr_text) if not h.part]
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
    if anchor.kind is TargetKind.ICON:
        score = glyph_score(anchor, options, search.observation.frame, control, scale)
        if score < _GLYPH:
            return missed(_RUNG, "What stands there is another picture.", predictions, _GLYPH)
        return found(_RUNG, Found(point_in(anchor, control), control, score, scale), "The same picture.", predictions)
    if len(predictions) < min(_LEAST_MARKS, len(anchor.landmarks)):
        return missed(
            _RUNG, "Too little of what stood around it is left: what stands there may be anything.", predictions
        )
    if anchor.kind in (TargetKind.INPUT, TargetKind.BOX) and anchor.label_region is not None:
        caption = _captions(anchor, search, control, scale)
        other = next((text for text in caption if is_known(text, anchor.nearby_texts)), None)
        other = other or next((text for text in caption if _was_said_elsewhere(anchor, search, text)), None)
        if other:
            sentence = f"What stands there belongs to “{other}”, another control of the recording."
            return missed(_RUNG, sentence, predictions)
        if not caption:
            return missed(_RUNG, "What stands there has no readable label.", predictions)
        if not _may_be_renamed(anchor, caption):
            sentence = f"What stands there belongs to “{caption[0]}”, not to “{anchor.ocr_text}”."
            return missed(_RUNG, sentence, predictions)
    return _new_label(anchor, search, control, scale, predictions)


def _may_be_renamed(anchor: Anchor, caption: Sequence[str]) -> bool:
    """Whether a field or box may have been given the new caption. Of boxes there are many alike, one for each entry of
    a list: only the caption tells which one it is."""
    label = anchor.ocr_text or ""
    if not label or any(likeness(text, label) >= MIN_RATIO for text in caption):
        return True
    return anchor.kind is not TargetKind.BOX and not any(is_relative(text, label) for text in caption)


def _has_caption(anchor: Anchor) -> bool:
    """Whether the recorded label stood beside the control, not inside of it."""
    return anchor.label_region is not None and not anchor.target.contains(anchor.label_region.center)


def _captions(anchor: Anchor, search: Search, control: Region, scale: float) -> list[str]:
    """What stands where the label of a field or box stood: texts outside of the control that reach into that place."""
    label = anchor.label_region or anchor.target
    offset = label.center.x - anchor.target.center.x, label.center.y - anchor.target.center.y
    center = control.center.moved(offset[0] * scale, offset[1] * scale)
    if anchor.kind is TargetKind.INPUT and label.bottom <= anchor.target.y:  # a wider field: the caption begins with it
        center = Point(round(control.x + (label.center.x - anchor.target.x) * scale), center.y)
    place = Region.around(center, round(label.w * scale), round(label.h * scale)).padded(8)
    around = place.padded(160, 4)
    read = search.reader.items(around)
    return [t.text for t in read if t.region.overlaps(place) and not control.contains(t.region.center)]


def _new_label(
    anchor: Anchor, search: Search, control: Region, scale: float, predictions: list[Candidate]
) -> RungResult:
    said = _said_there(anchor, search, control)
    if anchor.kind is TargetKind.TEXT:
        if not said:
            return missed(_RUNG, "What stands there has no readable label.", predictions)
        if is_known(said, anchor.nearby_texts) or holds_known(said, anchor.nearby_texts, anchor.ocr_text or ""):
            return missed(_RUNG, f"What stands there is “{said}”, another control of the recording.", predictions)
        if not (stable(anchor.ocr_text or said) and stable(said)):
            return missed(_RUNG, f"What stands there is “{said}”: data of another record, no new name.", predictions)
        if _stood_elsewhere(anchor, search, control) or _was_said_elsewhere(anchor, search, said):
            return missed(_RUNG, f"“{said}” stood elsewhere when it was recorded: it is another control.", predictions)
        if _is_look_alike(anchor, search, control, said):
            sentence = f"What stands there is “{said}”: nearly “{anchor.ocr_text}”, but not that."
            return missed(_RUNG, sentence, predictions)
        if likeness(said, anchor.ocr_text or "") < MIN_RATIO and _said_elsewhere(anchor, search):
            sentence = f"What stands there is “{said}”, while “{anchor.ocr_text}” stands elsewhere."
            return refused(_RUNG, HaltCode.CONTRADICTED, sentence, predictions)
    place = Found(point_in(anchor, control), control, 0.6 + 0.05 * len(predictions), scale, label=said or None)
    seen = f"“{said}”" if said else "a control of its kind"
    return found(_RUNG, place, f"Where its landmarks point there is now {seen}.", predictions)


def _said_there(anchor: Anchor, search: Search, control: Region) -> str:
    """What the control says; a bare text to its end, also where only a word of it was seen as the control."""
    if anchor.kind is TargetKind.TEXT and not is_boxed(anchor):
        line = search.reader.items(control.padded(_LINE, 2))
        whole = next((t.text for t in line if t.region.padded(2).contains(control.center)), None)
        if whole is not None:
            return whole
    return " ".join(t.text for t in search.reader.lines(control.padded(2)))


def _is_look_alike(anchor: Anchor, search: Search, control: Region, said: str) -> bool:
    """Whether what stands there is only like the recorded label: another form of it, or the same letters for the reader
    and others by their ink."""
    score = likeness(said, anchor.ocr_text or "")
    if score < _SAME_LABEL:
        return is_relative(said, anchor.ocr_text or "")
    lines = [line.region for line in search.reader.lines(control.padded(2))]
    return not is_recorded_label(anchor, search.observation, LabelHit(reduce(Region.union, lines), said, score))


def _stood_elsewhere(anchor: Anchor, search: Search, control: Region) -> bool:
    """Whether what stands there now stood, looking the same, at another place of the recorded frame."""
    recorded = search.observation.recorded
    if recorded is None:
        return False
    look = search.observation.frame.crop(control)
    peaks = template_peaks(recorded, look, coarse=True, floor=0.9, limit=4)
    return any(
        not p.region.overlaps(anchor.target) and look_difference(recorded, p.region, look) <= _SAME_LOOK for p in peaks
    )


def _was_said_elsewhere(anchor: Anchor, search: Search, said: str) -> bool:
    """Whether the recorded screen said at another place what stands there now; it is read whole for that, once."""
    recorded = search.observation.recorded
    if recorded is None or search.effort is not Effort.FULL:
        return False
    lines = TextReader(Observation(recorded)).items(None)
    own = anchor.target.union(anchor.label_region) if anchor.label_region else anchor.target
    return is_known(said, (t.text for t in lines if not t.region.overlaps(own)))


def _said_elsewhere(anchor: Anchor, search: Search) -> bool:
    """Whether the whole screen still says the recorded label as often as then: so it was moved, not renamed."""
    if search.effort is not Effort.FULL or not anchor.ocr_text:
        return False
    hits = [hit for hit in label_hits(search.reader.lines(None), anchor.ocr_text) if not hit.part]
    return len(hits) >= max(anchor.label_count, 1)
