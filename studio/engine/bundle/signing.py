"""Signing a bundle where it lies: one small file beside its seal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from studio.engine.bundle.layout import SIGNATURE
from studio.engine.bundle.reader import Bundle, load_bundle
from studio.engine.bundle.signature import signed
from studio.engine.bundle.trust import public_half
from studio.engine.errors import AlreadyThere, UnsealedBundle
from studio.engine.files import write_atomically

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def sign_bundle(folder: Path, key: Ed25519PrivateKey, name: str) -> Bundle:
    """Sign the bundle in `folder` as `name`; signing again with the same key changes nothing.

    Raises UnsealedBundle, AlreadyThere where somebody else has signed it, BadKey for a name that cannot be,
    CannotWrite, and as `load_bundle` does.
    """
    bundle = load_bundle(folder)
    if not bundle.sealed:
        raise UnsealedBundle(f"{bundle.dir.name} is not sealed: seal it (studio seal), then sign that version.")
    own = public_half(key, name)
    if bundle.signature is not None:
        if bundle.signature.public_key == own.public_key:
            return bundle
        raise AlreadyThere(
            f"{bundle.dir.name} is signed by “{bundle.signature.name}” already: seal your own version, and sign that."
        )
    write_atomically(bundle.dir / SIGNATURE, signed(bundle.digest, bundle.seal, key, own.name), shared=True)
    return load_bundle(bundle.dir)
