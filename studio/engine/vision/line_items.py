"""Parts a read line into the texts that a person sees: the items of a menu bar are not one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.ocr import OcrLine
from studio.engine.vision.reading import clean

ITEM_GAP, ROUNDED = 0.43, 0.5
"""Words farther apart than this many em, and half a px by which places are rounded, are two texts (measured on pages of
the drift benchmark: spaces 0.25-0.44 em, in DejaVu up to 0.51 em; entries of menu bars from 0.7 em)."""

LETTER_WIDTH = 0.52
"""Mean width of a letter in em."""

IMPLAUSIBLE = 1.35
"""Letters so much higher than their width tells are not: the ink box holds more than the text."""

WIDE = 1.3
LEAST_TOLD = 2.2
"""Letters that are so many em wide together tell how wide a font is."""

_SIDES, _OFF, _SURE_LETTERS = 0.2, 0.3, 4
"""In a font of one width: the air beside the first and the last letter, and by how much places may be off, in letters;
a word of so many letters tells how wide they are."""

_MARKS = frozenset("Oo0Q□☐○◯●©®·•")
"""What check boxes, radio buttons and bullets before a text are read as."""
_NARROW, _BROAD = frozenset("ijltfrI.,:;'|!()[]"), frozenset("mwMW@%")
_DESCENDING, _ASCENDING = frozenset("gjpqyQ()[]{}|/;"), frozenset("bdfhklt")


def items(line: OcrLine) -> list[TextRun]:
    """The texts of one line, from left to right."""
    widest = ITEM_GAP * max(font_size(line), _em_by_letters(line)) + ROUNDED
    pitch = _pitch(line)
    groups: list[list[TextRun]] = []
    for word in line.words:
        run = TextRun(clean(word.text), word.region)
        beside = groups and _is_beside(groups[-1][-1], run, widest, pitch)
        if beside and not (len(groups[-1]) == 1 and groups[-1][0].text in _MARKS):
            groups[-1].append(run)
        else:
            groups.append([run])
    if len(groups) < 2:
        return [TextRun(clean(line.text), line.region)]
    return [_joined(group) for group in groups]


def whole_lines(lines: Iterable[OcrLine]) -> list[OcrLine]:
    """The lines, with those put together that a font of one width has parted: its spaces are wide."""
    found: list[OcrLine] = []
    for line in lines:
        at = next((n for n, other in enumerate(found) if _goes_on(other, line)), None)
        if at is None:
            found.append(line)
        else:
            found[at] = _together(found[at], line)
    return found


def _goes_on(line: OcrLine, other: OcrLine) -> bool:
    """Whether `other` stands behind `line`, no more than a space away."""
    a, b = line.region, other.region
    if not 0 < b.x - a.right <= a.h or min(a.bottom, b.bottom) - max(a.y, b.y) < 0.5 * min(a.h, b.h):
        return False
    last, first = line.placed_words()[-1:], other.placed_words()[:1]
    pitch = _pitch(_together(line, other))
    beside = (_is_beside(TextRun(*x), TextRun(*y), 0, pitch) for x, y in zip(last, first, strict=True))
    return pitch > 0 and any(beside)


def _together(line: OcrLine, other: OcrLine) -> OcrLine:
    words = (*line.placed_words(), *other.placed_words())
    sure = min(line.confidence, other.confidence)
    return OcrLine(f"{line.text} {other.text}", line.region.union(other.region), sure, words)


def _is_beside(last: TextRun, run: TextRun, widest: float, pitch: float) -> bool:
    """Whether no more than a space stands between two words: in a font of one width, a letter's width."""
    one_space = abs(run.region.x - last.region.x - (len(last.text) + 1) * pitch) <= _OFF * pitch
    return run.region.x - last.region.right <= widest or (pitch > 0 and one_space)


def _pitch(line: OcrLine) -> float:
    """Width of a letter with the air around it, px, where all letters of the line have one; else 0."""
    words = [(len(clean(word.text)), word.region.w) for word in line.words]
    if max((letters for letters, _ in words), default=0) < _SURE_LETTERS:
        return 0.0
    pitch = sum(width for _, width in words) / sum(letters - _SIDES for letters, _ in words)
    even = all(abs(width - (letters - _SIDES) * pitch) <= _OFF * pitch for letters, width in words)
    return pitch if even else 0.0


def font_size(line: OcrLine) -> float:
    """Size of the font in px, by height; by width where a border or an icon was read with the line."""
    by_height = em(line.text, line.region.h)
    letters = sum(len(word.text) for word in line.words)
    by_width = sum(word.region.w for word in line.words) / max(letters, 1) / LETTER_WIDTH
    return by_width if by_height > IMPLAUSIBLE * by_width else by_height


def em(text: str, height: int) -> float:
    """Size of the font in px, from the height of a line's ink and from how far its letters reach up and down."""
    up = any(c.isupper() or c.isdigit() or c in _ASCENDING for c in text)
    down = any(c in _DESCENDING for c in text)
    comma = 0.08 if "," in text and not down else 0.0
    return height / (0.52 + 0.21 * up + 0.2 * down + comma)


def _em_by_letters(line: OcrLine) -> float:
    """Size in px of a usual sans serif whose letters are as wide: a wide font (DejaVu, Verdana) has wide spaces, and at
    most `WIDE` times those of its size. 0 where there are too few letters."""
    told = sum(_width(letter) for word in line.words for letter in word.text)
    inked = sum(word.region.w for word in line.words)
    if told < LEAST_TOLD:
        return 0.0
    return min(inked / told, WIDE * em(line.text, line.region.h))


def _width(letter: str) -> float:
    if letter in _NARROW:
        return 0.26
    if letter in _BROAD:
        return 0.86
    return 0.68 if letter.isupper() else 0.55


def _joined(group: list[TextRun]) -> TextRun:
    region = reduce(Region.union, (run.region for run in group))
    return TextRun(" ".join(run.text for run in group), region)
