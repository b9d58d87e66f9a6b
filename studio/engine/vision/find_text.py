"""Finding a text on the screen: every place where it stands, and a typed refusal to choose between equals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import Match
from studio.engine.vision.ocr import OcrLine, OcrWord, ocr
from studio.engine.vision.ocr_lines import around
from studio.engine.vision.text import contradicts, normalise, ratio, squash

AMBIGUITY_MARGIN = 0.1
"""A runner-up within this ratio of the best is a rival (one glyph in ten read wrongly)."""
_CUT_FROM = 8
"""Squashed length from which a text may be cut out of words that the recogniser ran together."""


class OcrResolutionRefused(RuntimeError):
    """What was read does not name one place. `candidates` are all that came into question."""

    def __init__(self, sentence: str, candidates: Iterable[Match] = ()) -> None:
        super().__init__(sentence)
        self.candidates = tuple(candidates)


class AmbiguousOcrMatchError(OcrResolutionRefused):
    """The text stands in several places."""


class ContradictoryOcrEvidenceError(OcrResolutionRefused):
    """Independent kinds of evidence name different places."""


def find_text(
    screen: Frame | bytes | Path,
    text: str,
    *,
    region: Region | None = None,
    min_ratio: float = 0.8,
    raise_on_ambiguity: bool = False,
) -> Match | None:
    """The place that reads most like `text`, or None where none does by `min_ratio`.

    With `raise_on_ambiguity` several equal places raise AmbiguousOcrMatchError instead of naming the first.
    """
    candidates = find_text_candidates(screen, text, region=region, min_ratio=min_ratio)
    if not candidates:
        return None
    best = max(candidates, key=lambda m: (m.confidence, m.whole))
    rivals = [m for m in candidates if m.confidence > best.confidence - AMBIGUITY_MARGIN]
    if raise_on_ambiguity and len(rivals) > 1:
        raise AmbiguousOcrMatchError(f"“{text}” stands in {len(rivals)} places.", rivals)
    return best


def find_text_candidates(
    screen: Frame | bytes | Path, text: str, *, region: Region | None = None, min_ratio: float = 0.8
) -> list[Match]:
    """All places of `text`, in reading order: whole lines, and runs of words inside of longer lines.

    `confidence` is the ratio of the texts (spaces and case do not count). A text that differs in a digit or by a
    negating prefix is no candidate, however alike it is.
    """
    return text_candidates(ocr(screen, region=region), text, min_ratio=min_ratio)


def text_candidates(lines: Iterable[OcrLine], text: str, *, min_ratio: float = 0.8) -> list[Match]:
    """The same over lines that were read before."""
    if not normalise(text):
        return []
    return [match for line in lines for match in _in_line(line, text, min_ratio)]


def _in_line(line: OcrLine, text: str, min_ratio: float) -> list[Match]:
    """The best of the runs that overlap, from left to right."""
    kept: list[Match] = []
    for match in sorted(_matches(line, text, min_ratio), key=lambda m: (-m.confidence, not m.whole, m.region.w)):
        if not any(match.region.overlaps(other.region) for other in kept):
            kept.append(match)
    return sorted(kept, key=lambda m: m.region.x)


def _matches(line: OcrLine, text: str, min_ratio: float) -> Iterator[Match]:
    for read, region, whole in _pieces(line, len(squash(text)) or 1, min_ratio):
        alike = ratio(read, text)
        if alike >= min_ratio and not contradicts(read, text):
            yield Match(region.center, region, alike, text=read, whole=whole)


Piece = tuple[str, Region, bool]


def _pieces(line: OcrLine, length: int, min_ratio: float) -> Iterator[Piece]:
    """The line, and its runs of words whose length can reach the ratio (2 × shared ÷ total)."""
    yield line.text, line.region, True
    shortest, longest = length * min_ratio / (2 - min_ratio), length * (2 - min_ratio) / min_ratio
    words = line.placed_words()
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            run = words[start:end]
            size = len(squash("".join(word.text for word in run)))
            if shortest <= size <= longest and len(run) < len(words):
                yield " ".join(word.text for word in run), around(run), False
            if size > longest:
                yield from _cut(run, length, end == start + 1)
                break


def _cut(run: tuple[OcrWord, ...], length: int, single: bool) -> Iterator[Piece]:
    """The first `length` characters of a word that is too long, where spaces were lost; placed by proportion."""
    read = run[0].text
    if not single or length < _CUT_FROM:
        return
    size = next((i for i in range(len(read)) if len(squash(read[:i])) >= length), len(read))
    region = run[0].region
    yield read[:size], Region(region.x, region.y, max(1, round(region.w * size / len(read))), region.h), False
