"""Saving a bundle: built beside its target, sealed, synced and renamed. Never overwrites one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from studio import __version__
from studio.engine.bundle.layout import MANIFEST, PROPOSALS, READABLE, WORKFLOW, safe_asset
from studio.engine.bundle.manifest import Manifest, canonical, content_digest, sha256, workflow_hash
from studio.engine.bundle.proposals import proposals_to_bytes
from studio.engine.bundle.reader import load_bundle
from studio.engine.bundle.validate import refuse_invalid
from studio.engine.bundle.workflow_py import readable
from studio.engine.errors import BadBundle
from studio.engine.files import explained, new_directory
from studio.engine.model.params import ParamProposal
from studio.engine.model.workflow import SCHEMA_VERSION, Workflow
from studio.engine.png_check import NotPng, png_size
from studio.engine.rights import like, make_like
from studio.engine.vision.frame import Frame

COMPILER_VERSION = f"waymark-studio {__version__}"


def save_bundle(
    workflow: Workflow,
    assets: Mapping[str, Frame | bytes],
    out_dir: Path,
    *,
    parent_digest: str | None = None,
    provenance: Mapping[str, Any] | None = None,
    proposals: Sequence[ParamProposal] = (),
    created_at: str | None = None,
    expires: date | None = None,
) -> Path:
    """Write a new sealed bundle to `out_dir` and return it. `assets` maps paths inside of it to PNG bytes or frames.

    `parent_digest` names the version that it follows, `provenance` is kept in the manifest, `expires` is the last day
    (UTC) on which it may be replayed. Raises AlreadyThere where `out_dir` holds something, BadBundle where the workflow
    makes no sense, CannotWrite.
    """
    workflow = _stamped(workflow, parent_digest)
    refuse_invalid(workflow, assets.keys(), Path(out_dir).name)
    with new_directory(Path(out_dir), shared=True) as partial:
        hashes = {name: _write(partial / name, data) for name, data in _contents(workflow, assets, proposals)}
        data = _plain(workflow)
        hashes[WORKFLOW] = workflow_hash(data)
        when = created_at or datetime.now(UTC).isoformat()
        manifest = _manifest(workflow, hashes, provenance or {}, when, expires)
        _write(partial / MANIFEST, canonical(manifest))
        _write(partial / WORKFLOW, canonical(data | {"manifest": manifest}))
    return Path(out_dir)


def seal_bundle(
    folder: Path, out_dir: Path, *, provenance: Mapping[str, Any] | None = None, expires: date | None = None
) -> Path:
    """Write a sealed version of the bundle in `folder` (of another tool, or without a manifest) to `out_dir`.

    To be called only on a person's word. What was not understood is left out, and listed in the manifest's
    provenance. Raises as `load_bundle` and `save_bundle` do.
    """
    bundle = load_bundle(folder)
    origin = bundle.origin(sealed_from=bundle.dir.name, not_understood=list(bundle.not_understood))
    return save_bundle(
        bundle.workflow,
        {path: bundle.asset_bytes(path) for path in bundle.asset_paths},
        out_dir,
        parent_digest=bundle.digest,
        provenance=origin | dict(provenance or {}),
        proposals=bundle.proposals,
        expires=expires,
    )


def _stamped(workflow: Workflow, parent_digest: str | None) -> Workflow:
    own = {
        "schema_version": SCHEMA_VERSION,
        "manifest": None,
        "parent_digest": parent_digest,
        "compiler_version": workflow.compiler_version or COMPILER_VERSION,
    }
    return workflow.model_copy(update=own)


def _contents(
    workflow: Workflow, assets: Mapping[str, Frame | bytes], proposals: Sequence[ParamProposal]
) -> Iterator[tuple[str, bytes]]:
    """Each file but workflow.json and manifest.json, by its path."""
    for path, picture in assets.items():
        yield safe_asset(path), _png(path, picture)
    yield READABLE, readable(workflow)
    if proposals:
        yield PROPOSALS, proposals_to_bytes(proposals)


def _png(path: str, picture: Frame | bytes) -> bytes:
    data = picture.png if isinstance(picture, Frame) else bytes(picture)
    try:
        png_size(data)
    except NotPng as error:
        raise BadBundle(f"{path} {error}: it was not saved.") from error
    return data


def _plain(workflow: Workflow) -> dict[str, Any]:
    """The workflow as JSON, without fields that are None. Raises BadBundle where free-form data is not JSON."""
    try:
        canonical(workflow.data_sources)
        data = workflow.model_dump(mode="json", exclude_none=True)
        canonical(data)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadBundle(f"The workflow {workflow.name!r} cannot be written as JSON ({error}).") from error
    return data


def _manifest(
    workflow: Workflow,
    hashes: Mapping[str, str],
    provenance: Mapping[str, Any],
    created_at: str,
    expires: date | None,
) -> dict[str, Any]:
    manifest = Manifest(
        content_digest=content_digest(hashes),
        assets=dict(hashes),
        compiler_version=workflow.compiler_version,
        created_at=created_at,
        parent_digest=workflow.parent_digest,
        provenance=dict(provenance),
        expires=expires,
    )
    return manifest.model_dump(mode="json")


def _write(path: Path, data: bytes) -> str:
    """Write a file into the folder that is not named yet, and return its SHA-256."""
    with explained(path):
        make_like(path.parent)
        with open(path, "xb", opener=like(path.parent)) as file:
            file.write(data)
    return sha256(data)
