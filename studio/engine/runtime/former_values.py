"""What the fields of a form held before the run typed into them: who writes what was there already changes nothing."""

from __future__ import annotations

from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.text import squash

Key = tuple[str, ...]


class FormerValues:
    """The values that fields showed when they came up, for as long as they stay on one and the same page.

    What the program puts into a field anew (the next record) counts as if the field came up again.
    """

    def __init__(self) -> None:
        self._page = ""
        self._first: dict[Key, str] = {}
        self._last: dict[Key, str] = {}

    def note(self, seen: StructureSnapshot | None, *, typed: bool) -> None:
        """Look at the fields; `typed`: the run itself may have changed them since the last look."""
        if seen is None:
            return
        now = {_key(e): e.value for e in seen.elements if e.editable and e.value is not None and not e.secret}
        kept = self._first if seen.url == self._page else {}
        first = {}
        for key, value in now.items():
            same = key in kept and (typed or self._last.get(key) == value)
            first[key] = kept[key] if same else value
        self._page, self._first, self._last = seen.url, first, now

    def held(self, field: Element | None, text: str) -> bool:
        """Whether the field held that text already when it came up."""
        return field is not None and bool(squash(text)) and squash(self._first.get(_key(field), "")) == squash(text)


def _key(element: Element) -> Key:
    traits = (element.tag, element.element_id, element.name_attr, element.label or element.placeholder)
    return (*traits, element.section, *element.frame, *element.row)
