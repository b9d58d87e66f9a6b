"""A copy that names nobody, made in the window: first what would be hidden is shown, then the copy is written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QPlainTextEdit, QRadioButton

from studio.engine.errors import BadInput, CannotWrite
from studio.ui.editing.forms import Form
from studio.ui.services.background import Background
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.engine.bundle import Bundle
    from studio.engine.identity.scrubbed_bundle import Preview, Reads


@dataclass(frozen=True)
class _Looked:
    """The bundle, what its pictures show, and what a copy would hide."""

    bundle: Bundle
    reads: Reads
    preview: Preview


class ScrubForm(Form):
    """What would be hidden, and whether under this computer's key. The original stays as it is."""

    def __init__(self, name: str, preview: Preview) -> None:
        sentence = tr(
            "A copy of “{name}” that holds no name, date or number of a record, and still refuses the wrong one."
            " The original and its recording stay as they are.",
            name=name,
        )
        super().__init__(QApplication.activeWindow(), tr("Copy without identities"), sentence, tr("Make the copy"))
        self.setMinimumWidth(theme.px(520))
        self.hidden = QPlainTextEdit("\n".join(preview.hidden) or tr("Nothing in it names a record."))
        self.hidden.setReadOnly(True)
        self.hidden.setTabChangesFocus(True)
        self.hidden.setFixedHeight(theme.px(110))
        self.add(tr("Kept as hashes only"), self.hidden)
        pictures = tr("{n} pictures that may show a record are left out.", n=preview.pictures)
        self.left_out = QPlainTextEdit("\n".join((pictures, *map(told, preview.notes))))
        self.left_out.setReadOnly(True)
        self.left_out.setTabChangesFocus(True)
        self.left_out.setFixedHeight(theme.px(58))
        self.add(tr("Left out"), self.left_out)
        self.with_key = QRadioButton(tr("Under the key of this computer: nobody else can guess"))
        self.plain = QRadioButton(tr("Without a key: who has it can guess dates and numbers"))
        self.with_key.setChecked(True)
        for button in (self.with_key, self.plain):
            self.fields.addRow(button)


def copy_without_identities(studio: Studio, folder: Path) -> None:
    """Look what would be hidden, ask, write the copy into the library and open it. Nothing happens to `folder`."""
    studio.say(tr("Looking what names a record…"), Tone.RUNNING)

    def look() -> _Looked:
        from studio.engine.bundle import load_bundle
        from studio.engine.identity.scrubbed_bundle import preview, reading

        bundle = load_bundle(folder)
        reads = reading(bundle)
        return _Looked(bundle, reads, preview(bundle, reads))

    Background[_Looked](studio).start(look, lambda looked: _ask(studio, looked), lambda why: _refuse(studio, why))


def _ask(studio: Studio, looked: _Looked) -> None:
    studio.say("")
    form = ScrubForm(looked.bundle.workflow.name, looked.preview)
    if form.said_yes:
        write_copy(studio, looked, under_key=form.with_key.isChecked())


def write_copy(studio: Studio, looked: _Looked, *, under_key: bool) -> None:
    """Write it off the GUI thread, and open it."""
    from studio.ui.shell.opening import open_path

    name = looked.bundle.workflow.name
    target = studio.library.new_bundle_dir(tr("{name} without identities", name=name))
    studio.say(tr("Writing {file}", file=target.parent.name), Tone.RUNNING)

    def work() -> Path:
        from studio.engine.identity.keys import made_key
        from studio.engine.identity.scrubbed_bundle import scrub_bundle

        secret = made_key() if under_key else None
        scrub_bundle(looked.bundle, target, secret=secret, reads=looked.reads)
        return target

    def done(path: Path) -> None:
        studio.library_changed.emit()
        studio.say(tr("This copy names nobody. Replay it once before you rely on it."), Tone.PASSED)
        open_path(studio, path)

    Background[Path](studio).start(work, done, lambda why: _refuse(studio, why))


def _refuse(studio: Studio, problem: Exception) -> None:
    from studio.engine.backends.protocols import EnvironmentUnable
    from studio.engine.identity.keys import NoIdentityKey
    from studio.engine.secrets.keyrings import KeyringUnable
    from studio.engine.vision.ocr_models import OcrUnavailable

    studio.say("")
    if not isinstance(problem, BadInput | CannotWrite | EnvironmentUnable | KeyringUnable | OcrUnavailable):
        raise problem
    said = told(str(problem))
    if isinstance(problem, NoIdentityKey):
        said += " " + tr("Or make the copy without a key: who has it can then guess dates and numbers.")
    studio.ask(tr("This cannot be done"), said, (tr("Close"),))
