"""Sharing in the window: a workflow or recording written as one file, and such a file opened into the library."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog, QRadioButton

from studio.engine.errors import BadInput, CannotWrite
from studio.ui.editing.forms import Form
from studio.ui.services.background import Background
from studio.ui.services.library import Library, slug
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.words import tr


class ShareForm(Form):
    """With or without pictures of whole screens."""

    def __init__(self, name: str, *, recording: bool) -> None:
        sentence = tr(
            "{name} becomes one file that another Waymark Studio opens. Secrets are in no case in it; what was typed"
            " and texts of the screen are. Think of who may see it.",
            name=name,
        )
        super().__init__(QApplication.activeWindow(), tr("Share as one file"), sentence, tr("Choose where…"))
        self.with_frames = QRadioButton(tr("With pictures of whole screens"))
        without = tr("Without: the actions alone; it can be read, not compiled")
        if not recording:
            without = tr("Without: only the small pictures by which targets are found")
        self.without = QRadioButton(without)
        self.with_frames.setChecked(True)
        for button in (self.with_frames, self.without):
            self.fields.addRow(button)


def is_shared(path: Path) -> bool:
    """Whether a file looks like one that was shared."""
    return path.suffix.lower() == ".zip" and path.is_file()


def share(studio: Studio, folder: Path, name: str) -> None:
    """Ask how and where, then write the file off the GUI thread."""
    from studio.engine.sharing import SUFFIX  # loaded here: the window paints first

    form = ShareForm(name, recording=(folder / "events.jsonl").is_file())
    if not form.said_yes:
        return
    proposed = str(Path.home() / f"{slug(name)}{SUFFIX}")
    chosen, _ = QFileDialog.getSaveFileName(QApplication.activeWindow(), tr("Share as one file"), proposed)
    if chosen:
        write_shared(studio, folder, with_suffix(chosen), frames=form.with_frames.isChecked())


def with_suffix(chosen: str) -> Path:
    """The path with our suffix, which people leave out."""
    from studio.engine.sharing import SUFFIX

    return Path(chosen if chosen.lower().endswith(".zip") else f"{chosen}{SUFFIX}")


def write_shared(studio: Studio, folder: Path, target: Path, *, frames: bool) -> None:
    """Write it; the file dialog has already asked before it replaces a file."""
    studio.say(tr("Writing {file}", file=target.name), Tone.RUNNING)

    def work() -> Path:
        from studio.engine.sharing import pack

        beside = target.with_name(f".{target.name}.new")
        beside.unlink(missing_ok=True)
        pack(folder, beside, frames=frames)
        return beside.replace(target)

    def done(path: Path) -> None:
        studio.say(tr("Shared as {file}", file=path), Tone.PASSED)

    Background[Path](studio).start(work, done, lambda problem: _refuse(studio, problem))


def open_shared(studio: Studio, file: Path) -> None:
    """Check it, put what it holds into the library, and open that."""
    from studio.ui.shell.opening import open_path

    studio.say(tr("Opening {file}", file=file.name), Tone.RUNNING)
    library = studio.library

    def work() -> Path:
        from studio.engine.sharing import unpack

        target = _place_for(library, file)
        unpack(file, target)
        return target

    def done(path: Path) -> None:
        studio.library_changed.emit()
        studio.say(tr("Opened into the library; it was checked."), Tone.PASSED)
        open_path(studio, path)

    Background[Path](studio).start(work, done, lambda problem: _refuse(studio, problem))


def _place_for(library: Library, file: Path) -> Path:
    from studio.engine.sharing import kind_of

    head = kind_of(file)
    return library.new_bundle_dir(head.name) if head.kind == "bundle" else library.new_recording_dir(head.name)


def _refuse(studio: Studio, problem: Exception) -> None:
    if not isinstance(problem, BadInput | CannotWrite):
        raise problem
    studio.say("")
    studio.ask(tr("This cannot be done"), str(problem), (tr("Close"),))
