"""What was on the screen when a person acted: kept from the press until the action that it belongs to is complete."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.privacy.masking import field_key
from studio.recorder.desktop.ring import Shot

COMMAND = "command"
"""The run of a hot key, which reaches no program."""
_MOST = 40
_SAME = 1e-6


@dataclass(frozen=True, slots=True)
class Moment:
    """One press at `t` (s since the recording began): what had been seen last before it, and since when it was still.

    `element` is the element under the pointer or with the keyboard, `window` the window that takes the input.
    `snapshot` is None where none shows this very moment. `run` names what may be a part of one long action.
    """

    t: float
    shot: Shot
    still_since: float
    snapshot: StructureSnapshot | None = None
    element: Element | None = None
    window: Window | None = None
    run: str = ""


class Moments:
    """A bounded number of moments, in order of time. Of a run (typing, turning the wheel) both ends are kept."""

    def __init__(self) -> None:
        self._moments: list[Moment] = []
        self._runs: list[tuple[str, int]] = []
        self._field = 0

    def add(self, moment: Moment) -> None:
        """Keep it in place of the last one of the same run, where the run's first is kept too."""
        run = (moment.run, self._field)
        if moment.run and len(self._runs) > 1 and self._runs[-1] == self._runs[-2] == run:
            self._drop(-1)
        self._moments.append(moment)
        self._runs.append(run)
        if len(self._moments) > _MOST:
            self._drop(1)

    def cut(self) -> None:
        """What comes next belongs to another field: its first moment is needed."""
        self._field += 1

    def at(self, t: float) -> Moment | None:
        """The moment in which an action that began at `t` began: the last one not after it."""
        return next((m for m in reversed(self._moments) if m.t <= t + _SAME), next(iter(self._moments), None))

    def after(self, t: float) -> Moment | None:
        """The first moment after `t`: what was seen then is what an action that ended at `t` had led to."""
        return next((m for m in self._moments if m.t > t + _SAME), None)

    def forget_before(self, t: float) -> None:
        """Drop what no action that began at `t` or later needs."""
        while len(self._moments) > 1 and self._moments[1].t <= t:
            self._drop(0)

    def _drop(self, place: int) -> None:
        del self._moments[place], self._runs[place]


def as_before(field: Element | None, snapshot: StructureSnapshot | None) -> Element | None:
    """The field as it was before the keys: as the snapshot of that moment has it, else without what it holds by now."""
    if field is None:
        return None
    known = (e for e in snapshot.elements if field_key(e) == field_key(field)) if snapshot is not None else iter(())
    found = next((e for e in known if e.region == field.region), None)
    if found is not None:
        return replace(found, focused=True)
    return replace(field, value=None, text="") if field.value is not None else field
