"""Replays a workflow on a surface: the public entry of the runtime."""

from __future__ import annotations

import traceback
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path

from studio.engine.backends.protocols import Backend, EnvironmentUnable, InterferenceSource, SurfaceLost
from studio.engine.bundle import Bundle, load_bundle
from studio.engine.errors import BadInput, CannotWrite
from studio.engine.identity.keys import keys_for
from studio.engine.model.events import Event, HealProposed, RunFinished, RunStarted
from studio.engine.model.halts import Choice, Halt
from studio.engine.model.heals import Heal
from studio.engine.model.lift import program_of
from studio.engine.model.results import Outcome, RunReport
from studio.engine.model.workflow import Workflow
from studio.engine.policy import require_policy
from studio.engine.privacy.own import own_patterns
from studio.engine.privacy.redactor import Redactor
from studio.engine.runtime.apply_heals import apply_heals
from studio.engine.runtime.control import RunControl, StopRequested
from studio.engine.runtime.finding import Finder
from studio.engine.runtime.grounder import Grounder
from studio.engine.runtime.heal_desk import HealDesk
from studio.engine.runtime.interpreter import HaltRaised, Program, ProgramFailed, interpret
from studio.engine.runtime.journal import Journal
from studio.engine.runtime.never_twice import settle_earlier
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.reading_ahead import ReadAhead
from studio.engine.runtime.run_folder import RunFolder
from studio.engine.runtime.run_report import interrupted_report, report_of
from studio.engine.runtime.scrolling import Scroller
from studio.engine.runtime.session import BundleCrops, RecordedFrames, Session
from studio.engine.runtime.step_runner import StepRunner
from studio.engine.runtime.surface import Surface
from studio.engine.runtime.values import Bound, bind
from studio.engine.runtime.verifying import Verifier
from studio.engine.uncertain import Worklists


def _nobody(event: Event) -> None:
    del event


