"""From a folder to one file. Only files that the format knows go in; a secret's value never does."""

from __future__ import annotations

import json
import os
import re
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from studio.engine.bundle import Bundle, load_bundle, save_bundle
from studio.engine.bundle.layout import DECISIONS, MANIFEST, SIGNATURE
from studio.engine.errors import AlreadyThere, BadBundle, BadRecording
from studio.engine.files import explained, write_atomically
from studio.engine.limits import MAX_PICTURE_BYTES, MAX_SMALL_BYTES
from studio.engine.model.workflow import Workflow
from studio.engine.recording import Recording, load_recording
from studio.engine.rights import for_group
from studio.engine.sharing.format import CONTENT, HEAD, BadShared, Head
from studio.engine.untrusted import read_file

_EPOCH = (1980, 1, 1, 0, 0, 0)
_FRAME = re.compile(r"frames/\d{1,6}_(before|after)\.png")
_STRUCTURE = re.compile(r"structure/\d{1,6}_(before|after)\.json")


def pack(folder: Path, out: Path, *, frames: bool = True) -> Head:
    """Write the bundle or recording in `folder` to the file `out`, which must not exist.

    Without `frames` the pictures of whole screens stay behind. A bundle keeps the crops that its targets are found by;
    a recording keeps its actions alone. Raises BadBundle, BadRecording, BadShared, AlreadyThere, CannotWrite.
    """
    if out.exists() or out.is_symlink():
        raise AlreadyThere(f"{out} is there already: choose another name.")
    if (folder / "workflow.json").is_file():
        return _pack_bundle(folder, out, frames)
    if (folder / "events.jsonl").is_file():
        return _pack_recording(folder, out, frames)
    raise BadShared(f"{folder} is no bundle and no recording: give the folder of one.")


def _pack_bundle(folder: Path, out: Path, frames: bool) -> Head:
    bundle = load_bundle(folder)
    if not bundle.sealed:
        raise BadBundle(f"{folder} is not sealed: look through it and seal it with studio seal, then export that.")
    if any(step.secret and step.text for step in bundle.workflow.steps):
        raise BadBundle(f"{folder} holds the value of a secret: record the step again, it is not exported.")
    head = Head(kind="bundle", name=bundle.workflow.name, frames=frames)
    if frames:
        _write(out, head, ((name, bundle.dir) for name in _files_of(bundle)))
        return head
    with tempfile.TemporaryDirectory(prefix="waymark-share-") as temporary:
        bare = load_bundle(_without_frames(bundle, Path(temporary) / "bundle"))
        _write(out, head, ((name, bare.dir) for name in _files_of(bare)))
    return head


def _files_of(bundle: Bundle) -> list[str]:
    sidecars = [name for name in (MANIFEST, DECISIONS, SIGNATURE) if (bundle.dir / name).is_file()]
    return sorted({*bundle.hashes, *sidecars})


def _without_frames(bundle: Bundle, target: Path) -> Path:
    """The same workflow as a version of its own that names no whole screen."""
    steps = tuple(step.model_copy(update={"before_frame": None}) for step in bundle.workflow.steps)
    workflow: Workflow = bundle.workflow.model_copy(update={"steps": steps})
    screens = {step.before_frame for step in bundle.workflow.steps}
    kept = {path: bundle.asset_bytes(path) for path in bundle.asset_paths if path not in screens}
    origin = bundle.origin(frames_left_out_of=bundle.digest)
    made_at = bundle.manifest.created_at if bundle.manifest is not None else None
    return save_bundle(
        workflow,
        kept,
        target,
        parent_digest=bundle.digest,
        provenance=origin,
        proposals=bundle.proposals,
        created_at=made_at,
        expires=bundle.sealed_until,
    )


def _pack_recording(folder: Path, out: Path, frames: bool) -> Head:
    recording = load_recording(folder)
    _refuse_secrets(recording)
    head = Head(kind="recording", name=folder.name, frames=frames)
    if frames:
        pictures = [p.relative_to(recording.dir).as_posix() for p in sorted(recording.dir.glob("*/*"))]
        known = [name for name in pictures if _FRAME.fullmatch(name) or _STRUCTURE.fullmatch(name)]
        _write(out, head, ((name, recording.dir) for name in sorted(["meta.json", "events.jsonl", *known])))
        return head
    with tempfile.TemporaryDirectory(prefix="waymark-share-") as temporary:
        bare = Path(temporary)
        meta = recording.meta.model_copy(update={"pictures": False})
        write_atomically(bare / "meta.json", meta.to_bytes(), durable=False)
        _write(out, head, (("events.jsonl", recording.dir), ("meta.json", bare)))
    return head


def _refuse_secrets(recording: Recording) -> None:
    """The file goes out as it is, so it is looked at as it is: reading it would leave such a value out unseen."""
    lines = (recording.dir / "events.jsonl").read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines if line.strip()]
    names = {event.param for event in recording.events if event.secret and event.param}
    if any(one.get("secret") and one.get("text") for one in told) or names & set(recording.meta.params):
        raise BadRecording(f"{recording.dir} holds the value of a secret: it is not exported.")


def _write(out: Path, head: Head, files: Iterator[tuple[str, Path]] | tuple[tuple[str, Path], ...]) -> None:
    with explained(out), _partial(out) as file, zipfile.ZipFile(file, "w") as packed:
        _add(packed, HEAD, head.model_dump_json().encode())
        for name, root in files:
            limit = MAX_SMALL_BYTES if name == DECISIONS else MAX_PICTURE_BYTES
            _add(packed, CONTENT + name, read_file(root, name, limit=limit, error=BadShared))


@contextmanager
def _partial(out: Path) -> Iterator[IO[bytes]]:
    """A file beside `out` that becomes it once all is written; nothing is left where that fails."""
    partial = out.with_name(f".{out.name}.{os.getpid()}.partial")
    try:
        with open(partial, "xb", opener=for_group(out.parent)) as file:
            yield file
        partial.replace(out)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _add(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    """One entry that is the same wherever and whenever it is written. Pictures are packed already."""
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.external_attr = 0o100644 << 16
    entry.create_system = 3
    entry.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
    packed.writestr(entry, data)
