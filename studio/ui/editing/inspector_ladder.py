"""The inspector's ladder: how each way to find the target does on the recorded picture."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal

from studio.engine.model.workflow import Step
from studio.ui.editing.pictures import DraftPictures
from studio.ui.editing.section import Section
from studio.ui.services.background import Background
from studio.ui.services.recorded_ladder import RecordedLadder, recorded_ladder
from studio.ui.told import told
from studio.ui.widgets.basics import text
from studio.ui.widgets.ladder_rows import LadderRows
from studio.ui.words import tr

_WAIT_MS = 120
"""Keys walk over steps faster than texts can be read: only where one stays is resolved."""


class LadderSection(Section):
    """Resolves in the background and keeps what it found until the target or its picture changes. `judged` carries
    the step's id and why it was not found on its own picture (empty where it was)."""

    hovered = Signal(object)
    opened = Signal()
    judged = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(tr("Ladder"))
        self.rows = LadderRows(compact=True)
        self.rows.setStyleSheet("LadderRows { border: none; }")
        self.rows.hovered.connect(self.hovered)
        self.rows.chosen.connect(self.hovered)
        self._work: Background[RecordedLadder] = Background(self)
        self._soon = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._soon.timeout.connect(self._resolve)
        self._asked: tuple[Step, DraftPictures] | None = None
        self._kept: dict[tuple[object, ...], RecordedLadder] = {}

    def show_step(self, step: Step, pictures: DraftPictures) -> None:
        """The ladder of another step."""
        self._soon.stop()
        self._asked = (step, pictures)
        if step.anchor is None:
            self.begin()
            self.say(tr("This step looks for no target."), "second")
            return
        if pictures.before_of(step.id) is None:
            self.begin()
            self.say(tr("There is no recorded picture to look on."), "second")
            return
        known = self._kept.get(self._key(step, pictures))
        if known is not None:
            self._show(known)
            return
        self._head()
        self.say(tr("Looking…"), "second")
        self._soon.start()

    def forget(self) -> None:
        """Take the lines away, but keep the rows for the next step."""
        self.rows.setParent(None)
        super().forget()

    def _head(self) -> None:
        beside = text(tr("on the recorded picture"), "note")
        self.begin((tr("Open the inspector"), self.opened.emit), beside=beside)

    def _key(self, step: Step, pictures: DraftPictures) -> tuple[object, ...]:
        return (step.id, step.before_frame, step.anchor, str(pictures.bundle.dir))

    def _resolve(self) -> None:
        assert self._asked is not None
        step, pictures = self._asked
        anchor, path = step.anchor, pictures.before_of(step.id)
        if anchor is not None and path is not None:
            self._work.start(
                lambda: recorded_ladder(anchor, pictures[path], pictures),
                lambda found: self._took(step, pictures, found),
                lambda problem: self._failed(told(str(problem))),
            )

    def _took(self, step: Step, pictures: DraftPictures, found: RecordedLadder) -> None:
        self._kept = {k: v for k, v in self._kept.items() if k[0] != step.id} | {self._key(step, pictures): found}
        self.judged.emit(step.id, found.problem)
        if self._asked is not None and self._asked[0].id == step.id:
            self._show(found)

    def _show(self, found: RecordedLadder) -> None:
        self._head()
        self.rows.show_attempts(found.attempts)
        self.add(self.rows)
        self.rows.show()
        if found.problem:
            self.say(told(found.problem), icon="problem", tone="text")

    def _failed(self, problem: str) -> None:
        self._head()
        self.say(tr("The target could not be looked for: {problem}", problem=problem), "second")
