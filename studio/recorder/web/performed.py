"""What the normaliser makes of signals: actions with their evidence, and markers."""

from __future__ import annotations

from dataclasses import dataclass, field

from studio.engine.model.dialogs import DialogAnswer
from studio.engine.model.structure import Element
from studio.recorder.actions import Action, Marker
from studio.recorder.web.signals import Moment


@dataclass(frozen=True, slots=True)
class Performed:
    """One action in the page `page`. `moment` is what was seen before it, where the page told; `after` what was seen
    after it, where that is known already. `typed_as` as of the recording format. `hidden` is the text of a secret that
    has to be painted over wherever it is shown; it is written nowhere. `answers` is what was said to
    dialogs that it brought up. `pasted`: lines of text came at once, not by keys."""

    action: Action
    page: str
    moment: Moment | None = None
    element: Element | None = None
    after: Moment | None = None
    typed_as: str | None = None
    hidden: str | None = field(default=None, repr=False)
    answers: tuple[DialogAnswer, ...] = ()
    pasted: bool = False


Outcome = Performed | Marker
