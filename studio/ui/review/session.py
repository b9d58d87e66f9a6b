"""One run under review: what was read, what is decided, what is written and saved. The page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from studio.engine.model.heals import Heal
from studio.engine.review import Review, Version, Word
from studio.ui.review.board import ACCEPTED, OPEN, Board
from studio.ui.review.desk import Desk
from studio.ui.review.grouping import grouped
from studio.ui.review.opening import Opened, save_next
from studio.ui.review.pictures import PictureStore
from studio.ui.review.thumbs import Thumbs
from studio.ui.services.background import Background
from studio.ui.told import told


class Session(QObject):
    """`changed` is sent when something was decided here or elsewhere, `not_kept` and `not_saved` with why a word or a
    version could not be written, `saved` with the new version."""

    changed = Signal()
    not_kept = Signal(str)
    saved = Signal(Path)
    not_saved = Signal(str)

    def __init__(self, opened: Opened, person: str, parent: QObject) -> None:
        super().__init__(parent)
        self.opened = opened
        self.board = Board(opened.review, grouped(opened.review.heals, opened.darker), person)
        self.pictures = PictureStore(opened.run_dir, opened.bundle, self)
        self.thumbs = Thumbs(opened.run_dir, self)
        self.saving = False
        self._person = person
        self._desk = Desk(opened.review, opened.bundle, self) if opened.bundle else None
        if self._desk is not None:
            self._desk.kept.connect(self._kept)
            self._desk.failed.connect(self._could_not_keep)
        self._work: Background[Path] = Background(self)

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return self.saving or (self._desk is not None and self._desk.busy)

    @property
    def decidable(self) -> bool:
        """Whether a word on this run's heals can be kept at all."""
        return self._desk is not None and not self.opened.problem

    def heal(self, heal_id: str) -> Heal | None:
        """The heal of that id; None for an empty id."""
        return self.board.review.heal(heal_id) if heal_id else None

    def take(self, opened: Opened) -> None:
        """What stands on disk now; ignored while words of this window are on their way there."""
        if not self.busy:
            self.opened = opened
            self.board.take(opened.review)

    def finish(self) -> None:
        """Write what is left before the window goes."""
        if self._desk is not None:
            self._desk.finish()

    # Deciding

    def decide(self, heal_id: str, decision: str, comment: str) -> None:
        """Accept or reject one."""
        self.say(self.board.decide([heal_id], decision, comment))

    def accept_group(self, heal_id: str, comment: str) -> int:
        """Accept the open ones of its group; how many were left out since they cannot be undone."""
        self.say(self.board.accept_group(heal_id, comment))
        heals = self.board.group_of(heal_id).heals
        return sum(h.irreversible and self.board.review.decision(h.id) == OPEN for h in heals)

    def say(self, words: Sequence[Word]) -> None:
        """Keep words that are shown already."""
        if words and self._desk is not None:
            self._desk.say(words)
        self.changed.emit()

    def _kept(self, review: Review) -> None:
        self.board.take(review)
        self.changed.emit()
        if self.saving:
            self._save_now()

    def _could_not_keep(self, why: str) -> None:
        self.saving = False
        self.board.forget_last()
        self.not_kept.emit(why)

    # Saving

    @property
    def made(self) -> Version | None:
        """The version that holds exactly what is accepted now, where there is one."""
        return self.opened.made_of(self.board.review)

    @property
    def can_save(self) -> bool:
        """Whether there is a version to be made."""
        return self.decidable and not self.saving and self.board.count(ACCEPTED) > 0 and self.made is None

    def save(self) -> None:
        """Make a new version of what is accepted, once all that was said is on disk."""
        waits = self.busy
        self.saving = True
        self.changed.emit()
        if not waits:
            self._save_now()

    def _save_now(self) -> None:
        bundle, run, review = self.opened.bundle, self.opened.run_dir, self.board.review
        assert bundle is not None
        place, person = bundle.resolve(), self._person
        self._work.start(lambda: save_next(review, run, place, person), self._saved, self._could_not_save)

    def _saved(self, version: Path) -> None:
        self.saving = False
        self.saved.emit(version)

    def _could_not_save(self, problem: Exception) -> None:
        self.saving = False
        self.not_saved.emit(told(str(problem)))
