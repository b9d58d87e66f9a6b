"""Before a key takes an entry of a list or menu, and after arrow keys, the one that is meant must be marked."""

from __future__ import annotations

import time
from collections.abc import Mapping

from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Step, Workflow
from studio.engine.runtime.marked_row import MarkedRow, marked_row, rows_beside
from studio.engine.runtime.marks import TAKES, WALKS, entries_of, entries_told, marked_entry, newly_marked, says
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.session import Session
from studio.engine.runtime.values import recorded_text
from studio.engine.vision.text import holds, normalise, same_text, spelled

_MARKS_S = 2.0
"""A list that is filled or marked late has so long, s."""
_MOST = 60
"""Entries that are walked past at most."""
_STEP_S = 0.5
"""A list has so long to mark the next entry, s."""


class EntryKeys:
    """Sees to it, before a key takes an entry, that the entry is the one that was taken when it was recorded."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.values: Mapping[str, str] = session.bound.all

    def why_not(self, step: Step) -> Refusal | None:
        """Why the key must not be pressed; None where the right entry is marked, if need be after walking to it."""
        if step.entry is None or step.key not in TAKES or not self._session.surface.has_structure:
            return None
        workflow = self._session.bundle.workflow
        wanted = _wanted(step, workflow, self.values)
        deadline = time.monotonic() + _MARKS_S
        while (shown := self._session.surface.look().structure) is not None:
            marked = marked_entry(shown)
            if marked is not None and wanted.is_(says(marked)):
                return None
            if time.monotonic() > deadline:
                break
            self._session.control.wait(0.1)
        if shown is not None and _walked(step, workflow) and self._walk(shown, wanted):
            return None
        now = marked_entry(shown) if shown is not None else None
        return _refusal(step, wanted, now)

    def led_astray(self, step: Step, before: Observation) -> Refusal | None:
        """Why the run must not go on after an arrow key: another entry is marked than is meant, and the one that is
        meant cannot be walked to. None where it is marked, if need be after walking on."""
        if step.entry is None or step.key not in WALKS:
            return None
        wanted = _Row(step, self._session.bundle.workflow.params, self.values)
        deadline = time.monotonic() + _MARKS_S
        while True:
            now = _marked_by(step.key, before, self._session.surface.look())
            if now is not None and wanted.is_(now.text):
                return None
            if now is not None or time.monotonic() > deadline:
                break
            self._session.control.wait(0.1)
        if now is not None and self._walk_rows(now, wanted):
            return None
        return _led_elsewhere(step, wanted, now)

    def _walk_rows(self, marked: MarkedRow, wanted: _Row) -> bool:
        """Press the arrow that leads to the wanted row, looking after each; whether it is marked in the end."""
        surface, shown = self._session.surface, self._session.surface.latest()
        fits = [row for row in _rows(marked, shown) if wanted.is_(row.text)]
        if len(fits) != 1:
            return False
        key = "ArrowDown" if fits[0].region.y > marked.region.y else "ArrowUp"
        for _ in range(_MOST):
            surface.backend.press(key)
            after = self._next_row(key, shown)
            if after is None:
                return False
            marked, shown = after
            if wanted.is_(marked.text):
                return True
            if (fits[0].region.y > marked.region.y) is not (key == "ArrowDown"):
                return False  # it was walked past: what it says cannot be read
        return False

    def _next_row(self, key: str, before: Observation) -> tuple[MarkedRow, Observation] | None:
        deadline = time.monotonic() + _STEP_S
        while time.monotonic() < deadline:
            shown = self._session.surface.look()
            now = _marked_by(key, before, shown)
            if now is not None:
                return now, shown
            self._session.control.wait(0.05)
        return None

    def _walk(self, shown: StructureSnapshot, wanted: _Wanted) -> bool:
        """Press the arrow that leads to the wanted entry, looking after each; whether it is marked in the end."""
        for _ in range(_MOST):
            marked, fits = marked_entry(shown), [e for e in entries_of(shown) if wanted.is_(says(e))]
            if marked is None or len(fits) != 1:
                return False
            if fits[0] is marked:
                return True
            key = "ArrowDown" if fits[0].index > marked.index else "ArrowUp"
            self._session.surface.backend.press(key)
            after = self._marked_next(marked)
            if after is None:
                return False
            shown = after
        return False

    def _marked_next(self, marked: Element) -> StructureSnapshot | None:
        deadline = time.monotonic() + _STEP_S
        while time.monotonic() < deadline:
            shown = self._session.surface.look().structure
            now = marked_entry(shown) if shown is not None else None
            if now is not None and (says(now), now.region) != (says(marked), marked.region):
                return shown
            self._session.control.wait(0.05)
        return None


class _Row:
    """The entry that arrow keys must lead to: the one that the parameter names, else the recorded one."""

    def __init__(self, step: Step, recorded: Mapping[str, str], values: Mapping[str, str]) -> None:
        name = step.identity_param or ""
        self.said = values.get(name) or step.entry or ""
        self._whole = not name or same_text(self.said, recorded.get(name, ""))
        self._entry = step.entry or ""

    def is_(self, text: str) -> bool:
        return same_text(text, self._entry) if self._whole else holds(text, self.said)


class _Wanted:
    """The entry that is meant: the recorded one, or, where the text that was searched for is another one in this run,
    one that holds that text as the recorded one held the recorded text."""

    def __init__(self, entry: str, recorded: str, given: str) -> None:
        self.said = spelled(entry)
        self._differs = bool(recorded) and normalise(given) != normalise(recorded)
        self._within = normalise(recorded) in normalise(entry) if self._differs else False
        self._given = normalise(given)
        if self._differs and self._within:
            self.said = given

    def is_(self, said: str) -> bool:
        if not self._differs:
            return said == self.said
        return self._within and bool(self._given) and self._given in normalise(said)


def _marked_by(key: str, before: Observation, after: Observation) -> MarkedRow | None:
    """The row that the key has marked: by accessibility data, else by pixels."""
    if before.structure is not None and after.structure is not None:
        told = newly_marked(before.structure, after.structure)
        if told is not None:
            return MarkedRow(*told, told[1])
    return marked_row(key, before.frame, after.frame)


def _rows(marked: MarkedRow, shown: Observation) -> list[MarkedRow]:
    """The rows among which one is marked."""
    told = entries_told(shown.structure) if shown.structure is not None else []
    if any(said == marked.text for said, _ in told):
        return [MarkedRow(said, region, region) for said, region in told]
    return rows_beside(marked, shown.frame)


def _wanted(step: Step, workflow: Workflow, values: Mapping[str, str]) -> _Wanted:
    typed = _searched_by(step, workflow)
    if typed is None or not typed.param:
        return _Wanted(step.entry or "", "", "")
    return _Wanted(step.entry or "", recorded_text(workflow, typed), values.get(typed.param, ""))


def _searched_by(step: Step, workflow: Workflow) -> Step | None:
    """The step that typed what the list was searched by: only keys were pressed since."""
    for earlier in _before(step, workflow):
        if earlier.action is ActionKind.TYPE:
            return earlier
        if earlier.action is not ActionKind.KEY:
            break
    return None


def _walked(step: Step, workflow: Workflow) -> bool:
    """Whether arrow keys led to the entry when it was recorded."""
    last = next(iter(_before(step, workflow)), None)
    return last is not None and last.action is ActionKind.KEY and last.key in WALKS


def _before(step: Step, workflow: Workflow) -> tuple[Step, ...]:
    ids = [s.id for s in workflow.steps]
    return tuple(reversed(workflow.steps[: ids.index(step.id)])) if step.id in ids else ()


def _led_elsewhere(step: Step, wanted: _Row, now: MarkedRow | None) -> Refusal:
    is_now = f"“{now.text}” is" if now is not None else "nobody can tell what is"
    return Refusal(
        code=HaltCode.IDENTITY_MISMATCH if now is not None else HaltCode.TARGET_NOT_FOUND,
        sentence=f"After “{step.intent}” “{wanted.said}” should be marked, but {is_now}. Nothing was done with it.",
        point=now.region.center if now is not None else None,
    )


def _refusal(step: Step, wanted: _Wanted, now: Element | None) -> Refusal:
    is_now = f"“{says(now)}” is" if now is not None else "nothing is"
    return Refusal(
        code=HaltCode.TARGET_NOT_FOUND,
        sentence=f"“{step.intent}” was not done: “{wanted.said}” should be marked in the list, but {is_now}.",
        point=now.region.center if now is not None else None,
    )
