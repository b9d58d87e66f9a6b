"""Takes secrets out of all that a run leaves: texts, values, structure, pictures. The one place where that is done."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
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
_RIM = 4
_INK = 32
"""Grey levels by which a letter differs from its ground at least."""
_STILL = 0.7
"""Part of the written pixels of a secret that must be there still. Another text at the same place shares fewer."""
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
        self._fields: list[tuple[Region, Frame, bool]] = []
        self._shown: list[tuple[Region, Frame]] = []
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
                self._fields = [*self._fields[-_FIELDS:], (inside, frame.crop(inside), element is not None)]
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
        found += self._still_shown(frame, found)
        for region, picture, told in self._fields:
            looks_so = (
                _shows_it(frame, region, picture) if told and snapshot is not None else _near(frame, region, picture)
            )
            found += [region] if looks_so else []
        if self._reader is not None and (snapshot is None or snapshot.of_desktop):
            try:
                found += self._reader.regions(frame)
            except OcrUnavailable:
                return [frame.bounds]  # nobody knows what it shows
        return found

    def _still_shown(self, frame: Frame, told: list[Region]) -> list[Region]:
        """Where a secret stood in the picture before and is still to be seen, whatever is told by now: the picture may
        be older than what was told with it."""
        still = [region for region, picture in self._shown if _shows_it(frame, region, picture)]
        places = (region.clamped(frame.size) for region in (*told, *still))
        self._shown = [(place, frame.crop(place)) for place in dict.fromkeys(places) if place.area]
        return still

    def _reads(self, line: str) -> bool:
        return any(reads_secret(line, secret) for secret in self._secrets) or bool(self._patterns.spans(line))


def _near(frame: Frame, region: Region, picture: Frame) -> bool:
    """Whether the place looks much as it did: of a field that nobody tells of, the text may have moved within it."""
    if region.clamped(frame.size) != region:
        return False
    return change_fraction(picture, frame.crop(region)) < _GONE


def _shows_it(frame: Frame, region: Region, picture: Frame) -> bool:
    """Whether what was written in `picture`, its border aside, still stands there."""
    if region.clamped(frame.size) != region:
        return False
    rim = (min(_RIM, picture.size[0] // 4), min(_RIM, picture.size[1] // 4))
    inner = Region(rim[0], rim[1], picture.size[0] - 2 * rim[0], picture.size[1] - 2 * rim[1])
    before, now = (one.crop(inner).grey.astype(np.int16) for one in (picture, frame.crop(region)))
    ground = int(np.bincount(before.ravel()).argmax()) if before.size else 0
    ink = np.abs(before - ground) > _INK
    return bool(ink.any()) and float((np.abs(now - before) <= _INK)[ink].mean()) > _STILL
