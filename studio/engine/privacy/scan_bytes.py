"""Finds secrets in bytes of any kind: every form and encoding in which a program writes a text. Pure."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence

from studio.engine.privacy.forms import SHORTEST, forms_of

OVERLAP = 16_384
"""Bytes by which parts of a large file overlap: more than the longest form of the longest value."""


class ByteSearch:
    """Looks for `values` (the number in the sequence is all that is told of one). Capitals do not count."""

    def __init__(self, values: Sequence[str]) -> None:
        self._forms = [(number, form) for number, value in enumerate(values) for form in _forms(value)]
        self._words = [(number, _word(value)) for number, value in enumerate(values) if len(value) < SHORTEST]

    def found(self, data: bytes) -> set[tuple[int, int]]:
        """The number of the value and the place (byte) of each find."""
        plain = data.lower()
        finds = {(number, at) for number, form in self._forms for at in _places(plain, form)}
        return finds | {(number, match.start()) for number, word in self._words for match in word.finditer(plain)}


def _places(data: bytes, form: bytes) -> Iterator[int]:
    at = data.find(form)
    while at >= 0:
        yield at
        at = data.find(form, at + 1)


def _forms(value: str) -> frozenset[bytes]:
    """Small forms; none that begins with another, which is found at the same place."""
    if len(value) < SHORTEST:
        return frozenset()
    ordered = sorted({form.lower() for cased in (value, value.lower(), value.upper()) for form in byte_forms(cased)})
    kept: list[bytes] = []
    for form in ordered:
        if not kept or not form.startswith(kept[-1]):
            kept.append(form)
    return frozenset(kept)


def _word(value: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![0-9a-z_\x80-\xff])" + re.escape(value.lower().encode()) + rb"(?![0-9a-z_\x80-\xff])")


def byte_forms(value: str) -> frozenset[bytes]:
    """All byte sequences that stand for `value`: encodings; escaped for JSON (once and twice), HTML, addresses, code;
    base64; hexadecimal digits."""
    escaped = [json.dumps(value), json.dumps(value, ensure_ascii=False)]
    escaped += [json.dumps(one[1:-1]) for one in list(escaped)]
    texts = {*forms_of(value), *(one[1:-1] for one in escaped), html.escape(value), html.escape(value, quote=False)}
    texts |= {repr(value)[1:-1], value.replace("/", "\\/"), "".join(f"&#{ord(c)};" for c in value)}
    texts |= {"".join(f"&#x{ord(c):x};" for c in value), "".join(f"%{byte:02x}" for byte in value.encode())}
    texts |= {unicodedata.normalize(form, value) for form in ("NFC", "NFD")}
    raw = {text.encode(name) for text in texts for name in ("utf-8", "utf-16-le", "utf-16-be")}
    raw |= {value.encode(name, "replace") for name in ("cp1252", "utf-32-le")}
    raw |= {value.encode(name).hex().encode() for name in ("utf-8", "utf-16-le")}
    return frozenset(form for form in raw if form.strip(b"?"))
