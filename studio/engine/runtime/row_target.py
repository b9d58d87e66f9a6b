"""Targets in a repeated structure, by pixels: first the one row that is meant, then the control in it."""

from __future__ import annotations

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Candidate, Rung
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.label import Labelled, labelled_controls, place_found
from studio.engine.runtime.labels import is_known
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.placing import point_in
from studio.engine.runtime.presence import control_like
from studio.engine.runtime.rows import Row, matching_rows
from studio.engine.runtime.searching import Search
from studio.engine.runtime.structural_traits import identity_cells
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import template_peaks
from studio.engine.vision.same_ink import same_ink

_SLACK = 3
"""px by which a target may stand higher or lower in its row than when it was recorded."""
_SAME_SCALE = 0.02
_ALIKE = 0.9
"""Correlation from which a place in the row is looked at closely."""


def is_armed(anchor: Anchor) -> bool:
    """Whether the target stands in a row that must be told from others."""
    return bool(identity_cells(anchor)) and anchor.identifier_region is not None


def try_label_in_row(anchor: Anchor, search: Search) -> RungResult:
    """The row that shows every identifying cell, and in it the control that says the recorded label."""
    if not anchor.ocr_text:
        return skipped(Rung.OCR, "The target has no label.")
    rows, scale = _rows(anchor, search)
    cells = " · ".join(identity_cells(anchor))
    if len(rows) != 1:
        return _no_one_row(Rung.OCR, rows, cells)
    band = _band(rows[0], search)
    places = labelled_controls(anchor, search, band, scale)
    if len(places) == 1:
        return place_found(Rung.OCR, anchor, places[0], [_shown(places[0])], identity="match")
    if len(places) > 1:
        sentence = f"The row of {cells} says “{anchor.ocr_text}” {len(places)} times."
        return refused(Rung.OCR, HaltCode.AMBIGUOUS, sentence, [_shown(p) for p in places])
    return missed(Rung.OCR, f"The row of {cells} does not say “{anchor.ocr_text}”.")


def try_picture_in_row(anchor: Anchor, search: Search, options: ResolveOptions) -> RungResult:
    """The row, and in it what nobody can read (an icon, a number of one figure) drawn as recorded, on whatever ground
    the row now has (striped rows)."""
    rows, scale = _rows(anchor, search)
    crop, recorded = options.crops.get(anchor.template or ""), anchor.identifier_region
    if crop is None or recorded is None or abs(scale - 1.0) > _SAME_SCALE:
        return skipped(Rung.TEMPLATE_GLOBAL, "There is no picture of the target at this scale.")
    if len(rows) != 1:
        return _no_one_row(Rung.TEMPLATE_GLOBAL, rows, " · ".join(identity_cells(anchor)))
    line = anchor.target.moved(0, rows[0].region.center.y - recorded.center.y)
    places = _drawn_in(search.observation.frame, line.padded(anchor.search_pad, _SLACK), crop, _inside(anchor))
    shown = [Candidate(point=p.center, region=p, score=1.0) for p in places]
    if len(places) > 1:
        return refused(Rung.TEMPLATE_GLOBAL, HaltCode.AMBIGUOUS, "Several places in the row look like it.", shown)
    if not places:
        return missed(Rung.TEMPLATE_GLOBAL, "The row is there, but its target is drawn differently.")
    spot = Found(point_in(anchor, places[0]), places[0], 0.97, identity="match")
    return found(Rung.TEMPLATE_GLOBAL, spot, "The row was read, and in it stands what was recorded.", shown)


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


def try_place_in_row(anchor: Anchor, search: Search) -> RungResult:
    """The row, and in it the control at the recorded distance, whatever it says, if that is known from nowhere."""
    rows, scale = _rows(anchor, search)
    if len(rows) != 1:
        return _no_one_row(Rung.GEOMETRY, rows, " · ".join(identity_cells(anchor)))
    control = control_like(anchor, search.observation.frame, _expected(anchor, rows[0], scale), scale)
    if control is None:
        return missed(Rung.GEOMETRY, "The row is there, but no control is where it was.")
    said = " ".join(t.text for t in search.reader.lines(control.padded(2)))
    if not said or is_known(said, anchor.nearby_texts):
        return missed(Rung.GEOMETRY, f"The row is there, but its control says “{said}”.")
    place = Found(point_in(anchor, control), control, 0.75, scale=scale, label=said, identity="match")
    return found(Rung.GEOMETRY, place, f"The same row, the same place, now it says “{said}”.")


def _rows(anchor: Anchor, search: Search) -> tuple[tuple[Row, ...], float]:
    region, scale = search.strip(anchor.identifier_region or anchor.target)
    return matching_rows(search.reader.lines(region), identity_cells(anchor)), scale


def _band(row: Row, search: Search) -> Region:
    box = row.region
    return Region(0, box.y - box.h // 2, search.observation.frame.size[0], 2 * box.h)


def _expected(anchor: Anchor, row: Row, scale: float) -> Point:
    recorded = anchor.identifier_region or anchor.target
    dx = (anchor.target.center.x - recorded.x) * scale
    return Point(round(row.region.x + dx), row.region.center.y)


def _no_one_row(rung: Rung, rows: tuple[Row, ...], cells: str) -> RungResult:
    shown = [Candidate(point=r.region.center, region=r.region, score=1.0) for r in rows]
    if rows:
        return refused(rung, HaltCode.AMBIGUOUS, f"{len(rows)} rows show {cells}.", shown)
    return missed(rung, f"No row shows {cells}.")


def _shown(place: Labelled) -> Candidate:
    return Candidate(point=place.control.center, region=place.control, score=place.hit.score, label=place.hit.text)
