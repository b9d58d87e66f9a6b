"""Applies accepted heals: a pure change of the workflow, saved as a new version of the bundle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from studio.engine.bundle import Bundle, assets_of, save_bundle
from studio.engine.errors import BadBundle, BadInput
from studio.engine.limits import MAX_PICTURE_BYTES
from studio.engine.model.heals import Heal
from studio.engine.model.workflow import Step, Workflow
from studio.engine.untrusted import read_file
from studio.engine.vision.frame import Frame


def healed_workflow(workflow: Workflow, heals: Iterable[Heal], *, unreviewed: bool = False) -> Workflow:
    """The workflow with each heal's anchor in place of the recorded one. Checks are never touched."""
    by_step = {heal.step_id: heal for heal in heals}
    steps = tuple(_healed_step(step, by_step.get(step.id)) for step in workflow.steps)
    waiting = tuple(by_step) if unreviewed else ()
    return workflow.model_copy(update={"steps": steps, "unreviewed": waiting, "manifest": None})


def _healed_step(step: Step, heal: Heal | None) -> Step:
    if heal is None:
        return step
    return step.model_copy(update={"anchor": heal.after, "before_frame": f"frames/{step.id}_before.png"})


def apply_heals(
    bundle: Bundle, heals: Iterable[Heal], run_dir: Path, out_dir: Path, *, unreviewed: bool = False
) -> Path:
    """Save `bundle` with `heals` applied as a new version in `out_dir`, linked by its parent's digest.

    Raises BadInput where a picture of the run cannot be read, BadBundle where a heal was made against another version
    of the bundle; AlreadyThere, CannotWrite.
    """
    chosen = tuple(heals)
    anchors = {step.id: step.anchor for step in bundle.workflow.steps}
    for heal in chosen:
        if anchors.get(heal.step_id) != heal.before:
            raise BadBundle(
                f"{bundle.dir.name} has changed since this run: step {heal.step_id} is not the one that was "
                "healed. Replay the bundle as it is now and review its heals."
            )
    workflow = healed_workflow(bundle.workflow, chosen, unreviewed=unreviewed)
    assets: dict[str, Frame | bytes] = {**_kept(bundle, workflow), **_new(chosen, run_dir)}
    return save_bundle(
        workflow,
        assets,
        out_dir,
        parent_digest=bundle.digest,
        provenance=bundle.origin(heals=[heal.id for heal in chosen]),
        proposals=bundle.proposals,
        expires=bundle.sealed_until,
    )


def _kept(bundle: Bundle, workflow: Workflow) -> Mapping[str, bytes]:
    """The pictures that the healed workflow still refers to."""
    used = {path for step in workflow.steps for path in assets_of(step)}
    return {path: bundle.asset_bytes(path) for path in bundle.asset_paths if path in used}


def _new(heals: Iterable[Heal], run_dir: Path) -> Mapping[str, Frame]:
    pictures: dict[str, Frame] = {}
    for heal in heals:
        for path, file in heal.assets.items():
            pictures[path] = _picture(run_dir, file)
        if heal.frame_after:
            pictures[f"frames/{heal.step_id}_before.png"] = _picture(run_dir, heal.frame_after)
    return pictures


def _picture(run_dir: Path, name: str) -> Frame:
    """A picture of the run. Raises BadInput where it is gone, broken, or leads out of the folder."""
    return Frame(png=read_file(run_dir.resolve(), name, limit=MAX_PICTURE_BYTES, error=BadInput))
