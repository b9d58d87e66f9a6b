"""Where in a picture secrets can be read, where no structure tells it. Reads only what changed since the last one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from studio.engine.model.geometry import Region
from studio.engine.privacy.forms import SHORTEST
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import OcrLine, ocr
from studio.engine.vision.text import misreadings

_BAND = 24
"""px above and below a change that are read again: a line of text stands wholly inside or outside."""
_PAD = 3
_LETTERS_PER_MISREAD = 5
_FUZZY_FROM = 6
_ALIKE = str.maketrans("01|!i5$82", "ollllssbz")

Read = Callable[[Frame, Region], Sequence[OcrLine]]


def _ocr(frame: Frame, region: Region) -> Sequence[OcrLine]:
    return ocr(frame, region=region)


class ReadSecrets:
    """Finds lines that show a secret in a row of pictures of one surface."""

    def __init__(self, shows: Callable[[str], bool], read: Read = _ocr) -> None:
        self._shows, self._read = shows, read
        self._last: Frame | None = None
        self._lines: tuple[OcrLine, ...] = ()

    def regions(self, frame: Frame) -> list[Region]:
        """Where they stand, px of the frame."""
        return [line.region.padded(_PAD) for line in self.showing(frame)]

    def showing(self, frame: Frame) -> list[OcrLine]:
        """The lines that show one."""
        self._lines = tuple(self._now(frame))
        self._last = frame
        return [line for line in self._lines if self._shows(line.text)]

    def _now(self, frame: Frame) -> Iterable[OcrLine]:
        last = self._last
        if last is None or last.size != frame.size:
            return self._read(frame, frame.bounds)
        bands = _bands(changed_regions(last, frame), [line.region for line in self._lines], frame.size)
        kept = [line for line in self._lines if not any(line.region.overlaps(band) for band in bands)]
        return [*kept, *(line for band in bands for line in self._read(frame, band))]


def _bands(changed: Iterable[Region], lines: Sequence[Region], size: tuple[int, int]) -> list[Region]:
    """The changes as strips over the whole width, joined where they touch. A line that was read before and lies partly
    in a strip is taken into it as a whole: cut through, nobody could read it."""
    strips: list[Region] = []
    for region in sorted(changed, key=lambda r: r.y):
        strip = Region(0, region.y - _BAND, size[0], region.h + 2 * _BAND).clamped(size)
        while cut := [line for line in lines if line.overlaps(strip) and line.intersection(strip) != line]:
            top = min(strip.y, *(line.y - _PAD for line in cut))
            bottom = max(strip.bottom, *(line.bottom + _PAD for line in cut))
            strip = Region(0, top, size[0], bottom - top).clamped(size)
        if strips and strip.y <= strips[-1].bottom:
            strips[-1] = strips[-1].union(strip)
        else:
            strips.append(strip)
    return strips


def reads_secret(said: str, secret: str) -> bool:
    """Whether a line of OCR shows the secret, up to glyphs that OCR takes for others and a letter in five misread."""
    if len(secret) < SHORTEST:
        return any(word.strip(".,:;()") == secret for word in said.split())
    flat, line = _glyphs(secret), _glyphs(said)
    if len(flat) < SHORTEST:  # signs above all: too few letters for one to be misread
        return _alike(secret) in _alike(said)
    return flat in line or (len(flat) >= _FUZZY_FROM and _nearly_in(line, flat))


def _glyphs(text: str) -> str:
    """Letters and figures alone, those that OCR takes for each other made one."""
    plain = "".join(char for char in _alike(text) if char.isalnum())
    return plain.replace("rn", "m").replace("vv", "w").replace("cl", "d")


def _alike(text: str) -> str:
    """All characters but spaces, in small letters, glyphs that OCR takes for each other made one."""
    return "".join(text.casefold().split()).translate(_ALIKE)


def _nearly_in(line: str, flat: str) -> bool:
    pairs = {flat[i : i + 2] for i in range(len(flat) - 1)}
    shared = sum(line[i : i + 2] in pairs for i in range(len(line) - 1))
    if shared * 3 < len(pairs):
        return False
    allowed = len(flat) // _LETTERS_PER_MISREAD
    sizes = range(max(len(flat) - 1, 1), len(flat) + 2)  # a letter more or less was read
    windows = {line[i : i + size] for size in sizes for i in range(max(len(line) - size, 0) + 1)}
    return any(misreadings(window, flat) <= allowed for window in windows)
