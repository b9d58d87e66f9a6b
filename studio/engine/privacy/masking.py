"""Takes secrets out of frames and structure before anything is handed on. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun
from studio.engine.privacy.forms import MASK_TEXT as MASK_TEXT
from studio.engine.privacy.forms import SHORTEST, pattern_of
from studio.engine.privacy.patterns import NO_PATTERNS, TextPatterns
from studio.engine.privacy.secrecy import holds_card_number
from studio.engine.vision.frame import Frame

MASK_BGR = (96, 96, 96)

FieldKey = tuple[tuple[str, ...], str, str, str, str]


def field_key(element: Element) -> FieldKey:
    """Traits by which a field is known again in a later snapshot."""
    return (element.frame, element.tag, element.element_id, element.name_attr, element.label or element.name)


class Mask:
    """What must not be seen: secret fields, fields that took a secret, its text wherever it is echoed, card numbers,
    and what `patterns` find."""

    def __init__(self, patterns: TextPatterns = NO_PATTERNS) -> None:
        self._patterns = patterns
        self._words: set[str] = set()
        self._fields: set[FieldKey] = set()
        self._texts: set[str] = set()
        self._held: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None
        self.version = 0
        """Goes up with whatever becomes known of secrets."""

    def add(self, text: str, field: Element | None) -> None:
        """From now on `text` is secret, and so is the field that takes it."""
        if len(text) >= SHORTEST and text not in self._texts:
            self._texts.add(text)
            self._changed()
        if field is not None and field_key(field) not in self._fields:
            self._fields.add(field_key(field))
            self._changed()

    def add_word(self, text: str) -> None:
        """From now on `text`, however short, is secret where it stands as a whole word."""
        if text:
            self._words.add(text)
            self._changed()

    def hold(self, field: str, text: str) -> None:
        """The secret field `field` holds `text` now, which may still grow: what it was meanwhile is forgotten."""
        former = self._held.get(field, "")
        if former == text:
            return
        if not (text.startswith(former) or former.startswith(text)):
            self.add(former, None)
        self._held[field] = text
        self._changed()

    def _changed(self) -> None:
        self._pattern = None
        self.version += 1

    def settle(self) -> None:
        """What the secret fields hold now is whole: it stays secret, whatever they hold later."""
        for text in self._held.values():
            self.add(text, None)

    def knows(self, text: str) -> bool:
        """Whether a known secret stands in `text`."""
        return self.address(text) != text

    def hides(self, element: Element) -> bool:
        """Whether the field's content is secret."""
        return element.secret or field_key(element) in self._fields

    def element(self, element: Element) -> Element:
        """The element as it may be kept. Its identifiers are the program's code and stay."""
        if self.hides(element):
            element = replace(element, value=None, text="", secret=True)
        return replace(
            element,
            name=self._cleaned(element.name),
            text=self._cleaned(element.text),
            placeholder=self._cleaned(element.placeholder),
            label=self._cleaned(element.label),
            section=self._cleaned(element.section),
            column=self._cleaned(element.column),
            covered_by=self._cleaned(element.covered_by),
            value=None if element.value is None else self._cleaned(element.value),
            href=self.address(element.href),
            row=tuple(map(self._cleaned, element.row)),
            options=tuple(map(self._cleaned, element.options)),
            before=tuple(map(self._cleaned, element.before)),
        )

    def address(self, text: str) -> str:
        """An address as it may be kept: its numbers stay, known secrets go."""
        if self._pattern is None:
            held = [text for text in self._held.values() if len(text) >= SHORTEST]
            self._pattern = pattern_of(self._texts.union(held), self._words)
        return self._pattern.sub(MASK_TEXT, text)

    def text(self, text: str) -> str:
        """The text as it may be kept: without secrets that were typed, and without card numbers."""
        return self._cleaned(text)

    def _cleaned(self, text: str) -> str:
        if holds_card_number(text):
            return MASK_TEXT
        return self._patterns.cleaned(self.address(text), MASK_TEXT)

    def structure(self, snapshot: StructureSnapshot) -> StructureSnapshot:
        """The snapshot as it may be kept."""
        return replace(
            snapshot,
            url=self.address(snapshot.url),
            title=self._cleaned(snapshot.title),
            elements=tuple(self.element(element) for element in snapshot.elements),
            texts=tuple(TextRun(self._cleaned(run.text), run.region) for run in snapshot.texts),
            lists=tuple(RowList(self._cleaned(one.name), one.rows, one.region) for one in snapshot.lists),
            dialogs=tuple(map(self._cleaned, snapshot.dialogs)),
        )

    def regions(self, snapshot: StructureSnapshot) -> list[Region]:
        """Where in the frame secrets may be seen, taken from the untouched snapshot."""
        fields = [element.region for element in snapshot.elements if self._shows(element)]
        echoes = [run.region for run in snapshot.texts if self._cleaned(run.text) != run.text]
        return fields + echoes

    def _shows(self, element: Element) -> bool:
        """Whether a secret stands in the field, or one is to be typed there."""
        if self.hides(element):
            return True
        drawn = (element.value or "", *((element.name, element.placeholder) if element.tag == "input" else ()))
        return any(self._cleaned(text) != text for text in drawn)

    def frame(self, frame: Frame, snapshot: StructureSnapshot) -> Frame:
        """The frame with a solid box over each secret; the same object where there is none."""
        return painted(frame, self.regions(snapshot))


def painted(frame: Frame, regions: Iterable[Region]) -> Frame:
    """The frame with a solid box over each region; the same object where there is none."""
    boxes = [box for region in regions if (box := region.clamped(frame.size)).area]
    if not boxes:
        return frame
    pixels = frame.bgr.copy()
    for box in boxes:
        pixels[box.y : box.bottom, box.x : box.right] = MASK_BGR
    return Frame(bgr=pixels, scale=frame.scale, time=frame.time)
