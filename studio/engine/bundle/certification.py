"""Who found that a bundle keeps to which policy. A line of decisions.jsonl, bound to the seal: any change ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from pydantic import ConfigDict, ValidationError

from studio.engine.model.base import Value

CERTIFIED = "certified"


class Certification(Value):
    """`digest` is the content digest of the bundle, `seal` the SHA-256 of its manifest.json, which holds its dates.

    `policy_digest` names the very text of the policy, `run_rules` what it demands of runs, `expires` the last day.
    """

    model_config = ConfigDict(extra="ignore")

    policy: str
    policy_digest: str
    digest: str
    seal: str
    by: str = ""
    at: str = ""
    expires: date | None = None
    run_rules: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """The line that is appended."""
        told = {"kind": CERTIFIED, "status": "passed", **self.model_dump(mode="json", exclude_none=True)}
        return {name: value for name, value in told.items() if value not in ("", [])}

    def expired(self, on: date) -> bool:
        """Whether its last day lies before `on`."""
        return self.expires is not None and self.expires < on


def certifications_in(records: Iterable[Mapping[str, Any]], digest: str, seal: str) -> tuple[Certification, ...]:
    """Those of this very seal; of each policy the last one. What cannot be understood certifies nothing."""
    last: dict[str, Certification] = {}
    for record in records:
        if record.get("kind") != CERTIFIED or record.get("status") != "passed":
            continue
        try:
            told = Certification.model_validate(dict(record))
        except ValidationError:
            continue
        if (told.digest, told.seal) == (digest, seal):
            last[told.policy] = told
    return tuple(last.values())
