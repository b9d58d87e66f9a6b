"""Parts a read line into the texts that a person sees: the items of a menu bar are not one sentence."""

from __future__ import annotations

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

_MARKS = frozenset("Oo0Q□☐○◯●©®·•")
"""What check boxes, radio buttons and bullets before a text are read as."""
_NARROW, _BROAD = frozenset("ijltfrI.,:;'|!()[]"), frozenset("mwMW@%")
_DESCENDING, _ASCENDING = frozenset("gjpqyQ()[]{}|/;"), frozenset("bdfhklt")


def items(line: OcrLine) -> list[TextRun]:
    """The texts of one line, from left to right."""
    widest = ITEM_GAP * max(font_size(line), _em_by_letters(line)) + ROUNDED
    groups: list[list[TextRun]] = []
    for word in line.words:
        run = TextRun(clean(word.text), word.region)
        beside = groups and run.region.x - groups[-1][-1].region.right <= widest
        if beside and not (len(groups[-1]) == 1 and groups[-1][0].text in _MARKS):
            groups[-1].append(run)
        else:
            groups.append([run])
    if len(groups) < 2:
        return [TextRun(clean(line.text), line.region)]
    return [_joined(group) for group in groups]


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
