"""Writes a bundle that names no record beside one that does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from studio.engine.bundle import Bundle, assets_of, save_bundle
from studio.engine.editing.scrubbing import Scrubbed, scrub
from studio.engine.model.structure import whole_row
from studio.engine.recording import Recording
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr
from studio.engine.vision.text import squash

Reads = Callable[[str], Iterable[str]]


def reading(bundle: Bundle) -> Reads:
    """What the pictures of `bundle` show, by OCR, each read once."""

    @cache
    def read(path: str) -> tuple[str, ...]:
        return tuple(line.text for line in ocr(bundle.asset(path))) if path in bundle.hashes else ()

    return read


@dataclass(frozen=True)
class Preview:
    """What a copy would hide: texts that name records, how many pictures, and the rest in sentences."""

    hidden: tuple[str, ...]
    pictures: int
    notes: tuple[str, ...]


def preview(bundle: Bundle, reads: Reads | None = None) -> Preview:
    """What `scrub_bundle` would hide; nothing is written. Raises CannotEdit."""
    found = scrub(bundle.workflow, secret=None, reads=reads or reading(bundle))
    return Preview(found.hidden, len(bundle.asset_paths) - len(_pictures(bundle, found)), found.notes)


def scrub_bundle(
    bundle: Bundle, out_dir: Path, *, secret: bytes | None, known: Iterable[str] = (), reads: Reads | None = None
) -> Scrubbed:
    """Write `bundle` without any readable identity to `out_dir`: no frames, no pictures that show more than the
    program's own words, no recorded values that name a record. A picture that stays is written anew from its pixels:
    whatever else a file of another tool carries (texts, further frames) was read by nobody. Raises CannotEdit,
    AlreadyThere, BadBundle, CannotWrite.
    """
    found = scrub(bundle.workflow, secret=secret, known=known, reads=reads or reading(bundle))
    pictures = {path: Frame(bgr=bundle.asset(path).bgr) for path in _pictures(bundle, found)}
    save_bundle(found.workflow, pictures, Path(out_dir), provenance={"phi_scrubbed": True}, expires=bundle.sealed_until)
    return found


def _pictures(bundle: Bundle, found: Scrubbed) -> list[str]:
    """The pictures that stay."""
    paths = dict.fromkeys(path for step in found.workflow.steps for path in assets_of(step))
    return [path for path in paths if path in bundle.hashes]


def rows_of_recording(recording: Recording) -> frozenset[str]:
    """All texts of rows that the recording's structure shows: records, whoever they are.

    In a row that comes up after two of its texts were entered stands what the workflow itself wrote: these two name
    nobody there.
    """
    texts: set[str] = set()
    entered: set[str] = set()
    for event in recording.events:
        for snapshot in (recording.before_structure(event.i), recording.after_structure(event.i)):
            for row in {whole_row(element) for element in snapshot.elements} if snapshot is not None else ():
                own = {cell for cell in row if squash(cell) in entered}
                texts.update(cell for cell in row if len(own) < _WROTE or cell not in own)
        if event.text and not event.secret:
            entered.add(squash(event.text))
    return frozenset(texts)


_WROTE = 2
"""Texts of a row that a workflow entered, from which on the row is its own work: who is looked up is entered alone."""
