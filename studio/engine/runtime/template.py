"""The two template rungs: the recorded picture near its place, then anywhere in the frame.

A crop that fits tells where, not whether: the control inside it must look exactly as recorded (its label is part
of that look), a row must show its own identifier, and no more places may look like it than when it was
recorded (shared/drift-notes: at 0.985 alone 7 of 52 removals were wrong). Labels and identifiers are compared letter
for letter, not by the look of the whole crop: 07 and 01 in a date are a thousandth of its pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.identity.ink import drawn_alike
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, Rung
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.identity_pictures import PicturedRow, pictured_row, stands_again
from studio.engine.runtime.newly import changed_areas
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.runtime.placing import is_beside_its_text
from studio.engine.runtime.presence import control_like, is_boxed
from studio.engine.runtime.writing import same_writing
from studio.engine.vision.blank_place import is_even_between
from studio.engine.vision.frame import Frame
from studio.engine.vision.label_ink import SAME_INK, drawn_text, ink_difference, says_more, says_only
from studio.engine.vision.match import Match, look_difference, template_peaks

THRESHOLD = 0.97
"""Normalised correlation below which a crop is not worth a closer look."""

SAME_LOOK = 0.02
"""Share of clearly different pixels up to which a control looks as recorded (caret, anti-aliasing)."""

_WORDS = 0.72
"""Correlation of the same words, also between pixels (0.83 in white on blue); other words stay below 0.6."""
_DRAWN_ALIKE = 0.06
"""Share of clearly different pixels of the same text between pixels; another colour or weight differs more."""
_UNSEEN = "There is no picture of the row that is meant."
_CONTROL = (240, 60)
"""px around a label within which a change may have made a control of it."""
_NEIGHBOURS, _STILL = (160, 100), 6
"""px around one of several look-alikes that tell which it is, beside its whole line, and how many of them may have
clearly changed: less than a letter."""
_ROW_SLACK = 3
"""px by which target and identifier of one row may shift against each other."""


@dataclass(frozen=True)
class _Fit:
    """One place where the crop fits: how far it moved and how good it is."""

    match: Match
    dx: int
    dy: int
    difference: float

    @property
    def exact(self) -> bool:
        return self.difference <= SAME_LOOK


def try_template(anchor: Anchor, observation: Observation, options: ResolveOptions) -> RungResult:
    """Look for the crop within `search_pad` px of its recorded place, and count its look in the whole frame."""
    crop = options.crops.get(anchor.template or "")
    if crop is None:
        return skipped(Rung.TEMPLATE, "The bundle holds no picture of the target.")
    row = pictured_row(anchor, options)
    if row.unseen:
        return skipped(Rung.TEMPLATE, _UNSEEN)
    if anchor.template_count > 1 and not row.needed and _stands_still(anchor, observation.frame, observation.recorded):
        at_home = _Fit(Match(anchor.region.center, anchor.region, 1.0), 0, 0, 0.0)
        return _one(Rung.TEMPLATE, anchor, [at_home], identity=IdentityVerdict.NONE)
    near = anchor.region.padded(anchor.search_pad)
    fits = _fits(anchor, observation.frame, crop, near)
    exact = [f for f in fits if f.exact and _says_all(anchor, observation, f)]
    if not exact:
        return missed(Rung.TEMPLATE, "Nothing near its place looks like it.", _shown(fits), THRESHOLD)
    if row.needed:
        exact = [f for f in exact if row.stands_at(observation.frame, f.dx, f.dy)]
        if not exact:
            said = "It looks like it, but the row beside it is another one."
            return missed(Rung.TEMPLATE, said, _shown(fits))
        if len(exact) > 1:
            sentence = f"{len(exact)} rows near its place look exactly like the recorded one."
            return refused(Rung.TEMPLATE, HaltCode.AMBIGUOUS, sentence, _shown(exact))
        return _only(Rung.TEMPLATE, anchor, observation.frame, row, exact[0])
    return _alone(anchor, observation.frame, crop, exact, observation.recorded)


def _alone(anchor: Anchor, frame: Frame, crop: Frame, exact: list[_Fit], recorded: Frame | None) -> RungResult:
    everywhere = _everywhere(anchor, frame, crop, exact, recorded)
    count = max(len(everywhere), len(exact))
    if anchor.template_count <= 1 and (repeated := _again(anchor, frame, crop, recorded)):
        return refused(Rung.TEMPLATE, HaltCode.AMBIGUOUS, _said_more(anchor, repeated), _shown(exact))
    if count > max(anchor.template_count, 1):
        return refused(
            Rung.TEMPLATE,
            HaltCode.AMBIGUOUS,
            f"{count} places look exactly like the target; when it was recorded there "
            + ("was one." if anchor.template_count <= 1 else f"were {anchor.template_count}."),
            _shown(everywhere),
        )
    if anchor.template_count > 1:
        exact = [f for f in exact if abs(f.dx) <= _ROW_SLACK and abs(f.dy) <= _ROW_SLACK]
        if count < anchor.template_count or not exact:
            return missed(Rung.TEMPLATE, "Several places look like it and they have moved.", _shown(everywhere))
    return _one(Rung.TEMPLATE, anchor, exact, identity=IdentityVerdict.NONE)


def _stands_still(anchor: Anchor, frame: Frame, recorded: Frame | None) -> bool:
    """Whether all around the target is as it was. Of what repeats itself (a ruled page, a grid, one icon a row) the
    place among its neighbours is what is meant, and how often it comes elsewhere tells nothing."""
    if recorded is None or recorded.size != frame.size:
        return False
    line = Region(0, anchor.target.y, frame.size[0], anchor.target.h)
    places = (place.clamped(frame.size) for place in (line, anchor.target.padded(*_NEIGHBOURS)))
    return all(look_difference(frame, p, recorded.crop(p)) * p.area <= _STILL for p in places)


def _everywhere(anchor: Anchor, frame: Frame, crop: Frame, near: list[_Fit], recorded: Frame | None) -> list[_Fit]:
    """All places that look exactly like the target; of a screen that is nearly the recorded one, on which it was
    alone, those `near` its place and in what changed."""
    areas = changed_areas(recorded, frame, crop.size) if anchor.template_count <= 1 else None
    if areas is None:
        return [f for f in _fits(anchor, frame, crop, None) if f.exact]
    found = {f.match.region: f for area in areas for f in _fits(anchor, frame, crop, area) if f.exact}
    found |= {f.match.region: f for f in near}
    return list(found.values())


def _again(anchor: Anchor, frame: Frame, crop: Frame, recorded: Frame | None) -> int:
    """How often the label stands in the frame, where that is more often than recorded; else 0.

    A second control under the same label need not look the same: a field may be wider or hold something, a button may
    stand between pixels or have other colours. Both frames are counted alike.
    """
    label = anchor.label_region
    if label is None or recorded is None:
        return 0
    inside = label.moved(-anchor.region.x, -anchor.region.y)
    if inside.clamped(crop.size) != inside:
        return 0
    words = crop.crop(inside)
    areas = changed_areas(recorded, frame, (label.w + _CONTROL[0], label.h + _CONTROL[1]))
    if areas is not None and not any(_worded(anchor, frame, words, area, limit=1) for area in areas):
        return 0  # it stands only where it stood
    now = _written(anchor, frame, words)
    return now if now > max(anchor.label_count, 1) and now > _written(anchor, recorded, words) else 0


def _said_more(anchor: Anchor, places: int) -> str:
    return f"{places} places say “{anchor.ocr_text}”, more than when it was recorded."


def _written(anchor: Anchor, frame: Frame, words: Frame) -> int:
    """How many places say `words` as the target does: at a control like it; as bare text, drawn alike."""
    peaks = _worded(anchor, frame, words, None, limit=12)
    return sum(_names_its_kind(anchor, frame, peak.region, words) for peak in peaks)


def _worded(anchor: Anchor, frame: Frame, words: Frame, region: Region | None, *, limit: int) -> tuple[Match, ...]:
    """Where it looks like `words`; of a button also light on dark for dark on light (25 ms for a whole frame)."""
    return template_peaks(frame, words, region=region, floor=_WORDS, limit=limit, negative=_is_button(anchor))


def _is_button(anchor: Anchor) -> bool:
    return anchor.kind is TargetKind.TEXT and is_boxed(anchor)


def _names_its_kind(anchor: Anchor, frame: Frame, place: Region, words: Frame) -> bool:
    recoloured = _is_button(anchor) and drawn_alike(words, words.bounds, frame, place)
    if not recoloured and look_difference(frame, place, words) > _DRAWN_ALIKE:
        return False  # “Notice” begins like “Note”
    if not says_only(frame, place, words):
        return False
    if anchor.kind is TargetKind.TEXT and not is_boxed(anchor):
        return True
    label = anchor.label_region or anchor.target
    center = anchor.target.center.moved(place.x - label.x, place.y - label.y)
    control = control_like(anchor, frame, center, 1.0)
    return control is not None and not (anchor.kind is TargetKind.TEXT and says_more(frame, control, place))


def try_template_global(anchor: Anchor, observation: Observation, options: ResolveOptions) -> RungResult:
    """Look for the crop in the whole frame. A row is found by its identifier, another target must be unique."""
    crop = options.crops.get(anchor.template or "")
    if crop is None:
        return skipped(Rung.TEMPLATE_GLOBAL, "The bundle holds no picture of the target.")
    row = pictured_row(anchor, options)
    if row.unseen:
        return skipped(Rung.TEMPLATE_GLOBAL, _UNSEEN)
    if row.needed:
        return _by_row(anchor, observation.frame, row, crop)
    fits = _fits(anchor, observation.frame, crop, None)
    exact = [f for f in fits if f.exact and _says_all(anchor, observation, f)]
    if not exact:
        return missed(Rung.TEMPLATE_GLOBAL, "Nothing in the frame looks like it.", _shown(fits), THRESHOLD)
    if len(exact) > 1:
        sentence = f"{len(exact)} places look exactly like the target and none is where it was."
        if anchor.template_count > 1:
            return missed(Rung.TEMPLATE_GLOBAL, sentence, _shown(fits))
        return refused(Rung.TEMPLATE_GLOBAL, HaltCode.AMBIGUOUS, sentence, _shown(exact))
    if anchor.template_count > 1:
        return missed(Rung.TEMPLATE_GLOBAL, "Only one of several look-alikes is left.", _shown(fits))
    if repeated := _again(anchor, observation.frame, crop, observation.recorded):
        return refused(Rung.TEMPLATE_GLOBAL, HaltCode.AMBIGUOUS, _said_more(anchor, repeated), _shown(exact))
    return _one(Rung.TEMPLATE_GLOBAL, anchor, exact, identity=IdentityVerdict.NONE)


def _only(rung: Rung, anchor: Anchor, frame: Frame, row: PicturedRow, fit: _Fit) -> RungResult:
    """The target in its row, unless the same record stands with the same control elsewhere too."""
    cells = [cell.moved(fit.dx, fit.dy) for cell in row.cells or (row.band,)]
    if stands_again(frame, cells, anchor.target.moved(fit.dx, fit.dy)):
        sentence = "The record that is meant stands there twice, with the same control beside it."
        return refused(rung, HaltCode.AMBIGUOUS, sentence, _shown([fit]))
    return _one(rung, anchor, [fit], identity=IdentityVerdict.MATCH)


def _by_row(anchor: Anchor, frame: Frame, row: PicturedRow, crop: Frame) -> RungResult:
    moves = row.found_in(frame)
    if len(moves) > 1:
        sentence = f"{len(moves)} rows look exactly like the recorded one."
        return missed(Rung.TEMPLATE_GLOBAL, sentence, _rows(anchor, moves))
    if not moves:
        return missed(Rung.TEMPLATE_GLOBAL, "No row looks like the recorded one.")
    near = anchor.region.moved(*moves[0]).padded(_ROW_SLACK)
    exact = [f for f in _fits(anchor, frame, crop, near) if f.exact]
    if len(exact) != 1:
        said = "The row is there, but its target looks different."
        return missed(Rung.TEMPLATE_GLOBAL, said, _rows(anchor, moves))
    return _one(Rung.TEMPLATE_GLOBAL, anchor, exact, identity=IdentityVerdict.MATCH)


def _fits(anchor: Anchor, frame: Frame, crop: Frame, region: Region | None) -> list[_Fit]:
    peaks = template_peaks(frame, crop, region=region, coarse=region is None, floor=0.8, limit=12)
    return [_fit(anchor, frame, crop, peak) for peak in peaks]


def _fit(anchor: Anchor, frame: Frame, crop: Frame, peak: Match) -> _Fit:
    dx, dy = peak.region.x - anchor.region.x, peak.region.y - anchor.region.y
    if peak.confidence < THRESHOLD:
        return _Fit(peak, dx, dy, 1.0)
    if not _says_the_same(anchor, frame, crop, dx, dy):
        return _Fit(peak, dx, dy, 1.0)
    return _Fit(peak, dx, dy, look_difference(frame, peak.region, crop))


def _says_the_same(anchor: Anchor, frame: Frame, crop: Frame, dx: int, dy: int) -> bool:
    """Whether the label inside of the crop is there letter for letter; pictures and fields without label have none."""
    own = anchor.target if anchor.kind is TargetKind.TEXT else None
    label = (anchor.label_region or own or Region(0, 0, 0, 0)).intersection(anchor.region)
    inside = label.moved(-anchor.region.x, -anchor.region.y).clamped(crop.size)
    if inside.area == 0 or anchor.kind is TargetKind.ICON:
        return True
    return same_writing(frame, inside.moved(anchor.region.x + dx, anchor.region.y + dy), crop.crop(inside))


def _says_all(anchor: Anchor, observation: Observation, fit: _Fit) -> bool:
    """Whether a label that reaches out of the crop is there to its end: two names may only begin alike. And whether a
    place beside its text is still not parted from it."""
    label, recorded = anchor.label_region, observation.recorded
    if label is not None and is_beside_its_text(anchor):
        point = anchor.click_point.moved(fit.dx, fit.dy)
        return is_even_between(observation.frame, label.moved(fit.dx, fit.dy), point)
    if label is None or recorded is None or label.intersection(anchor.region) == label:
        return True
    place = Region(label.x, label.y, label.w + label.h, label.h)  # and a letter more would be another name
    then, now = drawn_text(recorded, place), drawn_text(observation.frame, place.moved(fit.dx, fit.dy))
    return ink_difference(then, now) <= SAME_INK


def _one(rung: Rung, anchor: Anchor, fits: list[_Fit], *, identity: IdentityVerdict) -> RungResult:
    best = min(fits, key=lambda f: (f.difference, abs(f.dx) + abs(f.dy)))
    live = anchor.target.moved(best.dx, best.dy)
    point = anchor.click_point.moved(best.dx, best.dy)
    place = Found(point, live, best.match.confidence, label=anchor.ocr_text, identity=identity)
    where = "where it was" if not (best.dx or best.dy) else f"{best.dx:+d}, {best.dy:+d} px from where it was"
    return found(rung, place, f"It looks as recorded, {where}.", _shown(fits), THRESHOLD)


def _shown(fits: list[_Fit]) -> list[Candidate]:
    return [
        Candidate(
            point=f.match.point,
            region=f.match.region,
            score=f.match.confidence,
            scale=f.match.scale,
            note=f"{f.difference:.1%} of its pixels differ",
        )
        for f in fits
    ]


def _rows(anchor: Anchor, moves: list[tuple[int, int]]) -> list[Candidate]:
    places = [(anchor.identifier_region or anchor.target).moved(dx, dy) for dx, dy in moves]
    return [Candidate(point=place.center, region=place, score=1.0) for place in places]
