"""Compile on the Clean up page: the question, the progress, and what comes after it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from studio.engine.errors import BadInput
from studio.engine.recording.edit import new_secrets
from studio.ui.record.cards import ProgressCard
from studio.ui.record.compiling import Compiling, Order
from studio.ui.record.forms import CompileForm
from studio.ui.services.background import Background
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.pages.cleanup import CleanupPage


class CleanUpCompile(QObject):
    """`name` is what the person called the workflow when recording."""

    def __init__(self, page: CleanupPage, studio: Studio) -> None:
        super().__init__(page)
        self._page, self._studio = page, studio
        self.name = ""
        self.progress = ProgressCard(self.cancel)
        self._run: Compiling | None = None
        self._deletes = False
        self._removing: Background[None] = Background(self)

    @property
    def running(self) -> bool:
        """Whether it goes on now."""
        return self._run is not None

    def ask(self) -> None:
        """Ask for the name, say what becomes final, and begin."""
        draft = self._page.draft
        if draft is None or self.running:
            return
        if not draft.recording.meta.pictures:
            self._page.refuse(tr("This recording has no pictures, so nothing can be found by it: record it again."))
            return
        secrets = new_secrets(draft.edited, draft.recording.events)
        form = CompileForm(self._page, self._proposed(), blacked=len(draft.edited.redactions), secrets=len(secrets))
        if form.said_yes:
            self.begin(form.name, deletes=form.deletes)

    def begin(self, name: str, *, deletes: bool = False) -> None:
        """Compile under that name; `deletes` removes the recording once all went well."""
        draft = self._page.draft
        if draft is None or self.running:
            return
        library = self._studio.library
        self.name, self._deletes = name, deletes and draft.is_edited
        copy = library.new_recording_dir(f"{name} edited") if draft.is_edited else None
        order = Order(draft.recording, draft.edited, name, library.new_bundle_dir(name), copy)
        self._run = Compiling(order, self)
        self._run.progressed.connect(self.progress.show_progress)
        self._run.ended.connect(self._ended)
        self.progress.show_progress(tr("Starting"), 0, 1)
        self._page.compile_button.setEnabled(False)
        self._run.start()

    def cancel(self) -> None:
        """Stop it; nothing is left behind."""
        if self._run is not None:
            self._run.stop()

    def close_down(self) -> None:
        """The window closes."""
        if self._run is not None:
            self._run.stop_now()

    def _proposed(self) -> str:
        """The name that was given when recording, else what the folder's name says after its date."""
        if self.name:
            return self.name
        folder = self._page.draft.recording.dir.name if self._page.draft is not None else ""
        words = [part for part in folder.split("-") if not part.isdigit()]
        return " ".join(words).capitalize()

    def _ended(self, problem: str) -> None:
        run, self._run = self._run, None
        self.progress.hide()
        draft = self._page.draft
        self._page.compile_button.setEnabled(draft is not None)
        if run is None:
            return
        run.deleteLater()
        if problem:
            self._page.refuse(problem)
            return
        self._studio.library_changed.emit()
        if self._deletes and draft is not None and draft.recording is run.order.recording:
            self._remove(draft.recording.dir)
            draft.forget()
            self._page.draft = None
        self._open(run.order.bundle)

    def _remove(self, folder: Path) -> None:
        self._removing.start(lambda: shutil.rmtree(folder), lambda _: self._studio.library_changed.emit(), self._kept)

    def _kept(self, problem: Exception) -> None:
        self._studio.say(tr("The recording could not be deleted: {problem}", problem=told(str(problem))), Tone.FAILED)

    def _open(self, bundle: Path) -> None:
        try:
            document = self._studio.open_bundle(bundle)
        except BadInput as problem:
            self._studio.ask(tr("This cannot be opened"), str(problem), (tr("Close"),))
            return
        self._studio.say(tr("{name} is compiled.", name=document.workflow.name), Tone.PASSED)
        self._studio.go("parameters" if document.bundle.proposals else "workflow")
