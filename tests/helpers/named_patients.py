"""Whether anything of a folder names a patient of the practice clinic: names, birth dates, numbers, ids of records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from studio.demo.mockmed.patients import USUAL
from studio.engine.vision.ocr import ocr

ALSO_WORDS = frozenset({"template"})
"""Of their names, what also is a word of every bundle's files."""


def _said_of_patients() -> Iterator[str]:
    for patient in USUAL:
        born = date.fromisoformat(patient.born)
        yield from (word for word in re.findall(r"\w{3,}", patient.name.casefold()) if word not in ALSO_WORDS)
        yield from (patient.name.casefold(), patient.name.replace(" ", "").casefold(), patient.id)
        yield from (patient.mrn.casefold(), patient.mrn.removeprefix("MM-"), patient.born)
        yield from (f"{born:%d.%m.%Y}", f"{born:%m/%d/%Y}", f"{born:%Y%m%d}", f"{born:%d %b %Y}".casefold())


SAID = frozenset(_said_of_patients())
_ANY = re.compile("|".join(rf"(?<![a-z0-9]){re.escape(said)}(?![a-z0-9])" for said in sorted(SAID, key=len)[::-1]))


def naming(text: str) -> list[str]:
    """What of `text` names a patient; parts of identifiers (`open-p34`, `openTerri`) too."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).casefold().replace("_", " ")
    return sorted({found.group() for found in _ANY.finditer(apart)})


def named_in(folder: Path) -> list[tuple[str, str, list[str]]]:
    """Each place below `folder`, read as text and by OCR, that names a patient: file, text, what names one."""
    found = ((file, text, naming(text)) for path in sorted(folder.rglob("*")) for file, text in _texts(path))
    return [(file, text[:120], named) for file, text, named in found if named]


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    yield path.name, path.name
    if path.suffix == ".png":
        yield from ((path.name, line.text) for line in ocr(path))
    elif path.suffix == ".json":
        yield from ((path.name, text) for text in _strings(json.loads(path.read_text("utf-8"))))
    elif path.is_file():
        yield from ((path.name, line) for line in path.read_text("utf-8").splitlines())


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("params", "param_specs") and isinstance(inner, dict):
                yield from inner  # names that a person chose; other keys are the format's own
            yield from _strings(inner)
    elif isinstance(value, list):
        yield from (text for inner in value for text in _strings(inner))
    elif isinstance(value, str):
        yield value
