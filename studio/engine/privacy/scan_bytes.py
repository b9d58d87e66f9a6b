"""Finds secrets in bytes of any kind: every form and encoding in which a program writes a text. Pure."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence

from studio.engine.privacy.forms import SHORTEST, forms_of

OVERLAP = 16_384
"""Bytes by which parts of a large file overlap: more than the longest form of the longest value."""


class ByteSearch:
    """Looks for `values` (number in the sequence is all that is told of one). ASCII capitals do not count."""

    def __init__(self, values: Sequence[str]) -> None:
        parts = [b"(?P<v%d>%s)" % (number, _pattern(value)) for number, value in enumerate(values)]
        self._pattern = re.compile(b"|".join(parts) or rb"(?!)", re.IGNORECASE)

    def found(self, data: bytes) -> Iterator[tuple[int, int]]:
        """The number of the value and the place (byte) of each find."""
        for match in self._pattern.finditer(data):
            yield int((match.lastgroup or "v0")[1:]), match.start()


def _pattern(value: str) -> bytes:
    if len(value) < SHORTEST:
        return rb"(?<![0-9A-Za-z_\x80-\xff])" + re.escape(value.encode()) + rb"(?![0-9A-Za-z_\x80-\xff])"
    return b"(?:" + b"|".join(re.escape(form) for form in sorted(byte_forms(value), key=len, reverse=True)) + b")"


def byte_forms(value: str) -> frozenset[bytes]:
    """All byte sequences that stand for `value`: encodings; escaped for JSON (once and twice), HTML, addresses, code;
    base64; hexadecimal digits."""
    escaped = [json.dumps(value), json.dumps(value, ensure_ascii=False)]
    escaped += [json.dumps(one[1:-1]) for one in list(escaped)]
    texts = {*forms_of(value), *(one[1:-1] for one in escaped), html.escape(value), html.escape(value, quote=False)}
    texts |= {repr(value)[1:-1], value.replace("/", "\\/"), "".join(f"&#{ord(c)};" for c in value)}
    raw = {text.encode(name) for text in texts for name in ("utf-8", "utf-16-le", "utf-16-be")}
    raw |= {value.encode(name, "replace") for name in ("cp1252", "utf-32-le")}
    raw |= {value.encode(name).hex().encode() for name in ("utf-8", "utf-16-le")}
    return frozenset(form for form in raw if form.strip(b"?"))
