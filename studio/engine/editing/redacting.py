"""Painting over what nobody should see: in the frames that a bundle keeps for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import cv2

from studio.engine.editing.naming import called, with_steps
from studio.engine.editing.refusal import CannotEdit
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import Step, Workflow
from studio.engine.vision.frame import Frame

INK = (64, 64, 64)
"""BGR of what is painted over: told from black, which programs use."""


@dataclass(frozen=True, slots=True)
class Painted:
    """The new path of each frame by its old one, and the painted pictures by their new path."""

    paths: Mapping[str, str]
    pictures: Mapping[str, Frame]

    def applied(self, workflow: Workflow) -> Workflow:
        """The workflow with the painted frames in place of the others."""
        steps = tuple(
            step.model_copy(update={"before_frame": self.paths.get(step.before_frame or "", step.before_frame)})
            for step in workflow.steps
        )
        return with_steps(workflow, steps)


def redact(
    workflow: Workflow,
    step_ids: Iterable[str],
    region: Region,
    frame_of: Callable[[str], Frame],
    progress: Callable[[int, int], bool] = lambda _done, _all: True,
) -> Painted:
    """Paint over `region` in the frames before these steps. `frame_of` gives the frame at a path of the bundle.

    `progress(done, all)` is told and may stop it by answering False (then nothing is painted). Pictures by which
    targets and results are found are no frames: where one shows that place, it is refused with its step. Raises
    CannotEdit.
    """
    chosen = [step for step in workflow.steps if step.id in set(step_ids)]
    if region.area == 0:
        raise CannotEdit("Choose a rectangle to paint over.")
    for before, step in zip((None, *workflow.steps), workflow.steps, strict=False):
        if step in chosen:
            _refuse_needed(workflow, step, region)
            _refuse_expected(workflow, before, region)
    paths = dict.fromkeys(step.before_frame for step in chosen if step.before_frame)
    if not paths:
        raise CannotEdit("There is no picture to paint on: this workflow came without its frames.")
    renamed: dict[str, str] = {}
    pictures: dict[str, Frame] = {}
    for done, path in enumerate(paths):
        if not progress(done, len(paths)):
            raise CannotEdit("Stopped: nothing was painted over.")
        picture = painted(frame_of(path), region)
        renamed[path] = (
            f"frames/{path.removeprefix('frames/').split('-r')[0].removesuffix('.png')}-r{_name(picture)}.png"
        )
        pictures[renamed[path]] = picture
    return Painted(renamed, pictures)


def painted(frame: Frame, region: Region) -> Frame:
    """The frame with the region painted over, as PNG alone: many of them are kept at once."""
    pixels = frame.bgr.copy()
    inside = region.clamped(frame.size)
    if inside.area:
        cv2.rectangle(pixels, (inside.x, inside.y), (inside.right - 1, inside.bottom - 1), INK, cv2.FILLED)
    return Frame(png=Frame(bgr=pixels).png, scale=frame.scale)


def _name(picture: Frame) -> str:
    """Names the picture by its content, without keeping its pixels."""
    return f"{Frame(png=picture.png).digest[:10]}"


def _refuse_needed(workflow: Workflow, step: Step, region: Region) -> None:
    for anchor in (step.anchor, step.end_anchor):
        if anchor is None:
            continue
        seen = [(anchor.template, anchor.region), (anchor.identifier_crop, anchor.identifier_region)]
        if any(path and place and place.overlaps(region) for path, place in seen):
            name = called(workflow, step.id)
            raise CannotEdit(
                f"This covers the picture by which {name} finds its target, which would go on showing it: choose "
                "another rectangle, or give that step another picture first."
            )


def _refuse_expected(workflow: Workflow, step: Step | None, region: Region) -> None:
    """What the step before expects to see is cut from the same screen."""
    shown = [c for c in step.expect if c.template and c.region and c.region.overlaps(region)] if step else []
    if step is not None and shown:
        name = called(workflow, step.id)
        raise CannotEdit(f"This covers what {name} expects to see afterwards: take that check away first.")
