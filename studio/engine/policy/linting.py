"""`lint`: all findings of a bundle or of a workflow in memory, weighed by a policy."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from pathlib import Path

from studio.engine.bundle import Bundle, load_bundle
from studio.engine.model.workflow import Workflow
from studio.engine.policy.bundle_findings import bundle_findings
from studio.engine.policy.finding import Finding, Severity
from studio.engine.policy.findings import findings
from studio.engine.policy.policy import Policy
from studio.engine.policy.policy_files import find_policy

DEFAULT_POLICY = "standard"
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


def lint(
    what: Bundle | Workflow | Path | str,
    policy: Policy | str = DEFAULT_POLICY,
    *,
    pictures: Collection[str] = (),
    not_found: Mapping[str, str] | None = None,
    until: date | None = None,
) -> tuple[Finding, ...]:
    """What a person should know of a bundle (also by its folder) or of a workflow that has these `pictures`.

    Errors first, each kind in the order of the steps. `policy` is one, or the name or the path of one. `not_found` is
    as in `findings`, `until` as in `bundle_findings`. Nothing is run. Raises as `load_bundle` and `find_policy` do.
    """
    chosen = find_policy(policy) if isinstance(policy, str) else policy
    if isinstance(what, Workflow):
        return _sorted(findings(what, pictures, not_found=not_found, policy=chosen))
    bundle = what if isinstance(what, Bundle) else load_bundle(Path(what))
    of_steps = findings(bundle.workflow, bundle.asset_paths, not_found=not_found, policy=chosen)
    return _sorted((*of_steps, *bundle_findings(bundle, chosen, until=until)))


def _sorted(found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda finding: _ORDER.index(finding.severity)))
