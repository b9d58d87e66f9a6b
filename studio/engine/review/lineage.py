"""Which versions a bundle came from, told by digests; read from manifests alone, nothing is verified here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from studio.engine.peek import peek, text_of


@dataclass(frozen=True)
class Version:
    """A bundle on disk, its digest, that of the version it follows, and when it was made."""

    dir: Path
    digest: str
    parent: str | None
    created_at: str


def version_of(bundle: Path) -> Version | None:
    """What a bundle's manifest says of it; None where there is none that can be read."""
    told = peek(bundle / "manifest.json")
    digest = text_of(told, "content_digest")
    if not digest:
        return None
    return Version(bundle, digest, text_of(told, "parent_digest") or None, text_of(told, "created_at"))


def lineage(bundle: Path) -> tuple[Version, ...]:
    """The bundle and the versions before it that lie beside it, oldest first; empty where it has no manifest."""
    newest = version_of(bundle)
    if newest is None:
        return ()
    beside = {v.digest: v for v in _beside(bundle)}
    chain = [newest]
    while (before := beside.get(chain[-1].parent or "")) is not None and before not in chain:
        chain.append(before)
    return tuple(reversed(chain))


def followers(bundle: Path) -> tuple[Version, ...]:
    """Versions beside the bundle that follow it directly, first made first."""
    own = version_of(bundle)
    found = [v for v in _beside(bundle) if own is not None and v.parent == own.digest]
    return tuple(sorted(found, key=lambda v: (v.created_at, v.dir.name)))


def _beside(bundle: Path) -> list[Version]:
    """Every other bundle in the same folder."""
    own = bundle.resolve()
    try:
        folders = sorted(p for p in own.parent.iterdir() if p != own and (p / "manifest.json").is_file())
    except OSError:
        return []
    return [version for folder in folders if (version := version_of(folder)) is not None]
