"""What pages share: settings, library, the open document, and the way from page to page."""

from __future__ import annotations

import getpass
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal

from studio.ui.services.doctor import Doctor
from studio.ui.services.library import Library, default_root
from studio.ui.services.settings import SettingsStore
from studio.ui.theme import Tone

if TYPE_CHECKING:
    from studio.ui.document import Document
    from studio.ui.run.live import LiveRun


class Navigator(Protocol):
    """Who shows pages; the window."""

    def go(self, key: str, **asked: Any) -> bool:
        """Show a page; False where the present one stays."""

    def say(self, sentence: str, tone: Tone = Tone.NEUTRAL) -> None:
        """A sentence that needs no answer."""

    def ask(self, title: str, sentence: str, choices: tuple[str, ...], safe: int = 0) -> int:
        """A question; the index of the choice."""


class Studio(QObject):
    """The state of one window. `document_changed` is sent when another bundle is opened (or none)."""

    document_changed = Signal()
    library_changed = Signal()

    def __init__(self, settings: SettingsStore, navigator: Navigator) -> None:
        super().__init__()
        self.settings = settings
        self.navigator = navigator
        self.document: Document | None = None
        self.live_run: LiveRun | None = None
        self.doctor = Doctor(self)

    @property
    def library(self) -> Library:
        """Where everything is kept."""
        chosen = self.settings.value.library
        return Library(Path(chosen) if chosen else default_root())

    @property
    def person(self) -> str:
        """Who decides, as it is kept with each decision."""
        try:
            return self.settings.value.reviewer or getpass.getuser()
        except (OSError, KeyError):
            return "unknown"

    def go(self, page: str, **asked: Any) -> bool:
        """Show a page; False where the present one must not be left."""
        return self.navigator.go(page, **asked)

    def say(self, sentence: str, tone: Tone = Tone.NEUTRAL) -> None:
        """Tell a person something that needs no answer."""
        self.navigator.say(sentence, tone)

    def ask(self, title: str, sentence: str, choices: tuple[str, ...], safe: int = 0) -> int:
        """Ask a person; the index of the choice. `safe` is chosen by Escape and by Enter."""
        return self.navigator.ask(title, sentence, choices, safe)

    def open_bundle(self, folder: Path) -> Document:
        """Open a bundle as the document. Raises BadInput."""
        from studio.engine.bundle import load_bundle  # loaded here: the window paints first
        from studio.ui.document import Document

        document = Document(load_bundle(folder), self._recovery_file(folder))
        self.settings.remember(folder.resolve())
        self.document = document
        document.saved.connect(lambda path: self._saved(path))
        self.document_changed.emit()
        return document

    def close_document(self) -> None:
        """No document is open any more."""
        self.document = None
        self.document_changed.emit()

    def _saved(self, path: Path) -> None:
        self.settings.remember(path.resolve())
        if self.document is not None:
            self.document.keep_recovery_in(self._recovery_file(path))
        self.library_changed.emit()

    def _recovery_file(self, folder: Path) -> Path:
        name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
        return self.settings.file.parent / "recovery" / f"{name}.json"
