"""Writes a bundle that names no record beside one that does."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from studio.engine.bundle import Bundle, assets_of, save_bundle
from studio.engine.editing.scrubbing import Scrubbed, scrub
from studio.engine.recording import Recording
from studio.engine.vision.ocr import ocr


def scrub_bundle(bundle: Bundle, out_dir: Path, *, secret: bytes | None, known: Iterable[str] = ()) -> Scrubbed:
    """Write `bundle` without any readable identity to `out_dir`: no frames, no pictures that show more than the
    program's own words, no recorded values that name a record. Raises CannotEdit, AlreadyThere, CannotWrite.
    """
    found = scrub(
        bundle.workflow,
        secret=secret,
        known=known,
        reads=lambda path: [line.text for line in ocr(bundle.asset(path))] if path in bundle.hashes else (),
    )
    paths = dict.fromkeys(path for step in found.workflow.steps for path in assets_of(step))
    pictures = {path: bundle.asset_bytes(path) for path in paths if path in bundle.hashes}
    save_bundle(found.workflow, pictures, Path(out_dir), provenance={"phi_scrubbed": True}, expires=bundle.sealed_until)
    return found


def rows_of_recording(recording: Recording) -> frozenset[str]:
    """All texts of rows that the recording's structure shows: records, whoever they are."""
    texts: set[str] = set()
    for event in recording.events:
        for snapshot in (recording.before_structure(event.i), recording.after_structure(event.i)):
            if snapshot is not None:
                texts.update(cell for element in snapshot.elements for cell in element.row)
    return frozenset(texts)
