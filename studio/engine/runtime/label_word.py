"""Whether a label that was read is the recorded one, letter for letter.

Likeness finds labels, it does not prove them: “Approved” is nearly “Approve”, and a reader takes rn for m. The same ink
proves a label whatever was read. Other ink disproves it where the screen draws its texts as it did when recorded,
which a neighbour in the same ink shows. Else the reading counts, letter for letter; letters that no reader tells apart,
in a code or a number, are then unknown and not equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.runtime.labels import LabelHit, likeness
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.vision.frame import Frame
from studio.engine.vision.label_ink import OTHER_INK, SAME_INK, SURE_INK, drawn_text, ink_difference
from studio.engine.vision.reading import without_glyphs
from studio.engine.vision.text import normalise, squash

AROUND = (240, 80)
"""px around a label, across and down, in which its neighbours are looked for."""
_TELLING = 3
"""Letters from which a neighbour tells how texts are drawn."""
_CODE = re.compile(r"(?=\w*\d)(?=\w*[^\W\d_])\w+|\b[OoIlSBZ]-\d+|\b[O0lI1|5S8B2Z]+\b")
_CONFUSED = frozenset("oO0lI1i|5sS8B2zZ")
_CONFUSED_LIKENESS = 0.97
_AROUND_WORDS = re.compile(r"(?<!\w)[^\w\s]+|[^\w\s]+(?!\w)|\s")


def is_recorded_label(anchor: Anchor, observation: Observation, hit: LabelHit) -> bool:
    """Whether `hit` shows the label of `anchor`, and not one that is only like it. Reads around it where the ink
    differs from the recorded ink."""
    label, recorded = anchor.ocr_text or "", observation.recorded
    exact = squash(without_glyphs(hit.text)) == squash(label) or squash(hit.text) == squash(label)
    if hit.part or hit.stacked or _is_told(observation, hit.region):
        return exact
    if recorded is None or anchor.label_region is None or anchor.template is None:  # a parameter names another label
        return likeness(hit.text, label) >= _CONFUSED_LIKENESS
    difference = _difference(recorded, anchor.label_region, observation.frame, hit.region)
    if difference <= (SAME_INK if exact else SURE_INK):
        return True
    if likeness(hit.text, label) < _CONFUSED_LIKENESS:
        return False
    if not exact or _is_drawn_as_recorded(anchor, observation, recorded, hit.region):
        return False
    return difference < OTHER_INK or (_spelled(hit.text) == _spelled(label) and not _is_code(label))


def _difference(recorded: Frame, then: Region, live: Frame, now: Region) -> float:
    return ink_difference(drawn_text(recorded, then), drawn_text(live, now))


def _is_told(observation: Observation, place: Region) -> bool:
    """Whether accessibility data or the page says the text at `place`: then no letter is misread."""
    texts = observation.structure.texts if observation.structure else ()
    return any(place.contains(text.region.center) for text in texts)


def _is_code(label: str) -> bool:
    """Whether figures and letters that fonts draw alike stand in one word."""
    return any(_CONFUSED & set(word) for word in _CODE.findall(label))


def _spelled(text: str) -> str:
    """The text without spaces and without the marks around its words, which readers lose."""
    return _AROUND_WORDS.sub("", normalise(without_glyphs(text)))


def _is_drawn_as_recorded(anchor: Anchor, observation: Observation, recorded: Frame, place: Region) -> bool:
    """Whether texts around the label that both screens show once are the same ink, and no more of them are not."""
    then = _texts_around(recorded, anchor.label_region or anchor.target)
    now = _texts_around(observation.frame, place)
    differences = [_difference(recorded, a.region, observation.frame, b.region) for a, b in _pairs(then, now)]
    alike = [difference <= SAME_INK for difference in differences]
    return any(alike) and 2 * sum(alike) >= len(alike)


def _texts_around(frame: Frame, label: Region) -> list[TextRun]:
    items = TextReader(Observation(frame)).items(label.padded(*AROUND))
    return [t for t in items if len(squash(t.text)) >= _TELLING and not t.region.overlaps(label)]


def _pairs(then: Sequence[TextRun], now: Sequence[TextRun]) -> Iterator[tuple[TextRun, TextRun]]:
    """Texts that stand once on either side."""
    for text in {t.text for t in then}:
        mine, others = [t for t in then if t.text == text], [t for t in now if t.text == text]
        if len(mine) == len(others) == 1:
            yield mine[0], others[0]
