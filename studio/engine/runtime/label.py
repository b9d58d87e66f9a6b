"""The label rung: find the target by what it says, near its place first, in the whole frame last."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.engine.compiler.field_label import ALIGN_PX
from studio.engine.compiler.texts import gap
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, Rung
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.label_alone import hits_read_alone
from studio.engine.runtime.label_word import is_recorded_label
from studio.engine.runtime.labels import MIN_RATIO, LabelHit, label_hits, stacked_hits
from studio.engine.runtime.observation import Effort, Observation, TextReader
from studio.engine.runtime.placing import is_beside_its_text, point_beside, point_in
from studio.engine.runtime.presence import control_like, is_boxed
from studio.engine.runtime.searching import Search, evidence_region
from studio.engine.vision.blank_place import is_even_between
from studio.engine.vision.control_ink import cluster_at
from studio.engine.vision.frame import Frame
from studio.engine.vision.label_ink import says_more, says_only
from studio.engine.vision.match import Match, look_difference, template_peaks
from studio.engine.vision.reading import readable
from studio.engine.vision.text import contradicts, ratio

_RUNG = Rung.OCR
_SAME = 0.97
"""Likeness from which a text says the label, but for glyphs that OCR confuses."""

_NEARER = 6
"""px by which another caption must be nearer to a field than the label is."""
_BLOCK, _CENTRED = (0.45, 16.0), 6
"""Widths of a button that fills its panel, in recorded widths, and px by which its label may be off its middle."""

_ALIKE_WORDS, _BETWEEN_PIXELS, _DRAWN_ALIKE = 0.8, 0.72, 0.06
"""Correlation of the same words; other words stay below 0.6 (compiler/look_count.py). Half a pixel off it is lower,
while no more than so many pixels clearly differ."""


@dataclass(frozen=True)
class Labelled:
    """A label that was read and the control that belongs to it."""

    hit: LabelHit
    control: Region
    scale: float


def try_label(anchor: Anchor, search: Search) -> RungResult:
    """A control that says the recorded label, alone among as many as were recorded."""
    if not anchor.ocr_text:
        return skipped(_RUNG, "The target has no label.")
    region, scale = search.area(evidence_region(anchor))
    places = labelled_controls(anchor, search, region, scale)
    if places:
        return _choose(anchor, search, places)
    bare = _bare_text(anchor, search, scale) if search.effort is Effort.FULL else None
    if bare is not None:
        return place_found(_RUNG, anchor, bare, [_candidate(bare)])
    where = "on the screen" if region is None else "near its place"
    return missed(_RUNG, f"“{anchor.ocr_text}” is not {where}.", threshold=MIN_RATIO)


def _same_words(frame: Frame, match: Match, said: Frame) -> bool:
    if not says_only(frame, match.region, said):
        return False
    return match.confidence >= _ALIKE_WORDS or look_difference(frame, match.region, said) <= _DRAWN_ALIKE


def _bare_text(anchor: Anchor, search: Search, scale: float) -> Labelled | None:
    """The label where no button stands around it any more: the only text that says it, as it was when recorded.

    A title may say what a button says; so the recorded screen must have said it once only.
    """
    recorded = search.observation.recorded
    if anchor.kind is not TargetKind.TEXT or not is_boxed(anchor) or recorded is None or anchor.label_count > 1:
        return None
    label = anchor.ocr_text or ""
    now = _said_anywhere(search, label)
    if len(now) != 1 or now[0].part or now[0].score < _SAME:
        return None
    if not is_recorded_label(anchor, search.observation, now[0]):
        return None
    then = Observation(recorded)
    if len(_said_anywhere(replace(search, observation=then, reader=TextReader(then)), label)) != 1:
        return None
    return Labelled(now[0], now[0].region, _text_scale(anchor, now[0], scale))


def labelled_controls(anchor: Anchor, search: Search, region: Region | None, scale: float) -> tuple[Labelled, ...]:
    """Controls of the recorded kind whose label reads as recorded, in `region`."""
    label = anchor.ocr_text or ""
    hits = hits_of(search, region, label)
    places = [place for hit in hits if (place := _control_of(anchor, search, hit, scale, region))]
    if not places and is_boxed(anchor):
        hits = hits_read_alone(search.observation.frame, search.reader, region, label)
        places = [place for hit in hits if (place := _control_of(anchor, search, hit, scale, region))]
    whole = tuple(p for p in places if not p.hit.part)
    distinct = _distinct(anchor, whole or tuple(places))
    return tuple(p for p in distinct if is_recorded_label(anchor, search.observation, p.hit))


def hits_of(search: Search, region: Region | None, label: str) -> tuple[LabelHit, ...]:
    """What says `label` in `region`: texts that stand apart (an entry of a menu bar) first, whole lines else."""
    items = search.reader.items(region)
    apart = label_hits(items, label)
    if any(not hit.part for hit in apart):
        return apart
    return label_hits(search.reader.lines(region), label) or stacked_hits(items, label)


def _said_anywhere(search: Search, label: str) -> tuple[LabelHit, ...]:
    """What says `label` on the whole screen: a large title may stand apart word by word, and only its line says it."""
    hits = hits_of(search, None, label)
    lines = (h for h in label_hits(search.reader.lines(None), label) if not h.part)
    return (*hits, *(line for line in lines if not any(line.region.overlaps(hit.region) for hit in hits)))


def _control_of(anchor: Anchor, search: Search, hit: LabelHit, scale: float, region: Region | None) -> Labelled | None:
    scale = _text_scale(anchor, hit, scale)
    if anchor.kind in (TargetKind.INPUT, TargetKind.BOX):
        if hit.part:  # “Confirm Password” is not “Password”, and a line merged from two labels looks the same
            return None
        control = _beside(anchor, search, hit, scale, region)
    else:
        control = _around(anchor, search, hit, scale, region)
    return Labelled(hit, control, scale) if control else None


def _text_scale(anchor: Anchor, hit: LabelHit, scale: float) -> float:
    if anchor.label_region is None or hit.part:
        return scale
    measured = hit.region.w / max(anchor.label_region.w, 1)
    return measured if 0.5 <= measured <= 2.0 else scale


def _around(anchor: Anchor, search: Search, hit: LabelHit, scale: float, region: Region | None) -> Region | None:
    """The button around the label; for a bare text, and among buttons that touch each other, the text itself."""
    frame = search.observation.frame
    control = control_like(anchor, frame, hit.region.center, scale)
    if is_boxed(anchor):
        control = control or _whole_width(anchor, frame, hit, scale)
        if control is None or control.h < hit.region.h + 2 or _is_bare(frame, control):
            return None
        wider = hit.part and control.w > hit.region.w * 1.8 + 40
        if wider or _says_more(hit, control) or (not hit.part and says_more(frame, control, hit.region)):
            return None
        return hit.region.padded(2) if _says_others(search, hit, control, region) else control
    if hit.part or (is_beside_its_text(anchor) and not _is_blank_beside(anchor, frame, hit.region)):
        return None
    return hit.region


def _is_blank_beside(anchor: Anchor, frame: Frame, text: Region) -> bool:
    """Whether the place beside the text is blank as it was, and nothing parts it from the text."""
    return is_even_between(frame, text, point_beside(anchor, text))


def _is_bare(frame: Frame, control: Region) -> bool:
    """Whether what was seen is a text alone: a title may say what a button said."""
    text = cluster_at(frame, control.center)
    return text is not None and all(abs(a - b) <= 2 for a, b in zip(text.region, control, strict=True))


def _whole_width(anchor: Anchor, frame: Frame, hit: LabelHit, scale: float) -> Region | None:
    """A button that was made as wide as its panel: it says the whole label, in its middle."""
    control = control_like(anchor, frame, hit.region.center, scale, widths=_BLOCK)
    if control is None or hit.part or hit.score < _SAME:
        return None
    off = control.center.x - hit.region.center.x, control.center.y - hit.region.center.y
    return control if max(abs(off[0]), abs(off[1])) <= _CENTRED else None


def _says_others(search: Search, hit: LabelHit, control: Region, region: Region | None) -> bool:
    """Whether another text stands on the label's line in what looks like one control: buttons of one colour that touch
    are seen as one, and its middle would be another button or none."""
    beside = (t for t in search.reader.items(region) if control.contains(t.region.center) and readable(t.text))
    level = hit.region.h // 2
    return not hit.part and any(
        not t.region.overlaps(hit.region) and abs(t.region.center.y - hit.region.center.y) <= level for t in beside
    )


def _says_more(hit: LabelHit, control: Region) -> bool:
    """Whether the label is only a part of what the control says: the whole longer line stands inside of it."""
    return hit.line is not None and hit.line.intersection(control.padded(2)) == hit.line


def _beside(anchor: Anchor, search: Search, hit: LabelHit, scale: float, region: Region | None) -> Region | None:
    """The field or box that belongs to a label: where it stood towards it, else below, else to its right."""
    for point in _expected_points(anchor, hit.region, scale):
        control = control_like(anchor, search.observation.frame, point, scale)
        if control is not None and not _names_another(anchor, search, hit, control, region):
            return control
    return None


def _names_another(anchor: Anchor, search: Search, hit: LabelHit, field: Region, region: Region | None) -> bool:
    """Whether another text names the field: one above it or left of it that is clearly nearer than the label."""
    if anchor.kind is not TargetKind.INPUT or field.contains(hit.region.center):
        return False
    reach = gap(hit.region, field) - _NEARER
    names = (t.region for t in search.reader.items(region) if readable(t.text) and not t.region.overlaps(hit.region))
    return any(gap(r, field) < reach and _may_name(r, field) for r in names)


def _may_name(text: Region, field: Region) -> bool:
    """Whether a text stands where captions of fields do: above, beginning with it, or left on its line."""
    above = text.bottom <= field.y + 3 and abs(text.x - field.x) <= ALIGN_PX
    left = text.right <= field.x + 3 and field.y <= text.center.y < field.bottom
    return above or left


def _expected_points(anchor: Anchor, label: Region, scale: float) -> tuple[Point, ...]:
    recorded, target = anchor.label_region or label, anchor.target
    if anchor.kind is TargetKind.BOX:
        gap = (recorded.x - target.center.x) * scale
        return (Point(round(label.x - gap), label.center.y), Point(label.x - round(20 * scale), label.center.y))
    dx, dy = (target.x - recorded.x) * scale, (target.center.y - recorded.center.y) * scale
    inset = round(24 * scale)
    inside = target.contains(recorded.center)
    as_recorded = Point(round(label.x + dx) + inset, round(label.center.y + dy))
    below = Point(label.x + inset, round(label.bottom + 22 * scale))
    right = Point(label.right + inset + round(12 * scale), label.center.y)
    return (label.center, as_recorded) if inside else (as_recorded, below, right)


def _distinct(anchor: Anchor, places: tuple[Labelled, ...]) -> tuple[Labelled, ...]:
    """One place for each control; of buttons two labels are two, even where they are seen as one."""
    kept: list[Labelled] = []
    for place in places:
        if not any(_same_place(anchor, place, other) for other in kept):
            kept.append(place)
    return tuple(kept)


def _same_place(anchor: Anchor, one: Labelled, other: Labelled) -> bool:
    apart = anchor.kind is TargetKind.TEXT and not one.hit.region.overlaps(other.hit.region)
    return one.control.overlaps(other.control) and not apart


def _choose(anchor: Anchor, search: Search, places: tuple[Labelled, ...]) -> RungResult:
    shown = [_candidate(p) for p in places]
    if len(places) > max(anchor.label_count, 1) or (len(places) == 1 and _repeated(anchor, search, places[0])):
        sentence = f"More places say “{anchor.ocr_text}” than when it was recorded."
        return refused(_RUNG, HaltCode.AMBIGUOUS, sentence, shown)
    if len(places) == 1 and anchor.label_count <= 1:
        return place_found(_RUNG, anchor, places[0], shown)
    return missed(_RUNG, f"Several places say “{anchor.ocr_text}”: the label alone does not tell.", shown)


def _repeated(anchor: Anchor, search: Search, place: Labelled) -> bool:
    """Whether the live look of the found control, or its words in or beside another one, stand elsewhere in the frame,
    more often than it was recorded."""
    frame = search.observation.frame
    if anchor.kind is not TargetKind.TEXT:
        return _captioned_alike(anchor, search, place) > max(anchor.label_count, 1)
    look = frame.crop(place.control)
    peaks = template_peaks(frame, look, coarse=True, floor=0.9, limit=12)
    same = [m for m in peaks if look_difference(frame, m.region, look) <= 0.02]
    same = [m for m in same if m.region.overlaps(place.control) or _may_say(anchor, search, m.region)]
    return max(len(same), _worded_alike(anchor, search, place)) > max(anchor.label_count, 1)


def _may_say(anchor: Anchor, search: Search, place: Region) -> bool:
    """Whether what looks like the label may be it when it is read: 2024 looks like 2025."""
    read = [t for t in search.reader.items(place.padded(2 * place.h, place.h // 2)) if t.region.overlaps(place)]
    label = anchor.ocr_text or ""
    return not read or any(ratio(t.text, label) >= 0.7 and not contradicts(t.text, label) for t in read)


def _worded_alike(anchor: Anchor, search: Search, place: Labelled) -> int:
    """Controls that show the found one's words, itself among them: words may stand a px higher in the next button, or
    half a px further on."""
    if place.hit.part:
        return 1
    others = _same_words_elsewhere(search, place.hit.region.padded(2), place.control)
    if not is_boxed(anchor):
        return 1 + sum(bool(_says_label(anchor, search, words)) for words in others)
    frame = search.observation.frame
    controls = [(control_like(anchor, frame, words.center, place.scale), words) for words in others]
    return 1 + sum(control is not None and not says_more(frame, control, words) for control, words in controls)


def _captioned_alike(anchor: Anchor, search: Search, place: Labelled) -> int:
    """Fields and boxes that the label's words stand beside, the found one among them (30 ms): a second one may stand
    where nothing was read so far."""
    others = _same_words_elsewhere(search, place.hit.region, place.hit.region)
    return 1 + sum(_is_captioned(anchor, search, words, place) for words in others)


def _is_captioned(anchor: Anchor, search: Search, words: Region, found: Labelled) -> bool:
    """Whether another field or box belongs to the label that is read at `words`."""
    hits, around = _says_label(anchor, search, words), _around_words(words)
    controls = [_beside(anchor, search, hit, found.scale, around) for hit in hits]
    return any(control is not None and not control.overlaps(found.control) for control in controls)


def _same_words_elsewhere(search: Search, words: Region, own: Region) -> list[Region]:
    """Where what stands at `words` stands once more, outside of `own` (25 ms)."""
    frame = search.observation.frame
    said = frame.crop(words)
    peaks = template_peaks(frame, said, floor=_BETWEEN_PIXELS, limit=12)
    return [m.region for m in peaks if not m.region.overlaps(own) and _same_words(frame, m, said)]


def _says_label(anchor: Anchor, search: Search, words: Region) -> list[LabelHit]:
    """What reads as the label, and not only as a part of another, at `words`."""
    hits = hits_of(search, _around_words(words), anchor.ocr_text or "")
    return [hit for hit in hits if hit.region.overlaps(words) and not hit.part]


def _around_words(words: Region) -> Region:
    return words.padded(2 * words.h, words.h // 2)


def place_found(
    rung: Rung,
    anchor: Anchor,
    place: Labelled,
    shown: list[Candidate],
    identity: IdentityVerdict = IdentityVerdict.NONE,
) -> RungResult:
    """The rung's answer for one labelled control."""
    beside = point_beside(anchor, place.hit.region) if is_beside_its_text(anchor) else None
    spot = Found(
        beside or point_in(anchor, place.control),
        place.control,
        place.hit.score,
        scale=place.scale,
        label=place.hit.text,
        identity=identity,
    )
    return found(rung, spot, f"“{place.hit.text}” was read there.", shown, MIN_RATIO)


def _candidate(place: Labelled) -> Candidate:
    return Candidate(
        point=place.control.center,
        region=place.control,
        score=place.hit.score,
        label=place.hit.text,
        scale=place.scale,
    )
