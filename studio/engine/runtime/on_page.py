"""Each step is done in the page that it was recorded in; a page that opened unasked is never acted on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from studio.engine.backends.protocols import PageKeeper
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.surface import Surface

_POLL_S = 0.1
_OPENS_S = 3.0
"""How long a page that the next step is done in may take to open before this one is judged without it."""


def go_to_page(step: Step, surface: Surface, control: RunControl, clock: Callable[[], float]) -> Refusal | None:
    """Keep to the page of `step`, waiting for it to open; why that cannot be.

    A step that names none stays where it is.
    """
    if (
        step.page is None
        or step.action is ActionKind.SWITCH_SURFACE
        or _kept(step.page, step.timeout_s, surface, control, clock)
    ):
        return None
    sentence = f"“{step.intent}” belongs in page {step.page}, and that is not open, or more pages opened than expected."
    return Refusal(code=HaltCode.TARGET_NOT_FOUND, sentence=sentence)


def follow_page(
    step: Step, steps: Sequence[Step], surface: Surface, control: RunControl, clock: Callable[[], float]
) -> None:
    """After `step`: go on looking at the page that the next step is done in, once it has opened."""
    later = steps[steps.index(step) + 1 :] if step in steps else ()
    following = next((s for s in later if not s.disabled), None)
    if following is None or following.action is ActionKind.SWITCH_SURFACE:
        return
    if following.page is not None and step.page not in (None, following.page):
        _kept(following.page, _OPENS_S, surface, control, clock)


def _kept(number: int, timeout_s: float, surface: Surface, control: RunControl, clock: Callable[[], float]) -> bool:
    backend, began = surface.backend, clock()
    if not isinstance(backend, PageKeeper):
        return True
    while not backend.keep_to(number):
        if clock() - began >= timeout_s:
            return False
        control.wait(_POLL_S)
        surface.look()  # a browser tells of new pages while it is asked something
    return True
