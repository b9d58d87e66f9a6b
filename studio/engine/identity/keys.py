"""The secret key under which identities are hashed: of the environment, else of the keyring of this computer."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator, Mapping

from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.errors import BadInput
from studio.engine.identity.hashing import fingerprint
from studio.engine.model.anchor import Anchor
from studio.engine.model.workflow import Workflow
from studio.engine.secrets import KeyringUnable, read_key, store_key

NAME = "identity"
ENVIRONMENT = "STUDIO_IDENTITY_KEY"
LEAST = 16
"""Characters of a key that is given in the environment."""


class NoIdentityKey(EnvironmentUnable):
    """The key that a workflow's identities are hashed under is not on this computer. The text says what to do."""


def held_key(environ: Mapping[str, str] = os.environ) -> bytes | None:
    """The key of this computer; None where it has none. Raises BadInput, KeyringUnable."""
    given = environ.get(ENVIRONMENT) or read_key(NAME)
    if not given:
        return None
    if len(given) < LEAST:
        raise BadInput(
            f"{ENVIRONMENT} is too short for a key: give it at least {LEAST} characters that nobody guesses."
        )
    return hashlib.sha256(given.encode()).digest()


def made_key(environ: Mapping[str, str] = os.environ) -> bytes:
    """The key of this computer, made and kept in its keyring where there was none. Raises KeyringUnable, BadInput."""
    held = held_key(environ)
    if held is not None:
        return held
    try:
        store_key(NAME, secrets.token_hex(32))
    except KeyringUnable as unable:
        raise NoIdentityKey(
            f"Identities are hashed under a secret key, and no keyring can keep one here: set {ENVIRONMENT} to a long "
            "secret of yours."
        ) from unable
    kept = held_key(environ)
    if kept is None:
        raise NoIdentityKey(f"The keyring did not keep the identity key: set {ENVIRONMENT} instead.")
    return kept


def keys_for(workflow: Workflow, environ: Mapping[str, str] = os.environ) -> dict[str, bytes]:
    """The keys that the workflow's hashed identities need, by fingerprint. The keyring is asked only where one is.

    Raises NoIdentityKey, KeyringUnable, BadInput.
    """
    needed = {a.identity_template.key_id for a in _anchors(workflow) if a.identity_template} - {""}
    if not needed:
        return {}
    key = held_key(environ)
    held = {fingerprint(key): key} if key is not None else {}
    missing = sorted(needed - set(held))
    if missing:
        raise NoIdentityKey(
            f"The records of this workflow are hashed under the key {missing[0]}, which this computer does not hold: "
            f"bring the key from where the workflow was made ({ENVIRONMENT}), or compile the recording again here."
        )
    return held


def _anchors(workflow: Workflow) -> Iterator[Anchor]:
    for step in workflow.steps:
        yield from (anchor for anchor in (step.anchor, step.end_anchor) if anchor is not None)
