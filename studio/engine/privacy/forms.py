"""The forms in which a secret may stand in a text: as it is, as a page shows it, coded for an address, base64. Pure."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

MASK_TEXT = "•••"
"""What stands where a secret or a hidden text was."""
SHORTEST = 4
"""A shorter secret would also be found inside of words that have nothing to do with it: it counts as a whole word."""
_PLAIN = ";,/?:@&=+$-_.!~*'()#"
"""What encodeURI leaves as it is."""
_BASE64_FROM = 6
"""Bytes from which base64 is long enough to mean something."""


def forms_of(secret: str) -> frozenset[str]:
    """All forms of one secret; capitals do not count where they are looked for."""
    coded = {quote(secret, safe=""), quote(secret, safe="!'()*"), quote(secret, safe=_PLAIN), quote_plus(secret)}
    shown = " ".join(secret.split())
    forms = {secret, *coded, *(re.sub(r"%..", lambda found: found[0].lower(), form) for form in coded)}
    forms |= {shown} if len(shown) >= SHORTEST else set()
    return frozenset(forms | base64_forms(secret))


def base64_forms(secret: str) -> frozenset[str]:
    """What base64 makes of the secret wherever it stands in a longer text: three alignments, two alphabets."""
    raw = secret.encode()
    if len(raw) < _BASE64_FROM:
        return frozenset()
    cores: set[str] = set()
    for lead, dropped in ((0, 0), (1, 2), (2, 3)):
        coded = base64.b64encode(b"\0" * lead + raw).decode()
        cores.add(coded[dropped : (lead + len(raw)) * 8 // 6])
    return frozenset(cores | {core.translate(str.maketrans("+/", "-_")) for core in cores})


def pattern_of(secrets: Iterable[str], words: Iterable[str] = ()) -> re.Pattern[str]:
    """Finds any form of any of the secrets, the longest first, in small and capital letters; `words` as whole words."""
    forms = {form for secret in secrets for form in forms_of(secret)}
    parts = [re.escape(form) for form in sorted(forms, key=len, reverse=True)]
    parts += [rf"(?<!\w){re.escape(word)}(?!\w)" for word in sorted(words, key=len, reverse=True)]
    return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)
