"""`studio lint` and `studio certify`: what a bundle lacks by a policy, and somebody's word that it keeps to one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studio.cli.exit_codes import DONE, HALTED
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command, last_day, name_of_one

if TYPE_CHECKING:
    from studio.engine.policy import Finding

_SHIPPED = "permissive, standard, clinical-write, one of yours, or the path of a .yaml file"
MENDS = {
    "add_check": "add a check of what the screen then shows (Workflow page, Add a check)",
    "add_landmark": "add a landmark beside it (Workflow page, Add a landmark)",
    "set_target": "crop its target anew (Workflow page, Re-crop)",
    "prove_row": "say which text of its row proves the record (Workflow page, Prove the record)",
    "drop_param": "take the parameter out (Workflow page, Remove)",
    "name_secret": "give the secret a name (Workflow page, Name it)",
    "set_risk": "say whether it can be undone (studio compile --risk, or the Workflow page)",
    "review": "review its heals (studio heals, or the Heals page)",
    "seal": "look through it and seal it (studio seal)",
    "sign": "sign it (studio sign)",
}


def add(commands: Commands) -> None:
    """Add both commands."""
    lint = command(commands, "lint", run_lint, "List what a bundle lacks by a policy; nothing is run or changed.")
    lint.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")
    lint.add_argument("--policy", default="standard", metavar="POLICY", help=f"{_SHIPPED} (default: standard)")
    lint.add_argument("--strict", action="store_true", help="exit code 1 for warnings too")
    certify = command(commands, "certify", run_certify, "Certify that a sealed bundle keeps to a policy.")
    certify.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a sealed bundle")
    certify.add_argument("--policy", required=True, metavar="POLICY", help=_SHIPPED)
    certify.add_argument("--expires", type=last_day, metavar="DATE", help="the last day of it, as 2027-01-31 (UTC)")
    certify.add_argument("--by", type=name_of_one, metavar="NAME", help="who certifies (default: you)")


def run_lint(options: argparse.Namespace) -> int:
    """Exit code 0 where nothing weighs as an error (with --strict: nor as a warning), else 1."""
    from studio.engine.bundle import load_bundle
    from studio.engine.policy import find_policy, lint

    policy = find_policy(options.policy)
    bundle = load_bundle(options.bundle)
    found = lint(bundle, policy)
    bad = ("error", "warning") if options.strict else ("error",)
    code = HALTED if any(finding.severity in bad for finding in found) else DONE
    if options.json:
        _print(found, code, bundle.dir, {"digest": bundle.digest, "policy": policy.policy})
        return code
    say(f"{bundle.workflow.name} by the policy {policy.policy}: {_counted(found)}.")
    _say_all(found)
    return code


def run_certify(options: argparse.Namespace) -> int:
    """Exit code 1 where something is an error by the policy: nothing is written then."""
    from studio.engine.policy import certify, find_policy

    policy = find_policy(options.policy)
    made = certify(options.bundle, policy, by=options.by or "", expires=options.expires)
    told = made.certification
    code = DONE if told is not None else HALTED
    if options.json:
        kept = told.model_dump(mode="json") if told is not None else None
        _print(made.findings, code, options.bundle, {"policy": policy.policy, "certification": kept})
        return code
    if told is None:
        say(f"Not certified by the policy {policy.policy}: {_counted(made.findings)}.")
    else:
        say(f"Certified by the policy {policy.policy} ({told.digest[:12]}, by {told.by}{_until(told.expires)}).")
    _say_all(made.findings)
    return code


def _print(found: Sequence[Finding], code: int, bundle: Path, more: dict[str, Any]) -> None:
    print_json({"ok": code == DONE, "bundle": str(bundle), **more, "findings": [asdict(one) for one in found]})


def _until(expires: date | None) -> str:
    return f", until {expires}" if expires is not None else ""


def _counted(found: Sequence[Finding]) -> str:
    counts = {kind: sum(one.severity == kind for one in found) for kind in ("error", "warning", "note")}
    parts = [f"{n} {kind}{'' if n == 1 else 's'}" for kind, n in counts.items() if n]
    return ", ".join(parts) if parts else "nothing to say"


def _say_all(found: Sequence[Finding]) -> None:
    for one in found:
        say(f"  {one.severity}  {one.code}  {one.step_id or 'workflow'}: {one.sentence}")
        why = [f"Why: {one.reason}"] if one.reason else []
        mend = [f"Mend: {MENDS[one.mend]}."] if one.mend is not None else []
        if why or mend:
            say(f"      {' '.join([*why, *mend])}")
