"""What a person should know of a workflow before it runs: findings with stable codes. Pure."""

from studio.engine.policy.finding import Finding, Mend, Severity
from studio.engine.policy.findings import findings

__all__ = ["Finding", "Mend", "Severity", "findings"]
