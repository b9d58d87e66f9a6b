"""param_proposals.json: typed constants that could be parameters, until a person has decided on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from studio.engine.bundle.layout import PROPOSALS
from studio.engine.bundle.manifest import canonical
from studio.engine.errors import BadBundle, NewerVersion
from studio.engine.model.base import Value
from studio.engine.model.params import ParamProposal
from studio.engine.untrusted import parse_json, read_value

PROPOSALS_VERSION = 1


class _File(Value):
    version: int = PROPOSALS_VERSION
    proposals: tuple[ParamProposal, ...] = ()


def proposals_to_bytes(proposals: Sequence[ParamProposal]) -> bytes:
    """The file."""
    return canonical(_File(proposals=tuple(proposals)).model_dump(mode="json"))


def proposals_from_bytes(data: bytes) -> tuple[tuple[ParamProposal, ...], tuple[str, ...]]:
    """The proposals, and the places of unknown fields. Raises BadBundle, NewerVersion."""
    value: Any = parse_json(data, PROPOSALS, BadBundle)
    file, unknown = read_value(_File, {"proposals": value} if isinstance(value, list) else value, PROPOSALS, BadBundle)
    if file.version > PROPOSALS_VERSION:
        raise NewerVersion(f"{PROPOSALS} was written by a newer program: update Waymark Studio.")
    return file.proposals, unknown
