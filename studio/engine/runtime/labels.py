"""Finding a label among lines of text: whole, not a part of a longer one. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.reading import without_glyphs
from studio.engine.vision.text import confusable, contradicts, normalise, ratio, squash, tokens

MIN_RATIO = 0.88
"""Likeness from which a read line counts as the label: one misread letter in about nine."""

_TELLING = 4
"""Letters from which a piece of a text tells which one it is."""
_RELATED = 0.5
"""Likeness of two words from which one is a form or the opposite of the other."""
_LENGTHS = (0.85, 1.18)
_EDGES = "[]|{}"
"""What the border of a button or field is read as that touches its label."""


@dataclass(frozen=True)
class LabelHit:
    """One line that says the label. `part` tells that it is a run of words inside a longer `line`, `stacked` that it
    stands over several lines, which may be broken elsewhere than when it was recorded."""

    region: Region
    text: str
    score: float
    part: bool = False
    line: Region | None = None
    stacked: bool = False


def label_hits(lines: Iterable[TextRun], label: str) -> tuple[LabelHit, ...]:
    """Every line that says `label`, best first; whole lines before parts of lines."""
    hits = [hit for line in lines if (hit := _hit(line, label))]
    return tuple(sorted(hits, key=lambda h: (h.part, -h.score, h.region.y, h.region.x)))


def stacked_hits(lines: Sequence[TextRun], label: str) -> tuple[LabelHit, ...]:
    """Where lines close below each other say `label` together, letter for letter."""
    wanted, found = squash(label), list[LabelHit]()
    for first in (line for line in lines if squash(line.text) and wanted.startswith(squash(line.text))):
        run = [first]
        while (below := _below(run[-1], lines)) is not None and len(squash(_text_of(run))) < len(wanted):
            run.append(below)
        if len(run) > 1 and squash(_text_of(run)) == wanted:
            found.append(LabelHit(reduce(Region.union, (r.region for r in run)), _text_of(run), 1.0, stacked=True))
    return tuple(found)


def _text_of(run: Sequence[TextRun]) -> str:
    return " ".join(line.text for line in run)


def _below(line: TextRun, lines: Sequence[TextRun]) -> TextRun | None:
    """The next line of one text: close below, about as high, beginning, ending or centred as it does."""
    x, y, w, h = line.region
    near = [
        o
        for o in lines
        if 0 <= o.region.y - (y + h) <= h
        and abs(o.region.h - h) <= h // 2
        and min(abs(o.region.x - x), abs(o.region.right - x - w), abs(o.region.center.x - line.region.center.x)) <= 4
    ]
    return min(near, key=lambda o: o.region.y, default=None)


def _hit(line: TextRun, label: str) -> LabelHit | None:
    score = likeness(line.text, label)
    if score >= MIN_RATIO:
        return LabelHit(line.region, line.text, score)
    return _part(line, label)


def likeness(said: str, label: str) -> float:
    """How sure `said` is `label`: 1 equal, 0.97 equal up to glyphs that OCR confuses, else the ratio for about
    equal lengths and 0 for others (“Approve” is not “Approve all”)."""
    a, b = squash(said), squash(label)
    a = a if a == b else a.strip(_EDGES)
    if not a or not b:
        return 0.0
    if a == b:
        return 1.0
    if confusable(a, b):
        return 0.97
    if not _LENGTHS[0] <= len(a) / len(b) <= _LENGTHS[1] or min(len(a), len(b)) < 5:
        return 0.0
    if _digits(a) != _digits(b) or contradicts(said, label):
        return 0.0
    return ratio(said, label)


def is_known(said: str, known: Iterable[str]) -> bool:
    """Whether `said` is, or may be a misreading of, one of the `known` texts. Generous: who is taken for known is not
    acted on."""
    return any(_resembles(said, text) for text in known)


def _resembles(said: str, text: str) -> bool:
    if normalise(said) == normalise(text) or confusable(said, text):
        return True
    a, b = squash(said), squash(text)
    return abs(len(a) - len(b)) <= 1 + len(b) // 8 and ratio(said, text) >= 0.75


def holds_known(said: str, known: Iterable[str], recorded: str) -> bool:
    """Whether half of the letters of `said` or more are one of the `known` texts: a large title may have been read in
    pieces when it was recorded, and whole now. As generous as `is_known`. What the `recorded` label held as well
    ("Save note" beside a field "Note") does not tell."""
    letters, own = squash(said), squash(recorded)
    pieces = (piece for piece in map(squash, known) if piece not in own)
    return any(len(piece) >= _TELLING and 2 * len(piece) >= len(letters) and piece in letters for piece in pieces)


def is_relative(said: str, label: str) -> bool:
    """Whether `said` is a relative of `label` and no new name for it: it says more or less (“Send all”, “Send”), it
    begins with the same word and goes on otherwise (“Turn off” for “Turn on”), or what differs is spelled half alike
    (“Archived”, “Unpublish”, “Export” for “Import”). Who renames a control takes another word."""
    words, recorded = tokens(said), tokens(label)
    if words[1:] and recorded[1:] and words[0] == recorded[0] and words != recorded:
        return True
    new, lost = [w for w in words if w not in recorded], [w for w in recorded if w not in words]
    return bool(words and recorded) and (not lost or not new or ratio(" ".join(new), " ".join(lost)) >= _RELATED)


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def _part(line: TextRun, label: str) -> LabelHit | None:
    words, wanted = normalise(line.text).split(), normalise(label).split()
    for start in range(len(words) - len(wanted) + 1):
        if words[start : start + len(wanted)] == wanted:
            place = _slice(line.region, words, start, len(wanted))
            if normalise(without_glyphs(line.text)) == normalise(label):
                return LabelHit(place, label, 0.97)  # beside it stands an icon, which OCR takes for a letter
            return LabelHit(place, label, 0.9, True, line.region)
    return None


def _slice(region: Region, words: list[str], start: int, count: int) -> Region:
    letters = sum(len(w) + 1 for w in words) - 1
    before = sum(len(w) + 1 for w in words[:start])
    inside = sum(len(w) + 1 for w in words[start : start + count]) - 1
    x = region.x + round(region.w * before / letters)
    return Region(x, region.y, max(round(region.w * inside / letters), 1), region.h)
