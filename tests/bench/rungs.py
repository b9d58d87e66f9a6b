"""Single rungs on recorded frames, in ms: the local template rung and the local label rung."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from studio.engine.bundle import load_bundle
from studio.engine.model.anchor import Anchor
from studio.engine.runtime.label import try_label
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions, TextReader
from studio.engine.runtime.searching import Search
from studio.engine.runtime.session import BundleCrops
from studio.engine.runtime.template import SAME_LOOK, try_template
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import Match, look_difference, template_peaks
from studio.engine.vision.ocr import forget_readings, warm_up


def rung_ms(bundle_dir: Path) -> dict[str, float]:
    """Median ms over all steps with an anchor."""
    bundle = load_bundle(bundle_dir)
    options = ResolveOptions(crops=BundleCrops(bundle))
    warm_up()
    local, template, label = [], [], []
    for step in bundle.workflow.steps:
        recorded = bundle.read_frame(step.id)
        if step.anchor is None or recorded is None:
            continue
        _ = recorded.bgr, options.crops[step.anchor.template or ""].bgr
        local.append(_timed(lambda a=step.anchor, f=recorded: _local(a, f, options)))
        template.append(_timed(lambda a=step.anchor, f=recorded: _template(a, f, options)))
        if step.anchor.ocr_text and step.anchor.identifier_region is None:
            label.append(_timed(lambda a=step.anchor, f=recorded: _label(a, f)))
    return {"local": median(local), "template": median(template), "label": median(label)}


def _local(anchor: Anchor, recorded: Frame, options: ResolveOptions) -> object:
    """The search near the recorded place and the close look at what fits, on a frame that nothing was derived from."""
    crop = options.crops[anchor.template or ""]
    near = anchor.region.padded(anchor.search_pad)
    frame = Frame(bgr=recorded.bgr)
    return [m for m in template_peaks(frame, crop, region=near, floor=0.8, limit=12) if same_look(frame, m, crop)]


def same_look(frame: Frame, match: Match, crop: Frame) -> bool:
    """As the rung decides it."""
    return look_difference(frame, match.region, crop) <= SAME_LOOK


def _template(anchor: Anchor, recorded: Frame, options: ResolveOptions) -> object:
    return try_template(anchor, Observation(Frame(bgr=recorded.bgr)), options)


def _label(anchor: Anchor, recorded: Frame) -> object:
    forget_readings()
    observation = Observation(recorded)
    return try_label(anchor, Search(observation, TextReader(observation), Effort.LOCAL))


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
