"""Whether a step's own checks hold under drift, and fail where nothing was stored.

A story is recorded under one look, compiled by `studio compile`, and its checks are asked on what the same acts lead to
under other looks, with the values of another run. For what cannot be undone they are asked as well where the action was
skipped, refused, where the message of an earlier one is still there, and where it happened to another record.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from studio.engine.bundle import load_bundle
from studio.engine.compiler.compile import compile_recording
from studio.engine.compiler.locators import element_at
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.results import CheckResult
from studio.engine.model.structure_json import element_to_json
from studio.engine.model.workflow import ActionKind, CheckKind, Risk, Step
from studio.engine.recording import RecordedEvent, RecordingWriter
from studio.engine.runtime.checks import CheckContext
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.session import BundleCrops
from studio.engine.runtime.surface import Surface
from studio.engine.runtime.values import with_value
from studio.engine.runtime.verdicts import stops
from studio.engine.runtime.verifying import Verifier
from studio.engine.vision.frame import Frame
from tests.bench.drift.acts import WAYS, Act, Story
from tests.bench.drift.corpus import is_calibration
from tests.bench.drift.reading import kept_readings
from tests.bench.drift.showing import Shown, draw_stories
from tests.bench.drift.store import FOLDER
from tests.bench.drift.stories import STORIES, looks_of

DONE, AGAIN, SKIPPED = "done", "again", "skipped"
"""Done; done to a second record while the message of the first is still shown; not done at all."""
MUST_FAIL = (SKIPPED, "refused", *WAYS, "left", "other", "late")
"""Not done at all; refused with a message, or otherwise; not done while a former success is still shown; done to
another record; shown as done, then marked as failed."""


@dataclass(frozen=True)
class Asked:
    """One act under one look, done or not, and whether its checks let the run go on."""

    arm: str
    story: str
    page: str
    act: int
    kind: str
    look: str
    state: str
    went_on: bool
    risky: bool
    said: tuple[str, ...]
    unknowable: bool = False

    @property
    def right(self) -> bool:
        """Goes on where it was done, stops where it was not."""
        return self.went_on == (self.state in (DONE, AGAIN))


@dataclass(frozen=True)
class Compiled:
    """A story's steps as compiled in one arm, by act."""

    steps: tuple[Step, ...]
    crops: Mapping[str, Frame]
    structure: bool


class _Still:
    """A surface that shows one moment for ever."""

    def __init__(self, seen: Observation) -> None:
        self._seen = seen

    def look(self) -> Observation:
        return self._seen

    peek = settled = look


class _NoWait:
    """A run that nobody stops and that waits in no time."""

    def wait(self, _seconds: float) -> None:
        return None


def run_checks(options: argparse.Namespace, root: Path = FOLDER) -> list[Asked]:
    """All that the options ask for (pages, arms, every). Raises EnvironmentUnable where something must be drawn."""
    stories = [story for story in STORIES if story.page in options.pages]
    draw_stories(stories, root)
    found: list[Asked] = []
    with kept_readings(root / "readings.sqlite"):
        for story in stories:
            for arm in options.arms:
                found += ask_story(story, arm, options.every, root)
    return found


def ask_story(story: Story, arm: str, every: int = 1, root: Path = FOLDER) -> list[Asked]:
    """One story in one arm, under each `every`-th look."""
    base, *others = looks_of(story)
    structure = arm == "structure"
    with tempfile.TemporaryDirectory() as folder:
        made = compiled(Shown(story, base, root), Path(folder), structure=structure)
        looks = [look for look in others if not (structure and look.remote)]
        return [
            one for look in looks[min(every - 1, 1) :: every] for one in _under(Shown(story, look, root), made, arm)
        ]


