"""Which row is the record that is meant: by the structure's own words, by pixels, or by reading with reserve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from studio.engine.identity.ink import same_letters
from studio.engine.identity.letters import Likeness
from studio.engine.identity.proof import Judged, Proof, proof_of
from studio.engine.identity.rows import Row, cards_of
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.structure import TextRun
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.searching import Search
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import template_peaks

SAME_SCALE = 0.02
"""Part by which the page may be scaled so that recorded pixels can still be compared."""
_COLUMN = 8
"""px by which texts of one column begin elsewhere."""
_ALIKE = 0.85
"""Correlation from which a place is compared pixel by pixel."""


@dataclass(frozen=True)
class RowFound:
    """The one row, how sure it is the record, and how far it moved: live = recorded × scale + (dx, dy), in px.

    `cells` are where its identifying texts stand, `others` the heights at which texts of other rows stand, px.
    """

    row: Row
    verdict: IdentityVerdict
    scale: float
    dx: int
    dy: int
    cells: tuple[Region, ...] = ()
    others: tuple[int, ...] = ()

    def is_nearest(self, y: int, reach: int) -> bool:
        """Whether what stands at `y` is at most `reach` px off this row's line, and nearer to it than to any other."""
        own = abs(y - self.row.region.center.y)
        return own <= reach and all(own < abs(y - other) for other in self.others)


@dataclass(frozen=True)
class RowMissed:
    """Why no row is taken. `code` AMBIGUOUS refuses at once; others say what the screen shows instead of the row."""

    sentence: str
    code: HaltCode | None = None
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class _Candidate:
    row: Row
    judged: Judged


def find_row(anchor: Anchor, search: Search, options: ResolveOptions) -> RowFound | RowMissed:
    """The row that shows every identifying text of the anchor, as far as this search may look."""
    answer, rows = _find_row(anchor, search, options)
    if isinstance(answer, RowMissed) or not answer.cells:
        return answer
    left = answer.cells[0].x
    beside = (t.region for row in rows if row is not answer.row for t in row.lines if abs(t.region.x - left) <= _COLUMN)
    return replace(answer, others=tuple(sorted({region.center.y for region in beside})))


def _find_row(anchor: Anchor, search: Search, options: ResolveOptions) -> tuple[RowFound | RowMissed, tuple[Row, ...]]:
    proof = proof_of(anchor, options.keys)
    region, scale = search.strip(anchor.identifier_region or anchor.target)
    lines, told = search.reader.read(region)
    places = [cell.region for cell in proof.cells if cell.region is not None]
    rows = cards_of(lines, places, scale)
    judged = [_Candidate(row, proof.judge(row.texts, read=not told)) for row in rows]
    like = [c for c in judged if c.judged.likeness is not Likeness.OTHER]
    if told:
        return _told(anchor, proof, [c for c in like if c.judged.likeness is Likeness.SAME], judged, scale), rows
    drawn = {id(c): _drawn(anchor, proof, c, search.observation.frame, options, scale) for c in like}
    pictured = [c for c in like if all(drawn[id(c)])]
    if pictured:
        return _one(anchor, proof, pictured, IdentityVerdict.MATCH, scale), rows
    return _read(anchor, proof, like, [c for c in like if any(drawn[id(c)])], judged, scale), rows


def other_record(proof: Proof, judged: Sequence[Judged]) -> RowMissed:
    """No row is the record: what the nearest one shows."""
    alike = [one for one in judged if one.likeness is Likeness.ALIKE]
    near = [one for one in judged if one.near]
    if alike:
        said = "A row looks alike, but its letters differ: it is another record."
    elif near:
        best = max(near, key=lambda one: sum(likeness for likeness, _ in one.found))
        here = " · ".join(c.shown for c, (one, _) in zip(proof.cells, best.found, strict=True) if one)
        gone = " · ".join(c.shown for c, (one, _) in zip(proof.cells, best.found, strict=True) if not one)
        said = f"A row shows {here}, but not {gone}: it is another record."
    else:
        return RowMissed(f"No row shows {proof.shown}.")
    return RowMissed(f"No row shows {proof.shown}. {said}", HaltCode.IDENTITY_MISMATCH)


