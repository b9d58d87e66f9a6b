"""Whether a keyring can be asked without a person being asked: it is looked at, never unlocked and never made."""

from __future__ import annotations

from contextlib import closing
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_DEFAULT = "/org/freedesktop/secrets/aliases/default"
_OF_SECRET_SERVICE = ("SecretService.Keyring", "libsecret.Keyring")
_UNKNOWN = ("kwallet.DBusKeyring",)
"""Those that open a dialog at any call and are not asked beforehand whether they would."""


class Lock(Enum):
    """What asking a keyring for a secret would lead to."""

    OPEN = "an answer"
    LOCKED = "a dialog of the system that asks for the keyring's password"
    MISSING = "a dialog of the system that asks for the password of a new keyring"


def lock_of(ring: KeyringBackend) -> Lock:
    """Look at the keyring. Raises what its library raises where it does not run. May take long."""
    if _is_one(ring, _OF_SECRET_SERVICE):
        return _of_collection(str(getattr(ring, "preferred_collection", _DEFAULT)))
    return Lock.LOCKED if _is_one(ring, _UNKNOWN) else Lock.OPEN


def _is_one(ring: KeyringBackend, kinds: tuple[str, ...]) -> bool:
    made_of = {f"{made.__module__}.{made.__qualname__}" for made in type(ring).__mro__}
    return any(f"keyring.backends.{kind}" in made_of for kind in kinds)


def _of_collection(path: str) -> Lock:
    """Two properties are read over D-Bus; neither makes the service ask anybody."""
    import secretstorage
    from secretstorage.exceptions import ItemNotFoundException

    with closing(secretstorage.dbus_init()) as bus:
        try:
            return Lock.LOCKED if secretstorage.Collection(bus, path).is_locked() else Lock.OPEN
        except ItemNotFoundException:
            return Lock.MISSING
