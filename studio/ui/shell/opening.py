"""Opening a path: a bundle, a recording, a run, a shared file; the page that shows it follows from what it is."""

from __future__ import annotations

from pathlib import Path

from studio.engine.errors import BadInput
from studio.ui.services.library import bundle_of_run, is_bundle, is_recording, is_run
from studio.ui.shell.sharing import is_shared, open_shared
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.words import tr


def open_path(studio: Studio, path: str | Path) -> bool:
    """Open what lies there; says why where it cannot, of a bundle once it is read."""
    folder = Path(path)
    if folder.name in ("workflow.json", "meta.json", "events.jsonl", "report.json", "manifest.json"):
        folder = folder.parent
    if is_shared(folder):
        open_shared(studio, folder)
        return True
    try:
        return _open(studio, folder)
    except BadInput as problem:
        studio.ask(tr("This cannot be opened"), str(problem), (tr("Close"),))
        return False


def _open(studio: Studio, folder: Path) -> bool:
    if is_bundle(folder):
        studio.open_soon(folder, lambda: studio.go("workflow"))
        return True
    if is_recording(folder):
        return studio.go("cleanup", recording=folder)
    if is_run(folder):
        bundle = bundle_of_run(folder)
        if bundle is not None:
            studio.open_bundle(bundle)
        return studio.go("result", run=folder)
    sentence = tr("{path} is no workflow, recording or run of Waymark Studio.", path=folder)
    studio.say(sentence, Tone.FAILED)
    studio.ask(tr("This cannot be opened"), sentence, (tr("Close"),))
    return False
