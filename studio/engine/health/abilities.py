"""What follows from the findings: which kinds of work this machine can do. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from studio.engine.health.finding import Finding

Able = Literal["yes", "limited", "no"]


@dataclass(frozen=True)
class Ability:
    """One kind of work. `because` and `mend` are empty where it can be done without restriction."""

    name: str
    title: str
    able: Able
    because: str = ""
    mend: str = ""

    def as_dict(self) -> dict[str, str]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class _Work:
    """`needs` must not be amiss; where one of `helped_by` is amiss, its text says what is then lost."""

    name: str
    title: str
    needs: tuple[str, ...]
    helped_by: Mapping[str, str]


_NO_PLACE = ("python", "disk")
_WORK = (
    _Work(
        "record_web",
        "Record a web page",
        (*_NO_PLACE, "browser"),
        {"session": "no window of a browser can be shown, so only one that is open already is recorded (--cdp)."},
    ),
    _Work("replay_web", "Replay on a web page", (*_NO_PLACE, "browser"), {}),
    _Work(
        "record_desktop",
        "Record the desktop",
        (*_NO_PLACE, "display", "screen", "hooks"),
        {
            "accessibility": "fields are known by their pictures only, and a password field only where you say so.",
            "hot_keys": "not all hot keys reach the recorder.",
            "damage": "it costs more of the processor.",
        },
    ),
    _Work(
        "replay_desktop",
        "Replay on the desktop",
        (*_NO_PLACE, "display", "screen", "sending"),
        {"accessibility": "targets are found by pictures and texts only.", "damage": "each step waits longer."},
    ),
    _Work("read_text", "Read text from pictures", ("reading",), {"fonts": "programs may show boxes for letters."}),
)


def abilities(findings: Iterable[Finding]) -> tuple[Ability, ...]:
    """What can be done, in a fixed order. What was not looked at counts as well."""
    by_name = {finding.name: finding for finding in findings}
    return tuple(_judged(work, by_name) for work in _WORK)


def _judged(work: _Work, findings: Mapping[str, Finding]) -> Ability:
    amiss = {name: finding for name, finding in findings.items() if finding.state != "ok"}
    for name in work.needs:
        if name in amiss and _stops(amiss[name]):
            return Ability(work.name, work.title, "no", amiss[name].sentence, amiss[name].mend)
    lost = [name for name in work.helped_by if name in amiss]
    if not lost:
        return Ability(work.name, work.title, "yes")
    because = " ".join(f"{amiss[name].sentence} Thus {work.helped_by[name]}" for name in lost)
    return Ability(work.name, work.title, "limited", because, " ".join(amiss[name].mend for name in lost))


def _stops(finding: Finding) -> bool:
    """Little room on the disk is a warning that stops nothing; all else that is needed and amiss does."""
    return finding.state == "missing" or finding.name != "disk"
