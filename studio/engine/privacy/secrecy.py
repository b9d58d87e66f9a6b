"""What must never be written down: card numbers, and what goes into fields whose label says so. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import accumulate

_SHORTEST_CARD, _LONGEST_CARD = 13, 19
_GROUPS = re.compile(r"\d+(?:[\s\-–._]{1,8}\d+)*")
_SLASHED_GROUPS = re.compile(r"\d{3,}(?:[\s\-–._/]{1,8}\d{3,})*")
"""Between slashes short groups are dates."""

_SECRET_WORDS = re.compile(
    r"""
    pass(?:word|code|phrase|wort)s? | \bpass[\ -](?:word|code|phrase)s?\b | ^\W*pass\W*$ | \bpwd\b
    | \bsecrets?\b | \b(?:api|private|secret|access|recovery)[\ -]?keys?\b | \baccess[\ -]?tokens?\b
    | \bsecurity\ answers?\b | \b(?:log-?in|auth|recovery|backup)[\ -]?codes?\b
    | kennwort | geheimzahl | mots?\ de\ passe | contrase[nñ]a | \bsenhas?\b | palavras?[\ -]passe | wachtwoord
    | l[öo]senord | adgangskode | salasana | \bhesl[oa]\b | \bhas[łl](?:o|a|em)\b | jelsz[óa] | \b[şs]ifre | парол[ьяею]
    | 密[码碼] | 验证码 | 驗證碼 | パスワード | 暗証番号 | 비밀번호 | كلمة\ (?:المرور|السر|مرور) | סיסמ[הת]
    | \bpins?\b | \bpin[\ -]?codes?\b | \botp\b | \bcv[vc]2?\b | \b2fa\b | \bmfa\b
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
    plain = re.sub(r"[\s_]+", " ", unicodedata.normalize("NFKC", label))
    return bool(_SECRET_WORDS.search(plain) or _TRANSACTION_NUMBER.search(plain))


def holds_card_number(text: str) -> bool:
    """Whether 13 to 19 digits stand in `text`, in one group or several, that pass the Luhn check.

    Any consecutive groups count, so that an expiry date behind the number does not hide it.
    """
    rows = (*_GROUPS.findall(text), *_SLASHED_GROUPS.findall(text))
    return any(_is_card(digits) for found in rows for digits in _windows(re.split(r"\D+", found)))


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
