"""Takes secrets out of all that a run leaves: texts, values, structure, pictures. The one place where that is done."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import BaseModel

from studio.engine.model.events import Halted
from studio.engine.model.geometry import Region
from studio.engine.model.heals import Heal
from studio.engine.model.results import RunReport, StepResult
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.privacy.forms import SHORTEST
from studio.engine.privacy.masking import Mask, painted
from studio.engine.privacy.patterns import NO_PATTERNS, TextPatterns
from studio.engine.privacy.pixels import ReadSecrets, reads_secret
from studio.engine.vision.diff import change_fraction
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr_models import OcrUnavailable

M = TypeVar("M", bound=BaseModel)

_KEPT = 6
_FIELDS = 30
_GONE = 0.3
"""Part of a secret's field that must look different before it counts as gone."""
_NAMES = frozenset(
    {
        *(
            "type",
            "action",
            "code",
            "kind",
            "rung",
            "outcome",
            "verdict",
            "surface",
            "means",
            "identity",
            "role",
            "tag",
        ),
        *("id", "step_id", "run_id", "run_dir", "report", "picture", "halt", "bundle_digest"),
        *("frame_before", "frame_after", "template", "identifier_crop", "element_id", "test_id", "name_attr"),
        *("selector", "since", "started_at", "finished_at", "moment"),
    }
)
"""Fields that hold names by which code finds things, never what a program says."""
_NAMES_OF: dict[type[BaseModel], frozenset[str]] = {
    StepResult: _NAMES | {"before", "after"},
    Heal: _NAMES | {"assets"},
    RunReport: _NAMES - {"halt"} | {"steps"},  # each step was cleaned when it ended
    Halted: _NAMES - {"halt"},
}


class Redactor:
    """Knows what is secret in one run. Thread safe. `pixels`: pictures are read where no structure tells of them."""

    def __init__(
        self, secrets: Iterable[str] = (), patterns: TextPatterns = NO_PATTERNS, *, pixels: bool = True
    ) -> None:
        self._secrets = tuple(dict.fromkeys(secret for secret in secrets if secret))
        self._patterns = patterns
        self._lock = threading.RLock()
        self._mask = Mask(patterns)
        for secret in self._secrets:
            if len(secret) < SHORTEST:
                self._mask.add_word(secret)
            self._mask.add(secret, None)
        self._reader = ReadSecrets(self._reads) if pixels and (self._secrets or patterns) else None
        self._fields: list[tuple[Region, Frame]] = []
        self._done: OrderedDict[int, tuple[Frame, Frame]] = OrderedDict()

    def text(self, text: str) -> str:
        """The text as it may be kept."""
        return self._mask.text(text)

    def value(self, value: M) -> M:
        """An event, a report, a heal as it may be kept: each text of it without secrets; names of things stay."""
        kept = _NAMES_OF.get(type(value), _NAMES)
        fields = {name: getattr(value, name) for name in type(value).model_fields if name not in kept}
        changed = {name: new for name, old in fields.items() if (new := self._walked(old)) is not old}
        return value.model_copy(update=changed) if changed else value

    def _walked(self, value: Any) -> Any:
        if type(value) is str:
            cleaned = self.text(value)
            return value if cleaned == value else cleaned
        if isinstance(value, BaseModel):
            return self.value(value)
        if isinstance(value, tuple | list):
            new = [self._walked(one) for one in value]
            return value if all(a is b for a, b in zip(new, value, strict=True)) else type(value)(new)
        if isinstance(value, dict):
            walked = {key: self._walked(one) for key, one in value.items()}
            return value if all(walked[key] is one for key, one in value.items()) else walked
        return value

    def structure(self, snapshot: StructureSnapshot) -> StructureSnapshot:
        """The snapshot as it may be kept."""
        with self._lock:
            return self._mask.structure(snapshot)

    def element(self, element: Element) -> Element:
        """The element as it may be kept."""
        with self._lock:
            return self._mask.element(element)

    def typed_secret(self, frame: Frame, field: Region | None, element: Element | None) -> None:
        """A secret was typed into this field; it is hidden as long as it looks as in `frame`."""
        with self._lock:
            if element is not None:
                self._mask.add("", element)
            inside = field.clamped(frame.size) if field is not None else None
            if inside is not None and inside.area:
                self._fields = [*self._fields[-_FIELDS:], (inside, frame.crop(inside))]
            self._done.clear()

    def frame(self, frame: Frame, snapshot: StructureSnapshot | None) -> Frame:
        """The picture as it may be kept: a solid box over each secret; the same object where there is none."""
        with self._lock:
            known = self._done.get(id(frame))
            if known is not None and known[0] is frame:
                return known[1]
            made = painted(frame, self._regions(frame, snapshot))
            self._done[id(frame)] = frame, made
            if len(self._done) > _KEPT:
                self._done.popitem(last=False)
            return made

    def _regions(self, frame: Frame, snapshot: StructureSnapshot | None) -> list[Region]:
        found = self._mask.regions(snapshot) if snapshot is not None else []
        found += [region for region, picture in self._fields if _looks_so(frame, region, picture)]
        if self._reader is not None and (snapshot is None or snapshot.of_desktop):
            try:
                found += self._reader.regions(frame)
            except OcrUnavailable:
                return [frame.bounds]  # nobody knows what it shows
        return found

    def _reads(self, line: str) -> bool:
        return any(reads_secret(line, secret) for secret in self._secrets) or bool(self._patterns.spans(line))


def _looks_so(frame: Frame, region: Region, picture: Frame) -> bool:
    if region.clamped(frame.size) != region:
        return False
    return change_fraction(picture, frame.crop(region)) < _GONE
