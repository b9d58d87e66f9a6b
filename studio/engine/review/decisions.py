"""What people decided about a run's heals: kept in the bundle's decisions.jsonl, applied to make a new version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from studio.engine.bundle import Bundle, append_decision, load_bundle, read_decisions
from studio.engine.errors import BadBundle, BadInput
from studio.engine.model.heals import Decision, Heal
from studio.engine.model.results import RunReport
from studio.engine.review.fingerprint import fingerprint
from studio.engine.review.lineage import lineage
from studio.engine.review.words_said import Saved, Word, saved_in, words_in
from studio.engine.runtime.apply_heals import apply_heals
from studio.engine.who import person


@dataclass(frozen=True)
class Review:
    """A run's heals with what was said of each, oldest first.

    `earlier` has what was said of the same proposals in other runs, of this version or one before it: what was
    rejected there stays rejected here until a person says otherwise.
    """

    report: RunReport
    said: Mapping[str, tuple[Word, ...]] = field(default_factory=dict)
    earlier: Mapping[str, tuple[Word, ...]] = field(default_factory=dict)
    prints: Mapping[str, str] = field(default_factory=dict)
    run_dir: Path | None = None
    saved: tuple[Saved, ...] = ()

    @property
    def heals(self) -> tuple[Heal, ...]:
        """All heals, in the order of their steps."""
        return self.report.heals

    @cached_property
    def _by_id(self) -> dict[str, Heal]:
        return {heal.id: heal for heal in self.heals}

    def heal(self, heal_id: str) -> Heal:
        """The heal of that id. Raises KeyError."""
        return self._by_id[heal_id]

    def history(self, heal_id: str) -> tuple[Word, ...]:
        """All that was said of it: in earlier runs, then in this one."""
        return (*self.earlier.get(heal_id, ()), *self.said.get(heal_id, ()))

    def word(self, heal_id: str) -> Word | None:
        """What counts now: the last word in this run, or a rejection in an earlier one."""
        own = self.said.get(heal_id, ())
        return own[-1] if own else self.rejected_before(heal_id)

    def rejected_before(self, heal_id: str) -> Word | None:
        """The last word of earlier runs on the same proposal, where that was a no."""
        last = self.earlier.get(heal_id, ())[-1:]
        return last[0] if last and last[0].decision == Decision.REJECTED else None

    def decision(self, heal_id: str) -> str:
        """`open`, `accepted` or `rejected`."""
        word = self.word(heal_id)
        return word.decision if word else self._by_id[heal_id].decision.value if heal_id in self._by_id else "open"

    def accepted(self) -> tuple[Heal, ...]:
        """The heals that go into a new version."""
        return tuple(h for h in self.heals if self.decision(h.id) == Decision.ACCEPTED)

    def open_reversible(self) -> tuple[str, ...]:
        """Ids that `--accept-all` may accept."""
        return tuple(h.id for h in self.heals if not h.irreversible and self.decision(h.id) == Decision.OPEN)

    def undecided_irreversible(self) -> tuple[str, ...]:
        """Ids that need a word of their own."""
        return tuple(h.id for h in self.heals if h.irreversible and self.decision(h.id) == Decision.OPEN)

    def saved_as(self) -> Saved | None:
        """The last version that was made of exactly what is accepted now."""
        accepted = {h.id for h in self.accepted()}
        return next((s for s in reversed(self.saved) if set(s.heals) == accepted), None) if accepted else None


def review(report: RunReport, bundle_dir: Path | None, run_dir: Path | None) -> Review:
    """The heals of a run with what has been decided about them so far. `run_dir` has their pictures. Raises BadBundle
    where decisions.jsonl is broken."""
    prints = {heal.id: fingerprint(heal, run_dir) for heal in report.heals}
    if bundle_dir is None:
        return Review(report, prints=prints, run_dir=run_dir)
    records = read_decisions(bundle_dir)
    own = words_in(records)
    before = [word for version in lineage(bundle_dir)[:-1] for word in _words_of(version.dir)]
    return Review(
        report,
        said={heal_id: _here(own, report.run_id, heal_id, seen) for heal_id, seen in prints.items()},
        earlier={h: tuple(w for w in (*before, *own) if _elsewhere(w, report.run_id, p)) for h, p in prints.items()},
        prints=prints,
        run_dir=run_dir,
        saved=tuple(s for s in saved_in(records) if s.run == report.run_id),
    )


def _words_of(version: Path) -> tuple[Word, ...]:
    """What was said of an earlier version's heals; nothing where that cannot be read."""
    try:
        return words_in(read_decisions(version))
    except BadInput:
        return ()


