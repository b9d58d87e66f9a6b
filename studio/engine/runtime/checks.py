"""Postconditions: does the screen show what the step is for?

Each check is three-valued and says by which means it was decided. Structure answers where there is one; pixels
answer when the expected picture is there; text is read only in the region that can answer, and in the
whole frame only when time is running out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from studio.engine.compiler.words import reports_success
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Resolution
from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.structure import Element, TextRun, no_longer_unsaved, whole_row
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime.added_value import times_shown
from studio.engine.runtime.newness import is_of_another, lines_with, names_anew, read_in
from studio.engine.runtime.observation import Effort, Observation, TextReader
from studio.engine.runtime.screens import LEFT_OVER, Screens
from studio.engine.runtime.structural_place import narrowed
from studio.engine.runtime.structural_traits import by_identifier, by_label
from studio.engine.vision.diff import change_fraction
from studio.engine.vision.frame import Frame
from studio.engine.vision.hashing import phash, phash_distance
from studio.engine.vision.match import look_difference, template_peaks
from studio.engine.vision.text import holds, squash
from studio.engine.vision.whole_text import says

OLD_TEXT = "it stood there before already, and no other came"
"""What is said of a message that an earlier success had left."""

_NEAR = 24
"""px: real programs re-layout by a few pixels between runs."""
_AROUND = (160, 120)
"""px around the recorded place in which a text is looked for next."""
_SAME_REGION = 0.03
_REACTED = 0.001
_LONG = 8
"""Letters from which a value is looked for over several lines too."""


@dataclass(frozen=True)
class CheckContext:
    """What a check may look at. `earlier` maps a step id to what was seen after it; `before` is before this step.

    `gone` are expected texts that were not on the screen at some moment since the action. `proven`: another check tells
    that something came of it, so that a text that stood there already speaks neither for nor against that. `beside` are
    all checks of the step. `acted` is False where a run only waits: then what stands there already counts.
    `heeds_failure`: see Step; `values` are what was typed in this run. `unchanged` are parameters whose field held this
    run's value before it was typed.
    """

    before: Observation
    after: Observation
    earlier: Mapping[str, Observation] = field(default_factory=dict)
    crops: Mapping[str, Frame] = field(default_factory=dict)
    resolution: Resolution | None = None
    recorded_target: Region | None = None
    effort: Effort = Effort.LOCAL
    irreversible: bool = False
    gone: frozenset[str] = frozenset()
    proven: bool = False
    beside: tuple[Postcondition, ...] = ()
    acted: bool = True
    heeds_failure: bool = False
    values: tuple[str, ...] = ()
    unchanged: frozenset[str] = frozenset()


def evaluate(check: Postcondition, context: CheckContext) -> CheckResult:
    """Decide one postcondition on what is seen now."""
    return _EVALUATORS[check.kind](check, context)


def needs_frame(check: Postcondition, context: CheckContext) -> bool:
    """Whether a new frame (not only a new snapshot) is needed to decide it anew."""
    return context.after.structure is None or check.kind is CheckKind.REGION_STABLE


def _result(check: Postcondition, passed: bool | None, seen: str, means: str) -> CheckResult:
    verdict = {True: CheckVerdict.PASSED, False: CheckVerdict.FAILED, None: CheckVerdict.UNKNOWN}[passed]
    return CheckResult(kind=check.kind.value, verdict=verdict, expected=_expected(check), seen=seen, means=means)


def _expected(check: Postcondition) -> str:
    if check.kind is CheckKind.STATE:
        name = (check.locator.name or check.locator.label) if check.locator else ""
        return f"“{name}” {check.attribute} = {check.value}"
    if check.kind is CheckKind.ROWS_ADDED:
        return f"{check.by} more in “{check.text}”"
    if check.kind is CheckKind.REGION_STABLE:
        return "the place looks as recorded"
    return check.text or check.kind.value


def _text_present(check: Postcondition, context: CheckContext) -> CheckResult:
    found = _shown(check, context)
    if found.verdict is not CheckVerdict.PASSED or not must_be_new(check, context):
        return found
    old = _is_old(check, context)
    if old and not (context.proven and check.param):
        return _result(check, None if context.proven else False, OLD_TEXT, found.means)
    if check.param and (old or context.after.structure is None) and not _names_anew(check, context):
        return _result(check, False, OLD_TEXT, found.means)
    if _is_left_over(check, context):
        unknowable = {"kind": CheckKind.UNKNOWABLE.value}  # whatever else held: nothing else tells of it
        return _result(check, None, LEFT_OVER, found.means).model_copy(update=unknowable)
    return found


def _is_left_over(check: Postcondition, context: CheckContext) -> bool:
    """Whether nothing but a message tells of what cannot be undone, and an earlier run had left that very message."""
    if not context.irreversible or context.proven or check.param or not isinstance(context.earlier, Screens):
        return False
    region = check.region.padded(_NEAR) if check.region else None
    return context.earlier.left(check.text or "", lines_with(check.text or "", context.after, region), context.after)


def _names_anew(check: Postcondition, context: CheckContext) -> bool:
    """Whether the value, which tells whose record was written, came up and does not only stand where it stood."""
    regions = regions_of(check, context)
    return names_anew(check.text or "", _messages(context), context.before, context.after, regions)


def must_be_new(check: Postcondition, context: CheckContext) -> bool:
    """Whether a text that stood there before proves nothing: after what cannot be undone, and of any message that says
    that something was done."""
    return context.acted and (context.irreversible or (not check.param and reports_success(check.text or "")))


def _messages(context: CheckContext) -> list[str]:
    """What the step wants to read beside values."""
    return [c.text for c in context.beside if c.kind is CheckKind.TEXT_PRESENT and c.text and not c.param]


def _named(context: CheckContext) -> list[str]:
    """The values by which the step's checks know whose record it is."""
    telling = (CheckKind.TEXT_PRESENT, CheckKind.TEXT_ADDED)
    return [c.text for c in context.beside if c.kind in telling and c.text and c.param]


