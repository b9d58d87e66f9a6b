"""The manifest: what a sealed bundle consists of, by digest, and where it came from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from pydantic import Field

from studio.engine.model.base import Value
from studio.engine.model.workflow import SCHEMA_VERSION

_OURS = range(3, SCHEMA_VERSION + 1)
"""Versions whose seals are checked; those before are of another tool."""

Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Manifest(Value):
    """Stands in manifest.json and, alike, inside of workflow.json.

    `assets` has the SHA-256 of every file but manifest.json and decisions.jsonl; that of workflow.json is of its
    canonical form without the manifest. `provenance` is free: who sealed, healed, imported it and from what; never
    what only one machine knows. `expires` is the last day (UTC) on which the bundle may be replayed.
    """

    schema_version: int = SCHEMA_VERSION
    content_digest: Sha256
    assets: dict[str, Sha256]
    compiler_version: str = ""
    created_at: str = ""
    parent_digest: str | None = None
    provenance: dict[str, Any] = {}
    expires: date | None = None


def canonical(value: Any) -> bytes:
    """The one way to write a JSON value: sorted keys, two spaces, UTF-8, line feed at the end.

    Raises ValueError where the value holds NaN or something that is not JSON.
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, indent=2)
    return text.encode() + b"\n"


def workflow_hash(data: Mapping[str, Any]) -> str:
    """SHA-256 of a workflow's JSON object in canonical form without its manifest."""
    return sha256(canonical({name: value for name, value in data.items() if name != "manifest"}))


def content_digest(hashes: Mapping[str, str]) -> str:
    """The digest of a bundle whose files have these SHA-256: of the sorted lines `path, sha256`."""
    return sha256("".join(f"{path}, {hashes[path]}\n" for path in sorted(hashes)).encode())


def sha256(data: bytes) -> str:
    """Lower-case hexadecimal SHA-256."""
    return hashlib.sha256(data).hexdigest()


def is_ours(data: Mapping[str, Any], sidecar: Mapping[str, Any] | None) -> bool:
    """Whether the workflow, or any manifest that goes with it, was written in this program's own schema."""
    embedded = data.get("manifest")
    holders = (data, embedded if isinstance(embedded, dict) else {}, sidecar or {})
    return any(holder.get("schema_version") in _OURS for holder in holders)
