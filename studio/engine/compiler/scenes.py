"""What a recording shows before and after each step. Snapshots are read once; frames stay with the recording."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from studio.engine.model.structure import StructureSnapshot
from studio.engine.privacy.recordings import without_blots
from studio.engine.recording import Recording
from studio.engine.recording.layout import Moment
from studio.engine.vision.frame import Frame


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment: the frame, and the snapshot where structure was recorded and is wanted."""

    frame: Frame
    snapshot: StructureSnapshot | None


class Scenes:
    """Scenes of a recording by event index. `structure=False` hides all snapshots."""

    def __init__(self, recording: Recording, *, structure: bool) -> None:
        self._recording = recording
        self.structure = structure
        self._snapshots: dict[tuple[Moment, int], StructureSnapshot | None] = {}

    def before(self, i: int) -> Scene:
        """The moment just before event `i`."""
        return Scene(self._recording.before_frame(i), self.snapshot("before", i))

    def after(self, i: int) -> Scene:
        """The moment after event `i`, settled."""
        return Scene(self._recording.after_frame(i), self.snapshot("after", i))

    def snapshot(self, when: Moment, i: int) -> StructureSnapshot | None:
        """The snapshot alone, without decoding the frame."""
        if (when, i) not in self._snapshots:
            read = self._recording.before_structure if when == "before" else self._recording.after_structure
            told = read(i) if self.structure else None
            self._snapshots[when, i] = None if told is None else without_blots(told)
        return self._snapshots[when, i]

    @cached_property
    def marking(self) -> frozenset[str]:
        """The windows of a desktop whose titles mark unsaved changes at some time of the recording."""
        shown = (self.snapshot("before", event.i) for event in self._recording.events)
        return frozenset(name for snapshot in shown if snapshot is not None for name in snapshot.unsaved)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the recorded frames, px."""
        return self._recording.meta.viewport
