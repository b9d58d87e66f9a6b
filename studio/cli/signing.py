"""`studio sign`, `studio keys`, `studio trust`: who made a bundle, and whose word counts on this computer."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command, name_of_one

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from studio.engine.bundle.trust import TrustedKey


def add(commands: Commands) -> None:
    """Add the three commands."""
    sign = command(commands, "sign", run_sign, "Sign a sealed bundle with your key; the bundle itself stays as it is.")
    sign.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a sealed bundle")
    sign.add_argument("--name", type=name_of_one, help="who signs (default: as your key is called)")
    keys = command(commands, "keys", run_keys, "Your signing key and the keys that are trusted on this computer.")
    what = keys.add_mutually_exclusive_group()
    what.add_argument("--new", type=name_of_one, metavar="NAME", help="make your key, kept in the system's keyring")
    what.add_argument("--public", type=Path, metavar="FILE", help="write your public key, for others to trust")
    trust = command(commands, "trust", run_trust, "Trust the signatures of somebody's public key, or no more.")
    which = trust.add_mutually_exclusive_group(required=True)
    which.add_argument("file", nargs="?", type=Path, metavar="KEYFILE", help="what studio keys --public wrote")
    which.add_argument("--remove", type=name_of_one, metavar="KEY", help="a trusted key, by its letters or its name")


def run_sign(options: argparse.Namespace) -> int:
    """Sign."""
    from studio.engine.bundle.signing import sign_bundle

    key = _own_key()
    bundle = sign_bundle(options.bundle, key, options.name or _own_name(key))
    assert bundle.signature is not None
    told = {"key": bundle.signature.key, "name": bundle.signature.name}
    if options.json:
        print_json({"ok": True, "bundle": str(bundle.dir), "digest": bundle.digest, **told})
    else:
        say(f"Signed {bundle.dir} ({bundle.digest[:12]}) as “{told['name']}” with the key {told['key']}.")
    return DONE


def run_keys(options: argparse.Namespace) -> int:
    """Make a key, give out its public half, or list what is there."""
    from studio.engine.bundle.trust import make_own_key, own_key, public_half, trusted_keys

    if options.new:
        return _told(options, "made", make_own_key(options.new))
    if options.public:
        key = _own_key()
        return _written(options, public_half(key, _own_name(key)))
    from studio.engine.secrets import KeyringLocked

    trusted, mine, none = trusted_keys(), None, "You have no signing key here: make one with studio keys --new NAME."
    try:
        mine = own_key(ask=False)
    except KeyringLocked as locked:
        none = f"Whether you have a signing key is not known. {locked}"
    own = public_half(mine, "own").key if mine is not None else ""
    if options.json:
        print_json({"ok": True, "own": own, "trusted": {key: one.name for key, one in trusted.items()}})
        return DONE
    say(f"Your signing key: {own}" if own else none)
    say("Trusted on this computer:" if trusted else "No key is trusted on this computer.")
    for called, one in trusted.items():
        say(f"  {called}  {one.name}{'  (yours)' if called == own else ''}")
    return DONE


def run_trust(options: argparse.Namespace) -> int:
    """Trust a key, or no more."""
    from studio.engine.bundle.trust import distrust, read_key_file, trust

    if options.remove:
        return _told(options, "removed", distrust(options.remove))
    key = read_key_file(options.file)
    trust(key)
    return _told(options, "trusted", key)


_WORDS = {
    "made": "Made your signing key {key} (“{name}”); it stands in the keyring, and is trusted on this computer.",
    "removed": "The key {key} (“{name}”) is not trusted any more.",
    "trusted": "Trusted: what {key} signs counts as “{name}”. Compare these letters with its owner, by another way.",
}


def _told(options: argparse.Namespace, what: str, key: TrustedKey) -> int:
    fields: dict[str, Any] = {"key": key.key, "name": key.name}
    if options.json:
        print_json({"ok": True, what: fields})
    else:
        say(_WORDS[what].format(**fields))
    return DONE


def _written(options: argparse.Namespace, key: TrustedKey) -> int:
    from studio.engine.files import refuse_overwriting, write_atomically

    refuse_overwriting(options.public)
    write_atomically(options.public, key.to_bytes(), shared=True)
    if options.json:
        print_json({"ok": True, "file": str(options.public), "key": key.key, "name": key.name})
    else:
        say(f"Wrote your public key {key.key} to {options.public}: give it to those who shall trust your signatures.")
    return DONE


def _own_key() -> Ed25519PrivateKey:
    from studio.engine.bundle.trust import BadKey, own_key

    key = own_key()
    if key is None:
        raise BadKey("You have no signing key on this computer: make one with studio keys --new NAME.")
    return key


def _own_name(key: Ed25519PrivateKey) -> str:
    """How this computer calls the key, else its user."""
    from studio.engine.bundle.trust import public_half, trusted_keys
    from studio.engine.who import person

    known = trusted_keys().get(public_half(key, "own").key)
    return known.name if known is not None else person()
