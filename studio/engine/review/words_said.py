"""What people said of heals, as values and as lines of decisions.jsonl. Nothing is ever taken out of that file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from studio.engine.model.heals import Decision

_DECISIONS = frozenset(d.value for d in Decision)


@dataclass(frozen=True)
class Word:
    """One thing that was said of a heal: by whom, when (ISO, UTC), with which comment. `undone` takes back what was
    said before; `run` is the run whose heal it was, `fingerprint` what was proposed."""

    heal: str
    decision: str
    by: str = ""
    at: str = ""
    comment: str = ""
    run: str = ""
    fingerprint: str = ""
    undone: bool = False

    def record(self, step_id: str) -> dict[str, Any]:
        """The line that is kept; the writer adds when."""
        kept: dict[str, Any] = {"kind": "heal", "run": self.run, "heal": self.heal, "step": step_id}
        kept |= {"decision": self.decision, "by": self.by, "print": self.fingerprint}
        if self.comment:
            kept["comment"] = self.comment
        if self.undone:
            kept["undone"] = True
        return kept


@dataclass(frozen=True)
class Saved:
    """A version that was made of the accepted heals of a run."""

    run: str
    version: str
    heals: tuple[str, ...]
    by: str = ""
    at: str = ""

    def record(self) -> dict[str, Any]:
        """The line that is kept; the writer adds when."""
        return {"kind": "saved", "run": self.run, "version": self.version, "heals": list(self.heals), "by": self.by}


def words_in(records: Iterable[Mapping[str, Any]]) -> tuple[Word, ...]:
    """All words on heals, in order; lines of another kind or with an unknown decision are left out."""
    said = (r for r in records if r.get("kind") == "heal" and _text(r, "decision") in _DECISIONS)
    return tuple(
        Word(
            heal=_text(r, "heal"),
            decision=_text(r, "decision"),
            by=_text(r, "by"),
            at=_text(r, "at"),
            comment=_text(r, "comment"),
            run=_text(r, "run"),
            fingerprint=_text(r, "print"),
            undone=r.get("undone") is True,
        )
        for r in said
    )


def saved_in(records: Iterable[Mapping[str, Any]]) -> tuple[Saved, ...]:
    """All versions that were saved, in order."""
    return tuple(
        Saved(_text(r, "run"), _text(r, "version"), _names(r.get("heals")), _text(r, "by"), _text(r, "at"))
        for r in records
        if r.get("kind") == "saved"
    )


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def _names(value: Any) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, list) else ()
