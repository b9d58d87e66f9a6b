"""All decisions in one batch: compiled anew from the recording or, where that loses work, put into the workflow."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from studio.engine import editing
from studio.engine.bundle import Bundle, load_bundle, save_bundle
from studio.engine.errors import BadBundle, BadInput, CannotWrite
from studio.engine.files import write_atomically
from studio.engine.model.params import ProposalDecision
from studio.engine.model.workflow import Workflow
from studio.engine.peek import peek, text_of
from studio.ui.params.model import Deciding
from studio.ui.services.background import Background
from studio.ui.services.jobs import Job
from studio.ui.services.library import Library, next_version_dir
from studio.ui.told import told
from studio.ui.words import tr


@dataclass(frozen=True)
class Recompile:
    """The recording that the bundle was compiled from, and how."""

    bundle: Bundle
    recording: Path
    deciding: Deciding


def recording_of(bundle: Bundle, library: Library) -> Path | None:
    """What a first version was compiled from; None where that is gone, or where later work would be lost."""
    workflow = bundle.workflow
    if workflow.parent_digest is not None or not workflow.recording_id:
        return None
    return next((folder for folder in library.recordings() if _id(folder) == workflow.recording_id), None)


def _id(folder: Path) -> str:
    return text_of(peek(folder / "meta.json"), "id")


def applied(workflow: Workflow, deciding: Deciding) -> Workflow:
    """The workflow with the decisions put into it. Raises CannotEdit."""
    for step_id, word in deciding.said.items():
        if word.decision is ProposalDecision.PARAMETER and deciding.picks(step_id):
            workflow = editing.make_entry(workflow, step_id, word.name, deciding.proposal(step_id).cell)
        elif word.decision is ProposalDecision.PARAMETER:
            workflow = editing.make_param(workflow, step_id, word.name)
        elif word.decision is ProposalDecision.SECRET:
            workflow = editing.make_secret(workflow, step_id, word.name)
    return workflow


class Recompiling(QObject):
    """`progressed(done, total)`, then `ended(path, sentence)`: the new version, or why there is none."""

    progressed = Signal(int, int)
    ended = Signal(object, str)

    def __init__(self, order: Recompile, parent: QObject) -> None:
        super().__init__(parent)
        self._order = order
        self._folder = Path(tempfile.mkdtemp(prefix="waymark-params-"))
        self._stopped = False
        self._saving: Background[Path] = Background(self)
        self._job = Job(self._arguments(), self)
        self._job.told.connect(self._heard)
        self._job.ended.connect(self._compiled)

    def start(self) -> None:
        """Begin."""
        write_atomically(self._folder / "decisions.jsonl", self._order.deciding.lines().encode(), durable=False)
        self._job.start()

    def stop(self) -> None:
        """Cancel; nothing is left behind."""
        self._stopped = True
        self._job.stop(None)

    def close_down(self) -> None:
        """The window closes."""
        self.blockSignals(True)
        self._stopped = True
        self._job.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _arguments(self) -> list[str]:
        order, folder = self._order, self._folder
        workflow = order.bundle.workflow
        made = ["compile", str(order.recording), "--out", str(folder / "bundle"), "--name", workflow.name, "--events"]
        made += ["--params-from", str(folder / "decisions.jsonl")]
        return made if workflow.structure else [*made, "--no-structure"]

    def _heard(self, event: dict[str, object]) -> None:
        done, total = event.get("done"), event.get("total")
        if isinstance(done, int) and isinstance(total, int):
            self.progressed.emit(done, total)

    def _compiled(self, code: int, said: str) -> None:
        if self._stopped:
            self._over(None, tr("Cancelled. Nothing was changed."))
        elif code != 0:
            lines = [each for each in said.splitlines() if each.strip()]
            self._over(None, lines[-1] if lines else tr("Compiling ended without a word."))
        else:
            bundle, folder = self._order.bundle, self._folder
            self._saving.start(lambda: _as_next_version(folder / "bundle", bundle), self._saved, self._not_saved)

    def _saved(self, path: Path) -> None:
        self._over(path, "")

    def _not_saved(self, problem: Exception) -> None:
        if not isinstance(problem, BadInput | CannotWrite):
            raise problem
        self._over(None, told(str(problem)))

    def _over(self, path: Path | None, sentence: str) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self.ended.emit(path, sentence)


def _as_next_version(compiled: Path, parent: Bundle) -> Path:
    """The compiled bundle as the version that follows `parent`. Raises BadBundle where that was changed meanwhile."""
    if load_bundle(parent.dir).digest != parent.digest:
        raise BadBundle(f"{parent.dir} was changed by another window or program: open it again.")
    made = load_bundle(compiled)
    return save_bundle(
        made.workflow.model_copy(update={"stages": parent.workflow.stages or made.workflow.stages}),
        {path: made.asset_bytes(path) for path in made.asset_paths},
        next_version_dir(parent.dir),
        parent_digest=parent.digest,
        provenance=made.manifest.provenance if made.manifest is not None else None,
        proposals=made.proposals,
        expires=parent.sealed_until,
    )
