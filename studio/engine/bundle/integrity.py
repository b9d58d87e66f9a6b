"""Whether a bundle is what was sealed. Pure: compares digests, opens nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from studio.engine.bundle.layout import MANIFEST, WORKFLOW
from studio.engine.bundle.manifest import Manifest, canonical, content_digest
from studio.engine.errors import BadBundle, TamperedBundle
from studio.engine.untrusted import read_value


def verified_manifest(
    name: str, data: dict[str, Any], raw: bytes, sidecar: bytes | None, hashes: Mapping[str, str]
) -> Manifest:
    """The manifest of one of our own bundles, where every file is as it says.

    `raw` are the bytes of workflow.json, `data` is what they hold, `sidecar` those of manifest.json. Raises
    TamperedBundle with a line for each problem.
    """
    embedded = data.get("manifest")
    if embedded is None:
        raise _tampered(name, [f"{WORKFLOW} has lost its manifest"])
    if sidecar is None:
        raise _tampered(name, [f"{MANIFEST} is missing"])
    manifest, unknown = read_value(
        Manifest, dict(embedded) if isinstance(embedded, dict) else embedded, MANIFEST, BadBundle
    )
    problems = [f"the manifest has an unknown field {field!r}" for field in unknown]
    if canonical(embedded) != sidecar:
        problems.append(f"{MANIFEST} differs from the manifest inside of {WORKFLOW}")
    if content_digest(manifest.assets) != manifest.content_digest:
        problems.append("the manifest's digest does not fit its own list of files")
    problems += _differences(manifest.assets, hashes)
    if not problems and canonical(data) != raw:
        problems.append(f"{WORKFLOW} was written anew by another program")
    if problems:
        raise _tampered(name, problems)
    return manifest


def check_foreign(
    name: str, data: Mapping[str, Any], sidecar: Mapping[str, Any] | None, hashes: dict[str, str]
) -> None:
    """Check the digests of single files in a manifest of the lineage, as far as its keys are paths that we see."""
    for manifest in (data.get("manifest"), sidecar):
        tables = manifest.values() if isinstance(manifest, dict) else ()
        known = {
            k: v for table in tables if isinstance(table, dict) for k, v in table.items() if _is_asset(k, v, hashes)
        }
        changed = [f"{path} was changed" for path, digest in sorted(known.items()) if hashes[path] != digest.lower()]
        if changed:
            raise _tampered(name, changed)


def _is_asset(path: Any, digest: Any, hashes: dict[str, str]) -> bool:
    return path in hashes and str(path).endswith(".png") and isinstance(digest, str) and len(digest) == 64


def _differences(sealed: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    missing = [f"{path} is missing" for path in sorted(sealed.keys() - found.keys())]
    added = [f"{path} was added" for path in sorted(found.keys() - sealed.keys())]
    both = sorted(sealed.keys() & found.keys())
    return missing + added + [f"{path} was changed" for path in both if sealed[path] != found[path]]


def _tampered(name: str, problems: list[str]) -> TamperedBundle:
    sentence = (
        f"{name} was changed after it was sealed and is not used: go back to the sealed version, or make it again."
    )
    return TamperedBundle(sentence, tuple(problems))
