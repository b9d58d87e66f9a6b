"""Postconditions from pixels: only what changed is read, the largest parts first, and no more than a part of the frame.

Of a write that nothing read so far names the record of, all that changed is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from studio.engine.compiler.look_count import occurrences
from studio.engine.compiler.page_reader import PageReader
from studio.engine.compiler.texts import gap, hull, is_cut, letters, tells_of_nothing, without_glyphs
from studio.engine.compiler.values import Variables, constant_part, is_piece, telling_part
from studio.engine.compiler.words import tells_success
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import TextRun
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame
from studio.engine.vision.hashing import phash
from studio.engine.vision.match import template_peaks
from studio.engine.vision.text import ratio, reads, squash
from studio.engine.vision.whole_text import reads_whole, says

READ_PART = 0.4
"""At most this part of the frame is read for one step."""

MOST_PARTS = 4
"""Changed regions that are looked at."""

MOST_TEXTS = 2

HEAD = (0.06, 0.34)
"""Where the headings of a page stand: between these parts of its height."""

STABLE_PX = 16
"""A region whose look is asserted has at least such sides: smaller is a caret."""

LARGEST_PIECE = (640, 240)
"""A larger region is a page, whose look differs for many reasons."""

LEAST_LETTERS = 4
"""Shorter readings are too easily found by chance."""

LONG_VALUE = 8
"""Letters from which a typed value that stands in a line of its own is told from other texts."""

LEAST_NAMED = 2
"""Letters of a typed value that, as whole words of a line that came up, tells whose record was written: a pulse."""

PARAGRAPH = 60
"""Letters from which a line is a paragraph, which wraps and is reworded, or a menu read as one."""

SMALL_PART = 0.05
"""A change of less than this part of the frame replaces no page."""

AROUND = (160, 120)
"""Where the runtime looks for an expected text, px around its region."""

SAME_SCREEN = 0.3
"""Part of the frame that may have changed on one and the same screen; of several moments the most alike is taken."""

MOST_COUNTED = 8
"""Texts that are counted in two frames (10 ms each)."""

COLUMN_MATES = 2
"""A line that begins at the same place as so many others is the content of a list, or one label of several."""

STILL_THERE = 0.5
"""Correlation from which a control is the same in another state."""

SAME_LABEL = 0.85
"""Likeness from which two readings are one label."""

WORD_GAP = 0.9
"""Air between two words of one sentence, in heights of its letters; entries of a menu stand wider apart."""

LOW = 0.5
"""Part of the frame's height below which a text is out of sight at a larger zoom."""

TALLEST = 30
"""Height from which a line is no better a heading, px: two lines read as one are high too."""

NEAR_PX = 24
"""Air around the line's place in which it is expected."""

SAME_LINE = 0.9
"""Correlation from which a line is one that stood there before; a word more in a short line leaves 0.8."""

OVERLAP = 40
"""Height that two parts which are read one after the other share, px: a line is whole in one of them."""

LEAST_LINE = 8
"""Height of a line of text that can be read, px."""

