"""A person's word on the risk of steps, given to `studio compile`."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from studio.cli.parsing import WrongUsage

if TYPE_CHECKING:
    from studio.engine.compiler.risk_said import RiskSaid


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command that have to do with it."""
    parser.add_argument(
        "--risk",
        action="append",
        default=[],
        metavar="STEP=RISK",
        help="say of a step that it is irreversible or reversible; needs --risk-reason",
    )
    parser.add_argument("--risk-reason", metavar="TEXT", help="why; kept in the workflow with who said it, and when")


def said(options: argparse.Namespace) -> dict[str, RiskSaid]:
    """By step id, what was said. Raises WrongUsage."""
    from studio.engine.compiler.risk_said import RiskSaid
    from studio.engine.model.workflow import Risk, RiskWord
    from studio.engine.who import person

    reason = " ".join((options.risk_reason or "").split())
    if bool(options.risk) != bool(reason):
        raise WrongUsage("--risk and --risk-reason belong together: say what the risk is, and why.")
    word = RiskWord(by=person(), at=datetime.now(UTC).isoformat(timespec="seconds"))
    found: dict[str, RiskSaid] = {}
    for given in options.risk:
        step, _, risk = given.partition("=")
        if not step or risk not in tuple(Risk):
            raise WrongUsage(f"--risk needs STEP=irreversible or STEP=reversible, not {given[:80]!r}.")
        found[step] = RiskSaid(Risk(risk), reason, word)
    return found
