"""What this machine can do, asked of `studio doctor` in a child: checks start a browser and load models that read."""

from __future__ import annotations

from datetime import datetime
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.engine.health import Ability, Finding, abilities
from studio.ui.services.jobs import Job
from studio.ui.theme import Tone
from studio.ui.words import tr


class Doctor(QObject):
    """The last findings by name, in their order. `changed` is sent when a look begins and when it ends."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: tuple[Finding, ...] = ()
        self.looked_at: datetime | None = None
        self.took_s = 0.0
        self.problem = ""
        self._job: Job | None = None
        self._closed = False
        self._asked: frozenset[str] = frozenset()

    @property
    def looking(self) -> bool:
        """Whether a look is under way."""
        return self._job is not None

    def looks_at(self, name: str) -> bool:
        """Whether that finding is being made anew."""
        return self.looking and (not self._asked or name in self._asked)

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """What follows from the findings."""
        return abilities(self.findings) if self.findings else ()

    def look(self, *names: str) -> None:
        """Look at everything, or at these alone. Nothing while a look is under way, or once the window closes."""
        if self._job is not None or self._closed:
            return
        self._asked = frozenset(names)
        job = Job(["doctor", "--json", *(("--only", ",".join(names)) if names else ())], self)
        began = monotonic()
        job.told.connect(self._took)
        job.ended.connect(lambda code, said: self._ended(code, said, monotonic() - began))
        self._job = job
        self.problem = ""
        job.start()
        self.changed.emit()

    def close_down(self) -> None:
        """The window closes."""
        self._closed = True
        if self._job is not None:
            self._job.kill()

    @property
    def to_mend(self) -> int:
        """How many findings are not as they should be."""
        return sum(1 for finding in self.findings if finding.state != "ok")

    def in_a_word(self) -> tuple[str, Tone]:
        """The sentence of the status bar."""
        able = self.abilities
        if not able:
            return (self.problem or tr("Looking at this computer…")), Tone.UNKNOWN
        if all(a.able == "yes" for a in able):
            return tr("Ready to record and replay"), Tone.PASSED
        if any(f.state == "missing" for f in self.findings):
            return tr("Something that is needed is missing: see Health"), Tone.FAILED
        count = self.to_mend
        return (tr("1 thing to mend") if count == 1 else tr("{n} things to mend", n=count)), Tone.HEALED

    def _took(self, told: dict[str, Any]) -> None:
        if "findings" not in told:
            return
        fresh = {f["name"]: Finding(**f) for f in told["findings"]}
        if self._asked and self.findings:
            self.findings = tuple(fresh.get(f.name, f) for f in self.findings)
        else:
            self.findings = tuple(fresh.values())

    def _ended(self, code: int, said: str, took_s: float) -> None:
        self._job = None
        if code in (0, 3) and self.findings:
            self.looked_at, self.took_s = datetime.now(), took_s
        else:
            self.problem = said or tr("This computer could not be looked at.")
        self.changed.emit()
