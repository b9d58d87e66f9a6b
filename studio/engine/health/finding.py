"""What a check found, as a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Literal

State = Literal["ok", "warning", "missing"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `missing` keeps work from being done, `warning` only some of it."""

    name: str
    state: State
    sentence: str
    mend: str = ""

    def as_dict(self) -> dict[str, str]:
        """For JSON."""
        return asdict(self)


Check = Callable[[], Finding]
"""A check; its function is called like the finding that it makes. It may raise: that is a finding, too."""
