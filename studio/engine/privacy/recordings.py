"""A recording as it may go into a bundle: without what a person's patterns name, and without blots as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.structure_json import element_to_json
from studio.engine.privacy.masking import MASK_TEXT
from studio.engine.privacy.own import own_patterns
from studio.engine.privacy.redactor import Redactor
from studio.engine.recording import Recording
from studio.engine.recording.events import RecordedEvent
from studio.engine.vision.frame import Frame

_SAID = ("name", "text", "placeholder", "label", "section", "column", "covered_by")


@dataclass(frozen=True)
class HiddenRecording(Recording):
    """A recording whose frames, snapshots and targets are shown as they may be kept. What was typed stays."""

    redactor: Redactor = field(default_factory=Redactor)

    def before_frame(self, i: int) -> Frame:
        """The screen just before event `i`, painted over where a pattern finds something."""
        return self.redactor.frame(super().before_frame(i), super().before_structure(i))

    def after_frame(self, i: int) -> Frame:
        """The screen after event `i`, painted over likewise."""
        return self.redactor.frame(super().after_frame(i), super().after_structure(i))

    def before_structure(self, i: int) -> StructureSnapshot | None:
        """What the surface told just before event `i`, without it."""
        told = super().before_structure(i)
        return None if told is None else self.redactor.structure(told)

    def after_structure(self, i: int) -> StructureSnapshot | None:
        """What the surface told after event `i`, without it."""
        told = super().after_structure(i)
        return None if told is None else self.redactor.structure(told)


def hidden(recording: Recording, more: Sequence[str] = ()) -> Recording:
    """The recording without what the patterns of this computer, and `more`, name; the same where there are none.

    Raises BadInput.
    """
    patterns = own_patterns(more)
    if not patterns:
        return recording
    redactor = Redactor(patterns=patterns)
    known = {f.name: getattr(recording, f.name) for f in fields(recording) if f.init}
    events = tuple(_event(event, redactor) for event in recording.events)
    return HiddenRecording(**{**known, "events": events}, redactor=redactor)


def _event(event: RecordedEvent, redactor: Redactor) -> RecordedEvent:
    target = event.target
    if target is None:
        return event
    kept = redactor.element(target)
    return event if kept == target else event.model_copy(update={"element": element_to_json(kept)})


def without_blots(snapshot: StructureSnapshot) -> StructureSnapshot:
    """The snapshot without texts in which something was masked: no program ever shows them. The same where none was."""
    texts = tuple(run for run in snapshot.texts if MASK_TEXT not in run.text)
    elements = tuple(_plain(element) for element in snapshot.elements)
    lists = tuple(replace(one, name="") if MASK_TEXT in one.name else one for one in snapshot.lists)
    return replace(snapshot, texts=texts, elements=elements, lists=lists)


def _plain(element: Element) -> Element:
    said = {name: "" for name in _SAID if MASK_TEXT in getattr(element, name)}
    if any(MASK_TEXT in cell for cell in element.row):
        said["row"] = tuple("" if MASK_TEXT in cell else cell for cell in element.row)  # type: ignore[assignment]
    if any(MASK_TEXT in text for text in element.before):
        said["before"] = tuple("" if MASK_TEXT in text else text for text in element.before)  # type: ignore[assignment]
    if element.value is not None and MASK_TEXT in element.value:
        said["value"] = None  # type: ignore[assignment]
    return replace(element, **said) if said else element  # type: ignore[arg-type]
