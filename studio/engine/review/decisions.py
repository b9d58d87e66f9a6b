"""What people decided about a run's heals: kept in the bundle's decisions.jsonl, applied to make a new version."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from studio.engine.bundle import Bundle, append_decision, load_bundle, read_decisions
from studio.engine.errors import BadBundle, BadInput
from studio.engine.model.heals import Decision, Heal
from studio.engine.model.results import RunReport
from studio.engine.runtime.apply_heals import apply_heals


@dataclass(frozen=True)
class Review:
    """A run's heals with the last word on each."""

    report: RunReport
    said: Mapping[str, str]

    @property
    def heals(self) -> tuple[Heal, ...]:
        """All heals, in the order of their steps."""
        return self.report.heals

    def decision(self, heal_id: str) -> str:
        """`open`, `accepted` or `rejected`."""
        return self.said.get(heal_id, Decision.OPEN.value)

    def accepted(self) -> tuple[Heal, ...]:
        """The heals that go into a new version."""
        return tuple(h for h in self.heals if self.decision(h.id) == Decision.ACCEPTED)

    def open_reversible(self) -> tuple[str, ...]:
        """Ids that `--accept-all` may accept."""
        return tuple(h.id for h in self.heals if not h.irreversible and self.decision(h.id) == Decision.OPEN)

    def undecided_irreversible(self) -> tuple[str, ...]:
        """Ids that need a word of their own."""
        return tuple(h.id for h in self.heals if h.irreversible and self.decision(h.id) == Decision.OPEN)


def review(report: RunReport, bundle_dir: Path | None) -> Review:
    """The heals of a run with what has been decided about them so far."""
    records = read_decisions(bundle_dir) if bundle_dir else ()
    said = {
        str(r.get("heal")): str(r.get("decision"))
        for r in records
        if r.get("kind") == "heal" and r.get("run") == report.run_id
    }
    return Review(report, {h.id: said.get(h.id, h.decision.value) for h in report.heals})


def decide(before: Review, bundle_dir: Path, decisions: Mapping[str, str]) -> Review:
    """Keep each decision. Raises BadBundle where the bundle has changed since the run, CannotWrite."""
    if decisions:
        unchanged(before.report, bundle_dir)
    for heal in (h for h in before.heals if h.id in decisions):
        append_decision(
            bundle_dir,
            {
                "kind": "heal",
                "run": before.report.run_id,
                "heal": heal.id,
                "step": heal.step_id,
                "decision": decisions[heal.id],
                "by": _person(),
            },
        )
    return replace(before, said={**before.said, **decisions})


def unchanged(report: RunReport, bundle_dir: Path) -> Bundle:
    """The bundle that the run replayed. Raises BadBundle where it has changed since."""
    bundle = load_bundle(bundle_dir)
    if report.bundle_digest and bundle.digest != report.bundle_digest:
        raise BadBundle(f"{bundle_dir} has changed since this run: replay it again, and review that run's heals.")
    return bundle


def save(decided: Review, run_dir: Path, bundle_dir: Path, out: Path) -> Path:
    """Write a new version with the accepted heals. Raises BadBundle where the bundle has changed since the run."""
    bundle = unchanged(decided.report, bundle_dir)
    if not decided.accepted():
        raise BadInput("No heal is accepted, so there is nothing to save: accept some with --accept or --accept-all.")
    return apply_heals(bundle, decided.accepted(), run_dir, out)


def _person() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