def _here(words: Sequence[Word], run: str, heal_id: str, seen: str) -> tuple[Word, ...]:
    """Words on this very proposal: two runs in folders of the same name are told apart by what they propose."""
    return tuple(w for w in words if w.run == run and w.heal == heal_id and w.fingerprint in ("", seen))


def _elsewhere(word: Word, run: str, seen: str) -> bool:
    return word.run != run and word.fingerprint == seen


def decide(
    before: Review, bundle_dir: Path, decisions: Mapping[str, str], *, by: str = "", comment: str = ""
) -> Review:
    """Keep each decision, at once and for good. Raises BadBundle where the bundle has changed since the run,
    CannotWrite."""
    words = [Word(heal.id, decisions[heal.id], by, comment=comment) for heal in before.heals if heal.id in decisions]
    return say(before, bundle_dir, words)


def say(before: Review, bundle_dir: Path, words: Sequence[Word]) -> Review:
    """Keep words and give the review as it stands on disk then, with what others said meanwhile.

    Raises BadBundle where the bundle has changed since the run, CannotWrite.
    """
    if words:
        unchanged(before.report, bundle_dir)
    for word in words:
        heal, run = before.heal(word.heal), before.report.run_id
        kept = Word(
            word.heal,
            word.decision,
            by=word.by or person(),
            comment=word.comment,
            run=run,
            fingerprint=before.prints.get(word.heal, ""),
            undone=word.undone,
        )
        append_decision(bundle_dir, kept.record(heal.step_id))
    return review(before.report, bundle_dir, before.run_dir)


def unchanged(report: RunReport, bundle_dir: Path) -> Bundle:
    """The bundle that the run replayed. Raises BadBundle where it has changed since."""
    bundle = load_bundle(bundle_dir)
    if report.bundle_digest and bundle.digest != report.bundle_digest:
        raise BadBundle(f"{bundle_dir} has changed since this run: replay it again, and review that run's heals.")
    return bundle


def save(decided: Review, run_dir: Path, bundle_dir: Path, out: Path, *, by: str = "") -> Path:
    """Write a new version with the accepted heals and remember that. Raises BadBundle where the bundle has changed
    since the run or where somebody decided otherwise meanwhile; AlreadyThere, CannotWrite."""
    bundle = unchanged(decided.report, bundle_dir)
    if not decided.accepted():
        raise BadInput("No heal is accepted, so there is nothing to save: accept some with --accept or --accept-all.")
    _same_on_disk(decided, bundle_dir)
    target = apply_heals(bundle, decided.accepted(), run_dir, out)
    made = Saved(decided.report.run_id, target.name, tuple(h.id for h in decided.accepted()), by or person())
    append_decision(bundle_dir, made.record())
    return target


def _same_on_disk(decided: Review, bundle_dir: Path) -> None:
    """Only what stands in decisions.jsonl is applied: never a word that another window has taken back since."""
    kept = review(decided.report, bundle_dir, decided.run_dir)
    for heal in decided.heals:
        if kept.decision(heal.id) != decided.decision(heal.id):
            raise BadBundle(f"{heal.intent}: somebody decided otherwise meanwhile. Look at it again, then save.")
