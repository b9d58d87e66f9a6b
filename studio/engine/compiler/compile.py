"""Runs the passes in order: targets, parameters, risk, checks, identity, emit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from studio.engine.bundle.layout import frame_path
from studio.engine.bundle.writer import save_bundle
from studio.engine.compiler.asked import with_asked
from studio.engine.compiler.checks import CheckPass
from studio.engine.compiler.drafting import draft_steps
from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.emit import Compiled, intent_of, pictures_of, recorded_values, step_of, workflow_of
from studio.engine.compiler.entry_marked import with_marks
from studio.engine.compiler.filled_fields import field_tells, kept, rechecks
from studio.engine.compiler.identity import step_identity
from studio.engine.compiler.idle_hovers import without_idle_hovers
from studio.engine.compiler.overwritten import without_overwritten
from studio.engine.compiler.params import ParamDecision, Parameters, decide
from studio.engine.compiler.provenance import provenance_of
from studio.engine.compiler.risk import RiskVerdict, judge
from studio.engine.compiler.risk_said import RiskSaid, said_before
from studio.engine.compiler.scenes import Scenes
from studio.engine.compiler.self_check import as_provenance, self_check
from studio.engine.compiler.taken_entry import taken_entry
from studio.engine.compiler.wanted_state import wanted_state
from studio.engine.compiler.window_place import shown_place
from studio.engine.errors import BadParams, BadRecording
from studio.engine.model.workflow import Risk, Workflow
from studio.engine.privacy.recordings import hidden
from studio.engine.recording import Recording, load_recording
from studio.engine.vision.frame import Frame

Progress = Callable[[int, int, str], None]
"""Called with steps done, steps in all, and a sentence."""

Decisions = Mapping[str, ParamDecision | Mapping[str, str] | str]
"""By step id or proposed name: `parameter`, `secret` or `constant`, alone or with a new name."""


def compile_recording(
    recording_dir: Path,
    out_bundle_dir: Path,
    *,
    name: str,
    structure: bool = True,
    accept_params: Iterable[str] = (),
    param_decisions: Decisions | None = None,
    risk_overrides: Mapping[str, RiskSaid] | None = None,
    hide: Sequence[str] = (),
    progress: Progress | None = None,
) -> Workflow:
    """Compile the recording into a new bundle at `out_bundle_dir` and return its workflow.

    With `structure=False` (or a recording without snapshots) everything is seen in pixels. `risk_overrides`
    maps step ids to a person's word on their risk; words in bundles of the same recording beside this one are
    taken over. `hide` are text patterns that neither the bundle nor its runs keep. Raises BadRecording, NewerVersion,
    BadParams, BadPattern, BadRiskWords, AlreadyThere, CannotWrite.
    """
    recording = hidden(load_recording(Path(recording_dir)), hide)
    if not recording.meta.pictures:
        raise BadRecording(
            f"{recording.dir.name} has no pictures, so nothing can be found by it: rebuild it from a raw.jsonl that "
            "stands in its recording, beside the frames, or record it again."
        )
    scenes = Scenes(recording, structure=structure)
    tell = progress or _quiet
    drafts = without_idle_hovers(draft_steps(recording.events, scenes, tell), scenes)
    drafts = with_marks(without_overwritten(drafts, scenes), scenes)
    try:
        parameters = decide(drafts, recording.meta, scenes=scenes, accept=accept_params, decisions=param_decisions)
    except ValueError as error:
        raise BadParams(str(error)) from error
    said = {**said_before(recording.meta.id, Path(out_bundle_dir)), **_known(risk_overrides or {}, drafts)}
    done = _finish(parameters, scenes, said, tell)
    frames, done = _before_frames(done, recording)
    seen_structure = structure and any(scenes.snapshot("before", e.i) for e in recording.events)
    steps = tuple(step_of(one) for one in done)
    place = shown_place(recording.before_frame(0)) if recording.meta.window and recording.events else None
    workflow = workflow_of(name, recording.meta, steps, parameters, structure=seen_structure, place=place)
    workflow = workflow.model_copy(update={"hide": tuple(hide) or None})
    pictures = {path: picture for one in done for path, picture in pictures_of(one).items()}
    workflow, pictures = with_asked(workflow, recording, pictures)
    checked = {"self_check": as_provenance(self_check(workflow.steps, scenes, pictures))}
    out = Path(out_bundle_dir)
    save_bundle(
        workflow, pictures | frames, out, proposals=parameters.proposals, provenance=provenance_of(recording) | checked
    )
    return workflow


def _quiet(_done: int, _total: int, _sentence: str) -> None:
    """Tells nobody."""


def _finish(parameters: Parameters, scenes: Scenes, said: Mapping[str, RiskSaid], tell: Progress) -> list[Compiled]:
    drafts, values = parameters.drafts, recorded_values(parameters)
    checks = CheckPass(drafts, scenes)
    done: list[Compiled] = []
    for position, draft in enumerate(drafts):
        tell(position, len(drafts), f"Deriving the checks of step {position + 1}")
        risk = _risk(draft, scenes, said.get(draft.id))
        identity = step_identity(draft, values)
        wanted = wanted_state(draft, scenes.snapshot("after", draft.event.i))
        found = checks.checks(position, risk.risk)
        if risk.awaits is not None:
            found = replace(found, checks=(*found.checks, *taken_entry(drafts, position, scenes)))
        done.append(Compiled(draft, found, risk, identity, wanted))
    tell(len(drafts), len(drafts), "Writing the bundle")
    return _with_fields(done, scenes)


def _with_fields(done: list[Compiled], scenes: Scenes) -> list[Compiled]:
    """The steps with what is known of the fields that they fill."""
    drafts, risks = [one.draft for one in done], [one.risk.risk for one in done]
    return [
        replace(
            one,
            field_tells=field_tells(position, drafts, scenes),
            kept=kept(position, drafts, risks, scenes, one.wanted_state),
            rechecks=rechecks(one.draft, one.risk.risk),
        )
        for position, one in enumerate(done)
    ]


def _known(said: Mapping[str, RiskSaid], drafts: Sequence[StepDraft]) -> Mapping[str, RiskSaid]:
    ids = [draft.id for draft in drafts]
    for step in said:
        if step not in ids:
            raise BadParams(f"The recording has no step {step!r}: its steps are {', '.join(ids)}.")
    return said


def _risk(draft: StepDraft, scenes: Scenes, said: RiskSaid | None) -> RiskVerdict:
    if said is not None and said.intent in (None, intent_of(draft)):
        return RiskVerdict(said.risk, said.reason, word=said.word)
    asked = next((answer for answer in draft.event.answers if answer.accepted), None)
    if asked is not None:
        return RiskVerdict(Risk.IRREVERSIBLE, f"The program asks “{asked.message}” first, and is told to go on.")
    before, after = (scenes.snapshot(moment, draft.event.i) for moment in ("before", "after"))
    return judge(draft, before, after, scenes.marking)


def _before_frames(done: list[Compiled], recording: Recording) -> tuple[dict[str, Frame], list[Compiled]]:
    """The before-frame of each step by its path in the bundle, equal pictures once."""
    paths: dict[str, str] = {}
    frames: dict[str, Frame] = {}
    named: list[Compiled] = []
    for one in done:
        frame = one.draft.frame or recording.before_frame(one.draft.event.i)
        path = paths.setdefault(frame.digest, frame_path(one.draft.id))
        frames.setdefault(path, frame)
        named.append(one.at_frame(path))
    return frames, named
