"""The workflow that is open: one undo stack over immutable values, saved as a new version, kept safe from crashes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from studio.engine.bundle import Bundle, assets_of, load_bundle, save_bundle
from studio.engine.editing import still_open
from studio.engine.errors import AlreadyThere, BadBundle, CannotWrite
from studio.engine.files import write_atomically
from studio.engine.limits import MAX_WORKFLOW_BYTES
from studio.engine.model.params import ParamProposal
from studio.engine.model.workflow import Step, Workflow
from studio.engine.peek import peek
from studio.engine.rights import make_private
from studio.engine.vision.frame import Frame
from studio.engine.who import person
from studio.ui.services.drafts import MOST_DRAFTS
from studio.ui.services.library import next_version_dir

_AUTOSAVE_MS = 1500


@dataclass(frozen=True)
class Draft:
    """A workflow with the pictures that it names, and the proposals for it, that its bundle does not hold yet."""

    workflow: Workflow
    pictures: Mapping[str, Frame]
    proposals: tuple[ParamProposal, ...] = ()


class _Edit(QUndoCommand):
    """One edit: the draft before and after it."""

    def __init__(self, document: Document, word: str, before: Draft, after: Draft) -> None:
        super().__init__(word)
        self._document, self._before, self._after = document, before, after

    def redo(self) -> None:
        """Show the draft after the edit."""
        self._document._show(self._after)

    def undo(self) -> None:
        """Show the draft before the edit."""
        self._document._show(self._before)


class Document(QObject):
    """An open bundle and its unsaved edits.

    Every edit is a pure function from workflow to workflow, pushed to `stack`. `changed` is sent whenever another
    draft is shown. Saving writes a new version beside the bundle and never over it; it is refused where the
    bundle has changed on disk meanwhile. Unsaved edits are kept in `recovery_file`, offered after a crash.
    `breakpoints` are ids of steps before which a run from this window pauses; they are no part of the workflow.
    """

    changed = Signal()
    saved = Signal(Path)
    breakpoints_changed = Signal()

    def __init__(self, bundle: Bundle, recovery_file: Path | None = None) -> None:
        super().__init__()
        self.bundle = bundle
        self.stack = QUndoStack(self)
        self.breakpoints: frozenset[str] = frozenset()
        self._draft = Draft(bundle.workflow, {})
        self._settled: frozenset[str] = frozenset()
        self._recovery = recovery_file
        self._aside: Path | None = None
        self._left = self._read_left()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_AUTOSAVE_MS)
        self._timer.timeout.connect(self.keep_safe)

    @property
    def workflow(self) -> Workflow:
        """The workflow with all edits."""
        return self._draft.workflow

    @property
    def pictures(self) -> Mapping[str, Frame]:
        """New pictures of the edits."""
        return self._draft.pictures

    @property
    def is_edited(self) -> bool:
        """Whether there is something to save."""
        return not self.stack.isClean()

    def step(self, step_id: str) -> Step:
        """The step as edited. Raises KeyError."""
        return self.workflow.step(step_id)

    def toggle_breakpoint(self, step_id: str) -> bool:
        """Set or clear a breakpoint; whether there is one now."""
        self.breakpoints = self.breakpoints ^ {step_id}
        self.breakpoints_changed.emit()
        return step_id in self.breakpoints

    def picture(self, path: str | None) -> Frame | None:
        """A picture of the draft or the bundle; None where there is none."""
        if path is None:
            return None
        if path in self._draft.pictures:
            return self._draft.pictures[path]
        return self.bundle.asset(path) if path in self.bundle.hashes else None

    def edit(
        self,
        word: str,
        change: Callable[[Workflow], Workflow],
        pictures: Mapping[str, Frame] | None = None,
        proposals: Iterable[ParamProposal] = (),
    ) -> bool:
        """Apply one edit; False where it changes nothing. `word` is what undo shows."""
        before = self._draft
        shown = {**before.pictures, **(pictures or {})}
        after = Draft(change(before.workflow), shown, (*before.proposals, *proposals))
        if after.workflow == before.workflow and not pictures:
            return False
        self.stack.push(_Edit(self, word, before, after))
        return True

    def edit_step(self, word: str, step_id: str, pictures: Mapping[str, Frame] | None = None, **fields: object) -> bool:
        """Other values for some fields of one step."""
        return self.edit(word, lambda w: with_step(w, w.step(step_id).model_copy(update=fields)), pictures)

    def save(self) -> Path:
        """Write the draft as a new version beside the bundle and go on with that. Raises BadBundle, CannotWrite."""
        return self.go_on_with(self.prepare_save()())

    def prepare_save(self) -> Callable[[], Bundle]:
        """What writes the draft as it is now, to be run in any thread; then `go_on_with` what it gives.

        It raises BadBundle where the bundle has changed on disk meanwhile, and CannotWrite. Another window that takes
        the number of the version at the same moment only moves this one on to the next.
        """
        bundle, workflow, draft = self.bundle, self.workflow, self._draft
        proposals = self.open_proposals

        def write() -> Bundle:
            current = load_bundle(bundle.dir)
            if current.digest != bundle.digest:
                raise BadBundle(f"{bundle.dir} was changed by another window or program: open it again.")
            used = _all_pictures(bundle, draft)
            while True:
                target = next_version_dir(bundle.dir)
                try:
                    save_bundle(
                        workflow,
                        used,
                        target,
                        parent_digest=bundle.digest,
                        provenance=bundle.origin(edited_by=person()),
                        proposals=proposals,
                        expires=bundle.sealed_until,
                    )
                    return load_bundle(target)
                except AlreadyThere:
                    if not target.exists():
                        raise

        return write

    def settle(self, step_ids: Iterable[str]) -> None:
        """A person said that these steps keep typing what was recorded: they are no proposals in the next version."""
        self._settled |= frozenset(step_ids)

    def go_on_with(self, bundle: Bundle) -> Path:
        """Show the version that was saved; nothing is unsaved any more."""
        self.bundle = bundle
        self._draft = Draft(bundle.workflow, {})
        self.stack.clear()
        self.forget_recovery()
        self.changed.emit()
        self.saved.emit(bundle.dir)
        return bundle.dir

    def take_beside(self, bundle: Bundle) -> bool:
        """Take over what was written beside the sealed files of this very version: a signature, a certification."""
        if (bundle.dir, bundle.digest) != (self.bundle.dir, self.bundle.digest):
            return False
        self.bundle = replace(self.bundle, signature=bundle.signature, certifications=bundle.certifications)
        return True

    @property
    def open_proposals(self) -> tuple[ParamProposal, ...]:
        """What still waits for a word: of steps that are there, type that constant, and were not said to keep it."""
        known = still_open(self.workflow, (*self.bundle.proposals, *self._draft.proposals))
        return tuple(p for p in known if p.step_id not in self._settled)

    # After a crash

    def keep_safe(self) -> None:
        """Keep the unsaved draft on disk. A disk that is full loses no edit that is on the screen."""
        with suppress(OSError, CannotWrite):
            self._keep_safe()

    def _keep_safe(self) -> None:
        if self._recovery is None:
            return
        if not self.is_edited:
            if self._left is None:
                self.forget_recovery()
            return
        kept = {
            "v": 1,
            "pid": os.getpid(),
            "bundle": str(self.bundle.dir),
            "digest": self.bundle.digest,
            "workflow": self.workflow.model_dump(mode="json"),
        }
        folder = self._recovery.parent
        make_private(folder)
        if self._left is not None and self._aside is None:
            self._set_left_aside(self._recovery)
        for path, picture in self.pictures.items():
            write_atomically(folder / self._picture_name(path), picture.png, durable=False)
        write_atomically(self._recovery, json.dumps(kept).encode(), durable=False)

    def _set_left_aside(self, file: Path) -> None:
        """What a crash left, and nobody has decided on, is offered another time: new edits take its file."""
        stems = (f"{file.stem.partition('-')[0]}-{number}" for number in range(MOST_DRAFTS, 1, -1))
        beside = [file.with_name(f"{stem}.json") for stem in stems]
        free = next((f for f in beside if not (f.exists() or f.with_name(f"lock.{f.stem}").exists())), None)
        if free is not None:
            for kept in sorted(file.parent.glob(f"{file.stem}.*")):
                kept.replace(kept.with_name(f"{free.stem}{kept.name.removeprefix(file.stem)}"))
            self._aside = free

    @property
    def recoverable(self) -> bool:
        """Whether a crash (or a window that was closed) left edits behind that fit this bundle."""
        return self._left is not None

    def recover(self) -> bool:
        """Take up the edits that were left behind; False where there are none that fit this bundle."""
        left, self._left = self._left, None
        if left is None:
            return False
        return self.edit("recovered edits", lambda _: left.workflow, left.pictures)

    def discard_left(self) -> None:
        """Forget the edits that were left behind."""
        self._left = None
        if self._aside is not None:
            _remove_kept(self._aside)
        self.keep_safe()

    def keep_recovery_in(self, file: Path) -> None:
        """Keep unsaved edits there from now on: the document goes on with another version."""
        self._recovery = file

    def _read_left(self) -> Draft | None:
        if self._recovery is None or not self._recovery.is_file():
            return None
        try:
            kept = peek(self._recovery, MAX_WORKFLOW_BYTES)
            workflow = Workflow.model_validate(kept["workflow"])
            if kept["digest"] != self.bundle.digest or workflow == self.bundle.workflow:
                return None
            return Draft(workflow, self._kept_pictures(workflow))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def forget_recovery(self) -> None:
        """Nothing is unsaved any more."""
        self._timer.stop()
        self._left = None
        if self._recovery is not None:
            _remove_kept(self._recovery)

    def _kept_pictures(self, workflow: Workflow) -> dict[str, Frame]:
        wanted = {path for step in workflow.steps for path in assets_of(step) if path not in self.bundle.hashes}
        assert self._recovery is not None
        files = {path: self._recovery.parent / self._picture_name(path) for path in wanted}
        return {path: Frame.of(file) for path, file in files.items() if file.is_file()}

    def _picture_name(self, path: str) -> str:
        assert self._recovery is not None
        return f"{self._recovery.stem}.{path.replace('/', '_')}"

    def _show(self, draft: Draft) -> None:
        self._draft = draft
        self._timer.start()
        self.changed.emit()


def _remove_kept(file: Path) -> None:
    """A file of unsaved edits and the pictures beside it."""
    for kept in file.parent.glob(f"{file.stem}.*"):
        kept.unlink(missing_ok=True)


def _all_pictures(bundle: Bundle, draft: Draft) -> dict[str, Frame | bytes]:
    """The pictures that the draft names, by path."""
    made: dict[str, Frame | bytes] = {}
    for path in (p for step in draft.workflow.steps for p in assets_of(step)):
        if path in draft.pictures:
            made[path] = draft.pictures[path]
        elif path in bundle.hashes:
            made[path] = bundle.asset_bytes(path)
    return made


def with_step(workflow: Workflow, step: Step) -> Workflow:
    """The workflow with that step in place of the one of the same id."""
    return workflow.model_copy(update={"steps": tuple(step if s.id == step.id else s for s in workflow.steps)})
