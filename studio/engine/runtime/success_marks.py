"""Messages that say that something was done, where the recording showed none (it may have been gone too soon)."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.words import reports_success, tells_failure
from studio.engine.model.structure import StructureSnapshot
from studio.engine.runtime.failure_marks import LONGEST, MESSAGES
from studio.engine.runtime.observation import Observation
from studio.engine.vision.text import squash, tokens
from studio.engine.vision.whole_text import says

_LEAST = 4
"""Letters of a word, or of a value, by which a message is about the step."""


def success_said(before: Observation, after: Observation, label: str, values: Sequence[str]) -> str | None:
    """The message that came up since `before`, says that something was done, and is about this step: it shares a word
    with the control's `label`, or names one of the run's `values`. By structure only.

    A message of something else (“Draft saved” after “Send”) tells nothing of this step.
    """
    if before.structure is None or after.structure is None:
        return None
    lines = _fresh(before.structure, after.structure)
    if any(tells_failure(line) for line in lines):
        return None
    told = (line for line in lines if len(line) <= LONGEST and reports_success(line))
    return next((line for line in told if _is_about(line, label, values)), None)


def _fresh(before: StructureSnapshot, after: StructureSnapshot) -> list[str]:
    known = {squash(run.text) for run in before.texts} | {squash(entry.name) for entry in after.lists}
    data = [entry.region for entry in after.lists if entry.rows > MESSAGES]
    return [
        run.text
        for run in after.texts
        if squash(run.text) not in known and not any(region.contains(run.region.center) for region in data)
    ]


def _is_about(line: str, label: str, values: Sequence[str]) -> bool:
    words = {word for word in tokens(label) if len(word) >= _LEAST}
    said = tokens(line)
    if any(len(squash(value)) >= _LEAST and says(line, value) for value in values):
        return True
    return any(word in said or any(_is_form(other, word) for other in said) for word in words)


def _is_form(said: str, word: str) -> bool:
    """Whether it is the participle of the word: `saved` of `save`, `submitted` of `submit`, `applied` of `apply`."""
    stems = (said[:-1], said[:-2], said[:-3], said[:-3] + "y") if said.endswith("ed") else ()
    return word in stems