def compiled(shown: Shown, folder: Path, *, structure: bool) -> Compiled:
    """Write the story as a recording and compile it."""
    recording, bundle = folder / "recording", folder / "bundle"
    size = shown.moment("0.before").frame.size
    with RecordingWriter(recording, app_url="http://drift.example/", viewport=size) as writer:
        for n, act in enumerate(shown.story.acts):
            before, after = shown.moment(f"{n}.before"), shown.moment(f"{n}.after")
            writer.append(_event(shown, n, act), before.frame, after.frame, before.structure, after.structure)
        writer.flush()
        writer.finish()
    workflow = compile_recording(recording, bundle, name=shown.story.name, structure=structure)
    kept = load_bundle(bundle)
    crops = {path: kept.asset(path) for path in BundleCrops(kept)}
    return Compiled(workflow.steps, crops, structure)


def _event(shown: Shown, n: int, act: Act) -> RecordedEvent:
    before, point = shown.moment(f"{n}.before").structure, shown.places[n].center
    if act.types:
        told, text = before.focused, shown.story.value(act.types, 0)
        name = element_to_json(told) if told else None
        return RecordedEvent(kind=ActionKind.TYPE, t=1.0 + n, text=text, param=act.types, element=name)
    told = element_at(before, point)
    return RecordedEvent(
        kind=ActionKind.CLICK, t=1.0 + n, x=point.x, y=point.y, element=element_to_json(told) if told else None
    )


def _under(shown: Shown, made: Compiled, arm: str) -> Iterator[Asked]:
    earlier: dict[str, Observation] = {}
    for n, (act, step) in enumerate(zip(shown.story.acts, made.steps, strict=True)):
        before, after = (_seen(shown, f"{n}.{when}", made) for when in ("before", "after"))
        if step.expect:
            yield _asked(shown, made, arm, n, DONE, before, after, earlier)
        for state, (was, now) in _not_done(shown, n, act, before, made, risky=step.risk is Risk.IRREVERSIBLE):
            yield _asked(shown, made, arm, n, state, was, now, earlier)
        earlier[step.id] = after


def _not_done(
    shown: Shown, n: int, act: Act, before: Observation, made: Compiled, *, risky: bool
) -> Iterator[tuple[str, tuple[Observation, Observation]]]:
    """What is seen before and after where an act that stores something was not done, or done with an earlier message on
    the screen. Of what can be undone nobody promises that a message is a new one, or whose it is."""
    if not act.refused:
        return
    yield SKIPPED, (before, before)
    for name in ("refused", *shown.ways(n)):
        yield name, (before, _seen(shown, f"{n}.{name}", made))
    if not risky:
        return
    left = _seen(shown, f"{n}.left", made)
    yield "left", (left, left)
    if _says(shown, f"{n}.other") != _says(shown, f"{n}.after"):  # else nothing on the screen tells whose it is
        yield "other", (before, _seen(shown, f"{n}.other", made))
    if act.late:
        yield "late", (before, _seen(shown, f"{n}.late", made))
    yield AGAIN, (left, _seen(shown, f"{n}.again", made))


def _seen(shown: Shown, name: str, made: Compiled) -> Observation:
    moment = shown.moment(name)
    return Observation(moment.frame, moment.structure if made.structure else None)


def _says(shown: Shown, name: str) -> list[str]:
    return sorted(run.text for run in shown.moment(name).structure.texts)


def _asked(
    shown: Shown,
    made: Compiled,
    arm: str,
    n: int,
    state: str,
    before: Observation,
    after: Observation,
    earlier: Mapping[str, Observation],
) -> Asked:
    step = made.steps[n]
    context = CheckContext(
        before=before,
        after=after,
        earlier=dict(earlier),
        crops=made.crops,
        resolution=_found(shown, n, made, step),
        recorded_target=step.anchor.target if step.anchor else None,
        irreversible=step.risk is Risk.IRREVERSIBLE,
        heeds_failure=step.heeds_failure,
        values=tuple(given[1] for name, given in shown.story.values if name in shown.story.typed),
    )
    values = {name: given[1] for name, given in shown.story.values if name in shown.story.typed}
    results = _verified([with_value(check, values) for check in step.expect], context)
    stopped = [r for r in results if stops(r, step)]
    return Asked(
        arm,
        shown.story.name,
        shown.story.page,
        n,
        shown.look.kind,
        f"{shown.look.framework} {shown.look.scale:g}",
        state,
        not stopped,
        step.risk is Risk.IRREVERSIBLE,
        tuple(f"{r.kind}: {r.expected} / {r.seen}" for r in stopped or results),
        any(check.kind is CheckKind.UNKNOWABLE for check in step.expect),
    )


