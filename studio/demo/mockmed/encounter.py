"""What an encounter is, and which posted ones are refused as bad requests."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from studio.demo.mockmed.patients import BY_ID

TYPES = ("Triage", "Consult", "Follow-up")
VISITS = ("", "Office", "Video", "Phone", "Home visit")
FAULTS = ("", "refuse", "refuse_second", "error")
MAX_NOTE = 4000


class Encounter(NamedTuple):
    """One visit as the form gives it; `visit` and `date` (ISO) may be empty."""

    patient_id: str
    type: str
    visit: str
    date: str
    note: str
    agreed: bool


class BadRequest(Exception):
    """The request cannot be answered; the message is a sentence for its sender."""

    def __init__(self, message: str, status: int = 400) -> None:
        """Keep the sentence and the HTTP status."""
        super().__init__(message)
        self.status = status


def parse_encounter(body: dict[str, Any]) -> Encounter:
    """The encounter in a posted JSON object; raises BadRequest where something is missing or wrong."""
    encounter = Encounter(
        patient_id=known_patient(_text(body, "patient_id")),
        type=_one_of(body, "type", TYPES),
        visit=_one_of(body, "visit", VISITS),
        date=_date(body),
        note=_text(body, "note"),
        agreed=body.get("agreed", False),
    )
    if not isinstance(encounter.agreed, bool):
        raise BadRequest("agreed must be true or false.")
    if not encounter.note.strip() or len(encounter.note) > MAX_NOTE:
        raise BadRequest(f"note must have 1 to {MAX_NOTE} characters.")
    return encounter


def parse_fault(body: dict[str, Any]) -> str:
    """Name of the fault that the page asks for, or the empty string."""
    return _one_of(body, "fault", FAULTS)


def known_patient(patient_id: str) -> str:
    """The id itself; raises BadRequest (404) where no such patient exists."""
    if patient_id not in BY_ID:
        raise BadRequest("There is no such patient.", status=404)
    return patient_id


def _text(body: dict[str, Any], key: str) -> str:
    value = body.get(key, "")
    if not isinstance(value, str):
        raise BadRequest(f"{key} must be text.")
    return value


def _one_of(body: dict[str, Any], key: str, allowed: tuple[str, ...]) -> str:
    value = _text(body, key)
    if value not in allowed:
        names = ", ".join(name for name in allowed if name)
        raise BadRequest(f"{key} must be one of: {names}.")
    return value


def _date(body: dict[str, Any]) -> str:
    text = _text(body, "date")
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise BadRequest("date must look like 2026-03-31.") from None
