"""`studio heals`: look at what a run proposes, decide on it, and make a new version of the bundle."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.exit_codes import DONE, HALTED
from studio.cli.output import complain, print_json, say
from studio.cli.parsing import Commands, WrongUsage, command, names

if TYPE_CHECKING:
    from studio.engine.review import Review


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "heals", run, "List the heals of a run, decide on them, save a new version.")
    parser.add_argument("run_dir", type=Path, metavar="RUN", help="the folder of a run")
    parser.add_argument("--accept", type=names, action="extend", default=[], metavar="ID", help="accept these heals")
    parser.add_argument("--reject", type=names, action="extend", default=[], metavar="ID", help="reject these heals")
    parser.add_argument("--accept-all", action="store_true", help="accept all open heals of steps that can be undone")
    parser.add_argument("--comment", default="", metavar="TEXT", help="why, kept with each decision of this call")
    parser.add_argument("--bundle", type=Path, metavar="BUNDLE", help="the bundle that the run replayed")
    parser.add_argument("--out", type=Path, metavar="BUNDLE", help="write a new version with what is accepted")


def run(options: argparse.Namespace) -> int:
    """Decide, save, list. Exit code 1 where irreversible steps were left out of --accept-all."""
    from studio.engine.report import load_run
    from studio.engine.review import decisions as heal_decisions
    from studio.engine.review.run_source import source_of

    if options.accept_all and options.accept:
        raise WrongUsage("--accept-all and --accept say two things: give only one of them.")
    report = load_run(options.run_dir)
    bundle_dir = source_of(options.run_dir, options.bundle) if _writes(options) else _source_if_known(options)
    review = heal_decisions.review(report, bundle_dir, options.run_dir)
    if bundle_dir is not None:
        decisions = _decisions(options, review)
        review = heal_decisions.decide(review, bundle_dir, decisions, comment=options.comment)
    saved = (
        heal_decisions.save(review, options.run_dir, bundle_dir, options.out) if options.out and bundle_dir else None
    )
    left_out = review.undecided_irreversible() if options.accept_all else ()
    _show(options, review, saved, left_out)
    return HALTED if left_out else DONE


def _writes(options: argparse.Namespace) -> bool:
    return bool(options.accept or options.reject or options.accept_all or options.out)


def _source_if_known(options: argparse.Namespace) -> Path | None:
    from studio.engine.errors import BadInput
    from studio.engine.review.run_source import source_of

    try:
        return source_of(options.run_dir, options.bundle)
    except BadInput:
        return None


def _decisions(options: argparse.Namespace, review: Review) -> dict[str, str]:
    known = [heal.id for heal in review.heals]
    for heal_id in (*options.accept, *options.reject):
        if heal_id not in known:
            listed = f"its heals are {', '.join(known)}" if known else "it has none"
            raise WrongUsage(f"This run has no heal {heal_id!r}: {listed}.")
    if both := set(options.accept) & set(options.reject):
        raise WrongUsage(f"{', '.join(sorted(both))} is both accepted and rejected: say one of them.")
    accepted = [*options.accept, *(review.open_reversible() if options.accept_all else ())]
    said = dict.fromkeys(accepted, "accepted") | dict.fromkeys(options.reject, "rejected")
    return {heal_id: decision for heal_id, decision in said.items() if review.decision(heal_id) != decision}


def _show(options: argparse.Namespace, review: Review, saved: Path | None, left_out: tuple[str, ...]) -> None:
    if options.json:
        print_json(
            {
                "ok": not left_out,
                "heals": [
                    heal.model_dump(mode="json", exclude={"trace", "decision"}) | _said(review, heal.id)
                    for heal in review.heals
                ],
                "left_out": list(left_out),
                "saved": str(saved) if saved else None,
            }
        )
        return
    _list(review)
    if saved:
        say(f"Saved as {saved}.")
    elif any(review.decision(heal.id) == "open" for heal in review.heals):
        say("Decide with --accept ID or --reject ID (as often as needed); --out BUNDLE saves what is accepted.")
    if left_out:
        complain(f"Left out, since they cannot be undone: {', '.join(left_out)}. Accept each with --accept ID.")


def _said(review: Review, heal_id: str) -> dict[str, object]:
    """The decision on a heal with who, when and why, and the rejection of an earlier run that it may rest on."""
    word, before = review.word(heal_id), review.rejected_before(heal_id)
    said: dict[str, object] = {"decision": review.decision(heal_id)}
    if word is not None:
        said |= {"by": word.by, "at": word.at, "comment": word.comment}
    return said | {"rejected_before": {"by": before.by, "at": before.at, "run": before.run} if before else None}


def _list(review: Review) -> None:
    from studio.engine.report.words import CAUSES, count, rung_word

    say(f"{count(len(review.heals), 'heal')}.".capitalize())
    for heal in review.heals:
        undone = ", cannot be undone" if heal.irreversible else ""
        say(f"{heal.id}  {review.decision(heal.id)}  {heal.intent}: {CAUSES[heal.cause]}{undone}")
        _list_words(review, heal.id)
        say(f"    found by {rung_word(heal.rung)} ({heal.confidence:.2f})")
        for change in heal.changes:
            say(f"    {change.what}: {change.before} → {change.after}")


def _list_words(review: Review, heal_id: str) -> None:
    """Who decided, when and why; and whether the same was refused in an earlier run."""
    before, word = review.rejected_before(heal_id), review.word(heal_id)
    if before is not None:
        say(f"    rejected before, by {before.by} on {before.at[:10]}{_why(before.comment)}")
    if word is not None and word is not before:
        taken_back = "taken back" if word.undone and word.decision == "open" else word.decision
        say(f"    {taken_back} by {word.by} on {word.at[:10]}{_why(word.comment)}")


def _why(comment: str) -> str:
    return f": {comment}" if comment else ""
