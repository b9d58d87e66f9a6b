"""signature.json: somebody's word, by an Ed25519 key, that a sealed bundle is theirs. Outside of the content digest.

What is signed is the file itself without its last value: the content digest, the digest of manifest.json (so that no
date can be taken out), the name, the time and the public key. Without that file a bundle is just not signed.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field

from studio.engine.bundle.layout import SIGNATURE
from studio.engine.bundle.manifest import Sha256, canonical, sha256
from studio.engine.errors import BadBundle, TamperedBundle
from studio.engine.model.base import Value
from studio.engine.untrusted import parse_object, read_value

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_CONTEXT = b"waymark-studio bundle signature 1\n"
MAX_SIGNATURE_BYTES = 4_000
_LONGEST_NAME = 120
_UNSEEN = "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]"


def nameable(name: str) -> str:
    """`name`, if somebody may sign or certify by it. Raises ValueError with the end of a sentence."""
    if not name.strip() or len(name) > _LONGEST_NAME or re.search(_UNSEEN, name):
        raise ValueError(
            f"a name has 1 to {_LONGEST_NAME} characters in one line, and none that is not seen or turns words round"
        )
    return name


SignerName = Annotated[str, AfterValidator(nameable)]
"""Without what is not seen, or makes the words around it be read in another order."""
PublicKey = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Signature(Value):
    """`name` is what the signer calls themselves: only a trusted key proves who it was. `at` is UTC, on their clock."""

    v: Literal[1] = 1
    algorithm: Literal["ed25519"] = "ed25519"
    digest: Sha256
    seal: Sha256
    name: SignerName
    at: Annotated[str, Field(max_length=40)]
    public_key: PublicKey
    signature: Annotated[str, Field(pattern="^[0-9a-f]{128}$")]

    @property
    def key(self) -> str:
        """What the key is called."""
        return key_id(self.public_key)


def key_id(public_key: str) -> str:
    """The first 16 letters of a public key's SHA-256, in fours, as people compare them."""
    short = sha256(bytes.fromhex(public_key))[:16]
    return "-".join(short[at : at + 4] for at in range(0, 16, 4))


def signed(digest: str, seal: str, key: Ed25519PrivateKey, name: str, *, at: str | None = None) -> bytes:
    """The file that signs a bundle of that content digest and that seal (SHA-256 of its manifest.json)."""
    told: dict[str, Any] = {
        "v": 1,
        "algorithm": "ed25519",
        "digest": digest,
        "seal": seal,
        "name": name,
        "at": at or datetime.now(UTC).isoformat(timespec="seconds"),
        "public_key": key.public_key().public_bytes_raw().hex(),
    }
    made = Signature.model_validate({**told, "signature": key.sign(_message(told)).hex()})
    return canonical(made.model_dump(mode="json"))


def checked_signature(raw: bytes, digest: str, seal: str, name: str) -> Signature:
    """The signature in the bytes of a signature.json, if it is one of this very bundle.

    Raises TamperedBundle where it is of another one, was changed or is broken.
    """
    try:
        data = parse_object(raw, SIGNATURE, BadBundle)
        found, unknown = read_value(Signature, dict(data), SIGNATURE, BadBundle)
    except BadBundle as broken:
        raise _broken(name, str(broken).splitlines()[0].rstrip(".")) from broken
    if unknown or canonical(data) != raw:
        raise _broken(name, f"{SIGNATURE} was changed")
    if (found.digest, found.seal) != (digest, seal):
        raise _broken(name, f"{SIGNATURE} signs another bundle, or this one before it was changed")
    if not _holds(found, data):
        raise _broken(name, f"{SIGNATURE} was not made by the key that it names")
    return found


def _holds(found: Signature, data: dict[str, Any]) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    message = _message({name: value for name, value in data.items() if name != "signature"})
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.public_key)).verify(
            bytes.fromhex(found.signature), message
        )
    except (InvalidSignature, ValueError):
        return False
    return True


def _message(told: dict[str, Any]) -> bytes:
    return _CONTEXT + canonical(told)


def _broken(name: str, why: str) -> TamperedBundle:
    return TamperedBundle(
        f"{name} has a signature that does not hold, and is not used: ask who signed it, or look through it, take "
        f"{SIGNATURE} out and seal it anew.",
        (why,),
    )
