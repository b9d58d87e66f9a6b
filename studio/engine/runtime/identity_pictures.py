"""The recorded row by its pictures alone: where its identifying texts stand to the pixel, without reading one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.engine.identity.ink import drawn_alike, same_letters
from studio.engine.identity.letters import alike_form
from studio.engine.identity.proof import proof_of
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.writing import same_writing
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import template_peaks
from studio.engine.vision.ocr import ocr

_ALIKE = 0.9
"""Correlation from which a place is compared pixel by pixel."""
_MOST = 12
_SLACK, _RIM = 4, 4
"""px by which a control may stand elsewhere beside the same texts, and of its rim that does not count."""
_SAME_WORDS = 0.8
"""Correlation of the same words between pixels; other words stay below 0.6 (compiler/look_count.py)."""


@dataclass(frozen=True)
class PicturedRow:
    """The picture of a row and the places of its identifying texts in it. `cells` are px of the recorded frame.

    Without `cells` the whole picture counts (of a bundle that another tool made).
    """

    needed: bool
    picture: Frame | None
    band: Region
    cells: tuple[Region, ...]

    @property
    def unseen(self) -> bool:
        """Whether the row must be proven and there is no picture to do it by."""
        return self.needed and self.picture is None

    def stands_at(self, frame: Frame, dx: int, dy: int) -> bool:
        """Whether all identifying texts stand there, moved by (`dx`, `dy`) px from where they were recorded."""
        if self.picture is None:
            return False
        if not self.cells:
            return same_writing(frame, self.band.moved(dx, dy), self.picture)
        return all(
            same_letters(self.picture, self._inside(cell), frame, cell.moved(dx, dy)) is not None for cell in self.cells
        )

    def found_in(self, frame: Frame) -> list[tuple[int, int]]:
        """How far the row moved, in px, for each place in the frame where it stands."""
        if self.picture is None:
            return []
        wanted = max(self.cells, key=lambda cell: cell.area, default=self.band)
        look = self.picture.crop(self._inside(wanted))
        peaks = template_peaks(frame, look, coarse=True, floor=_ALIKE, limit=_MOST)
        moves = [(peak.region.x - wanted.x, peak.region.y - wanted.y) for peak in peaks]
        return [move for move in moves if self.stands_at(frame, *move)]

    def _inside(self, cell: Region) -> Region:
        return cell.moved(-self.band.x, -self.band.y)


def stands_again(frame: Frame, cells: Sequence[Region], control: Region) -> bool:
    """Whether another place of the frame shows the same texts as `cells` (px), with the same control beside them.

    Both are live, so that neither theme nor scale matter. In one column texts are drawn alike to the pixel; in another
    one they may begin between pixels: there what is not drawn alike is read.
    """
    look = max(cells, key=lambda cell: cell.area, default=None)
    inside = control.clamped(frame.size)
    if look is None or look.clamped(frame.size) != look or inside.area == 0:
        return False
    peaks = template_peaks(frame, frame.crop(look), coarse=True, floor=_SAME_WORDS, limit=_MOST)
    moves = [(p.region.x - look.x, p.region.y - look.y) for p in peaks if not p.region.overlaps(look)]
    return any(_shown_at(frame, inside, m) and all(_said_at(frame, cell, m) for cell in cells) for m in moves)


def _said_at(frame: Frame, cell: Region, move: tuple[int, int]) -> bool:
    place = cell.moved(*move)
    if same_letters(frame, cell, frame, place) is not None:
        return True
    there = _where(frame, cell, place) if abs(move[0]) > 1 else None
    if there is None:
        return False
    if drawn_alike(frame, cell, frame, there):
        return True  # letters that the reader does not know are read otherwise each time
    one, other = (alike_form(" ".join(line.text for line in ocr(frame, region=r.padded(4)))) for r in (cell, place))
    return one == other != ""


def _shown_at(frame: Frame, control: Region, move: tuple[int, int]) -> bool:
    """By its words or picture alone: they may stand a px higher in the next button of that make."""
    inner = control.padded(-_RIM) if min(control.w, control.h) > 4 * _RIM else control
    return _where(frame, inner, inner.moved(*move)) is not None


def _where(frame: Frame, look: Region, place: Region) -> Region | None:
    """Where near `place` it looks like `look`; None where it does not."""
    area = place.padded(_SLACK).clamped(frame.size)
    if area.w < look.w or area.h < look.h:
        return None
    peaks = template_peaks(frame, frame.crop(look), region=area, floor=_SAME_WORDS, limit=1)
    return peaks[0].region if peaks else None


def pictured_row(anchor: Anchor, options: ResolveOptions) -> PicturedRow:
    """What is known of the anchor's row by picture."""
    band, proof = anchor.identifier_region, proof_of(anchor, options.keys)
    picture = options.crops.get(anchor.identifier_crop or "") if band else None
    cells = tuple(cell.region for cell in proof.cells if cell.region is not None)
    told = anchor.identity_cells or anchor.identity_template
    if band is None or picture is None or (told and not proof.seen):
        return PicturedRow(bool(proof), None, Region(0, 0, 0, 0), ())
    inside = tuple(cell.intersection(band) for cell in cells)
    return PicturedRow(True, picture, band, inside)
