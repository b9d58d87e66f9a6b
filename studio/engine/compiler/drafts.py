"""Steps while they are compiled: the recorded event and what the passes have found so far."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.compiler.targets import AnchorDraft
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent
from studio.engine.runtime.marks import WALKS
from studio.engine.vision.frame import Frame


@dataclass(frozen=True, slots=True)
class StepDraft:
    """One step. `element` is what structure knew of the target; `field_label` names the field of a typed value.

    `frame` is the screen before it with its target at rest; None where that is the recorded picture.
    `entry` is the parameter by which the entry is picked that is acted on, and its recorded text.
    `marked` is what the entry says that a key took or led to.
    `filled`: just before, something was typed, chosen or ticked, so that a button here may well send a form.
    `appends`: the text goes to the end of what its field held, or in between.
    `typed_into`: it only goes into a field, and text follows.
    """

    event: RecordedEvent
    id: str
    action: ActionKind
    target: AnchorDraft | None = None
    end: AnchorDraft | None = None
    element: Element | None = None
    field_label: str | None = None
    param: str | None = None
    secret: bool = False
    filled: bool = False
    typed_into: bool = False
    appends: bool = False
    frame: Frame | None = None
    entry: tuple[str, str] | None = None
    marked: str | None = None

    @property
    def led_to(self) -> str | None:
        """What the entry says that an arrow key led to; None for one that a key took."""
        return self.marked if self.event.key in WALKS else None

    @property
    def label(self) -> str | None:
        """What the target reads."""
        return self.target.anchor.ocr_text if self.target else None


def step_id(i: int) -> str:
    """The id of the step made of event `i`, as the lineage writes it."""
    return f"step_{i:03d}"
