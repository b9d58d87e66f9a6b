"""What may have become of a page since: swapped, doubled, gone, covered, disabled, moving, look-alike, stale.

Each page is replayed by the real runner in a real browser, by structure and by pixels only. A wrong action is a
click on anything but what was meant, a click on what is disabled that passes, or a second click. Told apart are clicks
that the page changed under in the time of one look, and that the step's check halted: no run can know of that before.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.sync_api import Page

from studio.engine.backends.web import WebBackend, open_browser, open_page
from studio.engine.bundle import save_bundle
from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.events import Event
from studio.engine.model.geometry import Point
from studio.engine.model.results import Outcome
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow
from studio.engine.runtime import Replayer
from studio.engine.vision.frame import Frame
from tests.bench.safety.hazard_pages import (
    ALIKE,
    DONE,
    PREFIXED,
    VIEWPORT,
    Control,
    Hazard,
    Screen,
    hazards,
    of_another,
)
from tests.bench.safety.hazard_pages import recorded as recorded_page
from tests.bench.table import Row

ARMS = ("structure", "pixels")
FEW = {"structure": 3, "pixels": 0}
"""With which page a sample begins: of each five, one is taken."""
_ONE_LOOK_MS = 300
"""Time of one frame and one click on a busy machine, ms."""
_PATIENCE_S = 1.2
"""How long a target is looked for: long enough for what moves to come to rest."""


@dataclass
class Count:
    """What came of the pages of one arm; wrong ones are named."""

    cases: int = 0
    wrong: int = 0
    there: int = 0
    needless: int = 0
    raced: int = 0
    halts: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, hazard: Hazard, said: str, done: Sequence[str], outcome: Outcome, code: str, *, raced: bool) -> None:
        """One page: `done` are the clicks that it took; `raced` where it changed under the last of them."""
        self.cases += 1
        self.halts[code or outcome.value] += 1
        acted = set(done) - hazard.allowed or len(done) > 1 or (outcome is Outcome.PASSED and not done)
        if acted and raced and outcome is Outcome.HALTED:
            self.raced += 1
        elif acted:
            self.wrong += 1
            self.examples.append(f"{hazard.name}, {said}: {list(done)} {outcome.value}")
        self.there += hazard.found
        if hazard.found and not done:
            self.needless += 1
            self.missed.append(f"{hazard.name}, {said}: {code or outcome.value}")


def run(sample: bool) -> list[Row]:
    """The rows of the table; the long form has some 500 pages an arm."""
    buttons = ALIKE[:1] if sample else ALIKE
    fields = () if sample else PREFIXED
    counts = measure(buttons, fields, few=sample)
    rows: list[Row] = []
    for arm, count in counts.items():
        rows.append(Row(f"hazards, {arm}: pages", count.cases))
        rows.append(Row(f"hazards, {arm}: wrong actions", count.wrong, 0))
        rows.append(Row(f"hazards, {arm}: changed under the click, then halted", count.raced))
        rows.append(Row(f"hazards, {arm}: needless halts, %", 100 * count.needless / max(count.there, 1)))
    return rows


def measure(
    buttons: Sequence[tuple[str, str]], fields: Sequence[tuple[str, str]], *, few: bool = False
) -> dict[str, Count]:
    """Counts by arm. `few` takes six pages an arm, and other ones by structure than by pixels."""
    counts = {arm: Count() for arm in ARMS}
    kinds = [(pair, "button") for pair in buttons] + [(pair, "field") for pair in fields]
    with _own_state() as folder, open_browser() as browser, open_page(browser, viewport=VIEWPORT) as page:
        backend = WebBackend(page)
        for number, (pair, kind) in enumerate(kinds):
            then, meant = recorded_page(pair, kind, number % 3)
            for arm in ARMS:
                bundle = _record(page, backend, then, meant, folder / f"{number}-{arm}", arm)
                every = [*hazards(then, meant, Random(number)), *_stale(then)]
                for place, hazard in enumerate(every[FEW[arm] :: 5] if few else every):
                    if arm in hazard.arms:
                        _try(page, backend, bundle, hazard, counts[arm], f"{pair[0]} {place}", arm)
        backend.close()
    return counts


def _stale(then: Screen) -> Iterator[Hazard]:
    """The page of another record: what the step waits for is not there."""
    for name in ("Anna Berger", "Hanna Berg", "Bert Olsen"):
        yield Hazard("stale: another record", of_another(then, name), frozenset())
    late = f"setTimeout(()=>{{document.querySelector('h1').textContent={then.heading!r}}},500);"
    first = of_another(then, "Bert Olsen")
    yield Hazard(
        "stale: its own record comes late", Screen(**{**first.__dict__, "script": late}), frozenset({"meant"}), True
    )


def _record(page: Page, backend: WebBackend, then: Screen, meant: Control, folder: Path, arm: str) -> Path:
    """The bundle of one click on `meant`, which waits for its record and expects what the page says afterwards."""
    _show(page, backend, then)
    frame, at = backend.frame(), Point(*meant.center)
    snapshot = backend.snapshot() if arm == "structure" else None
    draft = draft_anchor(frame, at, step_id="step_000", snapshot=snapshot)
    paths = {"template": draft.anchor.template, "identifier": draft.anchor.identifier_crop}
    pictures: dict[str, Frame | bytes] = {p: draft.crops[n] for n, p in paths.items() if p and n in draft.crops}
    name = then.heading.removeprefix("Record: ")
    waits = Postcondition(kind=CheckKind.TEXT_PRESENT, text=name, param="patient", timeout_s=_PATIENCE_S)
    done = Postcondition(kind=CheckKind.TEXT_PRESENT, text=f"{DONE}{meant.does}", timeout_s=0.5)
    step = Step(
        id="step_000",
        intent=f"click ‘{meant.label}’",
        action=ActionKind.CLICK,
        anchor=draft.anchor,
        risk=Risk.IRREVERSIBLE,
        wait_until=waits,
        expect=(done,),
        timeout_s=_PATIENCE_S,
    )
    flow = Workflow(
        name="hazard", viewport=VIEWPORT, steps=(step,), structure=arm == "structure", params={"patient": name}
    )
    return save_bundle(flow, pictures, folder)


def _try(page: Page, backend: WebBackend, bundle: Path, hazard: Hazard, count: Count, said: str, arm: str) -> None:
    _show(page, backend, hazard.screen)
    events: list[Event] = []
    run_dir = bundle.parent / f"{bundle.name}-{count.cases}"
    report = Replayer(backend, emit=events.append, structure=arm == "structure").run(bundle_dir=bundle, run_dir=run_dir)
    done = [str(key) for key in page.evaluate("log")]
    acted = any(event.type == "acted" for event in events)  # type: ignore[attr-defined]
    if acted and not done:
        done = ["disabled"] if arm == "structure" or report.outcome is Outcome.PASSED else []
    late = page.evaluate("late")
    raced = late is not None and late < _ONE_LOOK_MS
    code = report.halt.code.value if report.halt else ""
    count.add(hazard, f"{said} ({arm})", done, report.outcome, code, raced=raced)


def _show(page: Page, backend: WebBackend, screen: Screen) -> None:
    page.mouse.move(1, 1)
    page.goto("about:blank")  # nothing that the page before has begun goes on in this one
    page.set_content(screen.html())
    if not screen.script:
        backend.wait_quiet(2)


@contextmanager
def _own_state() -> Iterator[Path]:
    """A folder for bundles, runs and the notes of runs that were cut off."""
    former = os.environ.get("XDG_STATE_HOME")
    with tempfile.TemporaryDirectory(prefix="hazards-") as folder:
        os.environ["XDG_STATE_HOME"] = folder
        try:
            yield Path(folder)
        finally:
            if former is None:
                del os.environ["XDG_STATE_HOME"]
            else:
                os.environ["XDG_STATE_HOME"] = former