def is_shown(check: Postcondition, context: CheckContext) -> bool:
    """Whether the text of the check is on the screen, new or not."""
    return _shown(check, context).verdict is CheckVerdict.PASSED


def _is_old(check: Postcondition, context: CheckContext) -> bool:
    """Whether the text stood there just before the action, never went away since, stands there no more often and names
    nothing else: what an earlier success has left is no sign of another one."""
    wanted, before, after = check.text or "", context.before, context.after
    earlier = replace(context, after=before, effort=max(context.effort, Effort.WIDE))
    if wanted in context.gone or not is_shown(check, earlier):
        return False
    region = check.region.padded(*_AROUND) if check.region else None
    if len(lines_with(wanted, after, region)) > len(lines_with(wanted, before, region)):
        return False
    return bool(check.param) or not is_of_another(wanted, _named(context), before, after, region)


def _shown(check: Postcondition, context: CheckContext) -> CheckResult:
    wanted = check.text or ""
    told = _told_alone if check.whole else _told
    if context.after.structure is not None and told(wanted, context.after):
        return _result(check, True, wanted, "structure")
    if context.after.structure is not None:
        return _result(check, False, "it is not on the page", "structure")
    if _looks_expected(check, context):
        return _result(check, True, wanted, "pixels")
    return _read(check, context, wanted)


def _text_absent(check: Postcondition, context: CheckContext) -> CheckResult:
    if context.acted and context.irreversible and not _stood_before(check, context):  # then its absence proves nothing
        means = "ocr" if context.before.structure is None else "structure"
        return _result(check, None, "it was not there before", means)
    present = _shown(check, context)
    passed = present.verdict is not CheckVerdict.PASSED
    seen = context.after.structure
    if passed and context.irreversible and seen is not None and seen.truncated:
        return _result(check, None, "the program did not tell all that it shows", "structure")
    return _result(check, passed, present.seen if not passed else "it is not there", present.means)


def _stood_before(check: Postcondition, context: CheckContext) -> bool:
    if context.before.structure is not None:
        return _told(check.text or "", context.before)
    return is_shown(check, replace(context, after=context.before))


def _told(wanted: str, observation: Observation) -> bool:
    """Whether structure shows the text as whole words, in one line or over several: “Saved” is not in “Unsaved”."""
    if observation.structure is None:
        return False
    lines = [t.text for t in observation.structure.texts]
    return any(says(line, wanted) for line in lines) or says(" ".join(lines), wanted)


def _told_alone(wanted: str, observation: Observation) -> bool:
    """Whether a line of its own says the text and nothing more: “0042 archived” is not in “0042 archived by error”."""
    texts = observation.structure.texts if observation.structure else ()
    return any(squash(run.text) == squash(wanted) for run in texts)


def _read(check: Postcondition, context: CheckContext, wanted: str) -> CheckResult:
    reader = TextReader(context.after)
    for region in regions_of(check, context):
        lines = reader.lines(region)
        if read_in(lines, wanted, exact=check.param is not None):
            return _result(check, True, wanted, "ocr")
    return _result(check, False, "it could not be read there", "ocr")


