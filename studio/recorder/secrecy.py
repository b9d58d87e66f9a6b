"""What must never be written down: card numbers, and what goes into fields whose label says so. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import accumulate

_SHORTEST_CARD, _LONGEST_CARD = 13, 19
_GROUPS = re.compile(r"\d+(?:[\s\-–.]{1,2}\d+)*")

_SECRET_WORDS = re.compile(
    r"""
    pass(?:word|code|phrase|wort)s? | kennwort | mot\ de\ passe | contrase[nñ]a | senha | wachtwoord
    | \bpins?\b(?!\ code) | \botp\b | \bcv[vc]2?\b | \b2fa\b | \bmfa\b
    | one[\s-]?time | single[\s-]use\ code | einmal-?(?:code|passwort|kennwort|pin) | usage\ unique | un\ solo\ uso
    | (?:verification|authenticat\w+|security|confirmation|sms|two[\s-]factor)[\s-]?(?:code|token)
    | \b[4-8][\s-]?digit\ code | best[aä]tigungscode | sicherheitscode | kartenpr[uü]fnummer | freigabecode
    | code\ (?:de\ (?:v[ée]rification|s[ée]curit[ée]|confirmation)|sms)
    | c[oó]digo\ de\ (?:verifica|seguran|segurid|confirma)
    | (?:^\W*|(?:credit|debit|bank|payment)[\s-]?)card[\s-]?(?:number|no\b|nr\b) | (?:\b|kredit)kartennummer
    | num[ée]ro\ de\ (?:la\ )?carte(?!\ vitale) | n[uú]mero\ de\ (?:la\ )?tarjeta
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TRANSACTION_NUMBER = re.compile(r"\b(?:sms|push|m|photo|chip)?-?TAN\b")
"""German banks' one-time numbers; in capitals only, since “tan” is a colour."""


def says_secret(label: str | None) -> bool:
    """Whether a field's label says that it takes a password, a one-time code or a card's number."""
    if not label:
        return False
    return bool(_SECRET_WORDS.search(label) or _TRANSACTION_NUMBER.search(label))


def holds_card_number(text: str) -> bool:
    """Whether 13 to 19 digits stand in `text`, in one group or several, that pass the Luhn check.

    Any consecutive groups count, so that an expiry date behind the number does not hide it.
    """
    return any(_is_card(digits) for found in _GROUPS.findall(text) for digits in _windows(re.split(r"\D+", found)))


def _windows(groups: list[str]) -> Iterator[str]:
    ends = list(accumulate((len(group) for group in groups), initial=0))
    whole = "".join(groups)
    for number, start in enumerate(ends):
        for end in ends[number + 1 : number + 1 + _LONGEST_CARD]:
            if _SHORTEST_CARD <= end - start <= _LONGEST_CARD:
                yield whole[start:end]


def _is_card(digits: str) -> bool:
    """The Luhn check (ISO/IEC 7812-1)."""
    values = [unicodedata.digit(d) for d in reversed(digits)]
    doubled = (sum(divmod(2 * v, 10)) if i % 2 else v for i, v in enumerate(values))
    return sum(doubled) % 10 == 0
