"""Reads the names of targets from the pictures, one after the other in the background, as compiling will read them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from studio.engine.model.geometry import Region
from studio.engine.model.workflow import POINTED
from studio.engine.recording.edit import EditedAction
from studio.engine.recording.layout import frame_name
from studio.ui.record.words import target_name
from studio.ui.services.background import Background

_MOST = 300
"""Of a longer recording only what a person looks at is read: each takes about 0.2 s of a processor."""


class Namer(QObject):
    """`read` has the names by the number of the recorded action, `places` where their controls stand; `changed` is
    sent with each new one."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.read: dict[int, str] = {}
        self.places: dict[int, Region] = {}
        self._folder = Path()
        self._waiting: list[EditedAction] = []
        self._work: Background[tuple[str, Region]] = Background(self)

    def begin(self, folder: Path, actions: Sequence[EditedAction]) -> None:
        """Read those of another recording."""
        self.stop()
        self._folder, self.read, self.places = folder, {}, {}
        nameless = [a for a in actions if _needs_name(a)]
        self._waiting = nameless if len(nameless) <= _MOST else []
        self._next()

    def first(self, action: EditedAction) -> None:
        """This one is looked at: it comes before the others."""
        if _needs_name(action) and action.first not in self.read:
            self._waiting = [action, *(a for a in self._waiting if a.first != action.first)]
            if not self._work.busy:
                self._next()

    def stop(self) -> None:
        """Nothing more is read."""
        self._waiting = []
        self._work.forget()

    def _next(self) -> None:
        self._waiting = [a for a in self._waiting if a.first not in self.read]
        if not self._waiting:
            return
        action = self._waiting.pop(0)
        folder, number = self._folder, action.first
        self._work.start(
            lambda: _name(folder, action), lambda found: self._took(number, *found), lambda _: self._next()
        )

    def _took(self, number: int, name: str, place: Region) -> None:
        self.read[number], self.places[number] = name, place
        self.changed.emit()
        self._next()


def _needs_name(action: EditedAction) -> bool:
    return action.event.kind in POINTED and action.event.point is not None and not target_name(action.event)


def _name(folder: Path, action: EditedAction) -> tuple[str, Region]:
    """In a thread."""
    from studio.engine.compiler.targets import draft_anchor
    from studio.engine.vision.frame import Frame

    point = action.event.point
    assert point is not None
    anchor = draft_anchor(Frame.of(folder / frame_name(*action.before)), point, step_id="name").anchor
    return anchor.ocr_text or "", anchor.target
