"""Whether the open workflow can be run as it stands, and if not, the mend: what is wrong, why, and one button."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from studio.engine.bundle import Bundle, load_bundle, seal_bundle
from studio.engine.errors import BadInput
from studio.ui.document import Document
from studio.ui.services.library import next_version_dir
from studio.ui.words import tr


class Mend(StrEnum):
    """What would help."""

    NONE = "none"
    SEAL = "seal"
    REVIEW = "review"
    REOPEN = "reopen"
    SAVE = "save"


@dataclass(frozen=True)
class Notice:
    """Something to know before the run; `blocks` means that it cannot start."""

    title: str
    why: str
    mend: Mend = Mend.NONE
    word: str = ""
    blocks: bool = True


def notice_of(document: Document) -> Notice | None:
    """What stands in the way of a run, or should be known; None where nothing does."""
    bundle = document.bundle
    if not bundle.sealed:
        return Notice(
            tr("This workflow is not sealed"),
            tr(
                "It came from elsewhere, or was made without a seal. Look through its steps first: sealing says that a "
                "person has looked. It writes a new version beside this one and changes nothing here."
            ),
            Mend.SEAL,
            tr("I have looked: seal it"),
        )
    if bundle.workflow.unreviewed:
        return Notice(
            tr("Some of its heals were never decided"),
            tr(
                "{n} steps were changed by a run and nobody has said yet whether that was right. Review them; until "
                "then the version before this one is the one to run.",
                n=len(bundle.workflow.unreviewed),
            ),
            Mend.REVIEW,
            tr("Review the heals"),
        )
    if document.is_edited:
        return Notice(
            tr("There are unsaved edits"),
            tr("A run uses what is saved. Save a new version to run it with the edits."),
            Mend.SAVE,
            tr("Save a new version"),
            blocks=False,
        )
    return None


def changed_since(bundle: Bundle) -> str:
    """A sentence where the bundle on disk is not the one that is open (any more); empty where it is."""
    try:
        now = load_bundle(bundle.dir)
    except BadInput as problem:
        return str(problem).splitlines()[0]
    if now.digest != bundle.digest:
        return tr("It was changed on disk since it was opened: open it again and look at it before it runs.")
    return ""


def seal(bundle: Bundle, person: str) -> Path:
    """A sealed version beside the bundle, on the person's word. Raises BadInput, CannotWrite."""
    return seal_bundle(bundle.dir, next_version_dir(bundle.dir), provenance={"sealed_by": person})
