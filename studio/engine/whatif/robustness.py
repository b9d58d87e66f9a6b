"""What is known of one step's robustness: on how many altered screens it finds its target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from studio.engine.model.workflow import Step
from studio.engine.vision.frame import Frame
from studio.engine.whatif.judging import Outcome, Trial, try_it
from studio.engine.whatif.scenes import COUNTED, Kind


@dataclass(frozen=True)
class Robustness:
    """What is known of one step: the outcome on each screen that was tried, by which rung or halt, and when (ISO)."""

    outcomes: Mapping[Kind, Outcome]
    hows: Mapping[Kind, str] = field(default_factory=dict)
    at: str = ""

    @property
    def right(self) -> int:
        """Screens on which the target is there and was found."""
        return sum(self.outcomes.get(kind) is Outcome.RIGHT for kind in COUNTED)

    @property
    def of(self) -> int:
        """Screens on which it can be found."""
        return sum(self.outcomes.get(kind) is not Outcome.NO_EFFECT for kind in COUNTED)

    @property
    def is_counted(self) -> bool:
        """Whether all screens that count were tried."""
        return all(kind in self.outcomes for kind in COUNTED)

    @property
    def is_whole(self) -> bool:
        """Whether every screen was tried."""
        return all(kind in self.outcomes for kind in Kind)

    def with_trial(self, trial: Trial) -> Robustness:
        """This and one more screen."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return Robustness({**self.outcomes, trial.kind: trial.outcome}, {**self.hows, trial.kind: trial.how}, now)


NOTHING = Robustness({})


def tried(step: Step, frame: Frame, crops: Mapping[str, Frame], kinds: Iterable[Kind] = COUNTED) -> Robustness:
    """All of those screens, one after the other, altered from `frame`, on which `step` was recorded. Up to 3 s each."""
    known = NOTHING
    for kind in kinds:
        known = known.with_trial(try_it(step, frame, crops, kind))
    return known
