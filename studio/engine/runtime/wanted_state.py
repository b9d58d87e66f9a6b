"""Steps that bring a control into a state: where it is in it already, there is nothing to do."""

from __future__ import annotations

from studio.engine.model.resolution import Resolution
from studio.engine.model.structure import Element
from studio.engine.model.workflow import CheckKind, Step
from studio.engine.runtime.observation import Observation

ALREADY = {
    ("checked", True): "it is ticked already",
    ("checked", False): "it is not ticked any more",
    ("pressed", True): "it is pressed already",
    ("pressed", False): "it is not pressed any more",
    ("expanded", True): "it is open already",
    ("expanded", False): "it is closed already",
    ("selected", True): "it is selected already",
    ("selected", False): "it is not selected any more",
}


def already_there(step: Step, found: Resolution | None, seen: Observation | None) -> str | None:
    """Why the step has nothing to do: its control, which was `found`, is as it is wanted. None where it is not, or
    where nobody says so."""
    wanted = step.wanted_state
    if wanted is None or found is None or seen is None:
        return None
    control = _control(found, seen, wanted.attribute)
    is_so = control is not None and getattr(control, wanted.attribute) is wanted.value
    return ALREADY[wanted.attribute, wanted.value] if is_so else None


def of_its_state(step: Step) -> Step:
    """The step with those checks only that hold whether it was done just now or before: the state of its control."""
    return step.model_copy(update={"expect": tuple(c for c in step.expect if c.kind is CheckKind.STATE)})


def _control(found: Resolution, seen: Observation, attribute: str) -> Element | None:
    elements = seen.structure.elements if seen.structure is not None else ()
    if found.element is not None:
        return next((e for e in elements if e.index == found.element), None)
    under = [e for e in elements if e.region.contains(found.point) and getattr(e, attribute) is not None]
    return min(under, key=lambda e: e.region.area, default=None)
