"""What pages share: settings, library, the open document, and the way from page to page."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal

from studio.engine.errors import BadInput
from studio.ui.services.background import Background
from studio.ui.services.doctor import Doctor
from studio.ui.services.drafts import Drafts
from studio.ui.services.library import Library, default_root
from studio.ui.services.settings import SettingsStore
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.engine.bundle import Bundle
    from studio.ui.document import Document
    from studio.ui.record.practice import PracticeClinic
    from studio.ui.run.live import LiveRun


class Navigator(Protocol):
    """Who shows pages; the window."""

    def go(self, key: str, **asked: Any) -> bool:
        """Show a page; False where the present one stays."""

    def make_ready(self, key: str) -> None:
        """Make a page that is shown soon."""

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
        self._opening: Background[Bundle] = Background(self)
        self._drafts = Drafts(settings.file.parent / "recovery")

    @property
    def library(self) -> Library:
        """Where everything is kept."""
        chosen = self.settings.value.library
        return Library(Path(chosen) if chosen else default_root())

    @cached_property
    def clinic(self) -> PracticeClinic:
        """The practice clinic, for recording on it and for running what was recorded there."""
        from studio.ui.record.practice import PracticeClinic  # loaded here: the window paints first

        return PracticeClinic(self.library.root / "practice" / "clinic.db", self)

    def stop_clinic(self) -> None:
        """End the practice clinic where it was started."""
        if "clinic" in self.__dict__:
            self.clinic.stop()

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

        return self._show(load_bundle(folder))

    def open_soon(self, folder: Path, then: Callable[[], object]) -> None:
        """Open a bundle as the document once it is read, which a large one takes a while for, and do `then`. Where it
        cannot be opened a person is told why, and what was open stays."""

        def read() -> Bundle:
            from studio.engine.bundle import load_bundle

            return load_bundle(folder)

        def show(bundle: Bundle) -> None:
            self._show(bundle)
            self.say("")
            then()

        self.say(tr("Opening {name}…", name=folder.name), Tone.RUNNING)
        self._opening.start(read, show, self._not_opened)

    def _not_opened(self, problem: Exception) -> None:
        self.say("")
        if not isinstance(problem, BadInput | OSError):
            raise problem
        self.ask(tr("This cannot be opened"), told(str(problem)), (tr("Close"),))

    def _show(self, bundle: Bundle) -> Document:
        from studio.ui.document import Document

        folder = bundle.dir
        document = Document(bundle, self._drafts.file_for(folder))
        self.settings.remember(folder.resolve())
        self.document = document
        document.saved.connect(lambda path: self._saved(path))
        self.document_changed.emit()
        return document

    def close_document(self) -> None:
        """No document is open any more."""
        self._opening.forget()
        self._drafts.let_go()
        self.document = None
        self.document_changed.emit()

    def _saved(self, path: Path) -> None:
        self.settings.remember(path.resolve())
        if self.document is not None:
            self.document.keep_recovery_in(self._drafts.file_for(path))
        self.library_changed.emit()

    def close_down(self) -> None:
        """The window closes: what it kept of unsaved edits may be taken up by another one."""
        self._opening.forget()
        self._drafts.let_go()
