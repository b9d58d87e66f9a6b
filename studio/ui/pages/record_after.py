"""The card that stands on the Record page when a recording did not end well: what happened, and what can be saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFrame, QHBoxLayout

from studio.engine.recording import Recording, recover_recording
from studio.ui.record.session import Ended
from studio.ui.services.background import Background
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Icon, column, look, text
from studio.ui.words import tr


class AfterCard(QFrame):
    """Hidden while there is nothing to say."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        look(self, "card")
        self._studio = studio
        self._folder = Path()
        self._work: Background[Recording] = Background(self)
        self._title, self._said = text("", "section"), text("", "second", wrap=True)
        self.recover = Button(tr("Recover it"), "history", kind="primary", run=self._recover)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 12)
        layout.setSpacing(12)
        layout.addWidget(Icon("problem", Tone.HEALED, 20))
        layout.addWidget(column(self._title, self._said, spacing=4), 1)
        layout.addWidget(self.recover)
        layout.addWidget(Button("", "cross", kind="flat", run=self.hide, tip=tr("Hide this")))
        self.hide()

    def show_ended(self, ended: Ended) -> None:
        """Why it ended, and whether something was kept."""
        self._folder = ended.folder
        self._title.setText(tr("The recording was cut short") if ended.kept else tr("The recording did not begin"))
        kept = tr("What was recorded until then is kept; Home offers it, too.")
        self._said.setText(f"{ended.why} {kept}" if ended.kept else ended.why)
        self.recover.setVisible(ended.kept)
        self.setAccessibleName(f"{self._title.text()}. {self._said.text()}")
        self.show()

    def _recover(self) -> None:
        folder = self._folder
        self.recover.setEnabled(False)
        self._work.start(lambda: recover_recording(folder), self._recovered, self._could_not)

    def _recovered(self, recording: Recording) -> None:
        self.recover.setEnabled(True)
        self.hide()
        self._studio.library_changed.emit()
        self._studio.go("cleanup", recording=recording.dir)

    def _could_not(self, problem: Exception) -> None:
        self.recover.setEnabled(True)
        self._said.setText(told(str(problem)))
        self.recover.hide()
