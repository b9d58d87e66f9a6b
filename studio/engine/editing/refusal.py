"""Why an edit is not made."""

from __future__ import annotations

from studio.engine.errors import BadInput


class CannotEdit(BadInput):
    """The edit would leave a workflow that lies or breaks. `str()` says why, and what to do instead."""
