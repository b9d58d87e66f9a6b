"""What tells one record from all others: the identifying cells of its row, plain or as salted hashes."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.base import Value
from studio.engine.model.geometry import Region


class IdentityVerdict(StrEnum):
    """What the screen says about the record on which a step is about to act."""

    NONE = "none"  # the step stands in no row: there is nothing to tell apart
    MATCH = "match"
    MISMATCH = "mismatch"  # another record: never acted on
    UNREADABLE = "unreadable"  # it reads like the record, but letters that look alike were not told apart


class IdentityCell(Value):
    """One identifying text of the row, and where it stood (px of the recorded frame; None: it was not in sight)."""

    text: str
    region: Region | None = None


class HashedToken(Value):
    """One word of an identifying text that is kept unreadable.

    `shape` keeps its kinds of characters (`Aaaa`, `99-99`), `exact` and `alike` are HMACs of the word letter for letter
    and of its form up to letters that look alike. With `param` the word is the run's value of that parameter instead.
    """

    shape: str = ""
    exact: str = ""
    alike: str = ""
    param: str | None = None


class HashedCell(Value):
    """An identifying text as hashed words, and where it stood (px of the recorded frame).

    `whole` are its words without the spaces between them; None where a parameter stands for one of them.
    """

    tokens: tuple[HashedToken, ...]
    whole: HashedToken | None = None
    region: Region | None = None


class IdentityTemplate(Value):
    """The identifying cells of one row as hashes under `salt` (hex) and, where `key_id` names one, a secret key.

    `label` stands for the target's own text, where that names the record.
    """

    salt: str
    key_id: str = ""
    cells: tuple[HashedCell, ...] = ()
    label: HashedCell | None = None
