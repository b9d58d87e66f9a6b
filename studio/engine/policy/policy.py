"""A policy: how much each finding matters, and why. Readable YAML; see resources/policies."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from studio.engine.bundle.manifest import canonical, sha256
from studio.engine.model.base import Value
from studio.engine.policy.codes import CODES, RULES, RUN_RULES
from studio.engine.policy.finding import Finding, Severity

POLICY_VERSION = 1


class Weight(StrEnum):
    """What a policy makes of a rule. A finding that weighs `error` keeps a bundle from being certified."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    OFF = "off"


class RuleSetting(Value):
    """A rule in one policy: how much it weighs, and the reason that people read.

    `at_least` is how many ways must lead to a target (rule ways_to_find, 2 where it is left out). `within_days` is how
    far ahead the date may lie after which the bundle is not to be used (rule expiry_set). `trusted` accepts signatures
    by trusted keys alone (rule signed).
    """

    severity: Weight
    reason: Annotated[str, Field(min_length=1, max_length=600)]
    at_least: Annotated[int, Field(ge=1, le=4)] | None = None
    within_days: Annotated[int, Field(ge=1, le=36_500)] | None = None
    trusted: bool | None = None


class Policy(Value):
    """Rules by name. What it does not name weighs as it does without any policy."""

    policy: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]
    version: int = POLICY_VERSION
    about: Annotated[str, Field(max_length=2000)] = ""
    rules: dict[str, RuleSetting] = {}

    @property
    def digest(self) -> str:
        """SHA-256 of what it says, however its file is laid out."""
        return sha256(canonical(self.model_dump(mode="json")))

    @property
    def run_rules(self) -> tuple[str, ...]:
        """The rules on runs that it demands."""
        return tuple(r for r in RUN_RULES if r in self.rules and self.rules[r].severity is Weight.ERROR)

    def setting(self, rule: str) -> RuleSetting | None:
        """What it says of a rule; None where it does not name it."""
        return self.rules.get(rule)

    def weigh(self, finding: Finding) -> Finding | None:
        """The finding as severe as this policy takes it; None where the rule is off."""
        code = CODES[finding.code]
        setting = self.rules.get(code.rule)
        if setting is None:
            return finding if code.severity is not None else None
        if setting.severity is Weight.OFF:
            return None
        return Finding(
            finding.code,
            Severity(setting.severity.value),
            finding.step_id,
            finding.sentence,
            finding.mend,
            finding.subject,
            setting.reason,
        )


NO_POLICY = Policy(policy="none")


_OPTIONS: Mapping[str, str] = {"at_least": "ways_to_find", "within_days": "expiry_set", "trusted": "signed"}


def wrong_in(policy: Policy) -> str:
    """What is wrong with the names in a policy, as a part of a sentence; empty where nothing is."""
    known = {**RULES, **RUN_RULES}
    for name, setting in policy.rules.items():
        if name not in known:
            return f"there is no rule {name[:60]!r}; the rules are {', '.join(known)}"
        for option, owner in _OPTIONS.items():
            if getattr(setting, option) is not None and name != owner:
                return f"the rule {name} knows no {option}, which belongs to {owner}"
    return ""
