"""Where unsaved edits of a version are kept: a place for each window, taken up again when one has crashed."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile

from studio.engine.rights import make_private

MOST_DRAFTS = 16
"""Windows on one version at the same time."""


class Drafts:
    """Files in `folder`. The one that a window has is locked; the lock of a process that is gone counts for nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: QLockFile | None = None

    def file_for(self, bundle: Path) -> Path:
        """The file for edits of this bundle, no other window's: one with edits that were left behind, if there is one.

        What this window had before is free again.
        """
        self.let_go()
        with suppress(OSError):
            make_private(self._folder)
        name = hashlib.sha256(str(bundle.resolve()).encode()).hexdigest()[:16]
        names = [name, *(f"{name}-{number}" for number in range(2, MOST_DRAFTS + 1))]
        files = [self._folder / f"{each}.json" for each in names]
        for file in sorted(files, key=lambda each: not each.exists()):
            if self._takes(file):
                return file
        return files[0]

    def let_go(self) -> None:
        """Another window may take it."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _takes(self, file: Path) -> bool:
        lock = QLockFile(str(file.with_name(f"lock.{file.stem}")))
        lock.setStaleLockTime(0)
        if lock.tryLock(0):
            self._lock = lock
            return True
        return False
