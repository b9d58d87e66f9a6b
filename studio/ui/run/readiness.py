"""Whether the open workflow can be run as it stands, and if not, the mend: what is wrong, why, and one button."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from studio.engine.bundle import Bundle, load_bundle, seal_bundle
from studio.engine.bundle.dates import today
from studio.engine.errors import BadInput, UncertifiedBundle
from studio.engine.policy import require_policy
from studio.ui.document import Document
from studio.ui.services.library import next_version_dir
from studio.ui.told import told
from studio.ui.words import tr


class Mend(StrEnum):
    """What would help."""

    NONE = "none"
    SEAL = "seal"
    REVIEW = "review"
    REOPEN = "reopen"
    CERTIFY = "certify"
    SAVE = "save"


@dataclass(frozen=True)
class Notice:
    """Something to know before the run; `blocks` means that it cannot start."""

    title: str
    why: str
    mend: Mend = Mend.NONE
    word: str = ""
    blocks: bool = True


def notice_of(document: Document, required_policy: str = "") -> Notice | None:
    """What stands in the way of a run, or should be known; None where nothing does.

    `required_policy` is the policy by which a workflow must be certified here; empty where none is required.
    """
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
    late = _late(bundle)
    if late is not None:
        return late
    if required_policy and not document.is_edited and (why := _uncertified(bundle, required_policy)):
        return Notice(
            tr("This workflow is not certified as runs here require"), why, Mend.CERTIFY, tr("Look at its problems")
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


def _late(bundle: Bundle) -> Notice | None:
    """Where the last day has passed: of the seal, or of a certification."""
    if bundle.expires is None or bundle.expires >= today():
        return None
    title = tr("It was to be used until {day}", day=bundle.expires.isoformat())
    if bundle.sealed_until == bundle.expires:
        why = tr("Look through its steps and try them: sealing writes a new version without that date.")
        return Notice(title, why, Mend.SEAL, tr("I have looked: seal it"))
    why = tr("A certification has run out. Look through its problems and certify it anew.")
    return Notice(title, why, Mend.CERTIFY, tr("Look at its problems"))


def _uncertified(bundle: Bundle, policy: str) -> str:
    try:
        require_policy(bundle, policy)
    except UncertifiedBundle:
        return tr(
            "Runs from this window need the policy “{policy}” (Health, Settings). Look through what the workflow lacks "
            "by it, mend what is an error, and certify this version.",
            policy=policy,
        )
    except (BadInput, OSError) as problem:
        return told(str(problem))
    return ""


def changed_since(bundle: Bundle) -> str:
    """A sentence where the bundle on disk is not the one that is open (any more); empty where it is."""
    try:
        now = load_bundle(bundle.dir)
    except BadInput as problem:
        return told(str(problem)).splitlines()[0]
    if now.digest != bundle.digest:
        return tr("It was changed on disk since it was opened: open it again and look at it before it runs.")
    return ""


def seal(bundle: Bundle, person: str) -> Path:
    """A sealed version beside the bundle, on the person's word. Raises BadInput, CannotWrite."""
    return seal_bundle(bundle.dir, next_version_dir(bundle.dir), provenance={"sealed_by": person})
