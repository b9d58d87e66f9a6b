"""One step from beginning to end: find, pass the gate, act, settle, verify, note the heal."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn

from studio.engine.backends.protocols import SurfaceLost
from studio.engine.model.events import (
    Answered,
    Halted,
    Paused,
    Resolving,
    Resumed,
    StepStarted,
    Verified,
    Warned,
)
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Choice, Halt, HaltCode
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.model.results import HAPPENED, LATER, CheckResult, CheckVerdict
from studio.engine.model.workflow import ActionKind, CheckKind, Risk, Step
from studio.engine.policy import policy_says
from studio.engine.runtime.awaiting import Awaiter
from studio.engine.runtime.checks import CheckContext
from studio.engine.runtime.control import StopRequested
from studio.engine.runtime.filled import FilledFields
from studio.engine.runtime.gate import Shown, gate
from studio.engine.runtime.halting import halt_for_checks, halt_for_refusal
from studio.engine.runtime.healing import Sighting
from studio.engine.runtime.identity_gate import prove
from studio.engine.runtime.interpreter import HaltRaised, holds
from studio.engine.runtime.journal import PASSED
from studio.engine.runtime.keyboard import astray, stray_keys, takes_text
from studio.engine.runtime.marked_entry import EntryKeys
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.runtime.on_page import follow_page, go_to_page
from studio.engine.runtime.readback import read_back
from studio.engine.runtime.row_parameter import anchored_to, at_target
from studio.engine.runtime.sending import PANIC_S, Sender
from studio.engine.runtime.session import Session
from studio.engine.runtime.step_log import StepLog
from studio.engine.runtime.surface import element_of
from studio.engine.runtime.typable import why_not_typed
from studio.engine.runtime.values import recorded_text, text_of, with_value
from studio.engine.runtime.verdicts import stops, unchecked_effects, weighed
from studio.engine.runtime.verifying import failure_said
from studio.engine.runtime.wanted_state import already_there, of_its_state
from studio.engine.vision.text import reads

_READBACK_S = 2.0
_SETTLE_S = 5.0


class StepRunner:
    """Runs the steps of one session; the interpreter's executor."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._watched = session.watched_steps()
        steps = session.bundle.workflow.steps
        self._heeded: tuple[Step, CheckContext] | None = None
        self._written = (*session.bound.params.values(), *(s.text for s in steps if s.text))
        self._typed = False
        self._left: Step | None = None
        self._filled = FilledFields(session)
        self._sender = Sender(session, self._raise_refusal, self._filled.why_not)
        self._entries = EntryKeys(session)

    def shows(self, text: str) -> bool:
        """Whether `text` is on the screen now."""
        lines = TextReader(self._session.surface.latest()).lines()
        return reads(" ".join(t.text for t in lines), text)

    def rescued(self, halt: Halt) -> None:
        """Keep the halt for the report: the run goes on another way."""
        self._session.rescued.append(halt)

    def not_begun(self, sentence: str) -> None:
        """Keep for the report what was not begun."""
        self._session.not_begun.append(sentence)

    def run_step(self, step_id: str, values: Mapping[str, str]) -> None:
        """Perform one step. Raises HaltRaised, StopRequested, SurfaceLost."""
        session = self._session
        step = session.bundle.workflow.step(step_id)
        if self._left_out(step):
            return
        session.control.arrive(step_id)
        if session.control.paused:
            self._pause(step_id)
        else:
            session.control.gate()
        log = StepLog(session, step)
        session.emit(StepStarted(step_id=step.id, index=len(session.results), intent=step.intent))
        left_out = self._not_to_do(step, values)
        if left_out is not None:
            self._remember(step)
            log.finish(ok=True, skipped=True, note=left_out)
            return
        try:
            self._perform(self._for_values(step, values), log, values)
        except HaltRaised as raised:
            session.journal.outcome(raised.halt.code.value)  # a person was told: nothing is left uncertain unseen
            log.finish(ok=False, note=raised.halt.sentence)
            raise
        except (StopRequested, SurfaceLost):
            if log.sent or log.acted:
                log.finish(ok=False, note="The input was sent; whether it took effect was not checked any more.")
            raise

    def _not_to_do(self, step: Step, values: Mapping[str, str]) -> str | None:
        """Why this run passes the step over, or None."""
        if step.disabled:
            return "it is disabled"
        holding = step.guard is None or holds(step.guard, self, values)
        return None if holding else "its condition does not hold"

    def _remember(self, step: Step, seen: Observation | None = None) -> None:
        """Keep the screen after a step that a later check is compared with, whatever kind of step it is."""
        if step.id in self._watched:
            self._session.earlier[step.id] = seen or self._session.surface.latest()

    def _left_out(self, step: Step) -> bool:
        """Whether the run begins at a later step; it is told as skipped."""
        session = self._session
        if session.pass_over is None and session.start_at in (None, step.id):
            session.start_at = None
            return False
        log = StepLog(session, step)
        session.emit(StepStarted(step_id=step.id, index=len(session.results), intent=step.intent))
        done = session.pass_over == (step.id, session.visits[step.id])
        session.pass_over = None if done else session.pass_over
        log.finish(ok=True, skipped=True, note=HAPPENED if done else LATER)
        return True

    def _for_values(self, step: Step, values: Mapping[str, str]) -> Step:
        """The step with its target in the row that this run's parameters choose, and what is expected of them."""
        workflow = self._session.bundle.workflow
        waited = with_value(step.wait_until, values) if step.wait_until else None
        expected = tuple(with_value(check, values) for check in step.expect)
        step = step.model_copy(update={"expect": expected, "wait_until": waited})
        if step.anchor is None or not step.identity_param:
            return step
        keys = self._session.finder.options.keys
        return at_target(step, anchored_to(step.anchor, workflow.params, values, keys))

    def _perform(self, step: Step, log: StepLog, values: Mapping[str, str]) -> None:
        text = text_of(step, values)
        self._entries.values = values
        if step.risk is Risk.IRREVERSIBLE:
            self._session.folder.flush()  # no older picture is waited for between finding the target and acting on it
        elsewhere = go_to_page(step, self._session.surface, self._session.control, time.monotonic)
        first = self._session.surface.latest()
        log.before(first)
        if elsewhere is not None:
            self._raise_refusal(step, elsewhere, log)
        self._heed_late_failure(step, log, first)
        if step.action is ActionKind.SCROLL:
            self._scroll(step, log, values)
            return
        resolution, end, before = self._aimed(step, log, text, first)
        self._session.last_before = before
        if self._left is not None:  # what a step led to is complete only when the next target is found
            self._remember(self._left, before)
            self._left = None
        self._note_values(step, before, text)
        if step.risk is Risk.IRREVERSIBLE and self._session.ahead is not None:
            self._session.ahead.before(step.expect, before)
        done_before = None if log.done_by_hand else already_there(step, resolution, log.seen)
        if done_before is not None:
            after = self._verify(of_its_state(step), log, before, before, resolution, text)
            self._filled.note(step, text, before, element_of(resolution, log.seen))
            log.note = f"Nothing was done: {done_before}."
            self._conclude(step, log, resolution, after)
            return
        while not log.done_by_hand and not self._sender.send(step, log, resolution, end, text):
            resolution, end, before = self._aimed(step, log, text, first)
        if log.done_by_hand and step.risk is Risk.IRREVERSIBLE:
            log.noted_by_hand()
        session = self._session
        follow_page(step, session.bundle.workflow.steps, session.surface, session.control, time.monotonic)
        after = self._settle(log)
        if step.secret:
            self._session.hide_field(after)
        self._heed_dialogs(step, log)
        if (astray := self._entries.led_astray(step, before)) is not None:
            log.after(after)
            self._raise_refusal(step, astray, log)
        if step.entry is not None:
            after = self._session.surface.latest()  # it may have walked on
        after = self._verify(step, log, before, after, resolution, text)
        self._filled.note(step, text, before, element_of(resolution, log.seen))
        self._conclude(step, log, resolution, after)

    def _note_values(self, step: Step, before: Observation, text: str) -> None:
        """Keep whether the field of a parameter held this run's value before it is typed."""
        session = self._session
        session.former.note(before.structure, typed=self._typed)
        self._typed = step.action in (ActionKind.TYPE, ActionKind.KEY, ActionKind.SELECT)
        if step.action is ActionKind.TYPE and step.param and before.structure is not None:
            held = session.former.held(before.structure.focused, text)
            (session.unchanged.add if held else session.unchanged.discard)(step.param)

    def _heed_late_failure(self, step: Step, log: StepLog, seen: Observation) -> None:
        """Halt where the program says only now that what the step before did was not done."""
        heeded, self._heeded = self._heeded, None
        if heeded is None or heeded[1].after.frame.same_pixels(seen.frame):
            return
        former, context = heeded
        said = failure_said(former.expect, replace(context, after=seen))
        if said is not None:
            sentence = f"“{former.intent}” was done, but now the program says “{said}”: look whether it took effect."
            refusal = Refusal(code=HaltCode.POSTCONDITION_FAILED, sentence=f"{sentence} “{step.intent}” was not begun.")
            self._raise_refusal(step, refusal, log)

    def _aimed(
        self, step: Step, log: StepLog, text: str, first: Observation
    ) -> tuple[Resolution | None, Resolution | None, Observation]:
        """The targets, and the screen just before the input."""
        self._filled.let_editors_store(step)
        resolution, end = self._undisturbed_targets(step, log)
        before = first if log.done_by_hand else self._session.surface.latest()
        log.before(before)
        if not log.done_by_hand:
            self._refuse_keys(step, log, text)
            changed = self._entries.why_not(step)
            if changed is not None:
                self._raise_refusal(step, changed, log)
        return resolution, end, before

    def _undisturbed_targets(self, step: Step, log: StepLog) -> tuple[Resolution | None, Resolution | None]:
        """The targets, found since a person last used mouse or keyboard."""
        while True:
            self._await_start(step, log)
            found = self._targets(step, log)
            touched = None if log.done_by_hand else self._session.surface.touched()
            if touched is None:
                return found
            self._give_way(touched, step, log)

    def _give_way(self, touched: str, step: Step, log: StepLog) -> None:
        """Pause until a person resumes; where nobody can, the run halts before it acts."""
        session = self._session
        session.control.wait(PANIC_S)
        if not session.control.answers_possible:
            sentence = f"{touched} “{step.intent}” was not done: leave mouse and keyboard alone and run it again."
            self._raise_refusal(step, Refusal(code=HaltCode.INTERFERED, sentence=sentence), log)
        session.emit(Warned(sentence=f"{touched} The run pauses before “{step.intent}” until it is resumed."))
        session.control.pause()
        self._pause(step.id)

    def _pause(self, step_id: str) -> None:
        session = self._session
        session.emit(Paused(step_id=step_id))
        session.control.gate()
        session.emit(Resumed())
        session.surface.touched()  # what was done during the pause is what the pause was for
        session.surface.forget()

    def _scroll(self, step: Step, log: StepLog, values: Mapping[str, str]) -> None:
        self._await_expected(step, log)
        if (touched := self._session.surface.touched()) is not None:
            self._give_way(touched, step, log)
        with log.phase("act"):
            said = self._session.scroller.run(step, lambda target: self._for_values(target, values))
        if isinstance(said, Refusal):
            self._raise_refusal(step, said, log)
        self._remember(step)
        log.after(self._session.surface.latest())
        log.finish(ok=True, note=said if isinstance(said, str) else None)

    def _await_start(self, step: Step, log: StepLog) -> None:
        """Wait for what the step waits for, and for a step that types until something takes text."""
        session = self._session
        self._await_expected(step, log)
        if step.action is ActionKind.TYPE and session.surface.has_structure and not takes_text(session, step):
            sentence = f"“{step.intent}” has nowhere to go: its field does not have the focus."
            self._raise_refusal(step, Refusal(code=HaltCode.TARGET_NOT_FOUND, sentence=sentence), log)

    def _await_expected(self, step: Step, log: StepLog) -> None:
        """Wait for what the step waits for; halt where it must come and does not."""
        session, check = self._session, step.wait_until
        if check is None or (log.awaited and check.optional):
            return
        seen = session.surface.latest()
        awaiter = Awaiter(session.surface, session.control, session.verifier, session.verifier.clock)
        former = None if log.awaited else session.last_before
        result = awaiter.wait(check, self._context(step, seen, seen, None), former)
        log.awaited = True
        if not stops(result, step):
            return
        if check.optional:
            log.note = f"“{result.expected}” was there when it was recorded, and did not come now."
            return
        sentence = f"Waited for {result.expected} before “{step.intent}”, but {result.seen}."
        if check.kind is CheckKind.TEXT_ABSENT:
            sentence = f"Waited for “{check.text}” to go before “{step.intent}”, but it is still there."
        self._raise_refusal(step, Refusal(code=HaltCode.POSTCONDITION_FAILED, sentence=sentence), log)

    def _refuse_keys(self, step: Step, log: StepLog, text: str) -> None:
        """Halt before anything is typed where a character of the text would act as a key, not be part of it."""
        workflow, seen = self._session.bundle.workflow, self._session.surface.latest().structure
        reason = why_not_typed(step, text, recorded_text(workflow, step), seen)
        if reason is not None:
            sentence = f"“{step.intent}” was not done: {reason}"
            self._raise_refusal(step, Refusal(code=HaltCode.UNSUPPORTED_ACTION, sentence=sentence), log)

    def _targets(self, step: Step, log: StepLog) -> tuple[Resolution | None, Resolution | None]:
        if step.anchor is None:
            self._keyboard(step, log)
            return None, None
        first = self._target(step, log)
        if step.action is ActionKind.KEY:
            return self._with_keyboard(step, log, first), None
        if step.end_anchor is None:
            return first, None
        return first, self._target(step.model_copy(update={"anchor": step.end_anchor}), log)

    def _target(self, step: Step, log: StepLog) -> Resolution | None:
        """The target, after as many answers of a person as it takes; None where the person acted by hand."""
        while True:
            with log.phase("find"):
                answer, seen = self._find(step, log)
            if isinstance(answer, Resolution):
                log.found(answer, seen)
                return answer
            choice = self._ask(step, answer, log)
            if choice is Choice.DONE_BY_HAND:
                log.done_by_hand = True
                return None
            if choice is Choice.CONFIRM and answer.point is not None:
                log.shown = Shown(answer.point, answer.candidates[0].label if answer.candidates else None)

    def _keyboard(self, step: Step, log: StepLog) -> None:
        """See that the keys of what may write go where they are meant to go, or ask."""
        while log.shown is None and (stray := stray_keys(self._session, step)) is not None:
            choice = self._ask(step, stray, log)
            if choice is Choice.DONE_BY_HAND:
                log.done_by_hand = True
                return
            if choice is Choice.CONFIRM:
                log.shown = Shown(stray.point or Point(0, 0))

    def _with_keyboard(self, step: Step, log: StepLog, found: Resolution | None) -> Resolution | None:
        """The control in its row that a key is meant for, once it has the keyboard; None where a person acted."""
        while found is not None and log.shown is None:
            stray = astray(self._session, step, found, log.seen)
            if stray is None:
                break
            choice = self._ask(step, stray, log)
            log.done_by_hand = choice is Choice.DONE_BY_HAND
            log.shown = Shown(found.point, found.label) if choice is Choice.CONFIRM else None
            found = None if log.done_by_hand else self._target(step, log)
        return found

    def _find(self, step: Step, log: StepLog) -> tuple[Resolution | Refusal, Observation]:
        session, anchor = self._session, step.anchor
        assert anchor is not None
        answer, seen = session.finder.find(
            anchor, intent=step.intent, recorded=session.recorded.get(step.id), timeout_s=step.timeout_s
        )
        for attempt in answer.trace:
            session.emit(Resolving(step_id=step.id, attempt=attempt))
        if isinstance(answer, Refusal):
            return answer, seen
        shown = log.shown is not None and log.shown.is_(answer)
        confirmed = log.shown is None and step.id in session.confirmed
        strict = policy_says(session.bundle, "unreadable_identity_halts")
        proven = prove(step, answer, shown=shown, keys=session.finder.options.keys, strict=strict)
        if isinstance(proven, Refusal):
            return proven, seen
        return gate(step, answer, confirmed=confirmed, shown=shown, seen=seen), seen

    def _ask(self, step: Step, refusal: Refusal, log: StepLog) -> Choice:
        """A person's choice on a refusal. Raises HaltRaised where nobody answers or the answer is stop."""
        log.refused(refusal)
        halt = halt_for_refusal(step, refusal, log.picture_now(), self._count_halt())
        return self._choice(halt)

    def _raise_refusal(self, step: Step, refusal: Refusal, log: StepLog) -> NoReturn:
        log.refused(refusal)
        halt = halt_for_refusal(step, refusal, log.picture_now(), self._count_halt())
        self._session.emit(Halted(halt=halt))
        raise HaltRaised(halt)

    def _choice(self, halt: Halt) -> Choice:
        session = self._session
        session.emit(Halted(halt=halt))
        choice = session.control.await_answer(halt.id)
        if choice is not None:
            session.emit(Answered(halt=halt.id, choice=choice))
        if choice is None or choice is Choice.STOP or choice not in halt.choices:
            raise HaltRaised(halt)
        session.surface.forget()
        session.surface.touched()  # whoever answers may have used the mouse to look
        return choice

    def _count_halt(self) -> int:
        self._session.halts += 1
        return self._session.halts

    def _settle(self, log: StepLog) -> Observation:
        with log.phase("settle"):
            return self._session.surface.settled(_SETTLE_S)

    def _heed_dialogs(self, step: Step, log: StepLog) -> None:
        asked = self._session.surface.dialogs()
        if asked:
            sentence = f"While doing “{step.intent}” the program asked “{asked[0]}”. It was dismissed, not accepted."
            self._raise_refusal(step, Refusal(code=HaltCode.UNEXPECTED_DIALOG, sentence=sentence), log)

    def _verify(
        self,
        step: Step,
        log: StepLog,
        before: Observation,
        after: Observation,
        resolution: Resolution | None,
        text: str,
    ) -> Observation:
        context = self._context(step, before, after, resolution)
        while True:
            with log.phase("verify"):
                results, seen = self._session.verifier.verify(step.expect, context)
                results, seen = self._with_read_back(step, results, before, seen, text)
            results = (*(weighed(result, step) for result in results), *unchecked_effects(step))
            log.checks = results
            for result in results:
                self._session.emit(Verified(step_id=step.id, check=result))
            failed = [r for r in results if stops(r, step)]
            if not failed:
                self._heeded = (step, replace(context, after=seen)) if step.heeds_failure else None
                return seen
            log.after(seen)
            halt = halt_for_checks(step, failed, _new_dialogs(before, seen), log.picture_now(), self._count_halt())
            self._choice(halt)
            context = replace(context, after=self._session.surface.settled(_SETTLE_S))

    def _context(
        self, step: Step, before: Observation, after: Observation, resolution: Resolution | None
    ) -> CheckContext:
        return CheckContext(
            before=before,
            after=after,
            earlier=self._session.earlier,
            crops=self._session.crops,
            resolution=resolution,
            recorded_target=step.anchor.target if step.anchor else None,
            irreversible=step.risk is Risk.IRREVERSIBLE,
            heeds_failure=step.heeds_failure,
            values=self._written,
            unchanged=frozenset(self._session.unchanged),
        )

    def _with_read_back(
        self, step: Step, results: tuple[CheckResult, ...], before: Observation, seen: Observation, text: str
    ) -> tuple[tuple[CheckResult, ...], Observation]:
        if step.action not in (ActionKind.TYPE, ActionKind.SELECT):
            return results, seen
        started = time.monotonic()
        result = self._read_back(step, text, before, seen)
        while result.verdict is CheckVerdict.FAILED and time.monotonic() - started < _READBACK_S:
            self._session.control.wait(0.15)
            seen = self._session.surface.look()
            result = self._read_back(step, text, before, seen)
        return (*results, result), seen

    def _read_back(self, step: Step, text: str, before: Observation, seen: Observation) -> CheckResult:
        last = self._session.last_target
        region: Region | None = last.region if last else None
        point: Point | None = last.point if last else None
        return read_back(step, text, seen, region, point, before)

    def _conclude(self, step: Step, log: StepLog, resolution: Resolution | None, after: Observation) -> None:
        session = self._session
        log.after(after)
        session.last_after = after
        session.journal.outcome(PASSED)
        self._remember(step, after)
        self._left = step
        as_recorded = step.anchor == session.bundle.workflow.step(step.id).anchor
        as_recorded = as_recorded and not session.bundle.workflow.phi_scrubbed  # a heal would show who was there
        if resolution is not None and log.seen is not None and as_recorded:
            session.heals.consider(Sighting(step, resolution, log.seen))
        log.finish(ok=True, note=log.note)


def _new_dialogs(before: Observation, after: Observation) -> tuple[str, ...]:
    if after.structure is None:
        return ()
    known = before.structure.dialogs if before.structure else ()
    return tuple(d for d in after.structure.dialogs if d not in known)
