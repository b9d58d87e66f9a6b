"""What a person should know of a workflow before it runs: findings with stable codes, weighed by policies."""

from studio.engine.policy.certifying import Certified, certify, policy_says, require_policy
from studio.engine.policy.codes import CODES, RULES, RUN_RULES
from studio.engine.policy.finding import Finding, Mend, Severity
from studio.engine.policy.findings import findings
from studio.engine.policy.linting import lint
from studio.engine.policy.policy import NO_POLICY, Policy, RuleSetting, Weight
from studio.engine.policy.policy_files import BadPolicy, find_policy, parse_policy, policy_names, read_policy

__all__ = [
    "CODES",
    "NO_POLICY",
    "RULES",
    "RUN_RULES",
    "BadPolicy",
    "Certified",
    "Finding",
    "Mend",
    "Policy",
    "RuleSetting",
    "Severity",
    "Weight",
    "certify",
    "find_policy",
    "findings",
    "lint",
    "parse_policy",
    "policy_names",
    "policy_says",
    "read_policy",
    "require_policy",
]
