"""Which fields and texts are secret although no one declared them so. Pure."""

from __future__ import annotations

import re

from studio.engine.model.structure import Element

_CODE = re.compile(
    r"\b(one[- ]?time|otp|totp|2fa|mfa|pin|tan|cvv|cvc|csc|pass ?code|security code|verification code|sms code"
    r"|auth(entication)? code|einmal\w*|best[aä]tigungscode|sicherheitscode|passwor[dt]\w*|kennwort|mot de passe"
    r"|contrase[nñ]a)\b",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[ \-.\u00a0]")
_LEAST, _MOST = 13, 19


def asks_for_secret(element: Element) -> bool:
    """Whether a field is for a secret: it says so, or its label asks for a password or a one-time code."""
    if element.secret:
        return True
    if not element.editable:
        return False
    names = (element.label, element.name, element.placeholder, element.name_attr, element.element_id)
    return any(_CODE.search(re.sub(r"[_\-]", " ", text)) for text in names if text)


def is_card_number(text: str) -> bool:
    """Whether it is a payment card's number: 13 to 19 digits whose check digit is right (ISO/IEC 7812, Luhn)."""
    digits = _SEPARATORS.sub("", text)
    if not (_LEAST <= len(digits) <= _MOST and digits.isascii() and digits.isdigit()):
        return False
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def holds_card_number(text: str) -> bool:
    """Whether a card's number stands anywhere in `text`."""
    return any(is_card_number(found.group()) for found in re.finditer(r"\d(?:[ \-.\u00a0]?\d){12,18}", text))
