"""The postcondition pass: what the screen must show after each step, by structure or by pixels.

Typed and scrolling steps carry none: the field is read back at run time, and a scroll is proven by the next target.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from studio.engine.compiler import checks_pixels, checks_structure
from studio.engine.compiler.checks_structure import (
    Expectable,
    added_texts,
    added_values,
    closed_dialog,
    expectable,
    fresh_texts,
    greyed_again,
    grown_lists,
    left_field,
    named_values,
    saved_mark,
)
from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.history import Past, moment, screen_of, without
from studio.engine.compiler.lapses import awaited, is_restless, lapses_of, restless_places
from studio.engine.compiler.risk_keys import acts, saves
from studio.engine.compiler.said_lines import named_line
from studio.engine.compiler.scenes import Scenes
from studio.engine.compiler.texts import without_glyphs
from studio.engine.compiler.values import Variables
from studio.engine.compiler.words import is_own_verb, tells_failure, tells_success
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk
from studio.engine.recording.layout import Moment
from studio.engine.runtime.failure_marks import failure_mark, places_of
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame
from studio.engine.vision.text import squash

UNCHECKED = frozenset({ActionKind.TYPE, ActionKind.SCROLL, ActionKind.HOVER, ActionKind.WAIT})
_ON_THE_WAY = frozenset({ActionKind.SCROLL, ActionKind.HOVER, ActionKind.WAIT})
_MOVES_FOCUS = frozenset({"Tab", "Shift+Tab"})

LEAST_ENTERED = 3
"""Letters of what was put in that may be counted."""

UNKNOWABLE = "Nothing on this screen tells a write that succeeded from one that was refused."


@dataclass(frozen=True, slots=True)
class StepChecks:
    """A step's postconditions, the picture of the expected region where there is one, whether a message that
    something was not done is news, and what the step waits for before it begins."""

    checks: tuple[Postcondition, ...] = ()
    picture: Frame | None = None
    heeds_failure: bool = False
    wait: Postcondition | None = None


class CheckPass:
    """Derives the postconditions of all steps of one recording, in order.

    `variables` are all values that may differ in another run. `fixed` leaves out typed constants: while nobody made
    them parameters they are the same in each run, and one more of them proves a write where nothing else does.
    """

    def __init__(self, drafts: Sequence[StepDraft], scenes: Scenes) -> None:
        self._drafts = drafts
        self._scenes = scenes
        self.variables = variables_of(drafts)
        self.fixed = variables_of([d for d in drafts if d.param or d.target])
        self._moments: dict[tuple[Moment, int], Past | None] = {}
        self._read: set[str] = set()
        self._read_failure = False
        self._is_told = any(scenes.snapshot("before", d.event.i) for d in drafts)
        self.entered = entered_in(drafts)
        self.labels = frozenset(squash(d.label) for d in drafts if d.label)
        self._lapses = lapses_of(drafts, scenes)

    def checks(self, position: int, risk: Risk) -> StepChecks:
        """The checks of the draft at `position`, and what it waits for."""
        found = self._checks(position, risk)
        heeds = risk is Risk.IRREVERSIBLE and bool(found.checks) and not self._shows_failure(position, found.checks)
        return replace(found, heeds_failure=heeds, wait=self._wait(position))

    def _wait(self, position: int) -> Postcondition | None:
        """What the person waited for after the step before, and before this one."""
        lapse = self._lapses.get(position - 1)
        return awaited(lapse, self.variables, self.labels, self._restless(position - 1)) if lapse else None

    def _restless(self, position: int) -> dict[str, list[Region]]:
        """Where texts change by themselves, as far as other lapses than the one after that step tell."""
        return restless_places(lapse for after, lapse in self._lapses.items() if after != position)

    def _shows_failure(self, position: int, checks: Sequence[Postcondition]) -> bool:
        """Whether the recorded screen itself says near by that something was not done."""
        draft = self._drafts[position]
        before, after = self._scenes.before(draft.event.i), self._scenes.after(draft.event.i)
        if before.snapshot is None or after.snapshot is None:
            return self._read_failure
        seen = Observation(after.frame, after.snapshot)
        target = [draft.target.anchor.target] if draft.target else []
        typed = [d.event.text for d in self._drafts if d.event.text and not d.secret]
        near = [*target, *places_of(checks, seen)]
        return failure_mark(Observation(before.frame, before.snapshot), seen, near, typed) is not None

    def _checks(self, position: int, risk: Risk) -> StepChecks:
        draft = self._drafts[position]
        if draft.action in UNCHECKED:
            return StepChecks()
        after = self._scenes.after(draft.event.i)
        before = self._scenes.before(draft.event.i)
        if after.snapshot is None or before.snapshot is None:
            if risk is not Risk.IRREVERSIBLE and self._is_told:
                return (
                    StepChecks()
                )  # a person was quicker than the programs told: a picture of that moment is no promise
            return self._from_pixels(position, risk)
        return StepChecks(self._from_structure(position, risk, before.snapshot, after.snapshot))

    def _from_structure(
        self, position: int, risk: Risk, before: StructureSnapshot, after: StructureSnapshot
    ) -> tuple[Postcondition, ...]:
        states = self._states(self._drafts[position], after)
        if risk is not Risk.IRREVERSIBLE:
            return states or self._about_the_step(position, before, after)
        found, decided = self._evidence(position, before, after), self._decided(position)
        if not found and decided is not None:  # it came later, and then the person went on
            found = self._evidence(position, before, decided)
        return states + (found or (unknowable(),))

    def _about_the_step(
        self, position: int, before: StructureSnapshot, after: StructureSnapshot
    ) -> tuple[Postcondition, ...]:
        """What a step that can be undone has brought up. Where that is the target of the next one, finding it tells;
        a key that edits a text is proven by reading the text back. What an earlier screen showed already is expected
        of the last step only: before another, coming back to it is no news."""
        draft, following = self._drafts[position], _next_aimed(self._drafts, position)
        if following and following.element and checks_structure.brings_up(before, following.element):
            return ()
        focus = before.focused
        if draft.action is ActionKind.KEY and focus and focus.editable and not acts(draft.event.key, focus):
            return ()
        past = self._past(position)
        texts = self._at_rest(position, after, expectable(after, self._scenes.size, past, self.variables, self.labels))
        if following or checks_structure.closes_menu(before, after):
            texts = [entry for entry in texts if not checks_structure.stood_before(entry, past)]
        return checks_structure.new_texts(checks_structure.lasting(texts, self._decided(position)), past[0])

    def _evidence(
        self, position: int, before: StructureSnapshot, after: StructureSnapshot
    ) -> tuple[Postcondition, ...]:
        """What tells that a step that cannot be undone has worked; nothing where success and refusal look alike."""
        draft, past, size = self._drafts[position], self._past(position), self._scenes.size
        now = moment(after, size)
        texts = self._at_rest(position, after, expectable(after, size, past, self.variables, self.labels))
        fixed = expectable(after, size, past, self.fixed, frozenset())
        evidence = grown_lists(now, past) + fresh_texts(texts, past)
        evidence += self._whose(position, now, past, texts, evidence) if evidence else ()
        evidence = evidence or self._shown_values(position, now, past, texts)
        evidence = evidence or left_field(
            added_values(self._typed_before(position), now, past), draft.element, before, after
        )
        evidence = evidence or added_texts(fixed, now, past, self.entered)
        evidence = evidence or self._named_line(position, after, past)
        evidence = evidence or closed_dialog(draft.element, before, after, self.variables)
        marked = saved_mark(before, after)
        by_key = marked if draft.action is ActionKind.KEY and saves(draft.event.key) else ()
        return by_key or evidence or marked or _greyed(self._drafts[: position + 1], self._scenes, before, after)

    def _at_rest(self, position: int, after: StructureSnapshot, texts: list[Expectable]) -> list[Expectable]:
        """The texts without those that stand where texts change by themselves."""
        places, screen = self._restless(position), screen_of(after)
        runs = ((entry, TextRun(entry.source, entry.region)) for entry in texts)
        return [entry for entry, run in runs if entry.outcome or not is_restless(run, screen, places)]

    def _named_line(self, position: int, after: StructureSnapshot, past: list[Past]) -> tuple[Postcondition, ...]:
        known: dict[str, str | None] = {}
        for draft in self._drafts[: position + 1]:
            known |= dict.fromkeys(draft.target.anchor.row_texts if draft.target else ())
            if draft.action is ActionKind.TYPE and draft.event.text and not draft.secret:
                known[draft.event.text] = draft.param
        places, screen = self._restless(position), screen_of(after)
        return named_line(after, self._scenes.size, past, known, lambda run: not is_restless(run, screen, places))

    def _decided(self, position: int) -> StructureSnapshot | None:
        """The screen on which the person decided to go on; None after the last step."""
        following = _following(self._drafts, position)
        return self._scenes.snapshot("before", following.event.i) if following else None

    def _shown_values(
        self, position: int, now: Past, past: list[Past], texts: list[Expectable]
    ) -> tuple[Postcondition, ...]:
        """A value of this form on the screen that followed it, which must be another than the form: a refusal may
        repeat what was typed."""
        shown = added_values(self._typed_before(position), now, past)
        other = checks_structure.new_texts(texts, past[0])
        return shown + other if shown and other and now.screen != past[0].screen else ()

    def _whose(
        self,
        position: int,
        now: Past,
        past: list[Past],
        texts: list[Expectable],
        evidence: tuple[Postcondition, ...],
    ) -> tuple[Postcondition, ...]:
        """Beside the evidence that something was written, a parameter that tells of which record: its value stands
        there once more outside of the messages (an old one may be shown again), or in the very text that came up. Where
        nothing was filled in just before, only a message speaks of it: a word that was searched for may well stand on
        the page that it led to."""
        typed, filled = self._typed_before(position), self._drafts[position].filled
        said = [entry for entry in texts if filled or tells_success(entry.source)]
        messages = [check.text for check in evidence if check.kind is CheckKind.TEXT_PRESENT and check.text]
        now, listed = without(now, messages), [without(entry, messages) for entry in past]
        named = {**typed, **self._picked_before(position)}
        return (added_values(typed, now, listed) if filled else ()) or named_values(named, said, past)

    def _typed_before(self, position: int) -> dict[str, str]:
        """Parameters typed so far by their recorded values, newest first."""
        found: dict[str, str] = {}
        for draft in reversed(self._drafts[:position]):
            if draft.action is ActionKind.TYPE and draft.param and not draft.secret and draft.event.text:
                found.setdefault(draft.event.text, draft.param)
        return found

    def _picked_before(self, position: int) -> dict[str, str]:
        """Parameters that pick an entry, by their recorded texts: they tell whose record it is."""
        return {draft.entry[1]: draft.entry[0] for draft in reversed(self._drafts[:position]) if draft.entry}

    def _states(self, draft: StepDraft, after: StructureSnapshot) -> tuple[Postcondition, ...]:
        if draft.element is not None and draft.action is not ActionKind.SELECT:
            return checks_structure.state_checks(draft.element, after)
        return checks_structure.focus_check(after) if draft.event.key in _MOVES_FOCUS else ()

    def _past(self, position: int) -> list[Past]:
        """Earlier moments, newest first: those of `_earlier`, and before each, what it led to until the person went on.

        That later screen is the one that a run remembers of the step; on a slow machine the first may lack a list.
        """
        following = {draft.id: later.event.i for draft, later in pairwise(self._drafts[:position])}
        found = []
        for when, index, since, nameable in self._earlier(position):
            if since in following:
                found.append(self._moment("before", following[since], since, True))
            found.append(self._moment(when, index, since, nameable))
        return [past for past in found if past]

    def _earlier(self, position: int) -> Iterator[tuple[Moment, int, str | None, bool]]:
        """Just before the step, then after each earlier step, then the start, which no check can name."""
        yield "before", self._drafts[position].event.i, None, True
        for draft in reversed(self._drafts[:position]):
            yield "after", draft.event.i, draft.id, True
        if position:
            yield "before", self._drafts[0].event.i, None, False

    def _moment(self, when: Moment, index: int, since: str | None, nameable: bool) -> Past | None:
        if (when, index) not in self._moments:
            snapshot = self._scenes.snapshot(when, index)
            self._moments[when, index] = moment(snapshot, self._scenes.size) if snapshot else None
        known = self._moments[when, index]
        return replace(known, since=since, nameable=nameable) if known else None

    def _from_pixels(self, position: int, risk: Risk) -> StepChecks:
        draft = self._drafts[position]
        before, after = self._scenes.before(draft.event.i).frame, self._scenes.after(draft.event.i).frame
        seen = checks_pixels.observe(draft.event.point, _field(draft), before, after)
        past = self._past_pixels(position) if risk is Risk.IRREVERSIBLE else None
        self._read_failure = any(tells_failure(run.text) for run in seen.lines)
        self._read |= {squash(without_glyphs(run.text)) for run in seen.lines}
        texts = checks_pixels.new_texts(seen, self.variables, self.labels, past)
        if past is None:
            return self._about_the_step_by_pixels(position, seen, texts)
        if texts:
            return StepChecks(texts + self._whose_by_pixels(position, seen, past))
        return StepChecks(checks_pixels.added_text(after, past, self.fixed, self.entered) or (unknowable(),))

    def _about_the_step_by_pixels(
        self, position: int, seen: checks_pixels.Seen, texts: tuple[Postcondition, ...]
    ) -> StepChecks:
        """As `_about_the_step`: nothing where the next target was not there before, else what a run would read too."""
        draft, following, aimed = (
            self._drafts[position],
            _following(self._drafts, position),
            _next_aimed(self._drafts, position),
        )
        decided = self._scenes.before(following.event.i).frame if following else seen.after
        if aimed is not None and aimed.target is not None:
            aim, shown = aimed.target.anchor, self._scenes.before(aimed.event.i).frame
            place = aim.label_region or aim.control or aim.target  # boxes are alike, words are not
            if checks_pixels.brings_up(seen.before, shown, place):
                return StepChecks()
        read = tuple(check for check in texts if checks_pixels.is_read_again(check, (seen.after, decided)))
        anchor = draft.target.anchor if draft.target else None
        region = (
            None if read or self._is_typed_into(position) else checks_pixels.stable_region(seen, anchor, self.variables)
        )
        if region is None:
            return StepChecks(read)
        return StepChecks((checks_pixels.region_check(region, seen.after, draft.id),), seen.after.crop(region))

    def _whose_by_pixels(
        self, position: int, seen: checks_pixels.Seen, past: checks_pixels.Past | None
    ) -> tuple[Postcondition, ...]:
        """As `_whose`: the value that tells whose record was written, or of which a list shows one more."""
        if past is None:
            return ()
        typed, filled = self._typed_before(position), self._drafts[position].filled
        named = checks_pixels.named_value(seen, typed, filled=filled)  # read letter by letter, which a row is not
        for value, name in typed.items() if filled else ():
            if added := checks_pixels.added_value(seen, self._before_typing(position, value, past), value, name):
                return added + named
        return named

    def _before_typing(self, position: int, value: str, past: checks_pixels.Past) -> checks_pixels.Past:
        """The moments before `value` was typed: its field, in the letters of the list, is no entry of it."""
        typed_at = next(i for i in reversed(range(position)) if self._drafts[i].event.text == value)
        former = {draft.id for draft in self._drafts[:typed_at]}
        return replace(past, frames=tuple(entry for entry in past.frames if entry.since in former))

    def _is_typed_into(self, position: int) -> bool:
        """Whether a field is clicked to type into it: what it holds then is read back, and how a field that has the
        keyboard looks is up to the theme."""
        following = self._drafts[position + 1 : position + 2]
        return _field(self._drafts[position]) is not None and any(d.action is ActionKind.TYPE for d in following)

    def _past_pixels(self, position: int) -> checks_pixels.Past:
        """The earlier frames, newest first, each picture once, and all that was read after earlier steps."""
        found: dict[int, checks_pixels.PastFrame] = {}
        for when, index, since, nameable in self._earlier(position):
            scene = self._scenes.before(index) if when == "before" else self._scenes.after(index)
            found.setdefault(scene.frame.checksum, checks_pixels.PastFrame(since, scene.frame, nameable))
        return checks_pixels.Past(tuple(found.values()), frozenset(self._read))


def _field(draft: StepDraft) -> Region | None:
    """The field that was clicked, where it was one."""
    anchor = draft.target.anchor if draft.target else None
    return anchor.target if anchor and anchor.kind is TargetKind.INPUT else None


def variables_of(drafts: Sequence[StepDraft]) -> Variables:
    """All values that differ from run to run: typed ones, chosen ones, and the texts of the rows acted on."""
    typed = [d.event.text for d in drafts if d.event.text and not d.secret]
    rows = [text for d in drafts if d.target for text in (*d.target.anchor.row_texts, *_own_cell(d))]
    return Variables.of([*typed, *rows, *(d.entry[1] for d in drafts if d.entry)])


def _own_cell(draft: StepDraft) -> tuple[str, ...]:
    """What the target says, where it is itself a cell of its row."""
    locator = draft.target.anchor.structural if draft.target else None
    own = locator is not None and locator.role == "gridcell" and bool(locator.row)
    return (draft.label,) if own and draft.label and not is_own_verb(draft.label) else ()


def entered_in(drafts: Sequence[StepDraft]) -> frozenset[str]:
    """What the person put in, squashed: typed and chosen texts, and what was clicked (a kind, a tick). One more of
    these on the screen tells of a write; one more of any other text is how the page is laid out. What a field is called
    is not put in: its placeholder shows again whenever it is emptied."""
    said = [
        text for d in drafts for text in (d.event.text, d.label if _field(d) is None else None) if text and not d.secret
    ]
    return frozenset(flat for text in said if len(flat := squash(text)) >= LEAST_ENTERED)


def unknowable() -> Postcondition:
    """The check that says that no check is possible."""
    return Postcondition(kind=CheckKind.UNKNOWABLE, text=UNKNOWABLE)


def _following(drafts: Sequence[StepDraft], position: int) -> StepDraft | None:
    return drafts[position + 1] if position + 1 < len(drafts) else None


def _next_aimed(drafts: Sequence[StepDraft], position: int) -> StepDraft | None:
    """The next step, scrolling and pointing apart, where it has a target to be found; a field that is typed into is
    not looked for."""
    following = next((d for d in drafts[position + 1 :] if d.action not in _ON_THE_WAY), None)
    return following if following is not None and following.action not in UNCHECKED else None


def _greyed(
    drafts: Sequence[StepDraft], scenes: Scenes, before: StructureSnapshot, after: StructureSnapshot
) -> tuple[Postcondition, ...]:
    """The button of the last of these steps, a write, that cannot be used again, as before the changes."""
    *former, draft = drafts
    earlier = (scenes.snapshot("before", d.event.i) for d in former)
    acted = None if draft.action is ActionKind.KEY else draft.element
    return greyed_again(acted, before, after, (shown for shown in earlier if shown))
