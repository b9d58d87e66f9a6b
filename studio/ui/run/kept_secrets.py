"""Secrets of a run that this computer's keyring holds, and keeping those that were typed. Never waits on the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from studio.engine.secrets import KeyringLocked, KeyringUnable, SecretStore
from studio.ui.services.background import Background
from studio.ui.told import told
from studio.ui.words import tr

_LOOK_S = 3.0
_KEEP_S = 20.0
"""A person who has just ticked the box may be asked for the keyring's password."""


@dataclass(frozen=True)
class Kept:
    """Whether a keyring can be used, which of the names that were asked for it holds, or that it is locked."""

    usable: bool = False
    names: frozenset[str] = frozenset()
    locked: bool = False


class KeptSecrets(QObject):
    """Asks a keyring beside the window. `known` tells what it holds, `failed` why something was not kept."""

    known = Signal(object)
    failed = Signal(str)

    def __init__(self, owner: QObject, store: SecretStore | None = None) -> None:
        super().__init__(owner)
        self._store = store or SecretStore(environment={}, limit_s=_LOOK_S, patient_s=_KEEP_S)
        self._looking: Background[Kept] = Background(self)
        self._keeping: Background[None] = Background(self)

    def look(self, names: Sequence[str], workflow: str, *, unlock: bool = False) -> None:
        """Find out what is kept of these for that workflow; `known` tells it. Only `unlock` asks for a password."""
        wanted = tuple(names)
        self._looking.start(lambda: self._kept(wanted, workflow, unlock), self.known.emit)

    def keep(self, values: Mapping[str, str], workflow: str) -> None:
        """Keep these for that workflow alone."""

        def work() -> None:
            for name, value in values.items():
                self._store.store(name, value, workflow)

        if values:
            said = tr("It was not kept in the keyring; this run has it all the same.")
            self._keeping.start(work, lambda _: None, lambda error: self.failed.emit(f"{said} {told(str(error))}"))

    def _kept(self, names: Sequence[str], workflow: str, unlock: bool) -> Kept:
        """In a thread of the pool."""
        if not self._store.available().usable:
            return Kept()
        try:
            return Kept(True, self._store.held(names, workflow, ask=unlock))
        except KeyringLocked:
            return Kept(True, locked=True)
        except KeyringUnable:
            return Kept()
