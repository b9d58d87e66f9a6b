"""Where secrets come from: the environment first, then the keyring of the operating system. Nothing is kept by us.

`read`, `store`, `forget`, `names` speak of the secrets that workflows type; `read_key`, `store_key`, `forget_key` of
the product's own keys, which stand apart so that no workflow can ask for one. `available` says which keyring runs.
No call takes longer than its limit: a keyring that is locked or hangs is a KeyringUnable. Only what a person does
(keeping, forgetting, starting a run) makes the system ask for the keyring's password; looking never does.
"""

from studio.engine.secrets.keyrings import KeyringLocked, KeyringState, KeyringUnable
from studio.engine.secrets.names import SECRET_PREFIX, BadSecret, check_name, environment_name, owner_of
from studio.engine.secrets.store import (
    SecretStore,
    available,
    forget,
    forget_key,
    names,
    read,
    read_key,
    reveal,
    revealed,
    store,
    store_key,
)

__all__ = [
    "SECRET_PREFIX",
    "BadSecret",
    "KeyringLocked",
    "KeyringState",
    "KeyringUnable",
    "SecretStore",
    "available",
    "check_name",
    "environment_name",
    "forget",
    "forget_key",
    "names",
    "owner_of",
    "read",
    "read_key",
    "reveal",
    "revealed",
    "store",
    "store_key",
]
