"""Takes secrets out of frames and structure before anything is handed on. Pure."""

from __future__ import annotations

from dataclasses import replace

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.vision.frame import Frame
from studio.recorder.secrecy import holds_card_number

MASK_BGR = (96, 96, 96)
MASK_TEXT = "•••"
_SHORTEST = 4  # a shorter secret would also be found in words that have nothing to do with it

FieldKey = tuple[tuple[str, ...], str, str, str, str]


def field_key(element: Element) -> FieldKey:
    """Traits by which a field is known again in a later snapshot."""
    return (element.frame, element.tag, element.element_id, element.name_attr, element.label or element.name)


class Mask:
    """What must not be seen: secret fields, fields that took a secret, its text wherever it is echoed, card numbers."""

    def __init__(self) -> None:
        self._fields: set[FieldKey] = set()
        self._texts: list[str] = []

    def add(self, text: str, field: Element | None) -> None:
        """From now on `text` is secret, and so is the field that takes it."""
        if len(text) >= _SHORTEST:
            self._texts.append(text)
        if field is not None:
            self._fields.add(field_key(field))

    def hides(self, element: Element) -> bool:
        """Whether the field's content is secret."""
        return element.secret or field_key(element) in self._fields

    def element(self, element: Element) -> Element:
        """The element as it may be kept."""
        if self.hides(element):
            return replace(element, value=None, text="", secret=True)
        value = None if element.value is None else self._cleaned(element.value)
        name, text = self._cleaned(element.name), self._cleaned(element.text)
        if (name, text, value) == (element.name, element.text, element.value):
            return element
        return replace(element, name=name, text=text, value=value)

    def text(self, text: str) -> str:
        """The text as it may be kept: without secrets that were typed, and without card numbers."""
        return self._cleaned(text)

    def _cleaned(self, text: str) -> str:
        if holds_card_number(text):
            return MASK_TEXT
        for secret in self._texts:
            text = text.replace(secret, MASK_TEXT)
        return text

    def structure(self, snapshot: StructureSnapshot) -> StructureSnapshot:
        """The snapshot as it may be kept."""
        elements = tuple(self.element(element) for element in snapshot.elements)
        texts = tuple(TextRun(self._cleaned(run.text), run.region) for run in snapshot.texts)
        return replace(snapshot, elements=elements, texts=texts)

    def regions(self, snapshot: StructureSnapshot) -> list[Region]:
        """Where in the frame secrets may be seen, taken from the untouched snapshot."""
        fields = [element.region for element in snapshot.elements if self._shows(element)]
        echoes = [run.region for run in snapshot.texts if self._cleaned(run.text) != run.text]
        return fields + echoes

    def _shows(self, element: Element) -> bool:
        """Whether a secret stands in the field, or one is to be typed there."""
        return self.hides(element) or (element.value is not None and self._cleaned(element.value) != element.value)

    def frame(self, frame: Frame, snapshot: StructureSnapshot) -> Frame:
        """The frame with a solid box over each secret; the same object where there is none."""
        boxes = [box for region in self.regions(snapshot) if (box := region.clamped(frame.size)).area]
        if not boxes:
            return frame
        pixels = frame.bgr.copy()
        for box in boxes:
            pixels[box.y : box.bottom, box.x : box.right] = MASK_BGR
        return Frame(bgr=pixels, scale=frame.scale, time=frame.time)
