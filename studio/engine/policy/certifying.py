"""Certifying: a bundle keeps to a policy, and somebody stands for it. Bound to the seal, so that any change ends it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from studio.engine.bundle import Bundle, append_decision, load_bundle
from studio.engine.bundle.certification import Certification
from studio.engine.bundle.dates import today
from studio.engine.bundle.signature import nameable
from studio.engine.errors import BadInput, UncertifiedBundle, UnsealedBundle
from studio.engine.policy.finding import Finding, Severity
from studio.engine.policy.linting import lint
from studio.engine.policy.policy import Policy
from studio.engine.policy.policy_files import find_policy
from studio.engine.untrusted import shown
from studio.engine.who import person


@dataclass(frozen=True, slots=True)
class Certified:
    """All findings; `certification` is None where one of them is an error, and nothing was written then."""

    certification: Certification | None
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What stands against it."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.ERROR)


def certify(bundle_dir: Path | str, policy: Policy | str, *, by: str = "", expires: date | None = None) -> Certified:
    """Certify the bundle where nothing in it is an error by the policy; `expires` is the last day (UTC) of that.

    One line is added to its decisions.jsonl. Raises BadInput for a name that cannot be, UnsealedBundle, CannotWrite,
    and as `load_bundle` and `find_policy` do.
    """
    chosen = find_policy(policy) if isinstance(policy, str) else policy
    try:
        who = nameable(by or person())
    except ValueError as cause:
        raise BadInput(
            f"{shown(by)} cannot certify: a name has 1 to 120 characters in one line, and none that is not seen or "
            "turns words round."
        ) from cause
    bundle = load_bundle(Path(bundle_dir))
    if not bundle.sealed:
        raise UnsealedBundle(f"{bundle.dir.name} is not sealed: seal it (studio seal), then certify that version.")
    found = lint(bundle, chosen, until=expires)
    if any(finding.severity is Severity.ERROR for finding in found):
        return Certified(None, found)
    made = Certification(
        policy=chosen.policy,
        policy_digest=chosen.digest,
        digest=bundle.digest,
        seal=bundle.seal,
        by=who,
        expires=expires,
        run_rules=chosen.run_rules,
    )
    append_decision(bundle.dir, made.record())
    kept = load_bundle(bundle.dir).certifications
    return Certified(next(c for c in kept if c.policy == chosen.policy), found)


def require_policy(bundle: Bundle, policy: Policy | str) -> None:
    """Raise UncertifiedBundle unless the bundle is certified by this very policy today, and still keeps to it.

    The certification alone is a line in a file; what it says is looked at anew.
    """
    chosen = find_policy(policy) if isinstance(policy, str) else policy
    name = bundle.dir.name
    told = next((c for c in bundle.certifications if c.policy == chosen.policy), None)
    if told is None or told.expired(today()):
        raise UncertifiedBundle(
            f"{name} is not certified by the policy {chosen.policy!r}, which this run requires: certify it (studio "
            f"certify {name} --policy {chosen.policy})."
        )
    if told.policy_digest != chosen.digest or tuple(told.run_rules) != tuple(chosen.run_rules):
        raise UncertifiedBundle(
            f"{name} was certified by another text of the policy {chosen.policy!r} than the one here: certify it anew."
        )
    against = [f for f in lint(bundle, chosen) if f.severity is Severity.ERROR]
    if against:
        lines = [f"{f.step_id or name}: {f.sentence}" for f in against[:10]]
        raise UncertifiedBundle(
            "\n".join([f"{name} does not keep to the policy {chosen.policy!r}, which this run requires:", *lines])
        )


def policy_says(bundle: Bundle, rule: str) -> bool:
    """Whether a policy that the bundle is certified by demands this rule of its runs (see `RUN_RULES`)."""
    return any(rule in told.run_rules for told in bundle.certifications)
