"""What earlier screens of a run showed: to count what a step adds, and to know messages that an earlier run left.

A message that stood on a screen before anything in this run could have brought it up was left there. When it shows
again after a save it tells nothing: the program may only have gone back to that screen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np

from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.model.workflow import CheckKind, Risk, Step, Workflow
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame, Pixels
from studio.engine.vision.text import squash

LEFT_OVER = "it stood on an earlier screen of this run too, so a save and a refusal look alike"
"""What is said of a message that was there before this run could have brought it up."""

_MOST = 60
"""Earlier screens that are kept: at half size and grey 0.25 MB each (1280 × 800 px)."""
_SAME = 0.9
"""Correlation at half size from which a line is the very same picture; another note in it leaves much less."""
_COUNTING = (CheckKind.ROWS_ADDED, CheckKind.TEXT_ADDED)


class Screens(dict[str, Observation]):
    """The screens after steps, by step: whole where a check names them, else only what tells of messages."""

    def __init__(self, workflow: Workflow) -> None:
        super().__init__()
        self._named = {c.since for s in workflow.steps for c in s.expect if c.since}
        self._messages = {step.id: texts for step in workflow.steps if (texts := _messages(step))}
        last = max((i for i, step in enumerate(workflow.steps) if step.id in self._messages), default=-1)
        self.watched = frozenset({*self._named, *(step.id for step in workflow.steps[: last + 1])})
        self._own: set[str] = set()  # what a step of this run has brought up itself
        self._told: deque[StructureSnapshot] = deque(maxlen=_MOST)
        self._drawn: deque[Pixels] = deque(maxlen=_MOST)

    def __setitem__(self, step_id: str, seen: Observation) -> None:
        if step_id in self._named:
            super().__setitem__(step_id, seen)
        self._own |= self._messages.get(step_id, frozenset())
        if all(texts <= self._own for texts in self._messages.values()):
            return
        if seen.structure is not None:
            self._told.append(seen.structure)
        elif not self._drawn or not np.array_equal(self._drawn[-1], seen.frame.half_grey):
            self._drawn.append(seen.frame.half_grey)

    def left(self, message: str, lines: Sequence[TextRun], after: Observation) -> bool:
        """Whether all `lines`, which say `message` on the screen `after`, stood on a screen before any step of this run
        that is to bring it up."""
        if message in self._own or not lines:
            return False
        if after.structure is not None:
            former = {squash(run.text) for told in self._told for run in told.texts}
            return all(squash(line.text) in former for line in lines)
        return all(any(_shows(drawn, line, after.frame) for drawn in self._drawn) for line in lines)


def _messages(step: Step) -> frozenset[str]:
    """The messages that alone prove what cannot be undone: where something is counted, that proves it."""
    if step.risk is not Risk.IRREVERSIBLE or any(check.kind in _COUNTING for check in step.expect):
        return frozenset()
    return frozenset(c.text for c in step.expect if c.kind is CheckKind.TEXT_PRESENT and c.text and not c.param)


def _shows(drawn: Pixels, line: TextRun, frame: Frame) -> bool:
    place = line.region.padded(1).clamped(frame.size)
    look = frame.half_grey[place.y // 2 : place.bottom // 2, place.x // 2 : place.right // 2]
    if look.size == 0 or look.shape[0] > drawn.shape[0] or look.shape[1] > drawn.shape[1]:
        return False
    return float(cv2.matchTemplate(drawn, look, cv2.TM_CCOEFF_NORMED).max()) >= _SAME
