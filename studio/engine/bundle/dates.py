"""The last day on which a bundle may be replayed, in its manifest and in its certifications. Days are those of UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from studio.engine.errors import BadInput

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


def today() -> date:
    """The day in UTC."""
    return datetime.now(UTC).date()


def day(text: str) -> date:
    """A day to come, of `2027-01-31`. Raises BadInput for what is no day, or has passed."""
    try:
        found = date.fromisoformat(text) if _ISO.fullmatch(text) else None
    except ValueError:
        found = None
    if found is None:
        raise BadInput(f"{text[:40]!r} is no day: give it as year-month-day, for example 2027-01-31.")
    if found < today():
        raise BadInput(f"{found} has passed: give the last day on which the workflow may still run.")
    return found
