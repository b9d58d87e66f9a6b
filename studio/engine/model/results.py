"""What a run did: the content of report.json."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.base import Value
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Halt
from studio.engine.model.heals import Heal
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import RungAttempt

REPORT_VERSION = 1

LATER = "the run began at a later step"
HAPPENED = "a person said that it had happened in an earlier run; it was not done again"
"""Notes of steps that were left out: `StepResult.note`."""


class Outcome(StrEnum):
    """How a run ended; never one word for two of them."""

    VERIFIED = "verified"  # every declared effect was confirmed in the system of record
    PASSED = "passed"  # on screen only
    HALTED = "halted"  # refused to guess
    STOPPED = "stopped"  # a person said stop
    FAILED = "failed"  # the environment or a bug


class CheckVerdict(StrEnum):
    """Three-valued: a check that could not be made is not a check that passed."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"


class CheckResult(Value):
    """One postcondition or read-back: what was expected, what was seen, by which means.

    `aside`: that it could not be made leaves no doubt about the run, since the step can be undone, or the field holds a
    secret, which nobody reads back.
    """

    kind: str
    verdict: CheckVerdict
    expected: str = ""
    seen: str = ""
    means: str = ""  # "structure" | "pixels" | "ocr" | "reaction"
    ms: float = 0.0
    aside: bool = False

    @property
    def in_doubt(self) -> bool:
        """Whether it could not be made, and so leaves a doubt about the run."""
        return self.verdict is CheckVerdict.UNKNOWN and not self.aside


class PhaseTimes(Value):
    """Where a step's time went, in ms."""

    find: float = 0.0
    act: float = 0.0
    settle: float = 0.0
    verify: float = 0.0

    @property
    def total(self) -> float:
        """Sum of all phases in ms."""
        return self.find + self.act + self.settle + self.verify


class StepResult(Value):
    """One executed (or refused) step. `irreversible` is why it counts as one that cannot be undone, where it does."""

    step_id: str
    intent: str
    action: str
    ok: bool
    skipped: bool = False
    note: str | None = None
    rung: str | None = None
    confidence: float | None = None
    point: Point | None = None
    region: Region | None = None
    identity: IdentityVerdict = IdentityVerdict.NONE
    checks: tuple[CheckResult, ...] = ()
    times: PhaseTimes = PhaseTimes()
    trace: tuple[RungAttempt, ...] = ()
    ocr_calls: int = 0
    ocr_full_frames: int = 0
    frames: int = 0
    healed: bool = False
    confirmed_by_person: bool = False
    irreversible: str | None = None
    before: str | None = None
    after: str | None = None


class RunReport(Value):
    """The whole run, as report.json holds it. Secrets never appear in it.

    `rescued` are halts after which an exception way of the program went on; `not_begun` says what was to be done
    and was not.
    """

    version: int = REPORT_VERSION
    run_id: str
    workflow: str
    bundle_digest: str = ""
    outcome: Outcome
    started_at: str
    finished_at: str
    total_ms: float = 0.0
    surface: str = ""
    structure: bool = False
    params: dict[str, str] = {}
    defaulted_params: tuple[str, ...] = ()
    steps: tuple[StepResult, ...] = ()
    heals: tuple[Heal, ...] = ()
    halt: Halt | None = None
    rescued: tuple[Halt, ...] = ()
    not_begun: tuple[str, ...] = ()
    error: str | None = None
    model_calls: int = 0
    ocr_calls: int = 0
    ocr_full_frames: int = 0
    frames: int = 0

    @property
    def in_doubt(self) -> int:
        """How many checks could not be made that leave a doubt about the run."""
        return sum(check.in_doubt for step in self.steps for check in step.checks)

    @property
    def succeeded(self) -> bool:
        """Whether all steps ran and all their checks held."""
        return self.outcome in (Outcome.VERIFIED, Outcome.PASSED)
