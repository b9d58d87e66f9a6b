"""What every application starts with: thirty patients whose names and numbers are nearly the same, and one user."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

USER, PASSWORD = "clerk", "Quartz-93-violin"
"""Who signs in. The password must be found nowhere but in the application."""

WARDS = ("Cardiology", "Surgery", "Paediatrics", "Neurology")


class Patient(NamedTuple):
    """One row of the table."""

    family: str
    given: str
    number: str
    ward: str
    admitted: str
    insured: bool
    remarks: str


_FAMILIES = ("Hansen", "Hanson", "Hanssen", "Jansen", "Janson", "Johansen")
_GIVEN = ("Anna", "Anne", "Ana", "Hanna", "Hanne")


def patients() -> list[Patient]:
    """Thirty rows: six family names by five given names, numbers that differ in two figures."""
    pairs = [(family, given) for family in _FAMILIES for given in _GIVEN]
    return [
        Patient(
            family=family,
            given=given,
            number=f"P-{48100 + (i * 17) % 100:05d}",
            ward=WARDS[i % len(WARDS)],
            admitted=(date(2026, 3, 1) + timedelta(days=i)).isoformat(),
            insured=i % 3 == 0,
            remarks="",
        )
        for i, (family, given) in enumerate(pairs)
    ]
