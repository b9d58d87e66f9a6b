"""Opening a bundle: integrity first, then the schema, then the sense of the workflow."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from studio.engine.bundle.certification import Certification, certifications_in
from studio.engine.bundle.dates import today
from studio.engine.bundle.decisions import Decisions, decisions_of
from studio.engine.bundle.integrity import check_foreign, verified_manifest
from studio.engine.bundle.layout import (
    DECISIONS,
    MANIFEST,
    PROPOSALS,
    READABLE,
    SIGNATURE,
    WORKFLOW,
    frame_path,
    safe_asset,
)
from studio.engine.bundle.manifest import Manifest, content_digest, is_ours, sha256
from studio.engine.bundle.proposals import proposals_from_bytes
from studio.engine.bundle.scan import files_of, hashes_of, refuse_what_is_no_picture
from studio.engine.bundle.signature import MAX_SIGNATURE_BYTES, Signature, checked_signature
from studio.engine.bundle.upgrade import upgrade
from studio.engine.bundle.validate import refuse_invalid
from studio.engine.bundle.workflow_py import readable
from studio.engine.errors import BadBundle, ExpiredBundle, TamperedBundle, UnreviewedBundle, UnsealedBundle
from studio.engine.limits import MAX_PICTURE_BYTES, MAX_SMALL_BYTES, MAX_WORKFLOW_BYTES
from studio.engine.model.params import ParamProposal
from studio.engine.model.workflow import Workflow
from studio.engine.png_check import NotPng, png_size
from studio.engine.untrusted import existing_directory, parse_object, read_file, read_value
from studio.engine.vision.frame import Frame, Pixels, UnreadableFrame

_KEPT_PICTURES = 64


@dataclass(frozen=True)
class Bundle:
    """A bundle that was checked and opened. `digest` names its content; `sealed` says that it may replay.

    `hashes` has the SHA-256 of each file; pictures are checked against it again when they are read.
    `workflow.manifest` is None: the manifest stands in `manifest`, and `seal` is the SHA-256 of its file. `signature`
    was checked; whose key it is says `standing_of`. `certifications` are those of this very seal.
    """

    workflow: Workflow
    dir: Path
    digest: str
    sealed: bool
    hashes: Mapping[str, str]
    manifest: Manifest | None = None
    proposals: tuple[ParamProposal, ...] = ()
    not_understood: tuple[str, ...] = ()
    seal: str = ""
    signature: Signature | None = None
    certifications: tuple[Certification, ...] = ()
    _pictures: OrderedDict[str, Frame] = field(default_factory=OrderedDict, repr=False, compare=False)

    @property
    def asset_paths(self) -> tuple[str, ...]:
        """All pictures of the bundle, sorted."""
        return tuple(sorted(path for path in self.hashes if path.endswith(".png")))

    def asset(self, path: str) -> Frame:
        """The picture at `path` inside of the bundle, kept once read. Raises BadBundle, TamperedBundle."""
        frame = self._pictures.pop(path, None) or self._read(path)
        self._pictures[path] = frame
        if len(self._pictures) > _KEPT_PICTURES:
            self._pictures.popitem(last=False)
        return frame

    def asset_bytes(self, path: str) -> bytes:
        """The PNG file at `path`. Raises BadBundle, TamperedBundle."""
        if safe_asset(path) not in self.hashes:
            raise BadBundle(f"{self.dir.name} has no picture {path}.")
        data = read_file(self.dir, path, limit=MAX_PICTURE_BYTES, error=BadBundle)
        if sha256(data) != self.hashes[path]:
            raise TamperedBundle(f"{self.dir.name} was changed while it was open.", (f"{path} was changed",))
        return data

    def read_frame(self, step_id: str) -> Frame | None:
        """The screen just before step `step_id` as recorded; None where the bundle came without frames."""
        path = self.workflow.step(step_id).before_frame or frame_path(step_id)
        return self.asset(path) if path in self.hashes else None

    @property
    def sealed_until(self) -> date | None:
        """The last day (UTC) in its manifest; versions made of it keep that day."""
        return self.manifest.expires if self.manifest is not None else None

    def origin(self, **more: Any) -> dict[str, Any]:
        """Provenance of a version that is made of this one: the recording that it came from, and `more`."""
        told = self.manifest.provenance if self.manifest is not None else {}
        return {name: told[name] for name in ("recording",) if name in told} | more

    @cached_property
    def reads_as_it_does(self) -> bool:
        """Whether its workflow.py, which people review, is what this version writes of it, or is not there."""
        told = self.hashes.get(READABLE)
        return told is None or told == sha256(readable(self.workflow))

    @property
    def expires(self) -> date | None:
        """The last day (UTC) on which it may be replayed: of its seal or of a certification, whichever comes first."""
        days = [self.sealed_until, *(c.expires for c in self.certifications)]
        return min((day for day in days if day is not None), default=None)

    def require_replayable(self, *, allow_unreviewed: bool = False, on: date | None = None) -> None:
        """Raise UnsealedBundle, UnreviewedBundle or ExpiredBundle where a person has to look before it replays.

        `on` is the day, today where it is left out.
        """
        if not self.sealed:
            raise UnsealedBundle(
                f"{self.dir.name} is not sealed: look through its steps and seal it, then replay that."
            )
        if self.workflow.unreviewed and not allow_unreviewed:
            steps = ", ".join(self.workflow.unreviewed[:5])
            raise UnreviewedBundle(
                f"{self.dir.name} has heals that nobody decided yet (in {steps}): review them first."
            )
        if self.expires is not None and self.expires < (on or today()):
            how = "seal a new version" if self.expires == self.sealed_until else "certify it anew"
            raise ExpiredBundle(
                f"{self.dir.name} was to be used until {self.expires} and is not replayed any more: look through it, "
                f"then {how}."
            )

    def _read(self, path: str) -> Frame:
        data = self.asset_bytes(path)
        try:
            png_size(data)
            frame = _Picture(path, data, self.workflow.scale)
            if not self.sealed:
                _ = frame.bgr  # a sealed picture is what we wrote: it is decoded when it is looked at
        except NotPng as error:
            raise BadBundle(f"{path} is a picture that cannot be read.") from error
        return frame


class _Picture(Frame):
    """A picture of a bundle. Pixels that cannot be unpacked are the bundle's fault, and told as such: BadBundle."""

    def __init__(self, path: str, png: bytes, scale: float) -> None:
        super().__init__(png=png, scale=scale)
        self._path = path

    @cached_property
    def bgr(self) -> Pixels:
        """As in any frame."""
        try:
            return Frame(png=self.png).bgr
        except UnreadableFrame as error:
            raise BadBundle(f"{self._path} is a picture that cannot be read.") from error