def regions_of(check: Postcondition, context: CheckContext) -> list[Region | None]:
    """Where a text is read, one after the other; None for the whole frame."""
    regions: list[Region | None] = [check.region.padded(_NEAR)] if check.region else []
    if context.effort >= Effort.WIDE and check.region:
        regions.append(check.region.padded(*_AROUND))
    if context.effort >= Effort.FULL or not regions:
        regions.append(None)
    return regions


def places_before(check: Postcondition) -> list[Region]:
    """Where a text that must be new is looked for on the screen before the act."""
    if check.kind is not CheckKind.TEXT_PRESENT or check.region is None:
        return []
    return [check.region.padded(_NEAR), check.region.padded(*_AROUND)]


def _looks_expected(check: Postcondition, context: CheckContext) -> bool:
    picture = context.crops.get(check.template or "")
    if picture is None or check.region is None:
        return False
    frame = context.after.frame
    if look_difference(frame, check.region, picture) <= _SAME_REGION:
        return True
    peaks = template_peaks(frame, picture, region=check.region.padded(_NEAR), floor=0.9, limit=1)
    return bool(peaks) and look_difference(frame, peaks[0].region, picture) <= _SAME_REGION


def _text_added(check: Postcondition, context: CheckContext) -> CheckResult:
    reference = context.earlier.get(check.since) if check.since else context.before
    if reference is None:
        return _result(check, None, "the earlier screen was not seen in this run", "none")
    if check.param and not squash(check.text or ""):
        return _result(check, None, "no text was given that could show", "none")
    if check.param and context.after.structure is None:
        shown = times_shown(check.text or "", regions_of(check, context), context.before, context.after, reference)
        if shown is None:
            return _result(check, False, "it could not be read there", "ocr")
        return _result(check, shown[0] >= shown[1] + check.by, f"{shown[0]} times, {shown[1]} before", "ocr")
    messages = _messages(context) if check.param else []
    was, now = _count(check, reference, messages), _count(check, context.after, messages)
    means = "structure" if context.after.structure is not None else "ocr"
    if now < was + check.by and _was_there(check, context, now):
        return _result(check, True, f"{now} times, and the record held it before", means)
    return _result(check, now >= was + check.by, f"{now} times, {was} before", means)


def _was_there(check: Postcondition, context: CheckContext, now: int) -> bool:
    """Whether the record held the value before it was written, so that no list can show it once more: its field did,
    and a list shows it now. That it was written the message beside must say, which is a check of its own."""
    return check.param in context.unchanged and now > 0 and any(m for m in _messages(context))


def _count(check: Postcondition, observation: Observation, messages: Sequence[str]) -> int:
    """How often the text stands there, outside of lines that say one of the step's messages."""
    region = check.region.padded(_NEAR) if check.region else None
    told = observation.structure.texts if observation.structure else TextReader(observation).lines(region)
    lines = [line for line in told if not any(squash(said) in squash(line.text) for said in messages)]
    wanted = squash(check.text or "")
    if check.param:
        return _count_value(check.text or "", lines, observation)
    return sum(squash(t.text).count(wanted) for t in lines)


def _count_value(value: str, lines: Sequence[TextRun], observation: Observation) -> int:
    """How often a typed value stands there, as whole words: short, wrapped over lines, or in a row out of view."""
    wanted = squash(value)
    joined = squash(" ".join(t.text for t in lines)).count(wanted) if len(wanted) >= _LONG else 0
    told = observation.structure.elements if observation.structure else ()
    rows = {tuple(sorted(map(squash, whole_row(e)))) for e in told if any(holds(c, value) for c in whole_row(e))}
    return max(joined, sum(holds(t.text, value) for t in lines), len(rows))


def _rows_added(check: Postcondition, context: CheckContext) -> CheckResult:
    reference = context.earlier.get(check.since) if check.since else context.before
    was = _rows(check, reference) if reference else None
    now = _rows(check, context.after)
    if now is None:
        return _result(check, False, "the list is not on the page", "structure")
    if was is None:
        return _result(check, None, "the list was not seen before in this run", "structure")
    return _result(check, now >= was + check.by, f"{now} rows, {was} before", "structure")


def _rows(check: Postcondition, observation: Observation) -> int | None:
    if observation.structure is None:
        return None
    lists = observation.structure.lists
    named = [r.rows for r in lists if squash(r.name) == squash(check.text or "")]
    return named[0] if len(named) == 1 else None


