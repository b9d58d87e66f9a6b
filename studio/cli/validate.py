"""`studio validate`: whether a bundle is whole, unchanged and makes sense."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command

if TYPE_CHECKING:
    from studio.engine.bundle import Bundle
    from studio.engine.bundle.trust import Signed


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "validate", run, "Check a bundle's integrity and sense; nothing is changed.")
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")


def run(options: argparse.Namespace) -> int:
    """Exit code 0 for a bundle that opens, with what a person should still know; a broken one is BadInput."""
    from studio.engine.bundle import load_bundle, validate_workflow
    from studio.engine.bundle.trust import standing_of

    bundle = load_bundle(options.bundle)
    warnings = validate_workflow(bundle.workflow, bundle.asset_paths)
    notes = [f"{p.where}: {p.sentence}" for p in warnings]
    notes += [f"Not understood: {what}" for what in bundle.not_understood]
    waiting = list(bundle.workflow.unreviewed)
    standing = standing_of(bundle.signature)
    if options.json:
        facts: dict[str, Any] = {"sealed": bundle.sealed, "digest": bundle.digest, "steps": len(bundle.workflow.steps)}
        facts |= {"warnings": [{"code": p.code, "where": p.where, "sentence": p.sentence} for p in warnings]}
        facts |= {"expires": bundle.expires, "signature": asdict(standing)}
        facts |= {"certifications": [told.model_dump(mode="json") for told in bundle.certifications]}
        print_json({"ok": True, "bundle": str(bundle.dir), **facts, "unreviewed": waiting, "notes": notes})
        return DONE
    say(f"{bundle.workflow.name}: {len(bundle.workflow.steps)} steps, {bundle.digest[:12]}")
    say("Sealed: nothing has changed since." if bundle.sealed else "Not sealed: seal it before it can replay.")
    for line in (
        *trust_lines(bundle, standing),
        *notes,
        *(f"{step}: its heal waits for a decision." for step in waiting),
    ):
        say(f"  {line}")
    return DONE


def trust_lines(bundle: Bundle, signed: Signed) -> Iterator[str]:
    """What signature, certifications and dates say, as sentences."""
    said = {
        "none": "Not signed.",
        "trusted": f"Signed by {signed.name} (the trusted key {signed.key}, {signed.at}).",
        "unknown": f"Signed with the key {signed.key}, which is not trusted here; it calls itself “{signed.name}”.",
    }
    yield said[signed.standing]
    for told in bundle.certifications:
        until = f", until {told.expires}" if told.expires else ""
        yield f"Certified by the policy {told.policy} (by {told.by}, {told.at[:10]}{until})."
    if bundle.sealed_until is not None:
        yield f"To be used until {bundle.sealed_until}."
