"""How each way to find a target does on the picture it was recorded from: the engine's own `resolve`, asked again
without what has answered already, so that every rung is tried. A second or so: not for the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.engine.model.anchor import Anchor
from studio.engine.model.resolution import Refusal, Resolution, Rung, RungAttempt, Verdict
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.vision.frame import Frame


@dataclass(frozen=True, slots=True)
class RecordedLadder:
    """What a run would answer on that picture, and all rungs, strongest first."""

    answer: Resolution | Refusal
    attempts: tuple[RungAttempt, ...]

    @property
    def problem(self) -> str:
        """Why the target is not found again on its own picture; empty where it is."""
        return self.answer.sentence if isinstance(self.answer, Refusal) else ""


def recorded_ladder(anchor: Anchor, frame: Frame, crops: Mapping[str, Frame]) -> RecordedLadder:
    """Resolve the anchor on its own frame by everything, then by label and landmarks, then by landmarks alone.

    Nothing has moved there, so that only the texts around it are read, unless that finds nothing.
    """
    observation = Observation(frame, recorded=frame)
    options = ResolveOptions(crops=crops, effort=Effort.LOCAL, probing=True)
    by_label = anchor.model_copy(update={"template": None, "identifier_crop": None, "structural": None})
    by_landmarks = by_label.model_copy(update={"ocr_text": None})
    answer = resolve(anchor, observation, options)
    if isinstance(answer, Refusal):
        answer = resolve(anchor, observation, ResolveOptions(crops=crops))
    traces = [answer.trace, *(resolve(a, observation, options).trace for a in (by_label, by_landmarks))]
    tried: dict[Rung, RungAttempt] = {}
    for trace in traces:
        for attempt in trace:
            known = tried.get(attempt.rung)
            if known is None or known.verdict is Verdict.SKIPPED:
                tried[attempt.rung] = attempt
    return RecordedLadder(answer, _shown(anchor, tried))


def _shown(anchor: Anchor, tried: Mapping[Rung, RungAttempt]) -> tuple[RungAttempt, ...]:
    """One row each; the search of the whole picture only where the place alone did not answer."""
    structure = "Recorded, but a picture alone cannot show it." if anchor.structural else "None was recorded."
    found = [RungAttempt(rung=Rung.STRUCTURAL, verdict=Verdict.SKIPPED, sentence=structure)]
    template, anywhere = tried.get(Rung.TEMPLATE), tried.get(Rung.TEMPLATE_GLOBAL)
    found += [template] if template else []
    if anywhere is not None and (template is None or template.verdict is not Verdict.FOUND):
        found.append(anywhere)
    found += [tried[rung] for rung in (Rung.OCR, Rung.GEOMETRY) if rung in tried]
    return tuple(found)
