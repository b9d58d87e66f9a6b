"""Reads, keeps and forgets secrets: the environment goes before the keyring, a workflow's own before everyone's.

Who merely looks (`available`, `held`, `names`, and `read` with `ask=False`) never makes the system ask for a password.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from studio.engine.secrets.keyrings import (
    Bounded,
    KeyringLocked,
    KeyringState,
    KeyringUnable,
    NoKeyring,
    state_of,
    system_keyring,
)
from studio.engine.secrets.locks import Lock, lock_of
from studio.engine.secrets.names import account, checked_value, environment_name, is_name, parted

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "waymark-studio"
KEY_SERVICE = "waymark-studio-keys"
_INDEX = ("waymark-studio-index", "names")
"""Keyrings list nothing: the names are kept in an entry of their own."""
LIMIT_S = 10.0
"""A keyring that answers does so within 0.1 s; one that is locked asks a person, who may not be there."""
PATIENT_S = 60.0
"""Where a person is there and may be asked for the keyring's password."""
_SAID = {
    Lock.LOCKED: "The keyring of this computer is locked: unlock it where a run needs a secret that it keeps.",
    Lock.MISSING: "Secrets can be kept in a keyring of this computer; the system makes it when the first one is kept,"
    " and asks for its password.",
}
_revealed: set[str] = set()


class SecretStore:
    """Secrets of one machine. `keyring` gives its keyring at each call, or raises NoKeyring."""

    def __init__(
        self,
        keyring: Callable[[], KeyringBackend] = system_keyring,
        environment: Mapping[str, str] = os.environ,
        *,
        service: str = SERVICE,
        limit_s: float = LIMIT_S,
        patient_s: float = PATIENT_S,
        lock: Callable[[KeyringBackend], Lock] = lock_of,
    ) -> None:
        self._keyring, self._environment, self._service = keyring, environment, service
        self._limit_s, self._patient_s, self._lock = limit_s, patient_s, lock
        self._bounded = Bounded()

    def read(self, name: str, workflow: str | None = None, *, ask: bool = True) -> str | None:
        """The value of `name`: of the environment, else kept for `workflow`, else for all; None where there is none.

        A locked keyring asks a person for its password, or with `ask=False` is a KeyringLocked. Raises KeyringUnable
        where it hangs or stays locked. Without a keyring there is just no value.
        """
        given = self._environment.get(environment_name(name))
        if given:
            return given
        if not is_name(name):
            return None
        with suppress(NoKeyring):
            value = self._bounded.call(lambda: self._value(self._opened(ask), name, workflow), self._limit_s)
            _revealed.update({value} if value else ())
            return value
        return None

    def held(self, asked_for: Iterable[str], workflow: str, *, ask: bool = False) -> frozenset[str]:
        """Which of these the keyring holds for that workflow, whatever the environment says. Raises KeyringUnable.

        Merely looks: a locked keyring is a KeyringLocked. With `ask` a person is asked for its password.
        """
        wanted = [name for name in asked_for if is_name(name)]

        def look() -> frozenset[str]:
            ring = self._opened(ask)
            return frozenset(name for name in wanted if self._value(ring, name, workflow))

        return self._bounded.call(look, self._patient_s if ask else self._limit_s)

    def _value(self, ring: KeyringBackend | None, name: str, workflow: str | None) -> str | None:
        """As the keyring has it: the workflow's own first."""
        if ring is None:
            return None
        accounts = [account(name, whose) for whose in dict.fromkeys((workflow, None))]
        return next((v for a in accounts if (v := ring.get_password(self._service, a))), None)

    def _opened(self, ask: bool) -> KeyringBackend | None:
        """The keyring to look into; None where there is none yet: looking makes none. May raise KeyringLocked."""
        ring = self._keyring()
        lock = self._lock(ring)
        if lock is Lock.LOCKED and not ask:
            raise KeyringLocked
        return None if lock is Lock.MISSING else ring

    def store(self, name: str, value: str, workflow: str | None = None) -> None:
        """Keep the value in the keyring, for one workflow or for all. Raises KeyringUnable, BadSecret."""
        kept, checked = account(name, workflow), checked_value(value)

        def put() -> None:
            ring = self._keyring()
            ring.set_password(self._service, kept, checked)
            if self._service == SERVICE:
                _write_index(ring, {*_index(ring), kept})

        self._bounded.call(put, self._patient_s)

    def forget(self, name: str, workflow: str | None = None) -> bool:
        """Take it out of the keyring; whether it was there. Raises KeyringUnable, BadSecret."""
        kept = account(name, workflow)

        def drop() -> bool:
            ring = self._opened(ask=True)
            if ring is None:
                return False
            there = ring.get_password(self._service, kept) is not None
            if there:
                ring.delete_password(self._service, kept)
            if self._service == SERVICE:
                _write_index(ring, {*_index(ring)} - {kept})
            return there

        return self._bounded.call(drop, self._patient_s)

    def names(self, *, ask: bool = False) -> tuple[tuple[str, str | None], ...]:
        """Names of kept secrets, each with the one workflow that may read it. Raises KeyringUnable.

        Merely looks: a locked keyring is a KeyringLocked. With `ask` a person is asked for its password.
        """

        def look() -> set[str]:
            ring = self._opened(ask)
            return set() if ring is None else _index(ring)

        kept = self._bounded.call(look, self._patient_s)
        return tuple(parted(one) for one in sorted(kept))

    def available(self) -> KeyringState:
        """Which keyring can be used, and whether it is locked or not made yet. Merely looks."""

        def look() -> KeyringState:
            ring = self._keyring()
            state = state_of([ring])
            return replace(state, sentence=_SAID.get(self._lock(ring), state.sentence)) if state.usable else state

        try:
            return self._bounded.call(look, self._limit_s)
        except KeyringUnable as unable:
            return KeyringState(False, "", str(unable))


def revealed() -> frozenset[str]:
    """Values that this process has read from a keyring or was told, so that they are masked in whatever it says."""
    return frozenset(_revealed)


def reveal(values: Iterable[str]) -> None:
    """A person typed these secrets into this process."""
    _revealed.update(value for value in values if value)


def _index(ring: KeyringBackend) -> set[str]:
    with suppress(ValueError, TypeError):
        return {str(one) for one in json.loads(ring.get_password(*_INDEX) or "[]")}
    return set()


def _write_index(ring: KeyringBackend, kept: set[str]) -> None:
    ring.set_password(*_INDEX, json.dumps(sorted(kept)))


_secrets = SecretStore()
_keys = SecretStore(environment={}, service=KEY_SERVICE)

read, store, forget, names, available = (
    _secrets.read,
    _secrets.store,
    _secrets.forget,
    _secrets.names,
    _secrets.available,
)
read_key, store_key, forget_key = _keys.read, _keys.store, _keys.forget
