"""The Run page as it stands at a halt. No program is started: the run is told what a runner would tell."""

from __future__ import annotations

from studio.engine.model.events import Event, Halted, Resolving, RunStarted, StepStarted
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Choice, Halt, HaltCode, LookAlike
from studio.engine.model.resolution import Rung, RungAttempt, Verdict
from studio.ui.pages.run import RunPage
from studio.ui.run.form import Speed
from studio.ui.run.live import LiveRun
from studio.ui.shell.window import Window

_SENTENCE = "2 places say “Save the whole record” and nothing tells which one is meant."


def halted_page(window: Window) -> RunPage:
    """The page of the open workflow, halted at its second step with every choice that there is."""
    window.go("run")
    page, document = window.page, window.studio.document
    assert isinstance(page, RunPage)
    assert document is not None
    page.live = LiveRun(document.bundle, window.studio.library.root, page.form.wanted(frozenset(), Speed.FULL), page)
    for event in _told(document.workflow.steps[1].id, len(document.workflow.steps)):
        assert page.live.model.take(event.model_dump(mode="json"))
    page._show_live()
    assert page.view.halt.isVisibleTo(page)
    return page


def _told(step: str, steps: int) -> tuple[Event, ...]:
    place = LookAlike(point=Point(20, 20), region=Region(10, 10, 90, 30), score=1.0, label="Save the whole record")
    halt = Halt(
        id="1",
        code=HaltCode.AMBIGUOUS,
        step_id=step,
        sentence=_SENTENCE,
        look_alikes=(place, place),
        choices=(Choice.CONFIRM, Choice.RETRY, Choice.DONE_BY_HAND, Choice.STOP),
    )
    attempt = RungAttempt(
        rung=Rung.STRUCTURAL, verdict=Verdict.REFUSED, code=HaltCode.AMBIGUOUS, sentence=_SENTENCE, ms=12.0
    )
    return (
        RunStarted(run_id="1", workflow="Notes", steps=steps, run_dir="run"),
        StepStarted(step_id=step, index=1, intent="do what stands in the second step"),
        Resolving(step_id=step, attempt=attempt),
        Halted(halt=halt),
    )
