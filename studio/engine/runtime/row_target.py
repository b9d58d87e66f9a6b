"""Targets in a repeated structure, by pixels: first the one row that is meant, then the control in it."""

from __future__ import annotations

from studio.engine.identity.letters import Likeness, likeness
from studio.engine.identity.proof import Proof, label_proof_of, proof_of
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, Rung
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.glyphs import GLYPH_SCALES, SURE, glyph_of, glyph_places
from studio.engine.runtime.identity_pictures import stands_again
from studio.engine.runtime.identity_rows import SAME_SCALE, RowFound, RowMissed, find_row
from studio.engine.runtime.label import Labelled, labelled_controls, place_found
from studio.engine.runtime.labels import MIN_RATIO, is_known
from studio.engine.runtime.labels import likeness as same_label
from studio.engine.runtime.observation import Effort, ResolveOptions
from studio.engine.runtime.placing import point_in
from studio.engine.runtime.presence import control_like
from studio.engine.runtime.searching import Search
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import template_peaks
from studio.engine.vision.same_ink import same_ink

_SLACK = 3
"""px by which a target may stand higher or lower in its row than when it was recorded."""
_CARD_PX = 24
"""px around the place of a card's control in which its label is looked for."""
_ALIKE = 0.9
"""Correlation from which a place in the row is looked at closely."""


def is_armed(anchor: Anchor) -> bool:
    """Whether the target stands in a row that must be told from others."""
    return bool(proof_of(anchor))


def try_label_in_row(anchor: Anchor, search: Search, options: ResolveOptions | None = None) -> RungResult:
    """The row that shows every identifying text, and in it the control that says the recorded label."""
    own = label_proof_of(anchor, options.keys if options else None)
    if not anchor.ocr_text and not own:
        return skipped(Rung.OCR, "The target has no label.")
    row = find_row(anchor, search, options or ResolveOptions())
    if isinstance(row, RowMissed):
        return _no_one_row(Rung.OCR, row)
    if own:
        return _by_hashed_label(anchor, search, row, own)
    places = labelled_controls(anchor, search, _band(anchor, row, search), row.scale) or _off_its_line(
        anchor, search, row
    )
    if anchor.says_who:
        places = tuple(p for p in places if likeness(p.hit.text, anchor.ocr_text or "") is Likeness.SAME)
    if len(places) == 1 and stands_again(search.observation.frame, row.cells, places[0].control):
        return _twice(Rung.OCR, places[0].control)
    if len(places) == 1:
        return place_found(Rung.OCR, anchor, places[0], [_shown(places[0])], identity=row.verdict)
    if len(places) > 1:
        sentence = f"The row that is meant says “{anchor.ocr_text}” {len(places)} times."
        return refused(Rung.OCR, HaltCode.AMBIGUOUS, sentence, [_shown(p) for p in places])
    return missed(Rung.OCR, f"The row that is meant does not say “{anchor.ocr_text}”.")


def _off_its_line(anchor: Anchor, search: Search, row: RowFound) -> tuple[Labelled, ...]:
    """Controls that say the label a little above or below the texts of the row, but nearer to it than to any other.

    Only once all rows have been read; a button may be higher than its row's line, and its words stand in its middle.
    """
    if search.effort < Effort.WIDE or _is_card(anchor, row):
        return ()
    reach = round(0.6 * anchor.target.h * row.scale)
    band = _band(anchor, row, search).padded(0, reach)
    places = labelled_controls(anchor, search, band, row.scale)
    return tuple(p for p in places if row.is_nearest(p.hit.region.center.y, reach))


def _twice(rung: Rung, control: Region) -> RungResult:
    said = "The record that is meant stands there twice, with the same control beside it."
    return refused(rung, HaltCode.AMBIGUOUS, said, [Candidate(point=control.center, region=control, score=1.0)])


def _by_hashed_label(anchor: Anchor, search: Search, row: RowFound, own: Proof) -> RungResult:
    """The text in the row that is the hashed one: a link on a name."""
    lines, told = search.reader.read(_band(anchor, row, search))
    same = [line for line in lines if own.judge((line.text,), read=not told).likeness is Likeness.SAME]
    if len(same) != 1:
        return missed(Rung.OCR, f"The row that is meant does not say {own.shown} once.")
    place = same[0].region
    verdict = IdentityVerdict.MATCH if told and row.verdict is IdentityVerdict.MATCH else IdentityVerdict.UNREADABLE
    spot = Found(point_in(anchor, place), place, 0.97, scale=row.scale, label=same[0].text, identity=verdict)
    return found(Rung.OCR, spot, "Its own text was read there.")


def try_picture_in_row(anchor: Anchor, search: Search, options: ResolveOptions) -> RungResult:
    """The row, and in it what nobody can read (an icon, a number of one figure) drawn as recorded, on whatever ground
    the row now has (striped rows)."""
    crop = options.crops.get(anchor.template or "")
    row = find_row(anchor, search, options)
    if isinstance(row, RowMissed):
        return _no_one_row(Rung.TEMPLATE_GLOBAL, row)
    if crop is None:
        return skipped(Rung.TEMPLATE_GLOBAL, "There is no picture of the target.")
    if abs(row.scale - 1.0) > SAME_SCALE:
        return _by_glyph(anchor, search, row, crop)
    line = anchor.target.moved(0, row.dy)
    places = _drawn_in(search.observation.frame, line.padded(anchor.search_pad, _SLACK), crop, _inside(anchor))
    shown = [Candidate(point=p.center, region=p, score=1.0) for p in places]
    if len(places) > 1:
        return refused(Rung.TEMPLATE_GLOBAL, HaltCode.AMBIGUOUS, "Several places in the row look like it.", shown)
    if not places:
        return _by_glyph(anchor, search, row, crop)
    if stands_again(search.observation.frame, row.cells, places[0]):
        return _twice(Rung.TEMPLATE_GLOBAL, places[0])
    spot = Found(point_in(anchor, places[0]), places[0], 0.97, identity=row.verdict)
    return found(Rung.TEMPLATE_GLOBAL, spot, "The row was read, and in it stands what was recorded.", shown)


