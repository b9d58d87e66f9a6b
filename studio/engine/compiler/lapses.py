"""What changed between a step's own after-picture and the next action's before-picture, while the person did nothing.

It is what the person waited for (“All changes saved”), or what changes by itself and is evidence of nothing (a tip of
the day, a counter).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.history import screen_of
from studio.engine.compiler.row_structure import row_cells
from studio.engine.compiler.scenes import Scenes
from studio.engine.compiler.snapshot_texts import program_texts
from studio.engine.compiler.texts import goes_on, letters
from studio.engine.compiler.values import Variables, constant_part
from studio.engine.compiler.words import TRANSIENT, tells_success
from studio.engine.model.geometry import Region
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition
from studio.engine.vision.text import squash, tokens

LEAST_LETTERS = 4
"""Letters of a text that is waited for; a shorter one is found by chance."""

PATIENCE = 5
"""Times as long as the person waited that a run waits for what tells that the program was done."""

LEAST_WAIT_S, LEAST_HINT_S = 15.0, 2.0
"""Seconds that a run waits at least for what tells that the program was done, and for any other text."""

MOST_HINT_S = 6.0
"""Seconds that a run waits at most for a text without which it goes on."""

MOST_PAUSE_S = 10.0
"""Seconds of a person's pause that count; a longer one was spent on something else."""

_QUIET = frozenset({ActionKind.SCROLL, ActionKind.HOVER, ActionKind.WAIT})
"""Actions that no program answers with work of its own."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """One screen before a step, after it, and when the person decided to go on, `pause_s` after the step began."""

    before: StructureSnapshot
    after: StructureSnapshot
    decided: StructureSnapshot
    pause_s: float
    size: tuple[int, int]

    @property
    def screen(self) -> str:
        """The screen on which the person waited."""
        return screen_of(self.decided)


def lapses_of(drafts: Sequence[StepDraft], scenes: Scenes) -> dict[int, Lapse]:
    """The lapses of a recording by the position of the step that they follow, where structure shows all three."""
    found: dict[int, Lapse] = {}
    for position, (draft, following) in enumerate(pairwise(drafts)):
        before, after = scenes.snapshot("before", draft.event.i), scenes.snapshot("after", draft.event.i)
        decided = scenes.snapshot("before", following.event.i)
        if before and after and decided and draft.action not in _QUIET:
            pause = min(max(following.event.t - draft.event.t, 0.0), MOST_PAUSE_S)
            found[position] = Lapse(before, after, decided, pause, scenes.size)
    return found


def restless_places(lapses: Iterable[Lapse]) -> dict[str, list[Region]]:
    """By screen, where another text came while nobody acted, in place of one that the act before had left alone.

    What tells of success counts as an answer, however late it came.
    """
    found: dict[str, list[Region]] = {}
    for lapse in lapses:
        if screen_of(lapse.after) != lapse.screen or screen_of(lapse.before) != lapse.screen:
            continue
        untouched = {squash(run.text) for run in lapse.before.texts}
        gone = [run for run in _gone(lapse) if squash(run.text) in untouched]
        for run in _come(lapse):
            former = _in_place_of(run, gone)
            if former is not None and not tells_success(run.text):
                found.setdefault(lapse.screen, []).append(run.region.union(former.region))
    return found


def is_restless(run: TextRun, screen: str, places: Mapping[str, Sequence[Region]]) -> bool:
    """Whether the text stands where texts change by themselves."""
    return any(place.overlaps(run.region) for place in places.get(screen, ()))


def awaited(
    lapse: Lapse, variables: Variables, labels: frozenset[str], restless: Mapping[str, Sequence[Region]]
) -> Postcondition | None:
    """What the person waited for before they went on, or None.

    A run insists on it where it says that something was done, or took the place of a text that the act had brought up
    (“Saving…”); any other text may be a coincidence, and the run goes on without it (`optional`).
    """
    if screen_of(lapse.after) != lapse.screen:
        return None  # another page: the next target tells that it is there
    answers = [run for run in _gone(lapse) if _brought_up(run, lapse)]
    cells, data = row_cells(lapse.decided), [entry.region for entry in lapse.decided.lists]
    found = []
    for run in _come(lapse):
        success, follows = tells_success(run.text), _in_place_of(run, answers) is not None
        among_data = squash(run.text) in cells or any(region.contains(run.region.center) for region in data)
        restless_here = is_restless(run, lapse.screen, restless)
        if _is_whole(run.text, variables, labels) and not among_data and (success or not restless_here):
            found.append((not success, not follows, -letters(run.text), run.text))
    if not found:
        return _busy(answers, lapse.pause_s)
    no_success, no_answer, _, text = min(found)
    return _wait(CheckKind.TEXT_PRESENT, text, lapse.pause_s, optional=no_success and no_answer)


def _busy(answers: Sequence[TextRun], pause_s: float) -> Postcondition | None:
    """A text that says that the program is at work, which came with the act and went away."""
    busy = [run.text for run in answers if goes_on(run.text) or TRANSIENT.intersection(tokens(run.text))]
    plain = [text for text in busy if letters(text) >= LEAST_LETTERS and not any(c.isdigit() for c in text)]
    return _wait(CheckKind.TEXT_ABSENT, plain[0], pause_s, optional=False) if plain else None


def _wait(kind: CheckKind, text: str, pause_s: float, *, optional: bool) -> Postcondition:
    longest = min(max(2 * pause_s, LEAST_HINT_S), MOST_HINT_S) if optional else max(PATIENCE * pause_s, LEAST_WAIT_S)
    return Postcondition(
        kind=kind, text=text, timeout_s=round(longest, 1), pause_s=round(pause_s, 1), optional=optional
    )


def _come(lapse: Lapse) -> list[TextRun]:
    known = {squash(run.text) for run in lapse.after.texts}
    return [run for run in program_texts(lapse.decided, lapse.size) if squash(run.text) not in known]


def _gone(lapse: Lapse) -> list[TextRun]:
    left = {squash(run.text) for run in lapse.decided.texts}
    return [run for run in program_texts(lapse.after, lapse.size) if squash(run.text) not in left]


def _brought_up(run: TextRun, lapse: Lapse) -> bool:
    return all(squash(run.text) != squash(former.text) for former in lapse.before.texts)


def _in_place_of(run: TextRun, former: Sequence[TextRun]) -> TextRun | None:
    return next((other for other in former if other.region.overlaps(run.region)), None)


def _is_whole(text: str, variables: Variables, labels: frozenset[str]) -> bool:
    """Whether it is the program's own text as a whole: no part of it varies, and it is no name of a control."""
    plain = constant_part(text, variables) == text and not goes_on(text)
    return plain and letters(text) >= LEAST_LETTERS and squash(text) not in labels
