"""One thing that a person should know of a workflow, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much it matters."""

    ERROR = "error"  # a run will stop there, or is refused
    WARNING = "warning"  # a run may do the wrong thing unseen, or stop without need
    NOTE = "note"  # as it is meant to be, and worth knowing


class Mend(StrEnum):
    """What a person can do about it at once."""

    ADD_CHECK = "add_check"
    ADD_LANDMARK = "add_landmark"
    SET_TARGET = "set_target"
    PROVE_ROW = "prove_row"
    DROP_PARAM = "drop_param"
    NAME_SECRET = "name_secret"
    REVIEW = "review"
    SET_RISK = "set_risk"
    SEAL = "seal"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Finding:
    """`code` is stable. `step_id` is None where it is of the whole workflow; `subject` names what else it is about.

    `reason` is why the policy that it was weighed by takes it so.
    """

    code: str
    severity: Severity
    step_id: str | None
    sentence: str
    mend: Mend | None = None
    subject: str = ""
    reason: str = ""
