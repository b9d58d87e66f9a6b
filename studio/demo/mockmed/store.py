"""What the practice clinic remembers: encounters and save banners, in one SQLite file.

One connection behind one lock: two requests at once take turns.
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from studio.demo.mockmed.encounter import Encounter
from studio.demo.mockmed.patients import BY_ID

_SCHEMA = """
CREATE TABLE IF NOT EXISTS encounters (
    id INTEGER PRIMARY KEY AUTOINCREMENT, patient_id TEXT NOT NULL, type TEXT NOT NULL, visit TEXT NOT NULL,
    date TEXT NOT NULL, note TEXT NOT NULL, agreed INTEGER NOT NULL, saved_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS banners (patient_id TEXT PRIMARY KEY, text TEXT NOT NULL);
"""
_INSERT = """
INSERT INTO encounters (patient_id, type, visit, date, note, agreed, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_BANNER_START = "Encounter saved — "
_BANNER_CHARACTERS = 40


class Store:
    """The records of the clinic. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        """Open or create the file `path`; raises sqlite3.Error where it is not a database that can be written."""
        self._lock = Lock()
        self._db = sqlite3.connect(path, check_same_thread=False)
        self._db.row_factory = sqlite3.Row
        try:
            self._db.executescript(_SCHEMA)
        except sqlite3.Error:
            self._db.close()
            raise

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._db.close()

    def save(self, encounter: Encounter, refuse: bool = False, refuse_second: bool = False) -> None:
        """Store the encounter and set its patient's banner, in one transaction.

        A refused save stores nothing and brings back the banner of the patient's last stored encounter, if any.
        """
        with self._lock, self._db:
            last = self._last_note(encounter.patient_id)
            if refuse or (refuse_second and last is not None):
                self._set_banner(encounter.patient_id, last)
            else:
                self._db.execute(_INSERT, (*encounter, datetime.now(UTC).isoformat()))
                self._set_banner(encounter.patient_id, encounter.note)

    def encounters(self, patient_id: str | None = None) -> list[dict[str, Any]]:
        """Stored encounters in order of saving, of one patient or of all."""
        query = "SELECT * FROM encounters WHERE ? IS NULL OR patient_id = ? ORDER BY id"
        with self._lock:
            rows = self._db.execute(query, (patient_id, patient_id)).fetchall()
        return [_as_json(row) for row in rows]

    def banner(self, patient_id: str) -> str | None:
        """Text of the save banner that the patient page shows, or None."""
        with self._lock:
            row = self._db.execute("SELECT text FROM banners WHERE patient_id = ?", (patient_id,)).fetchone()
        return None if row is None else str(row["text"])

    def clear_banner(self, patient_id: str) -> None:
        """Forget the save banner of a patient."""
        with self._lock, self._db:
            self._set_banner(patient_id, None)

    def _last_note(self, patient_id: str) -> str | None:
        query = "SELECT note FROM encounters WHERE patient_id = ? ORDER BY id DESC LIMIT 1"
        row = self._db.execute(query, (patient_id,)).fetchone()
        return None if row is None else str(row["note"])

    def _set_banner(self, patient_id: str, note: str | None) -> None:
        if note is None:
            self._db.execute("DELETE FROM banners WHERE patient_id = ?", (patient_id,))
        else:
            text = _BANNER_START + note[:_BANNER_CHARACTERS]
            self._db.execute("INSERT OR REPLACE INTO banners VALUES (?, ?)", (patient_id, text))


def _as_json(row: sqlite3.Row) -> dict[str, Any]:
    patient = BY_ID[row["patient_id"]]
    extra = {"patient": patient.name, "mrn": patient.mrn, "agreed": bool(row["agreed"])}
    return {**dict(row), **extra}