MARGIN_PX = 12
"""Air around a large change: without any, a line along its edge is read in part or not at all."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What changed over one step, the lines that were read in it afterwards, and the changes not read as a whole."""

    before: Frame
    after: Frame
    changed: tuple[Region, ...]
    lines: tuple[TextRun, ...]
    unread: tuple[Region, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """All that was before a write: the frames, newest first, and the squashed texts that were read in them."""

    frames: tuple[PastFrame, ...]
    texts: frozenset[str]


@dataclass(frozen=True, slots=True)
class PastFrame:
    """An earlier frame and how a check names it; see history.Past."""

    since: str | None
    frame: Frame
    nameable: bool = True


def observe(
    point: Point | None, field: Region | None, before: Frame, after: Frame, *, largest: float = READ_PART / 2
) -> Seen:
    """Read the changed parts of the after-frame, within the budget. What stands in the clicked `field` is no text.

    A change of more than `largest` (part of the frame) is read in bands only.
    """
    changed = tuple(sorted(changed_regions(before, after), key=lambda region: -region.area))
    reader = PageReader(after)
    parts = parts_to_read(changed, point, after, largest)
    lines = [run for part in parts for run in sentences(reader.lines(part))]
    kept = (run for run in lines if not (field and field.overlaps(run.region)))
    unread = (_below(region, parts) for region in changed)
    return Seen(before, after, changed, tuple(dict.fromkeys(kept)), tuple(r for r in unread if r.h >= LEAST_LINE))


def _below(region: Region, parts: Sequence[Region]) -> Region:
    """What is left of a change below the parts that were read over its whole width; nothing where it was read whole."""
    across = (part for part in parts if part.overlaps(region) and part.x <= region.x and part.right >= region.right)
    top = max((part.bottom for part in across), default=None)
    if top is None:
        return region
    left = region.bottom - top
    return Region(region.x, top - OVERLAP, region.w, left + OVERLAP) if left > 0 else Region(region.x, top, 0, 0)


def sentences(runs: Sequence[TextRun]) -> list[TextRun]:
    """Pieces of one line put together again (they come side by side): half a sentence may stand in a refusal too, as
    `The order was` and `sent` in `The order was not sent`."""
    found: list[TextRun] = []
    for run in runs:
        last = found[-1] if found else None
        if last and _goes_on(last.region, run.region):
            found[-1] = TextRun(f"{last.text} {run.text}", last.region.union(run.region))
        else:
            found.append(run)
    return found


def _goes_on(left: Region, right: Region) -> bool:
    height = min(left.h, right.h)
    level = abs(left.center.y - right.center.y) <= height // 2
    return level and 0 <= right.x - left.right <= WORD_GAP * max(left.h, right.h)


def parts_to_read(
    changed: Sequence[Region], point: Point | None, frame: Frame, largest: float = READ_PART / 2
) -> tuple[Region, ...]:
    """Small changes whole, of a large one the headings and the target's surroundings; disjoint, within the budget."""
    budget = READ_PART * frame.bounds.area
    parts: list[Region] = []
    for region in changed[:MOST_PARTS]:
        small = region.area <= min(budget, largest * frame.bounds.area)
        for piece in [region.padded(4)] if small else _bands(region.padded(MARGIN_PX), point, frame):
            inside = piece.clamped(frame.size)
            if 0 < inside.area <= budget and not any(inside.overlaps(part) for part in parts):
                parts.append(inside)
                budget -= inside.area
    return tuple(parts)


def _bands(region: Region, point: Point | None, frame: Frame) -> list[Region]:
    width, height = frame.size
    top, bottom = round(HEAD[0] * height), round(HEAD[1] * height)
    bands = [Region(region.x, top, region.w, bottom - top).intersection(region)]
    if point:
        near = Region.around(point, width // 2, height // 5).intersection(region)
        below = Region(near.x, max(near.y, bottom), near.w, near.bottom - max(near.y, bottom))
        bands.append(below if below.h > 0 else Region(0, 0, 0, 0))
    return bands


def new_texts(seen: Seen, variables: Variables, labels: frozenset[str], past: Past | None) -> tuple[Postcondition, ...]:
    """`text_present` for the best new lines; with `past` (for a write) only what is fresh against all of it, and first
    of all what says that something was written."""
    found: dict[str, Postcondition] = {}
    alike = _most_alike(past, seen.after)
    candidates = _candidates(seen, variables, labels)
    if past is not None:
        candidates.sort(key=lambda entry: not tells_success(entry[1].text))
    for part, run in candidates:
        if found and _in_column(run, seen.lines):
            continue  # beside a heading the content of a list adds nothing that lasts
        check = _fresh(part, run, seen, past)
        if check and not (alike and _could_be_read_in(alike.frame, check)):
            found.setdefault(squash(part), check)
        if len(found) == MOST_TEXTS:
            break
    return tuple(found.values())


def _candidates(seen: Seen, variables: Variables, labels: frozenset[str]) -> list[tuple[str, TextRun]]:
    """Lines that may be asserted, by their constant part, best first: whole, tall and long (headings)."""

    def rank(entry: tuple[str, TextRun]) -> tuple[bool, bool, bool, int]:
        part, run = entry
        height = min(run.region.h, TALLEST)
        content = tells_of_nothing(run.text) or _in_column(run, seen.lines)
        low = run.region.center.y > LOW * seen.after.size[1]
        return content, part != without_glyphs(run.text), low, -(min(letters(part), 20) + 3 * height)

    runs = [run for run in seen.lines if _is_whole(run, seen.after)]
    parts = ((telling_part(without_glyphs(run.text), variables), run) for run in runs)
    found = [
        (part, run) for part, run in parts if part and letters(part) >= LEAST_LETTERS and not is_piece(part, variables)
    ]
    return sorted((entry for entry in found if not _is_label(entry[0], labels)), key=rank)


def _in_column(run: TextRun, lines: Sequence[TextRun]) -> bool:
    mates = [o for o in lines if abs(o.region.x - run.region.x) <= 3 and abs(o.region.h - run.region.h) <= 4]
    return len(mates) - 1 >= COLUMN_MATES


def _is_whole(run: TextRun, frame: Frame) -> bool:
    """Neither cut nor several texts read as one."""
    return len(run.text) <= PARAGRAPH and not is_cut(run.region, frame.size) and not run.text.endswith(",")


def _is_label(text: str, labels: frozenset[str]) -> bool:
    """Whether a reading is a target's label, up to a letter or two that OCR took for others."""
    return any(ratio(text, label) >= SAME_LABEL for label in labels)


def _fresh(part: str, run: TextRun, seen: Seen, past: Past | None) -> Postcondition | None:
    """`text_present` where the line's look is new; for a write neither look nor text may have been there ever."""
    crop = seen.after.crop(run.region.padded(1))
    frames = [seen.before] if past is None else [entry.frame for entry in past.frames]
    if past and squash(part) in past.texts:
        return None
    if any(occurrences(frame, crop) for frame in frames):
        return None
    place = run.region.padded(NEAR_PX).clamped(seen.after.size)
    return Postcondition(kind=CheckKind.TEXT_PRESENT, text=part, region=place)


def named_value(seen: Seen, values: Mapping[str, str], *, filled: bool) -> tuple[Postcondition, ...]:
    """For a write, beside the text that came up: the parameter (the newest first) whose value came up there too, which
    tells whose record was written. Where nothing was `filled` in just before, only a message speaks of it."""
    if not values:
        return ()
    read = [run for run in seen.lines if filled or tells_success(run.text)]
    return _named_in(read, seen, values) or (_named_in(unread_lines(seen), seen, values) if filled else ())


def _named_in(lines: Sequence[TextRun], seen: Seen, values: Mapping[str, str]) -> tuple[Postcondition, ...]:
    """The value's own field shows it too, where it stood or farther down: that is no news."""
    for value, name in values.items():
        telling = (run for run in lines if len(squash(value)) >= LEAST_NAMED and says(run.text, value))
        looks = ((run, seen.after.crop(run.region.padded(1))) for run in telling)
        run = next(
            (run for run, look in looks if not template_peaks(seen.before, look, floor=SAME_LINE, limit=1)), None
        )
        if run is not None:
            place = run.region.padded(NEAR_PX).clamped(seen.after.size)
            return (Postcondition(kind=CheckKind.TEXT_PRESENT, text=value, param=name, region=place),)
    return ()


def added_value(seen: Seen, past: Past, value: str, param: str) -> tuple[Postcondition, ...]:
    """For a write, beside its message: a long typed value that a line of its own shows more often than when the same
    screen was last seen, elsewhere than in its field: a new row of a list."""
    last = _most_alike(past, seen.after, nameable=True)
    if last is None or len(squash(value)) < LONG_VALUE or _changed_part(last.frame, seen.after) > SAME_SCREEN:
        return ()
    lines = dict.fromkeys((*seen.lines, *unread_lines(seen)))
    own = [run.region for run in lines if squash(run.text) == squash(value)]
    for region in own:
        look = seen.after.crop(region.padded(1))
        fields = occurrences(seen.before, look)
        new = [place for place in own if not _stands_still(place, fields)]
        by = len(new) - len(occurrences(last.frame, look))
        if by > 0 and region in new:
            place = region.padded(NEAR_PX).clamped(seen.after.size)
            added = Postcondition(kind=CheckKind.TEXT_ADDED, text=value, param=param, by=by, region=place)
            return (added.model_copy(update={"since": last.since}),)
    return ()


def _stands_still(region: Region, former: Sequence[Region]) -> bool:
    return any(abs(region.x - place.x) <= NEAR_PX and abs(region.y - place.y) <= NEAR_PX for place in former)


def unread_lines(seen: Seen) -> list[TextRun]:
    """Lines of the changes that were read in bands only, or not at all."""
    reader = PageReader(seen.after)
    height = seen.after.size[1] // 2
    parts = [part for region in seen.unread for part in _slices(region.padded(MARGIN_PX), height)]
    return list(dict.fromkeys(run for part in parts for run in sentences(reader.lines(part))))


def _slices(region: Region, height: int) -> list[Region]:
    """The region in parts of that height, one line of each in the next too."""
    tops = range(region.y, max(region.bottom - OVERLAP, region.y + 1), height - OVERLAP)
    return [Region(region.x, top, region.w, min(height, region.bottom - top)) for top in tops]


def added_text(after: Frame, past: Past, fixed: Variables, entered: frozenset[str]) -> tuple[Postcondition, ...]:
    """For a write: what was `entered` and stands there more often than when the same screen was last seen.

    Only what changed since then is read.
    """
    last = _most_alike(past, after, nameable=True)
    if last is None or _changed_part(last.frame, after) > SAME_SCREEN:
        return ()
    seen = observe(None, None, last.frame, after, largest=READ_PART)
    candidates = [(part, run) for part, run in _candidates(seen, fixed, frozenset()) if squash(part) in entered]
    for part, run in candidates[:MOST_COUNTED]:
        crop = after.crop(run.region.padded(1))
        now, was = occurrences(after, crop), occurrences(last.frame, crop)
        if part == without_glyphs(run.text) and len(now) > len(was):
            area = (hull([*now, *was]) or run.region).padded(NEAR_PX).clamped(after.size)
            by = len(now) - len(was)
            return (Postcondition(kind=CheckKind.TEXT_ADDED, text=part, since=last.since, by=by, region=area),)
    return ()


def _most_alike(past: Past | None, after: Frame, *, nameable: bool = False) -> PastFrame | None:
    """The earlier moment that looks most like the screen after the write: a refusal may well look like it."""
    frames = [entry for entry in past.frames if entry.nameable or not nameable] if past else []
    return min(frames, key=lambda entry: _changed_part(entry.frame, after), default=None)


def _could_be_read_in(frame: Frame, check: Postcondition) -> bool:
    """Whether a forgiving reader, as at run time, would find the text there already: `encounters have` for
    `Encounter saved`. Then it proves nothing."""
    area = (check.region or frame.bounds).padded(*AROUND)
    said = " ".join(run.text for run in PageReader(frame).lines(area))
    return reads(said, check.text or "")


def _changed_part(frame: Frame, after: Frame) -> float:
    """Part of the screen that is not as it was."""
    return sum(region.area for region in changed_regions(frame, after)) / after.bounds.area


def stable_region(seen: Seen, anchor: Anchor | None, variables: Variables) -> Region | None:
    """Whose look may be asserted: the target itself where it reacted, else the changed region nearest to it.

    None where the page was replaced: then the target is gone, or too much changed.
    """
    part = _changed_part(seen.before, seen.after)
    if part > READ_PART or (part > SMALL_PART and anchor and not _is_still_there(anchor.region, seen)):
        return None
    around = [_piece_of(anchor.target, seen.after.size)] if anchor else []
    reacted = [region for region in around if any(region.overlaps(change) for change in seen.changed)]
    usable = [r for r in (*reacted, *seen.changed) if _is_piece(r) and _is_constant(r, seen, variables)]
    near = anchor.target if anchor else seen.after.bounds
    return min(usable, key=lambda region: (region not in reacted, gap(region, near), -region.area), default=None)


def _piece_of(target: Region, size: tuple[int, int]) -> Region:
    """The target with its focus ring; of a large one its upper left part."""
    place = target.padded(4)
    return Region(place.x, place.y, min(place.w, LARGEST_PIECE[0]), min(place.h, LARGEST_PIECE[1])).clamped(size)


def _is_still_there(place: Region, seen: Seen) -> bool:
    """Whether the target (with its label) is recognisable afterwards, focus ring or pressed state aside."""
    look = seen.before.crop(place)
    return bool(template_peaks(seen.after, look, region=place.padded(4), floor=STILL_THERE, limit=1))


def _is_piece(region: Region) -> bool:
    """Neither a caret nor a page."""
    return min(region.w, region.h) >= STABLE_PX and region.w <= LARGEST_PIECE[0] and region.h <= LARGEST_PIECE[1]


def _is_constant(region: Region, seen: Seen, variables: Variables) -> bool:
    texts = [run.text for run in seen.lines if region.overlaps(run.region)]
    return all(constant_part(text, variables) == text for text in texts)


def brings_up(before: Frame, now: Frame, place: Region) -> bool:
    """Whether what stands at `place` now stood nowhere before, nor anything like it there: whoever finds it knows that
    the step in between has worked."""
    inside = place.padded(1).clamped(now.size)
    if min(inside.w, inside.h) < LEAST_LINE:
        return False
    look = now.crop(inside)
    if template_peaks(before, look, region=inside.padded(NEAR_PX).clamped(before.size), floor=STILL_THERE, limit=1):
        return False
    return not occurrences(before, look)


def is_read_again(check: Postcondition, frames: Sequence[Frame]) -> bool:
    """Whether the text is read once more, whole, where a run reads it: half of what is read but once is misread."""
    return all(
        any(reads_whole(run.text, check.text or "") for run in sentences(PageReader(frame).lines(check.region)))
        for frame in {frame.checksum: frame for frame in frames}.values()
        if check.region is not None
    )


def region_check(region: Region, after: Frame, name: str) -> Postcondition:
    """`region_stable` at `region`, with its hash and the name of its picture."""
    template = f"templates/{name}_expect.png"
    return Postcondition(kind=CheckKind.REGION_STABLE, region=region, phash=phash(after, region), template=template)
