"""Which keyring this machine has, whether it is to be trusted, and calls to it that never take longer than they may."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

_KNOWN = {
    "keyring.backends.SecretService": "Secret Service",
    "keyring.backends.libsecret": "Secret Service (libsecret)",
    "keyring.backends.kwallet": "KWallet",
    "keyring.backends.macOS": "macOS Keychain",
    "keyring.backends.Windows": "Windows Credential Manager",
}
"""Backends that encrypt what they keep. Others (of the package keyrings.alt above all) may keep it in a plain file."""
_NONE = frozenset({"keyring.backends.fail", "keyring.backends.null"})
_INSTEAD = "give the secret in the environment (STUDIO_SECRET_<NAME>)"


class KeyringUnable(RuntimeError):
    """There is no keyring to use, it is locked, or it did not answer in time. The text says what to do."""


class NoKeyring(KeyringUnable):
    """No keyring that can be trusted runs here: only the environment holds secrets."""


class KeyringLocked(KeyringUnable):
    """It could be asked only by asking a person for its password, which who merely looks never does."""

    def __init__(self) -> None:
        super().__init__(f"The keyring of this computer is locked: unlock it, or {_INSTEAD}.")


@dataclass(frozen=True)
class KeyringState:
    """Whether a keyring can be used, what it is called, and a sentence for a person."""

    usable: bool
    name: str
    sentence: str


class Bounded:
    """Calls that a keyring may hang in, one at a time, on a thread of their own that is left behind if need be."""

    def __init__(self) -> None:
        self._hanging: threading.Thread | None = None

    def call(self, work: Callable[[], T], limit_s: float) -> T:
        """What `work` returns or raises. Raises KeyringUnable after `limit_s`, and at once while a call still hangs."""
        if self._hanging is not None and self._hanging.is_alive():
            raise KeyringUnable(_hangs("still does not answer"))
        done: list[T] = []
        failed: list[Exception] = []

        def run() -> None:
            try:
                done.append(work())
            except Exception as error:  # raised again in the thread that asked
                failed.append(error)

        thread = threading.Thread(target=run, name="keyring", daemon=True)
        thread.start()
        thread.join(limit_s)
        if thread.is_alive():
            self._hanging = thread
            raise KeyringUnable(_hangs(f"did not answer within {limit_s:g} s"))
        if failed:
            raise _told(failed[0])
        return done[0]


def system_keyring() -> KeyringBackend:
    """The keyring of this machine. May take long. Raises NoKeyring where none can be used."""
    import keyring

    chosen = keyring.get_keyring()
    backends: list[KeyringBackend] = list(getattr(chosen, "backends", None) or [chosen])
    usable = next((one for one in backends if state_of([one]).usable), None)
    if usable is None:
        raise NoKeyring(state_of(backends).sentence)
    return usable


def state_of(backends: Iterable[KeyringBackend]) -> KeyringState:
    """What the backends of this machine amount to. Pure."""
    modules = [(type(one).__module__, type(one).__name__) for one in backends]
    for module, _ in modules:
        known = next((name for prefix, name in _KNOWN.items() if (module + ".").startswith(prefix + ".")), None)
        if known is not None:
            return KeyringState(True, known, f"Secrets can be kept in the keyring of this computer ({known}).")
    foreign = [f"{module}.{name}" for module, name in modules if module not in _NONE]
    if foreign:
        sentence = (
            f"The keyring {foreign[0]} is not used, since it may keep secrets in a file that can be read: {_INSTEAD}, "
            "or let a keyring of the system run."
        )
        return KeyringState(False, "", sentence)
    return KeyringState(False, "", f"No keyring runs on this computer: {_INSTEAD}.")


def _hangs(what: str) -> str:
    return f"The keyring {what}; it may be locked. Unlock it and try again, or {_INSTEAD}."


def _told(error: Exception) -> Exception:
    """Our own error for what a keyring raised. Not its message: nobody knows what it holds."""
    if isinstance(error, KeyringUnable):
        return error
    if type(error).__name__ == "KeyringLocked":
        return KeyringLocked()
    return KeyringUnable(f"The keyring could not be used ({type(error).__name__}): {_INSTEAD}.")
