"""What was typed is judged by what appears, where the program does not tell what its field holds. Pure."""

from __future__ import annotations

import unicodedata

from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import StructureSnapshot
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.text import ratio, squash

NOTHING = "nothing on the screen changed"
OTHER_PAGE = "another page came up"
UNREAD = "something appeared, but it cannot be read as that"
_READ_RATIO = 0.8
"""Likeness from which a text read by OCR is the typed one: OCR of small text misreads a letter in ten."""
_LEAST = 4
"""Letters from which a text that stands in another one is no chance."""
_AROUND_PX = 4


def appeared(text: str, before: Observation, after: Observation) -> tuple[CheckVerdict, str, str]:
    """Whether `text` came up between two looks: verdict, what was seen, by which means.

    FAILED only where that is certain: nothing changed at all, or the keys brought up a dialog or another page.
    """
    old, new = before.structure, after.structure
    if old is not None and new is not None:
        opened = [title for title in new.dialogs if title not in old.dialogs]
        if opened or new.url.partition("#")[0] != old.url.partition("#")[0]:
            return CheckVerdict.FAILED, opened[0] if opened else OTHER_PAGE, "structure"
        if _times(text, new) > _times(text, old):
            return CheckVerdict.PASSED, text, "structure"
    changed = changed_regions(before.frame, after.frame)
    if not changed:
        return CheckVerdict.FAILED, NOTHING, "pixels"
    frame = Observation(after.frame)
    for region in changed:
        read = " ".join(t.text for t in TextReader(frame).lines(region.padded(_AROUND_PX)))
        if _is_read(squash(text), squash(read)):
            return CheckVerdict.PASSED, read, "ocr"
    return CheckVerdict.UNKNOWN, UNREAD, "ocr"


def _is_read(wanted: str, read: str) -> bool:
    """A few letters are found in anything, so all that was read must be they."""
    if len(wanted) < _LEAST:
        return bool(wanted) and read == wanted
    return wanted in read or ratio(wanted, read) >= _READ_RATIO


def _times(text: str, shown: StructureSnapshot) -> int:
    """How often the text stands on the screen, letter for letter, over the ends of its lines too."""
    wanted = _close(text)
    texts = _close("".join(run.text for run in shown.texts))
    values = (_close(e.value or "") for e in shown.elements if not e.secret)
    return texts.count(wanted) + sum(value.count(wanted) for value in values) if wanted else 0


def _close(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())