def _found(shown: Shown, n: int, made: Compiled, step: Step) -> Resolution | None:
    """The target where it truly stands: how it is found is not what is measured here."""
    if step.anchor is None:
        return None
    place: Region = shown.places[n]
    return Resolution(
        rung=Rung.STRUCTURAL if made.structure else Rung.TEMPLATE,
        point=place.center,
        region=place,
        confidence=1.0,
        scale=shown.look.scale,
    )


def _verified(checks: Sequence[Any], context: CheckContext) -> tuple[CheckResult, ...]:
    """As a run asks them: again and again, farther out each time, until their time is over."""
    told = Verifier(cast(Surface, _Still(context.after)), cast(RunControl, _NoWait()), _seconds())
    return told.verify(checks, context)[0]


def _seconds() -> Callable[[], float]:
    """A clock that goes on by a second whenever somebody looks at it."""
    now = iter(range(1_000_000))
    return lambda: float(next(now))


def went_wrong(one: Asked) -> bool:
    """Whether a run would have gone on though nothing was stored."""
    return one.state in MUST_FAIL and one.went_on


def check_figures(asked: Sequence[Asked]) -> dict[str, Any]:
    """By arm: needless failures of what was done, by look and part of the pages, and what was caught of the rest.

    `unknowable`: done by steps of which the compiler says that no check can tell; a person is always asked.
    """
    arms = sorted({one.arm for one in asked})
    return {arm: _of_arm([one for one in asked if one.arm == arm]) for arm in arms}


def _of_arm(asked: Sequence[Asked]) -> dict[str, Any]:
    told = [one for one in asked if one.state == DONE]
    done = [one for one in told if not one.unknowable]
    parts = {"calibration": True, "report": False}
    kinds = dict.fromkeys(one.kind for one in done)
    return {
        "cases": len(asked),
        "done": _needless(done),
        "unknowable": len(told) - len(done),
        "done_irreversible": _needless([one for one in done if one.risky]),
        "by_part": {
            name: _needless([o for o in done if is_calibration(o.page) is part]) for name, part in parts.items()
        },
        "by_kind": {kind: _needless([one for one in done if one.kind == kind]) for kind in kinds},
        "again": _needless([one for one in asked if one.state == AGAIN and not one.unknowable]),
        "must_fail": {state: _caught([one for one in asked if one.state == state]) for state in MUST_FAIL},
    }


def _needless(done: Iterable[Asked]) -> dict[str, Any]:
    said = Counter(one.right for one in done)
    return {"cases": said.total(), "needless": said[False], "share": round(said[False] / max(said.total(), 1), 4)}


def _caught(asked: Iterable[Asked]) -> dict[str, int]:
    said = Counter(one.right for one in asked)
    return {"cases": said.total(), "caught": said[True]}


def print_checks(told: Mapping[str, Any], asked: Sequence[Asked]) -> None:
    """A block an arm, and each act that was judged wrongly."""
    for arm, of in told.items():
        print(f"\nchecks, {arm}: {of['cases']} cases")
        first = {"done": of["done"], "  cannot be undone": of["done_irreversible"], "over an old message": of["again"]}
        rows = {**first, **of["by_part"], **of["by_kind"]}
        for name, row in rows.items():
            print(f"  {name:<22}{row['cases']:>6} done{row['needless']:>6} needless failures{row['share']:>8.1%}")
        print(f"  {'unknowable':<22}{of['unknowable']:>6} done, a person is asked each time")
        for state, row in of["must_fail"].items():
            print(f"  {state:<22}{row['cases']:>6} not done{row['caught']:>6} caught")
    for one in asked:
        if not one.right and not one.unknowable:
            print(f"  {one.arm} {one.story}.{one.act} {one.state} under {one.kind} {one.look}: {'; '.join(one.said)}")