def _by_glyph(anchor: Anchor, search: Search, row: RowFound, crop: Frame) -> RungResult:
    """The one icon of the row that shows the recorded glyph, at any usual scale, dark on light or light on dark."""
    patch = glyph_of(anchor, crop) if anchor.kind is TargetKind.ICON else None
    if patch is None:
        return missed(Rung.TEMPLATE_GLOBAL, "The row is there, but its target is drawn differently.")
    every = glyph_places(search.observation.frame, patch, _scales(row.scale), _band(anchor, row, search))
    places = [m for m in every if not any(m.region.overlaps(line.region) for line in row.row.lines)]
    shown = [Candidate(point=m.point, region=m.region, score=m.confidence, scale=m.scale) for m in places]
    if not places or places[0].confidence < SURE:
        return missed(Rung.TEMPLATE_GLOBAL, "The row is there, but its picture is not in it.", shown, SURE)
    if len(places) > 1:
        return refused(Rung.TEMPLATE_GLOBAL, HaltCode.AMBIGUOUS, "Several places in the row show its picture.", shown)
    best = places[0]
    control = control_like(anchor, search.observation.frame, best.region.center, best.scale) or best.region
    if stands_again(search.observation.frame, row.cells, control):
        return _twice(Rung.TEMPLATE_GLOBAL, control)
    spot = Found(point_in(anchor, control), control, best.confidence, best.scale, identity=row.verdict)
    return found(Rung.TEMPLATE_GLOBAL, spot, "The row was read, and in it stands the recorded picture.", shown, SURE)


def _scales(scale: float) -> tuple[float, ...]:
    """Icons grow with the page, or with the text alone."""
    return tuple(sorted({*(round(scale * part, 3) for part in (0.9, 1.0, 1.1)), *GLYPH_SCALES}))


def _inside(anchor: Anchor) -> Region:
    """The control's rectangle within its crop."""
    return anchor.target.moved(-anchor.region.x, -anchor.region.y)


def _drawn_in(frame: Frame, area: Region, crop: Frame, inside: Region) -> list[Region]:
    """Where in `area` the same is drawn, on whatever ground."""
    inside = inside.clamped(crop.size)
    if inside.area == 0 or area.clamped(frame.size).area == 0:
        return []
    peaks = template_peaks(frame, crop.crop(inside), region=area.clamped(frame.size), floor=_ALIKE, limit=8)
    found_at: list[Region] = []
    for peak in peaks:
        if same_ink(crop, inside, frame, peak.region) and not any(peak.region.overlaps(p) for p in found_at):
            found_at.append(peak.region)
    return found_at


def try_place_in_row(anchor: Anchor, search: Search, options: ResolveOptions | None = None) -> RungResult:
    """The row, and in it the control at the recorded distance, whatever it says, if that is known from nowhere."""
    row = find_row(anchor, search, options or ResolveOptions())
    if isinstance(row, RowMissed):
        return _no_one_row(Rung.GEOMETRY, row)
    control = control_like(anchor, search.observation.frame, _expected(anchor, row), row.scale)
    if control is None:
        return missed(Rung.GEOMETRY, "The row is there, but no control is where it was.")
    said = " ".join(t.text for t in search.reader.lines(control.padded(2)))
    if stands_again(search.observation.frame, row.cells, control):
        return _twice(Rung.GEOMETRY, control)
    if same_label(said, anchor.ocr_text or "") >= MIN_RATIO:
        place = Found(point_in(anchor, control), control, 0.95, scale=row.scale, label=said, identity=row.verdict)
        return found(Rung.OCR, place, f"“{said}” stands in the row, where it stood.")
    if not said or is_known(said, anchor.nearby_texts):
        return missed(Rung.GEOMETRY, f"The row is there, but its control says “{said}”.")
    place = Found(point_in(anchor, control), control, 0.75, scale=row.scale, label=said, identity=row.verdict)
    return found(Rung.GEOMETRY, place, f"The same row, the same place, now it says “{said}”.")


def _band(anchor: Anchor, row: RowFound, search: Search) -> Region:
    """Where the control of the row is read: on its line, of a card where it stood in it."""
    box, expected = row.row.region, _expected(anchor, row)
    if not _is_card(anchor, row):
        return Region(0, box.y - box.h // 2, search.observation.frame.size[0], 2 * box.h)
    target = anchor.target
    return Region.around(expected, round(target.w * row.scale), round(target.h * row.scale)).padded(_CARD_PX)


def _is_card(anchor: Anchor, row: RowFound) -> bool:
    """Whether the control stood above or below the texts by which its record is known, not on their line."""
    box = row.row.region
    return not box.y - box.h // 2 <= _expected(anchor, row).y <= box.bottom + box.h // 2


def _expected(anchor: Anchor, row: RowFound) -> Point:
    center = anchor.target.center
    return Point(round(center.x * row.scale + row.dx), round(center.y * row.scale + row.dy))


def _no_one_row(rung: Rung, row: RowMissed) -> RungResult:
    shown = [Candidate(point=r.region.center, region=r.region, score=1.0) for r in row.rows]
    if row.code is HaltCode.AMBIGUOUS:
        return refused(rung, row.code, row.sentence, shown)
    return missed(rung, row.sentence, shown, code=row.code)


def _shown(place: Labelled) -> Candidate:
    return Candidate(point=place.control.center, region=place.control, score=place.hit.score, label=place.hit.text)