def _state(check: Postcondition, context: CheckContext) -> CheckResult:
    if context.after.structure is None:
        return _result(check, None, "this surface tells nothing of its states", "none")
    element = _acted_element(check, context)
    if element is None:
        return _result(check, False, "the control is not there any more", "structure")
    value = getattr(element, check.attribute or "", None)
    if check.attribute == "disabled" and context.irreversible and context.acted:
        former = _acted_element(check, replace(context, after=context.before, resolution=None))
        if former is None or former.disabled:  # then that it is so now proves nothing
            return _result(check, False, "it could not be used before either", "structure")
    seen = str(value).lower() if isinstance(value, bool) else str(value)
    return _result(check, _is_as_wanted(check, seen), seen, "structure")


def _is_as_wanted(check: Postcondition, seen: str) -> bool:
    """Whether it is the recorded state; of an entry that another value takes, whether it holds that value."""
    of_this_run, recorded = squash(check.text or ""), squash(check.value or "")
    if check.param and of_this_run and of_this_run not in recorded:
        return of_this_run in squash(seen)
    return seen == check.value


def _acted_element(check: Postcondition, context: CheckContext) -> Element | None:
    snapshot, locator = context.after.structure, check.locator
    if snapshot is None or locator is None:
        return None
    pool = by_label(locator, snapshot.elements) or by_identifier(locator, snapshot.elements)
    if context.resolution is not None:
        here = tuple(e for e in snapshot.elements if e.region.contains(context.resolution.point))
        same_role = tuple(e for e in here if e.role == locator.role and (not pool or e in pool))
        pool = same_role or pool
    chosen = narrowed(locator, pool)
    return min(chosen, key=lambda e: e.region.area) if chosen else None


def _region_stable(check: Postcondition, context: CheckContext) -> CheckResult:
    if check.region is None:
        return _result(check, None, "no region was recorded", "none")
    if _looks_expected(check, context) or _hash_agrees(check, context.after.frame):
        return _result(check, True, "as recorded", "pixels")
    if context.irreversible:
        return _result(check, False, "it looks different", "pixels")
    changed = change_fraction(context.before.frame, context.after.frame, _moved_region(check.region, context))
    return _result(check, changed > _REACTED, f"{changed:.1%} of it changed", "reaction")


def _hash_agrees(check: Postcondition, frame: Frame) -> bool:
    if not check.phash or check.region is None or check.region.clamped(frame.size).area == 0:
        return False
    return phash_distance(phash(frame, check.region), check.phash) <= check.phash_tolerance


def _moved_region(region: Region, context: CheckContext) -> Region:
    if context.resolution is None or context.recorded_target is None:
        return region
    live, recorded = context.resolution.region.center, context.recorded_target.center
    scale = context.resolution.scale
    dx, dy = (region.center.x - recorded.x) * scale, (region.center.y - recorded.y) * scale
    moved = Region.around(live.moved(dx, dy), max(round(region.w * scale), 8), max(round(region.h * scale), 8))
    return moved.union(context.resolution.region.padded(6))


def _saved(check: Postcondition, context: CheckContext) -> CheckResult:
    """By the mark in the window's title, which must have been there before: a program may mark nothing at all."""
    before, after = context.before.structure, context.after.structure
    if before is None or after is None:
        return _result(check, None, "this surface tells nothing of the titles of windows", "none")
    named = check.text or ""
    saved = no_longer_unsaved(before, after)
    if named in saved or (saved and named not in before.unsaved):  # a title that is all of the document differs
        return _result(check, True, "its title marks none any more", "structure")
    if not before.unsaved:
        return _result(check, None, "no title marked unsaved changes before it", "structure")
    still = named in after.unsaved or (named not in before.unsaved and bool(after.unsaved))
    seen = "its title still marks unsaved changes" if still else "that window is not there any more"
    return _result(check, False, seen, "structure")


def _unknowable(check: Postcondition, _context: CheckContext) -> CheckResult:
    """Nothing was recorded that tells success from refusal. A message that comes up now may be an old one."""
    return _result(check, None, "success and refusal look alike on this screen", "none")


_EVALUATORS: dict[CheckKind, Callable[[Postcondition, CheckContext], CheckResult]] = {
    CheckKind.TEXT_PRESENT: _text_present,
    CheckKind.TEXT_ABSENT: _text_absent,
    CheckKind.TEXT_ADDED: _text_added,
    CheckKind.ROWS_ADDED: _rows_added,
    CheckKind.STATE: _state,
    CheckKind.REGION_STABLE: _region_stable,
    CheckKind.SAVED: _saved,
    CheckKind.UNKNOWABLE: _unknowable,
}
