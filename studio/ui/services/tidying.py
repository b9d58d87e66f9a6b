"""Old runs of the library by the rule of the settings: what would go, and removing it when the window starts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from studio.engine.privacy.purge import Purged, purge
from studio.engine.privacy.retention import Plan, Rule, plan
from studio.ui.services.background import Background
from studio.ui.services.settings import Settings
from studio.ui.told import told
from studio.ui.words import tr


def rule_of(settings: Settings) -> Rule:
    """The rule that a person has set: 0 days means however old."""
    return Rule(settings.keep_runs, settings.purge_days or None, settings.purge_frames_only)


def older_runs(library: Path, rule: Rule) -> Plan:
    """What the rule means for the library; nothing where there are no runs yet."""
    return plan(library, rule) if (library / "runs").is_dir() else Plan()


def tidy_at_start(owner: QObject, library: Path, settings: Settings, say: Callable[[str], None]) -> None:
    """Remove old runs beside the window where a person has switched that on, and say what was done."""
    if not settings.purge_at_start or not (library / "runs").is_dir():
        return
    rule, by = rule_of(settings), settings.reviewer
    work: Background[Purged] = Background(owner)
    failed = tr("Old runs were not removed.")
    work.start(
        lambda: purge(library, rule, by=by),
        lambda done: say(purged_words(done)) if done.gone or done.failed else None,
        lambda error: say(f"{failed} {told(str(error))}"),
    )


def purged_words(done: Purged) -> str:
    """What a purge did, in a sentence."""
    said = tr("{n} old runs were removed; purge.jsonl in the library names them.", n=len(done.gone))
    if len(done.gone) == 1:
        said = tr("One old run was removed; purge.jsonl in the library names it.")
    if done.staying:
        said += " " + tr("{n} stay, since they wait for a person.", n=len(done.staying))
    if done.failed:
        said += " " + tr("{n} could not be removed.", n=len(done.failed))
    return said