def _told(
    anchor: Anchor, proof: Proof, same: list[_Candidate], judged: list[_Candidate], scale: float
) -> RowFound | RowMissed:
    if same:
        return _one(anchor, proof, same, IdentityVerdict.MATCH, scale)
    return other_record(proof, [c.judged for c in judged])


def _read(
    anchor: Anchor,
    proof: Proof,
    like: list[_Candidate],
    partly: list[_Candidate],
    judged: list[_Candidate],
    scale: float,
) -> RowFound | RowMissed:
    """What reading alone tells. Where letters look alike and pixels do not decide, no row is taken for certain."""
    same = [c for c in like if c.judged.likeness is Likeness.SAME]
    if not like:
        return other_record(proof, [c.judged for c in judged])
    if len(same) == 1 == len(like) and not partly:
        return _one(anchor, proof, same, IdentityVerdict.UNREADABLE, scale)
    if len(same) > 1:
        return _one(anchor, proof, same, IdentityVerdict.UNREADABLE, scale)
    if partly:
        said = f"A row reads like {proof.shown}, but its letters are drawn otherwise than when it was recorded."
    elif same:
        said = f"More than one row reads like {proof.shown}: letters that look alike were not told apart."
    else:
        said = f"A row reads almost like {proof.shown}: letters that look alike were not told apart."
    return RowMissed(said, HaltCode.UNREADABLE, tuple(c.row for c in like))


def _one(
    anchor: Anchor, proof: Proof, found: list[_Candidate], verdict: IdentityVerdict, scale: float
) -> RowFound | RowMissed:
    if len(found) > 1:
        rows = tuple(c.row for c in found)
        return RowMissed(f"{len(found)} rows show {proof.shown}.", HaltCode.AMBIGUOUS, rows)
    row, cell, line = found[0].row, *_matched(proof, found[0])
    cells = tuple(row.cells[at].region for _, at in found[0].judged.found if at is not None)
    if cell is None and anchor.identifier_region is None:
        dy = row.region.center.y - anchor.target.center.y * scale
        return RowFound(row, verdict, scale, 0, round(dy), cells)
    cell = cell or anchor.identifier_region or anchor.target
    dx, dy = line.x - cell.x * scale, line.center.y - cell.center.y * scale
    return RowFound(row, verdict, scale, round(dx), round(dy), cells)


def _matched(proof: Proof, candidate: _Candidate) -> tuple[Region | None, Region]:
    """A recorded cell and the live text that shows it; None where none of them was in sight."""
    for cell, (_, at) in zip(proof.cells, candidate.judged.found, strict=True):
        if cell.region is not None and at is not None:
            return cell.region, candidate.row.cells[at].region
    return None, candidate.row.region


def _drawn(
    anchor: Anchor, proof: Proof, candidate: _Candidate, frame: Frame, options: ResolveOptions, scale: float
) -> tuple[bool, ...]:
    """For each identifying text: whether the row shows it in the very pixels of the recording, on whatever ground."""
    crop, band = options.crops.get(anchor.identifier_crop or ""), anchor.identifier_region
    if crop is None or band is None or abs(scale - 1.0) > SAME_SCALE or not proof.seen:
        return (False,)
    return tuple(
        at is not None and _shows(crop, _inside(cell.region, band), frame, candidate.row.cells[at])
        for cell, (_, at) in zip(proof.cells, candidate.judged.found, strict=True)
    )


def _inside(region: Region | None, band: Region) -> Region:
    return region.moved(-band.x, -band.y) if region else Region(0, 0, 0, 0)


def _shows(crop: Frame, inside: Region, frame: Frame, cell: TextRun) -> bool:
    inside = inside.clamped(crop.size)
    area = cell.region.padded(12, inside.h).clamped(frame.size)
    if inside.area == 0 or area.w < inside.w or area.h < inside.h:
        return False
    look = crop.crop(inside)
    for polarity in (look, Frame(bgr=255 - look.bgr)):  # light letters on dark ground are the same letters
        peaks = template_peaks(frame, polarity, region=area, floor=_ALIKE, limit=3)
        if any(same_letters(crop, inside, frame, peak.region) for peak in peaks):
            return True
    return False