@dataclass(frozen=True, slots=True)
class _Files:
    """A bundle's files as read: `data` is the object in workflow.json, `raw` its bytes."""

    root: Path
    names: dict[str, Path]
    raw: bytes
    data: dict[str, Any]
    sidecar: bytes | None


def load_bundle(folder: Path, *, verify: bool = True) -> Bundle:
    """Open the bundle in `folder`. Raises BadBundle, TamperedBundle or NewerVersion.

    With `verify` false, digests are not compared; such a bundle is for looking at and never counts as sealed.
    """
    files = _read_files(existing_directory(Path(folder), "a bundle", BadBundle))
    data, notes = upgrade(deepcopy(files.data), WORKFLOW)
    hashes = hashes_of(files.names, files.data)
    manifest = _checked(files, hashes) if verify else None
    if manifest is not None:
        refuse_what_is_no_picture(files.root, hashes)
    data.pop("manifest", None)
    workflow, unknown = read_value(Workflow, data, WORKFLOW, BadBundle)
    refuse_invalid(workflow, hashes, files.root.name)
    proposals, strange = _proposals(files, hashes)
    left = [f"{WORKFLOW}: {what}" for what in (*notes, *(f"the field {name!r}" for name in unknown))]
    left += [f"{PROPOSALS}: {what}" for what in strange]
    beside = _beside(files, manifest) if verify else _Beside(Decisions())
    left += [f"{DECISIONS}: its last line, which was cut short and does not count"] if beside.decisions.cut else []
    return Bundle(
        workflow=workflow,
        dir=files.root,
        digest=manifest.content_digest if manifest else content_digest(hashes),
        sealed=manifest is not None,
        hashes=hashes,
        manifest=manifest,
        proposals=proposals,
        not_understood=tuple(left),
        seal=beside.seal,
        signature=beside.signature,
        certifications=beside.certifications,
    )


def _read_files(root: Path) -> _Files:
    names = files_of(root)
    if WORKFLOW not in names:
        raise BadBundle(f"{root.name} is not a bundle: it has no {WORKFLOW}.")
    raw = read_file(root, WORKFLOW, limit=MAX_WORKFLOW_BYTES, error=BadBundle)
    sidecar = read_file(root, MANIFEST, limit=MAX_SMALL_BYTES, error=BadBundle) if MANIFEST in names else None
    return _Files(root, names, raw, parse_object(raw, WORKFLOW, BadBundle), sidecar)


def _checked(files: _Files, hashes: dict[str, str]) -> Manifest | None:
    """The verified manifest; None where the bundle is not sealed by us."""
    sidecar = None if files.sidecar is None else parse_object(files.sidecar, MANIFEST, BadBundle)
    if files.data.get("manifest") is None and sidecar is None:
        return None
    if is_ours(files.data, sidecar):
        return verified_manifest(files.root.name, files.data, files.raw, files.sidecar, hashes)
    check_foreign(files.root.name, files.data, sidecar, hashes)
    return None


@dataclass(frozen=True, slots=True)
class _Beside:
    """What stands beside the sealed files: checked on each opening, and bound to the seal."""

    decisions: Decisions
    seal: str = ""
    signature: Signature | None = None
    certifications: tuple[Certification, ...] = ()


def _beside(files: _Files, manifest: Manifest | None) -> _Beside:
    """Raises TamperedBundle for a signature that does not hold, and as `decisions_of` does."""
    decisions = decisions_of(files.root)
    if manifest is None or files.sidecar is None:
        return _Beside(decisions)
    seal, signature = sha256(files.sidecar), None
    if SIGNATURE in files.names:
        raw = read_file(files.root, SIGNATURE, limit=MAX_SIGNATURE_BYTES, error=BadBundle)
        signature = checked_signature(raw, manifest.content_digest, seal, files.root.name)
    certifications = certifications_in(decisions.records, manifest.content_digest, seal)
    return _Beside(decisions, seal, signature, certifications)


def _proposals(files: _Files, hashes: Mapping[str, str]) -> tuple[tuple[ParamProposal, ...], tuple[str, ...]]:
    """The proposals; those of another tool that are written otherwise are left aside."""
    if PROPOSALS not in files.names:
        return (), ()
    data = read_file(files.root, PROPOSALS, limit=MAX_SMALL_BYTES, error=BadBundle)
    if sha256(data) != hashes[PROPOSALS]:  # what is used is what was compared
        raise TamperedBundle(f"{files.root.name} was changed while it was opened.", (f"{PROPOSALS} was changed",))
    try:
        return proposals_from_bytes(data)
    except BadBundle:
        if is_ours(files.data, None):
            raise
        return (), ("the whole file, which another tool wrote",)
