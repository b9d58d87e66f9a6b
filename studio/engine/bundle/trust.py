"""Whose signatures count on this computer: public keys as small files in the config folder, one's own among them.

The private key stands in the keyring of the operating system, or, where none runs, in the environment variable
STUDIO_SIGNING_KEY (64 hexadecimal digits). It is never written to a file.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from studio.engine.bundle.manifest import canonical
from studio.engine.bundle.signature import PublicKey, Signature, SignerName, key_id
from studio.engine.config_folder import config_folder
from studio.engine.errors import BadInput
from studio.engine.files import explained, write_atomically
from studio.engine.model.base import Value
from studio.engine.rights import make_private
from studio.engine.untrusted import parse_object, read_file, read_value

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY_VARIABLE = "STUDIO_SIGNING_KEY"
_KEY_NAME = "signing"
_MAX_KEY_BYTES = 2_000
_MOST_KEYS = 1_000


class BadKey(BadInput):
    """A key file, or the key of this computer, is not as it must be."""


class TrustedKey(Value):
    """A public key and what this computer calls its owner. The file that people give to each other."""

    v: Literal[1] = 1
    kind: Literal["waymark-studio public key"] = "waymark-studio public key"
    name: SignerName
    public_key: PublicKey

    @property
    def key(self) -> str:
        """What the key is called; see `key_id`."""
        return key_id(self.public_key)

    def to_bytes(self) -> bytes:
        """The file."""
        return canonical(self.model_dump(mode="json"))


class Standing(StrEnum):
    """What the signature of a bundle says on this computer. A broken one is refused when the bundle is opened."""

    NONE = "none"
    TRUSTED = "trusted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Signed:
    """The standing, and who signed: of a trusted key as this computer calls its owner, else as they call themselves."""

    standing: Standing
    name: str = ""
    key: str = ""
    at: str = ""


def standing_of(signature: Signature | None) -> Signed:
    """How the signature stands here. A key file that is broken trusts nobody."""
    if signature is None:
        return Signed(Standing.NONE)
    try:
        trusted = trusted_keys().get(signature.key)
    except BadInput:
        trusted = None
    if trusted is None or trusted.public_key != signature.public_key:
        return Signed(Standing.UNKNOWN, signature.name, signature.key, signature.at)
    return Signed(Standing.TRUSTED, trusted.name, signature.key, signature.at)


def trusted_keys() -> dict[str, TrustedKey]:
    """All trusted keys by what they are called. Raises BadKey naming a broken file."""
    folder = _folder()
    files = sorted(folder.glob("*.json"))[:_MOST_KEYS] if folder.is_dir() else []
    found = [read_key_file(file) for file in files]
    return {key.key: key for key in found}


def read_key_file(file: Path) -> TrustedKey:
    """The public key in `file`. Raises BadKey."""
    try:
        folder = file.parent.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as cause:
        raise BadKey(f"{file} does not exist: give the file of a public key.") from cause
    data = read_file(folder, file.name, limit=_MAX_KEY_BYTES, error=BadKey)
    key, unknown = read_value(TrustedKey, parse_object(data, file.name, BadKey), file.name, BadKey)
    if unknown:
        raise BadKey(f"{file.name} is no public key of Waymark Studio: it holds {unknown[0]!r} too.")
    return key


def trust(key: TrustedKey) -> Path:
    """Trust its owner's signatures from now on. Raises CannotWrite."""
    file = _folder() / f"{key.key}.json"
    with explained(file):
        make_private(file.parent)
    write_atomically(file, key.to_bytes())
    return file


def distrust(called: str) -> TrustedKey:
    """Trust a key no more, by what it or its owner is called. Raises BadKey where that is nobody, or several."""
    matching = [key for key in trusted_keys().values() if called in (key.key, key.name)]
    if len(matching) != 1:
        many = "are several keys: give the one's own letters" if matching else "is no trusted key"
        raise BadKey(f"{called[:80]!r} {many} (see studio keys).")
    file = _folder() / f"{matching[0].key}.json"
    with explained(file):
        file.unlink(missing_ok=True)
    return matching[0]


def own_key(*, ask: bool = True) -> Ed25519PrivateKey | None:
    """The private key of this person; None where there is none. Raises BadKey, KeyringUnable.

    With `ask=False` a locked keyring is a KeyringLocked; otherwise the system asks for its password.
    """
    given = os.environ.get(KEY_VARIABLE, "")
    where = f"The environment variable {KEY_VARIABLE}"
    if not given:
        from studio.engine.secrets import read_key

        given, where = read_key(_KEY_NAME, ask=ask) or "", "The signing key in the keyring"
    if not given:
        return None
    if not re.fullmatch("[0-9a-fA-F]{64}", given):
        raise BadKey(f"{where} is not 64 hexadecimal digits: make a new key with studio keys --new.")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(given))


def make_own_key(name: str) -> TrustedKey:
    """A new private key in the keyring; its public half is trusted here.

    Raises BadKey where there is one already, KeyringUnable, CannotWrite.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from studio.engine.secrets import store_key

    if own_key() is not None:
        raise BadKey("This computer has a signing key of yours already: see studio keys.")
    key = Ed25519PrivateKey.generate()
    store_key(_KEY_NAME, key.private_bytes_raw().hex())
    made = public_half(key, name)
    trust(made)
    return made


def public_half(key: Ed25519PrivateKey, name: str) -> TrustedKey:
    """What others need to recognise the signatures of a key. Raises BadKey for a name that cannot be."""
    told = {"name": name.strip(), "public_key": key.public_key().public_bytes_raw().hex()}
    return read_value(TrustedKey, told, "The name of the key", BadKey)[0]


def _folder() -> Path:
    return config_folder() / "trusted-keys"