class Replayer:
    """Runs workflows on one backend. `structure` False means vision only; `confirmed` names irreversible steps
    for which a person has confirmed the place in this run. `uncertain` is a person's word, given beforehand, on what
    an earlier run of the same values left uncertain: HAPPENED or NOT_HAPPENED. Where `required_policy` names a policy,
    only what is certified by it is replayed."""

    def __init__(
        self,
        backend: Backend,
        *,
        emit: Callable[[Event], None] = _nobody,
        control: RunControl | None = None,
        structure: bool = True,
        confirmed: frozenset[str] = frozenset(),
        grounder: Grounder | None = None,
        allow_unreviewed: bool = False,
        uncertain: Choice | None = None,
        required_policy: str | None = None,
    ) -> None:
        self._backend = backend
        self._emit = emit
        self._control = control or RunControl()
        self._structure = structure
        self._confirmed = confirmed
        self._grounder = grounder
        self._allow_unreviewed = allow_unreviewed
        self._uncertain = uncertain
        self._required_policy = required_policy

    def run(
        self,
        workflow: Workflow | None = None,
        *,
        params: Mapping[str, str] | None = None,
        secrets: Mapping[str, str] | None = None,
        bundle_dir: Path,
        run_dir: Path,
        save_healed_to: Path | None = None,
        worklists: Worklists | None = None,
        start_at: str | None = None,
    ) -> RunReport:
        """Replay the bundle in `bundle_dir` and write the run directory. The report tells how it ended.

        `workflow`, where given, must be the one of the bundle. Steps before `start_at` are left out: the program must
        stand where they lead. Raises BadInput for what is wrong before the
        first step (parameters, seal, review); afterwards every end is a report.
        """
        bundle = load_bundle(bundle_dir)
        bundle.require_replayable(allow_unreviewed=self._allow_unreviewed)
        if self._required_policy is not None:
            require_policy(bundle, self._required_policy)
        if workflow is not None and workflow.model_copy(update={"manifest": None}) != bundle.workflow:
            raise BadInput(f"The workflow given is not the one in {bundle_dir.name}: replay it from its own bundle.")
        _refuse_api(bundle.workflow)
        bound = bind(bundle.workflow, params or {}, secrets or {})
        session = self._session(bundle, bound, run_dir, worklists or {})
        session.start_at = start_at
        report = self._run(session, worklists or {})
        if save_healed_to is not None and report.succeeded and report.heals:
            _save_candidate(bundle, report, run_dir, save_healed_to)
        return report

    def _session(self, bundle: Bundle, bound: Bound, run_dir: Path, worklists: Worklists) -> Session:
        surface = Surface(self._backend, structure=self._structure)
        crops, recorded = BundleCrops(bundle), RecordedFrames(bundle)
        redactor = Redactor(bound.secrets.values(), own_patterns(bundle.workflow.hide))
        options = ResolveOptions(crops=crops, grounder=self._grounder, keys=keys_for(bundle.workflow))
        finder = Finder(surface, self._control, options)
        return Session(
            bundle=bundle,
            surface=surface,
            control=self._control,
            folder=RunFolder(run_dir),
            journal=Journal(run_dir, bundle, bound.params, worklists),
            finder=finder,
            verifier=Verifier(surface, self._control),
            scroller=Scroller([s for s in bundle.workflow.steps if not s.disabled], finder, recorded),
            heals=HealDesk(crops, recorded, run_dir, redactor),
            bound=bound,
            crops=crops,
            recorded=recorded,
            publish=self._emit,
            confirmed=self._confirmed,
            redactor=redactor,
            ahead=None if surface.has_structure else ReadAhead(),
        )

    def _run(self, session: Session, worklists: Worklists) -> RunReport:
        workflow = session.bundle.workflow
        try:
            session.folder.report(interrupted_report(session))
            session.emit(
                RunStarted(
                    run_id=session.folder.path.name or uuid.uuid4().hex,
                    workflow=workflow.name,
                    steps=len(workflow.steps),
                    run_dir=str(session.folder.path),
                )
            )
            outcome, halt, error = self._walk(session, worklists)
            report = self._finish(session, outcome, halt, error)
            if outcome in (Outcome.PASSED, Outcome.HALTED):
                session.journal.told()
            return report
        finally:
            if session.ahead is not None:
                session.ahead.close()
            session.heals.close(keep=False)
            session.folder.close()

    def _walk(self, session: Session, worklists: Worklists) -> tuple[Outcome, Halt | None, str | None]:
        workflow = session.bundle.workflow
        program = Program(program_of(workflow), workflow.subflows, worklists)
        if isinstance(self._backend, InterferenceSource):
            self._backend.on_panic(self._control.stop)
        try:
            settle_earlier(session, worklists, self._uncertain)
            session.surface.settled()
            session.surface.touched()  # whoever started the run lets go of the mouse first
            interpret(program, StepRunner(session), session.bound.all)
            if session.start_at is not None or session.pass_over is not None:
                missed = session.start_at or f"the end of {session.pass_over[0] if session.pass_over else ''}"
                return Outcome.FAILED, None, f"The run never came to {missed}, where it should have begun."
        except HaltRaised as raised:
            return Outcome.HALTED, raised.halt, None
        except ProgramFailed as ended:
            return Outcome.FAILED, None, str(ended)
        except StopRequested:
            return Outcome.STOPPED, None, None
        except (SurfaceLost, EnvironmentUnable, CannotWrite, BadInput) as lost:
            return Outcome.FAILED, None, str(lost)
        except Exception as bug:  # a fault of ours: the run ends with a report all the same
            return Outcome.FAILED, None, _told(bug)
        finally:
            self._backend.release_all()
        return Outcome.PASSED, None, None

    def _finish(self, session: Session, outcome: Outcome, halt: Halt | None, error: str | None) -> RunReport:
        heals: tuple[Heal, ...] = session.heals.close(keep=outcome is Outcome.PASSED)
        report = report_of(session, outcome, halt=halt, heals=heals, error=error)
        for heal in heals:
            session.emit(HealProposed(heal=heal))
        session.folder.report(report)
        session.folder.flush()
        session.emit(RunFinished(outcome=outcome.value, report=str(session.folder.path / "report.json")))
        return report


def _refuse_api(workflow: Workflow) -> None:
    """Raise BadInput where a step is to be done by an API call: a run works the screen, and must not do it instead."""
    bound = next((step for step in workflow.steps if step.api_binding is not None and not step.disabled), None)
    if bound is not None:
        sentence = f"“{bound.intent}” ({bound.id}) is to be done by an API call, but a run works the screen."
        raise BadInput(f"{sentence} Disable the step, or take the call out of it.")


def _save_candidate(bundle: Bundle, report: RunReport, run_dir: Path, target: Path) -> None:
    """Write the healed candidate. Raises CannotWrite, which says that the run is done: nobody should repeat it."""
    try:
        apply_heals(bundle, report.heals, run_dir, target, unreviewed=True)
    except CannotWrite as lost:
        kept = f"The run passed and need not be repeated, its heals are kept in {run_dir} (see studio heals)"
        raise CannotWrite(f"{kept}; only the healed bundle is missing: {lost}") from lost


def _told(bug: Exception) -> str:
    """A bug's kind and place. Not its message: that may hold what was typed."""
    last = traceback.extract_tb(bug.__traceback__)[-1]
    return f"This is a bug of the program: {type(bug).__name__} in {Path(last.filename).name}, line {last.lineno}."
