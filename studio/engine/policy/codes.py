"""The table of all findings: each code, how much it matters unless a policy says otherwise, and its rule.

Codes are stable: machines decide on them. A new one is one line here, and a sentence where it is found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.engine.policy.finding import Finding, Mend, Severity

E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE


@dataclass(frozen=True, slots=True)
class Code:
    """`severity` is None where only a policy that asks for it finds this."""

    name: str
    severity: Severity | None
    rule: str
    meaning: str


_TABLE = (
    Code("no_target", E, "targets_set", "a step that points has no target and will halt"),
    Code("secret_unnamed", E, "secrets_named", "a secret without a name cannot be asked for"),
    Code("unreviewed", E, "heals_decided", "a heal that nobody has decided: the bundle does not replay"),
    Code("unknowable_outcome", E, "outcome_known", "irreversible, and nothing tells success from refusal"),
    Code("unchecked_write", W, "outcome_checked", "irreversible, and nothing is checked afterwards"),
    Code("identity_unarmed", W, "identity_armed", "several places look and read the same, and no row proves which"),
    Code("look_alikes", W, "identity_armed", "several places look the same, and too few landmarks tell them apart"),
    Code("risk_unclear", W, "risk_clear", "nobody knows whether the step can be undone"),
    Code("write_repeats", W, "writes_once", "irreversible, and the program may come to it again without a worklist"),
    Code("weak_write", N, "writes_by_label", "irreversible, and found neither by structure nor by its label"),
    Code("single_way", W, "ways_to_find", "too few ways lead to the target: a change of the program halts the run"),
    Code("not_found", W, "target_found", "the target is not found again on its own recorded picture"),
    Code("param_unused", W, "params_used", "a parameter that nothing uses"),
    Code("no_check", N, "steps_checked", "nothing is checked after a step that acts; the next target has to prove it"),
    Code("unverified_write", N, "effects_declared", "irreversible, and the system of record is not asked"),
    Code("no_pictures", N, "pictures_kept", "the bundle came without its frames"),
    Code("readable_identity", None, "no_readable_identity", "the bundle holds the words by which it knows a record"),
    Code("unsealed", E, "sealed", "the bundle has no seal of ours and does not replay"),
    Code("readable_differs", W, "readable_true", "workflow.py, which people review, is not what the workflow does"),
    Code("expired", E, "in_date", "the date after which the bundle is not to be used has passed"),
    Code("no_expiry", None, "expiry_set", "the bundle says no date after which it is not to be used"),
    Code("unsigned", None, "signed", "nobody has signed the bundle"),
    Code("signed_by_unknown", None, "signed", "it is signed with a key that is not trusted on this computer"),
)
CODES: Mapping[str, Code] = {code.name: code for code in _TABLE}
RULES: Mapping[str, tuple[Code, ...]] = {
    rule: tuple(code for code in _TABLE if code.rule == rule) for rule in dict.fromkeys(code.rule for code in _TABLE)
}
"""Every rule that a policy may name, with the codes that fall under it."""
RUN_RULES: Mapping[str, str] = {
    "unreadable_identity_halts": "a run halts at every step whose record cannot be read, not at writes alone",
}
"""Rules on what a run does; they find nothing in a bundle. They hold where the bundle is certified by their policy."""


def found(code: str, step_id: str | None, sentence: str, mend: Mend | None = None, subject: str = "") -> Finding:
    """A finding as severe as its code is without a policy; one that only a policy asks for is a note."""
    return Finding(code, CODES[code].severity or Severity.NOTE, step_id, sentence, mend, subject)
