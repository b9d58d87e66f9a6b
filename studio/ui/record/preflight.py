"""What is looked at before a recording, for each kind of target: the findings that matter, and what blocks. Pure."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from studio.engine.health import CHECKS, Check, Finding, abilities
from studio.ui.record.targets import Kind
from studio.ui.theme import Tone
from studio.ui.words import tr

_LOOKED_AT = ("session", "display", "screen", "hooks", "accessibility")
_SHOWN = {
    Kind.PAGE: ("browser", "session", "disk"),
    Kind.TAB: ("disk",),
    Kind.WINDOW: ("display", "screen", "hooks", "accessibility", "disk"),
    Kind.SCREEN: ("display", "screen", "hooks", "accessibility", "disk"),
}
_TONES = {"ok": Tone.PASSED, "warning": Tone.HEALED, "missing": Tone.FAILED}
_LEAST_MB = 200


@dataclass(frozen=True)
class Row:
    """One line of the list. `tone` is UNKNOWN while it is looked at; a mend may stop the recording from starting."""

    name: str
    title: str
    sentence: str
    mend: str
    tone: Tone


@dataclass(frozen=True)
class Preflight:
    """The list, and why it cannot start (empty where it can)."""

    rows: tuple[Row, ...]
    blocked: str
    looking: bool

    @property
    def word(self) -> tuple[str, Tone]:
        """All of it in a word."""
        if self.blocked:
            return tr("Not ready"), Tone.FAILED
        if self.looking:
            return tr("Looking…"), Tone.UNKNOWN
        if any(row.tone is Tone.HEALED for row in self.rows):
            return tr("Ready, with less"), Tone.HEALED
        return tr("Ready"), Tone.PASSED


def quick_checks() -> tuple[Check, ...]:
    """Those that answer at once."""
    return tuple(c for c in CHECKS if c.__name__ in _LOOKED_AT)


def slow_checks() -> tuple[Check, ...]:
    """Those that start a program."""
    return tuple(c for c in CHECKS if c.__name__ == "browser")


def room(folder: Path) -> Finding:
    """Room on the disk where recordings are kept."""
    there = next((p for p in (folder, *folder.parents) if p.is_dir()), Path.cwd())
    free = shutil.disk_usage(there).free // 1_000_000
    if free < _LEAST_MB:
        mend = tr("Free some space, or choose another place for the library in Settings.")
        return Finding("disk", "missing", tr("Only {n} MB are free where recordings are kept.", n=free), mend)
    return Finding("disk", "ok", tr("{n} GB free where recordings are kept", n=f"{free / 1000:.0f}"))


def preflight(kind: Kind, found: Mapping[str, Finding]) -> Preflight:
    """The list for that kind of target, of what was found until now."""
    names = _SHOWN[kind]
    blocked = _blocked(kind, found)
    rows = tuple(_row(name, found.get(name), blocked) for name in names)
    return Preflight(rows, blocked, any(name not in found for name in names))


def _title(name: str) -> str:
    return {
        "session": tr("Session"),
        "display": tr("Display"),
        "screen": tr("Pictures of the screen"),
        "hooks": tr("Mouse and keyboard"),
        "accessibility": tr("Names in other programs"),
        "browser": tr("Browser"),
        "disk": tr("Disk"),
    }[name]


def _row(name: str, finding: Finding | None, blocked: str) -> Row:
    if finding is None:
        return Row(name, _title(name), tr("Looking…"), "", Tone.UNKNOWN)
    tone = Tone.FAILED if finding.sentence == blocked else _TONES[finding.state]
    return Row(name, _title(name), finding.sentence, finding.mend, tone)


def _blocked(kind: Kind, found: Mapping[str, Finding]) -> str:
    """Why it cannot start: the first thing that keeps this kind of work from being done."""
    disk = found.get("disk")
    if disk is not None and disk.state == "missing":
        return disk.sentence
    if kind is Kind.TAB:
        return ""
    session = found.get("session")
    if kind is Kind.PAGE and session is not None and session.state != "ok":
        return session.sentence
    work = "record_web" if kind is Kind.PAGE else "record_desktop"
    seen = [f for f in found.values() if f.name in _SHOWN[kind]]
    able = next(a for a in abilities(seen) if a.name == work)
    return able.because if able.able == "no" else ""
