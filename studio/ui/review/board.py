"""A review while it is made: what is decided, what can be undone, what is shown. Pure; it gives the words to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from studio.engine.model.heals import Decision, Heal
from studio.engine.review import Review, Word
from studio.ui.review.grouping import Group

OPEN, ACCEPTED, REJECTED = (d.value for d in (Decision.OPEN, Decision.ACCEPTED, Decision.REJECTED))
FILTERS = ("all", OPEN, ACCEPTED, REJECTED, "irreversible")


@dataclass(frozen=True)
class _Step:
    """What one key press decided: the words before and after, by heal."""

    before: tuple[Word, ...]
    after: tuple[Word, ...]


class Board:
    """Decisions are shown at once; each call gives the words that must be kept on disk, in order.

    Undo says again what had counted before, by another word: nothing is ever taken out of the file.
    """

    def __init__(self, review: Review, groups: Sequence[Group], person: str) -> None:
        self.review = review
        self.groups = tuple(groups)
        self.person = person
        self.filter = "all"
        self._done: list[_Step] = []
        self._undone: list[_Step] = []

    # What is there

    @property
    def shown(self) -> tuple[tuple[Group, tuple[Heal, ...]], ...]:
        """The groups with those heals that pass the filter; empty groups are left out."""
        pairs = ((g, tuple(h for h in g.heals if self._passes(h))) for g in self.groups)
        return tuple((group, heals) for group, heals in pairs if heals)

    @property
    def order(self) -> tuple[str, ...]:
        """Ids of the heals that are shown, as they stand below each other."""
        return tuple(h.id for _, heals in self.shown for h in heals)

    def group_of(self, heal_id: str) -> Group:
        """The group of a heal. Raises StopIteration for an unknown id."""
        return next(g for g in self.groups if any(h.id == heal_id for h in g.heals))

    def count(self, decision: str, heals: Iterable[Heal] | None = None) -> int:
        """How many are open, accepted or rejected."""
        return sum(self.review.decision(h.id) == decision for h in (self.review.heals if heals is None else heals))

    def group_can_be_accepted(self, heal_id: str) -> tuple[str, ...]:
        """The open ones of the group that can be undone: the others are decided alone."""
        heals = self.group_of(heal_id).heals
        return tuple(h.id for h in heals if not h.irreversible and self.review.decision(h.id) == OPEN)

    def next(self, heal_id: str, by: int = 1) -> str:
        """The one that stands `by` rows further; the last or first one stays."""
        order = self.order
        if not order:
            return heal_id
        if heal_id not in order:
            return order[0]
        return order[min(max(order.index(heal_id) + by, 0), len(order) - 1)]

    def next_open(self, heal_id: str) -> str:
        """The next open one, going round; the same where none is left."""
        ids = [h.id for g in self.groups for h in g.heals]
        at = ids.index(heal_id) if heal_id in ids else 0
        left = (i for i in (*ids[at + 1 :], *ids[:at]) if self.review.decision(i) == OPEN and i in self.order)
        return next(left, heal_id)

    def _passes(self, heal: Heal) -> bool:
        if self.filter == "irreversible":
            return heal.irreversible
        return self.filter == "all" or self.review.decision(heal.id) == self.filter

    # What is decided

    def decide(self, heal_ids: Sequence[str], decision: str, comment: str = "") -> tuple[Word, ...]:
        """Decide; the words to keep. What is decided so already, with nothing new to say, is left alone."""
        changed = [i for i in heal_ids if comment or not self._own(i) or self.review.decision(i) != decision]
        return self._do(changed, lambda i: Word(i, decision, self.person, comment=comment))

    def comment(self, heal_id: str, comment: str) -> tuple[Word, ...]:
        """Say something without deciding anew."""
        return self._do([heal_id], lambda i: Word(i, self.review.decision(i), self.person, comment=comment))

    def accept_group(self, heal_id: str, comment: str = "") -> tuple[Word, ...]:
        """Accept the open ones of its group, never one that cannot be undone."""
        return self.decide(self.group_can_be_accepted(heal_id), ACCEPTED, comment)

    @property
    def can_undo(self) -> bool:
        """Whether this window decided something."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone."""
        return bool(self._undone)

    def undo(self) -> tuple[Word, ...]:
        """Say again what had counted before the last decision of this window."""
        step = self._done.pop()
        self._undone.append(step)
        return self._said([replace(w, by=self.person, undone=True) for w in step.before])

    def redo(self) -> tuple[Word, ...]:
        """Say again what was undone."""
        step = self._undone.pop()
        self._done.append(step)
        return self._said(list(step.after))

    def take(self, review: Review) -> None:
        """What stands on disk by now, with what other windows said."""
        self.review = review

    def forget_last(self) -> None:
        """What was decided could not be kept: there is nothing to undo any more."""
        self._done.clear()
        self._undone.clear()

    def _own(self, heal_id: str) -> bool:
        return bool(self.review.said.get(heal_id))

    def _do(self, heal_ids: Sequence[str], word: Callable[[str], Word]) -> tuple[Word, ...]:
        if not heal_ids:
            return ()
        before = tuple(self._counts(i) for i in heal_ids)
        after = tuple(word(i) for i in heal_ids)
        self._done.append(_Step(before, after))
        self._undone.clear()
        return self._said(list(after))

    def _counts(self, heal_id: str) -> Word:
        """What counts of a heal now, as a word that can be said again."""
        word = self.review.word(heal_id)
        return Word(heal_id, self.review.decision(heal_id), comment=word.comment if word else "")

    def _said(self, words: list[Word]) -> tuple[Word, ...]:
        now = datetime.now(UTC).isoformat()
        said = dict(self.review.said)
        for word in words:
            said[word.heal] = (*said.get(word.heal, ()), replace(word, at=now))
        self.review = replace(self.review, said=said)
        return tuple(words)
