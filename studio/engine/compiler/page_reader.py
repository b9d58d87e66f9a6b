"""Reads parts of one frame, each pixel at most once: a part inside of what was read is answered from memory."""

from __future__ import annotations

from studio.engine.compiler.texts import readable
from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.frame import Frame
from studio.engine.vision.line_items import items, whole_lines
from studio.engine.vision.ocr import ocr
from studio.engine.vision.ocr_lines import OcrWord


class PageReader:
    """OCR of one frame for one draft. Not shared between threads."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._read: list[tuple[Region, tuple[TextRun, ...]]] = []

    def lines(self, region: Region) -> tuple[TextRun, ...]:
        """Readable lines whose centre lies in `region`, in reading order; slices at its edges are left out."""
        wanted = region.clamped(self.frame.size)
        if wanted.area == 0:
            return ()
        for known, lines in self._read:
            if known.intersection(wanted) == wanted:
                return tuple(line for line in lines if wanted.contains(line.region.center))
        found = (item for line in whole_lines(ocr(self.frame, region=wanted)) for item in items(line))
        kept = tuple(run for run in found if readable(run.text) and not self._is_slice(run.region, wanted))
        self._read.append((wanted, kept))
        return kept

    def whole(self, region: Region, text: TextRun) -> tuple[OcrWord, ...]:
        """All words of the line that `text` stands in, as far as they lie in `region`."""
        lines = (line for line in ocr(self.frame, region=region.clamped(self.frame.size)))
        words = next((line.placed_words() for line in lines if line.region.contains(text.region.center)), ())
        return tuple(word for word in words if region.contains(word.region.center))

    def _is_slice(self, line: Region, read: Region) -> bool:
        """Whether a line touches an edge of what was read that is not the frame's own edge."""
        left = line.x <= read.x + 1 and read.x > 0
        right = line.right >= read.right - 1 and read.right < self.frame.size[0]
        top = line.y <= read.y and read.y > 0
        return left or right or top or (line.bottom >= read.bottom and read.bottom < self.frame.size[1])
