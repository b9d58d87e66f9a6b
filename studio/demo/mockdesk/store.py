"""What the referral desk remembers, in one SQLite file, written at once. Knows no Qt."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS referrals (
    id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT NOT NULL, patient TEXT NOT NULL, reason TEXT NOT NULL,
    department TEXT NOT NULL, date TEXT NOT NULL, visits INTEGER NOT NULL, agreed INTEGER NOT NULL,
    priority TEXT NOT NULL, note TEXT NOT NULL, attachment TEXT NOT NULL, kind TEXT NOT NULL, saved_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS removed (number TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS urgent (number TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sign_ins (user TEXT NOT NULL, password_sha256 TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL, detail TEXT NOT NULL);
"""
_COLUMNS = "number, patient, reason, department, date, visits, agreed, priority, note, attachment"


@dataclass(frozen=True)
class Referral:
    """What the form holds. `number` is the patient's record number, `date` an ISO date."""

    number: str
    patient: str
    reason: str
    department: str
    date: str
    visits: int
    agreed: bool
    priority: str
    note: str
    attachment: str = ""


class Store:
    """The records of the desk. Every change is on disk when its method returns, with a line in `log`."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raises sqlite3.Error where it is no database that can be written."""
        self.path = path
        self._db = sqlite3.connect(path)
        try:
            self._db.executescript(_SCHEMA)
        except sqlite3.Error:
            self._db.close()
            raise

    def close(self) -> None:
        """Release the file."""
        self._db.close()

    def save(self, referral: Referral, record: int | None = None, kind: str = "referral") -> int:
        """Store a new referral, or write it over `record`; returns its id. `kind` is `referral` or `draft`."""
        values = (*astuple(referral), kind, datetime.now(UTC).isoformat())
        marks = ", ".join("?" * len(values))
        with self._noted("saved" if record is None else "changed", f"{referral.number} {kind}"):
            done = self._db.execute(
                f"INSERT OR REPLACE INTO referrals (id, {_COLUMNS}, kind, saved_at) VALUES (?, {marks})",
                (record, *values),
            )
        return int(done.lastrowid or 0)

    def referral(self, record: int) -> Referral:
        """One stored referral. Raises KeyError where there is none."""
        row = self._db.execute(f"SELECT {_COLUMNS} FROM referrals WHERE id = ?", (record,)).fetchone()
        if row is None:
            raise KeyError(record)
        return Referral(**dict(zip((f.name for f in fields(Referral)), row, strict=True)) | {"agreed": bool(row[6])})

    def referrals(self) -> list[tuple[int, Referral, str]]:
        """All stored ones in order of their ids: id, referral, kind."""
        ids = self._db.execute("SELECT id, kind FROM referrals ORDER BY id").fetchall()
        return [(record, self.referral(record), kind) for record, kind in ids]

    def delete(self, record: int) -> None:
        """Forget a stored referral."""
        with self._noted("deleted", str(record)):
            self._db.execute("DELETE FROM referrals WHERE id = ?", (record,))

    def remove(self, number: str) -> None:
        """Take a patient off the list."""
        with self._noted("removed", number):
            self._db.execute("INSERT OR IGNORE INTO removed VALUES (?)", (number,))

    def mark_urgent(self, number: str) -> None:
        """Mark a patient as urgent."""
        with self._noted("marked urgent", number):
            self._db.execute("INSERT OR IGNORE INTO urgent VALUES (?)", (number,))

    def removed(self) -> set[str]:
        """Record numbers of patients that were taken off the list."""
        return {number for (number,) in self._db.execute("SELECT number FROM removed")}

    def urgent(self) -> set[str]:
        """Record numbers of patients marked as urgent."""
        return {number for (number,) in self._db.execute("SELECT number FROM urgent")}

    def settings(self) -> dict[str, str]:
        """What was set."""
        return dict(self._db.execute("SELECT name, value FROM settings").fetchall())

    def change_settings(self, settings: dict[str, str]) -> None:
        """Set several things at once."""
        with self._noted("settings", ", ".join(sorted(settings))):
            self._db.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", settings.items())

    def signed_in(self, user: str, password: str) -> None:
        """Remember who came in. Of the password only a digest is kept, so that a test can tell that it was right."""
        with self._noted("signed in", user):
            digest = hashlib.sha256(password.encode()).hexdigest()
            self._db.execute("INSERT INTO sign_ins VALUES (?, ?)", (user, digest))

    @contextmanager
    def _noted(self, what: str, detail: str) -> Iterator[None]:
        """One transaction: the change and its line in the log."""
        with self._db:
            yield
            self._db.execute("INSERT INTO log (what, detail) VALUES (?, ?)", (what, detail))
