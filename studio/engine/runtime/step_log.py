"""Keeps what one step did: its phases, its pictures, its result."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from studio.engine.errors import CannotWrite
from studio.engine.model.events import Progress, StepFinished
from studio.engine.model.geometry import Point
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Refusal, Resolution, Rung, RungAttempt
from studio.engine.model.results import CheckResult, PhaseTimes, StepResult
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime.gate import Shown
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.run_report import interrupted_report
from studio.engine.runtime.session import Session
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr_stats

_REPORTED = 100
"""Steps up to which the report is replaced after each; later only after irreversible ones: it grows with the run,
and events.jsonl has every step."""


class StepLog:
    """The evidence of one step while it runs; `finish` makes its result and tells the world."""

    def __init__(self, session: Session, step: Step) -> None:
        self._session = session
        self._step = step
        self._ms = {"find": 0.0, "act": 0.0, "settle": 0.0, "verify": 0.0}
        self._ocr = ocr_stats()
        self._frames = session.surface.frames
        self._names = self._picture_names()
        self._before: str | None = None
        self._seen_before: Frame | None = None
        self._after: str | None = None
        self._trace: tuple[RungAttempt, ...] = ()
        self._identity = IdentityVerdict.NONE
        self.resolution: Resolution | None = None
        self.seen: Observation | None = None
        self.checks: tuple[CheckResult, ...] = ()
        self.shown: Shown | None = None
        self.done_by_hand = False
        self.acted = False
        self.sent = False
        self.missed = 0
        self.awaited = False
        self.note: str | None = None

    def _picture_names(self) -> tuple[str, str]:
        visits = self._session.visits
        visits[self._step.id] = visits.get(self._step.id, 0) + 1
        stem = self._step.id if visits[self._step.id] == 1 else f"{self._step.id}.{visits[self._step.id]}"
        return f"steps/{stem}_before.png", f"steps/{stem}_after.png"

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the time spent inside to that phase."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._ms[name] += (time.perf_counter() - started) * 1000

    def before(self, observation: Observation) -> None:
        """The screen just before the action."""
        if observation.frame is not self._seen_before:
            self._seen_before = observation.frame
            self._before = self._session.picture(self._step.id, "before", self._names[0], observation)

    def after(self, observation: Observation) -> None:
        """The screen once the action was verified (or was not)."""
        self._after = self._session.picture(self._step.id, "after", self._names[1], observation)

    def found(self, resolution: Resolution, seen: Observation) -> None:
        """The target is known."""
        self.resolution, self.seen, self._trace = resolution, seen, resolution.trace

    def refused(self, refusal: Refusal) -> None:
        """The target is not known, and why."""
        self._trace, self._identity = refusal.trace, refusal.identity

    def picture_now(self) -> str:
        """The path of a picture of the screen as it is, for a halt."""
        seen = self._session.surface.latest()
        if self.acted:
            return self._session.picture(self._step.id, "after", self._names[1], seen)
        return self._session.picture(self._step.id, "before", self._names[0], seen)

    def about_to_act(self, point: Point | None) -> None:
        """Say on disk that an irreversible step is under way, with its picture: after a crash nobody repeats it unseen.

        Raises CannotWrite, and then nothing may be sent.
        """
        session = self._session
        session.folder.flush()
        session.journal.intend(self._step, session.visits[self._step.id], point)
        self.sent = True
        session.folder.report(interrupted_report(session, irreversible=self._step.intent))

    def noted_by_hand(self) -> None:
        """Say on disk that a person did the irreversible step: a run after a crash does not do it again.

        Raises CannotWrite.
        """
        try:
            self.about_to_act(None)
        except CannotWrite as problem:
            said = (
                f"“{self._step.intent}” was done by hand, and no note of it could be kept: do not run it again unseen."
            )
            raise CannotWrite(f"{said} {problem.__cause__ or problem}") from problem
        self._session.journal.sent()

    def not_sent(self) -> None:
        """The irreversible step is not under way after all."""
        self.sent = False
        self._session.surface.forget()
        self._session.folder.report(interrupted_report(self._session), durable=False)

    def finish(self, *, ok: bool, skipped: bool = False, note: str | None = None) -> None:
        """Close the step: its result, the report on disk, the events."""
        session = self._session
        result = session.redactor.value(self._result(ok, skipped, note))
        session.results.append(result)
        if self.sent or len(session.results) <= _REPORTED:
            session.folder.report(interrupted_report(session), durable=False)
        session.emit(StepFinished(result=result))
        session.emit(Progress(done=len(session.results), total=len(session.bundle.workflow.steps)))

    def _result(self, ok: bool, skipped: bool, note: str | None) -> StepResult:
        spent, resolution = ocr_stats() - self._ocr, self.resolution
        return StepResult(
            step_id=self._step.id,
            intent=self._step.intent,
            action=self._step.action.value,
            ok=ok,
            skipped=skipped,
            note=note or ("a person did it by hand" if self.done_by_hand else None),
            rung=Rung.HUMAN.value if self.done_by_hand else resolution.rung.value if resolution else None,
            confidence=resolution.confidence if resolution else None,
            point=resolution.point if resolution else None,
            region=resolution.region if resolution else None,
            identity=resolution.identity if resolution else self._identity,
            checks=self.checks,
            times=PhaseTimes(**{name: round(ms, 2) for name, ms in self._ms.items()}),
            trace=self._trace,
            ocr_calls=spent.calls,
            ocr_full_frames=spent.full_frames,
            frames=self._session.surface.frames - self._frames,
            confirmed_by_person=self.shown is not None
            or (resolution is not None and self._step.id in self._session.confirmed),
            irreversible=_why_irreversible(self._step),
            before=self._before,
            after=self._after,
        )


def _why_irreversible(step: Step) -> str | None:
    if step.risk is not Risk.IRREVERSIBLE:
        return None
    word = f" ({step.risk_word.by}, {step.risk_word.at})" if step.risk_word else ""
    return f"{step.risk_reason or 'It was marked so.'}{word}"
