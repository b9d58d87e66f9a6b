"""Searches folders for secret values: names, texts in any encoding, packed files, what pictures carry and show."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import cv2
import numpy as np

from studio.engine.limits import MAX_PIXELS
from studio.engine.png_check import NotPng, decodable_size
from studio.engine.privacy.forms import SHORTEST, pattern_of
from studio.engine.privacy.masking import MASK_TEXT
from studio.engine.privacy.pixels import ReadSecrets, reads_secret
from studio.engine.privacy.scan_bytes import ByteSearch
from studio.engine.privacy.scan_parts import Part, parts_of
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr_stats

MOST_VALUES = 200
MOST_FINDS = 10_000


@dataclass(frozen=True, order=True)
class Find:
    """Value number `value` (from 1, as given) stands in `file` at `place`. The value itself is told nowhere."""

    file: str
    place: str
    value: int

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


@dataclass
class Scanned:
    """What was searched. `skipped` tells what could not be, with the reason; `pictures_left` those beyond the limit."""

    finds: list[Find] = field(default_factory=list)
    files: int = 0
    pictures: int = 0
    pictures_left: int = 0
    ocr_calls: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)


class Scanner:
    """One search for `values`. `pictures`: at most so many different pictures are read by OCR, 0 for none."""

    def __init__(
        self,
        values: Sequence[str],
        *,
        pictures: int = 100_000,
        progress: Callable[[Scanned], None] = lambda _: None,
    ) -> None:
        self._values = tuple(values)
        self._bytes = ByteSearch(values)
        short = {value for value in values if len(value) < SHORTEST}
        self._said = pattern_of(set(values) - short, short)
        self._most, self._progress = pictures, progress
        self._known: dict[str, list[tuple[str, int]]] = {}
        self._readers: dict[tuple[int, int], ReadSecrets] = {}
        self.told = Scanned()

    def search(self, paths: Sequence[Path]) -> Scanned:
        """Search files and folders; links are not followed. Raises OcrUnavailable."""
        calls = ocr_stats().calls
        for file in (file for path in paths for file in _files(path)):
            self._name(file)
            self._file(file)
            self.told.files += 1
            self.told.ocr_calls = ocr_stats().calls - calls
            self._progress(self.told)
        self.told.finds = sorted(set(self.told.finds))
        return self.told

    def _name(self, file: Path) -> None:
        for value, _ in self._bytes.found(os.fsencode(file)):
            self._find(file, "its name", value)

    def _file(self, file: Path) -> None:
        try:
            if not file.is_file():
                self._skip(str(file), "it is no ordinary file")
                return
            with file.open("rb") as opened:
                for part in parts_of(opened):
                    self._part(file, part)
        except OSError as error:
            self._skip(str(file), error.strerror or "it cannot be read")

    def _part(self, file: Path, part: Part) -> None:
        if part.problem:
            self._skip(f"{file}, {part.inside}".rstrip(": ,"), part.problem)
        elif part.picture:
            self._picture(file, part)
        else:
            for value, at in self._bytes.found(part.data):
                self._find(file, f"{part.inside}byte {part.start + at}", value)

    def _picture(self, file: Path, part: Part) -> None:
        try:
            frame = _decoded(part.data)
        except ValueError as problem:
            self._skip(f"{file}, {part.inside}".rstrip(": ,"), str(problem))
            return
        if frame.digest not in self._known:
            if len(self._known) >= self._most:
                self.told.pictures_left += 1
                return
            self._known[frame.digest] = list(self._shown(frame))
            self.told.pictures += 1
        for place, value in self._known[frame.digest]:
            self._find(file, f"{part.inside}{place}", value)

    def _shown(self, frame: Frame) -> Iterator[tuple[str, int]]:
        """Where the picture shows a value. Pictures of one size follow each other: only what changed is read."""
        reader = self._readers.setdefault(frame.size, ReadSecrets(lambda line: bool(self._in(line))))
        for line in reader.showing(frame):
            for value in self._in(line.text):
                yield f"shown at {line.region.x}, {line.region.y} px", value

    def _in(self, line: str) -> list[int]:
        return [number for number, value in enumerate(self._values) if reads_secret(line, value)]

    def _find(self, file: Path, place: str, value: int) -> None:
        if len(self.told.finds) < MOST_FINDS:
            self.told.finds.append(Find(self._harmless(str(file)), self._harmless(place), value + 1))

    def _skip(self, what: str, why: str) -> None:
        self.told.skipped.append((self._harmless(what), why))

    def _harmless(self, name: str) -> str:
        """A name as it may be told: names of files hold values, too."""
        return self._said.sub(MASK_TEXT, name)


def _files(path: Path) -> Iterator[Path]:
    if path.is_symlink() or not path.is_dir():
        yield path
        return
    for folder, names, files in os.walk(path):
        names.sort()
        yield from (Path(folder) / name for name in sorted(files) if not (Path(folder) / name).is_symlink())


def _decoded(data: bytes) -> Frame:
    """The picture. Raises ValueError with the end of a sentence."""
    if data.startswith(b"\x89PNG"):
        try:
            decodable_size(data)
        except NotPng as problem:
            raise ValueError(f"it {problem}") from problem
    elif (size := _jpeg_size(data)) is None or size[0] * size[1] > MAX_PIXELS:
        raise ValueError("it is a picture that cannot be read, or too large")
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError("it is a picture that cannot be read")
    return Frame(bgr=np.asarray(pixels, np.uint8))


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
