"""Tries one step on all altered screens, one after the other off the GUI thread, then what would make it stronger."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from studio.engine.model.workflow import Step
from studio.engine.vision.frame import Frame
from studio.engine.whatif import COUNTED, NOTHING, Kind, Offer, Robustness, Trial, offers, try_it
from studio.ui.editing.pictures import DraftPictures
from studio.ui.ladder.cards import Small, small_pictures
from studio.ui.ladder.panels import Tried
from studio.ui.services.background import Background
from studio.ui.services.robustness import crops_of, key_of, robustness_cache, try_step


class Trials(QObject):
    """`changed` is sent whenever more is known. What is tried once is kept; `again` forgets that of this step.

    Screens that count are tried before the two on which stopping is right: those read the whole picture.
    """

    changed = Signal()
    pictured = Signal(object)

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self._work: Background[Trial] = Background(self)
        self._small: Background[dict[Kind, Small]] = Background(self)
        self._offering: Background[list[Offer]] = Background(self)
        self._testing: Background[Robustness] = Background(self)
        self._forget_step()

    def _forget_step(self) -> None:
        self._step: Step | None = None
        self._pictures: DraftPictures | None = None
        self.key: str | None = None
        self.trying: Kind | None = None
        self.offered: list[Tried] = []
        self._untried: list[Offer] = []
        self.is_offering = False

    @property
    def known(self) -> Robustness:
        """What is known of the step."""
        return robustness_cache().get(self.key)

    def show_step(self, step: Step, pictures: DraftPictures) -> None:
        """Another step, or the same one after an edit."""
        self.stop()
        self._forget_step()
        self._step, self._pictures, self.key = step, pictures, key_of(step, pictures)
        if self.key is not None:
            self._small.start(
                lambda: small_pictures(step.id, pictures), self.pictured.emit, lambda _: self.pictured.emit({})
            )
            self._next()

    def stop(self) -> None:
        """Try nothing more; what runs (up to 4 s) is not waited for."""
        for work in (self._work, self._small, self._offering, self._testing):
            work.forget()
        self.trying, self.is_offering, self._untried = None, False, []
        self.changed.emit()

    def again(self) -> None:
        """Try all screens anew, or those that were left out."""
        if self.key is not None and self._step is not None:
            self.stop()
            if self.known.is_whole:
                robustness_cache().forget(self.key)
            self.offered = []
            self._next()

    def _next(self) -> None:
        known, step, pictures = self.known, self._step, self._pictures
        kind = next((k for k in (*COUNTED, Kind.GONE, Kind.RENAMED) if k not in known.outcomes), None)
        self.trying = kind
        self.changed.emit()
        if step is None or pictures is None:
            return
        if kind is None:
            self._offer(step, pictures)
        else:
            self._work.start(lambda: try_step(step, pictures, kind), self._took, lambda _: self.stop())

    def _took(self, trial: Trial) -> None:
        assert self.key is not None
        cache = robustness_cache()
        cache.put(self.key, self.known.with_trial(trial))
        if self.known.is_whole:
            cache.save()
        self._next()

    # What would help

    def _offer(self, step: Step, pictures: DraftPictures) -> None:
        if self.known.right >= self.known.of:
            self.changed.emit()
            return
        before = pictures.before_of(step.id)
        assert before is not None
        self.is_offering = True
        self.changed.emit()
        self._offering.start(
            lambda: list(offers(pictures.workflow, step.id, pictures[before])), self._take_offers, lambda _: self.stop()
        )

    def _take_offers(self, found: list[Offer]) -> None:
        self._untried = found
        self._test()

    def _test(self) -> None:
        step, pictures = self._step, self._pictures
        if step is None or pictures is None or not self._untried:
            self.is_offering = False
            self.changed.emit()
            return
        offer = self._untried.pop(0)
        self._testing.start(
            lambda: tried_with(offer, step, pictures), lambda known: self._tested(offer, known), lambda _: self._test()
        )

    def _tested(self, offer: Offer, known: Robustness) -> None:
        self.offered.append(Tried(offer, known))
        self.changed.emit()
        self._test()


def tried_with(offer: Offer, step: Step, pictures: DraftPictures) -> Robustness:
    """What the step would do on the screens that count, once the edit is made. In a thread: 3 s."""
    before = pictures.before_of(step.id)
    assert before is not None
    edited = offer.edit.applied(pictures.workflow).step(step.id)
    crops: Mapping[str, Frame] = {**crops_of(step, pictures), **offer.edit.pictures}
    known = NOTHING
    for kind in COUNTED:
        known = known.with_trial(try_it(edited, pictures[before], crops, kind))
    return known
