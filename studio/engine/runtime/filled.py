"""What a run has filled in is read once more before what cannot be undone: a program may have put other values back."""

from __future__ import annotations

import time
from dataclasses import dataclass

from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Risk, Step
from studio.engine.runtime.gate import may_write
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.readback import holds
from studio.engine.runtime.session import Session
from studio.engine.runtime.typed_field import as_it_is_now, field_typed_into

_SETTLES_S = 1.0
"""A value that is being put in its form may be another one for so long, s."""

_STORES_S = 0.6
"""Time for an editor of a page to take over what was typed (a quarter of a second is usual), s: its form sends that."""
_NATIVE = frozenset({"input", "textarea", "select"})


@dataclass(frozen=True, slots=True)
class _Filled:
    step: Step
    text: str
    field: Element


class FilledFields:
    """The fields and boxes that a run has filled since the last step that cannot be undone, of those that the recording
    saw unchanged at the end. A field that is not there any more tells nothing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._filled: dict[str, _Filled] = {}
        self._edited_at = -_STORES_S

    def note(self, step: Step, text: str, before: Observation, control: Element | None) -> None:
        """`step` was done; `control` is what it was done on, where that was found by structure."""
        if step.risk is Risk.IRREVERSIBLE:
            self._filled.clear()
        field = field_typed_into(before) if step.action is ActionKind.TYPE else control
        if step.action is ActionKind.TYPE and _is_editor(field, before.structure):
            self._edited_at = time.monotonic()
        if step.kept and field is not None and not field.secret:
            self._filled[step.id] = _Filled(step, text, field)

    def let_editors_store(self, step: Step) -> None:
        """Before `step`, where it may send what was filled in: wait until an editor has taken over what was typed."""
        left = self._edited_at + _STORES_S - time.monotonic()
        if left > 0 and (step.rechecks or may_write(step)):
            self._session.control.wait(left)

    def why_not(self, step: Step) -> Refusal | None:
        """Why `step`, which may send what was filled in, must not be done: a field does not hold it any more."""
        if not self._filled or not (step.rechecks or may_write(step)) or not self._session.surface.has_structure:
            return None
        deadline = time.monotonic() + _SETTLES_S
        seen = self._session.surface.peek()
        while (changed := self._changed(seen.structure)) is not None:
            if time.monotonic() > deadline:
                return _refusal(step, *changed)
            self._session.control.wait(0.1)
            seen = self._session.surface.peek()
        return None

    def _changed(self, shown: StructureSnapshot | None) -> tuple[_Filled, Element] | None:
        for filled in self._filled.values():
            now = as_it_is_now(filled.field, shown) if shown is not None else None
            if now is not None and not _is_so(filled, now):
                return filled, now
        return None


def _is_editor(field: Element | None, shown: StructureSnapshot | None) -> bool:
    """Whether it is an editor that a page makes itself, whose form sends what a script has stored of it."""
    return field is not None and shown is not None and not shown.of_desktop and field.tag not in _NATIVE


def _is_so(filled: _Filled, now: Element) -> bool:
    wanted = filled.step.wanted_state
    if wanted is not None:
        return getattr(now, wanted.attribute) in (wanted.value, None)
    return now.value is None or holds(filled.step, filled.text, now.value)


def _refusal(step: Step, filled: _Filled, now: Element) -> Refusal:
    called = now.label or now.name or filled.step.field_label or now.role
    wanted = filled.step.wanted_state
    if wanted is not None:
        said = f"“{called}” is not as it was put any more."
    else:
        said = f"“{called}” should hold “{filled.text}”, but it now shows “{now.value}”."
    return Refusal(
        code=HaltCode.READBACK_MISMATCH,
        sentence=f"“{step.intent}” was not done: {said}",
        point=now.region.center,
    )
