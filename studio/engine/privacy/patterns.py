"""Text patterns of a person: what else must not be kept, by a named kind or as a regular expression. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from studio.engine.privacy.linear import BadPattern, Linear

OWN = "regex:"
"""What a pattern of one's own begins with; all else names a kind."""
MOST_PATTERNS = 50
_LONGEST_TEXT = 20_000
"""Characters: a longer text is looked through in parts."""

Span = tuple[int, int]
_DATE = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])"
    r"|(?:0?[1-9]|[12]\d|3[01])[-/. ]{1,2}(?:0?[1-9]|[12]\d|3[01])[-/. ]{1,2}(?:19|20)\d\d)(?!\d)"
)
_PHONE = re.compile(r"(?<![\w.,])(?:\+|00)?\(?\d{1,4}\)?(?:[ /().\-]{0,2}\d){5,14}(?![\w])")
_EMAIL = re.compile(r"[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,5}")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![A-Za-z0-9])")
_RECORD_NUMBER = re.compile(
    r"(?:\bMRN|\b(?:patient|pat|case|record)[ .\-]{0,2}(?:id|no|nr|number)\b)[ .:#\-]{0,3}[A-Z]{0,3}-?\d{3,14}"
    r"|(?<![\w.,-])[A-Z]{1,3}-?\d{5,10}(?![\w-])|(?<![\w.,/-])\d{6,10}(?![\w/-]|[.,]\d)",
    re.IGNORECASE,
)


def _is_iban(text: str) -> bool:
    """The check of ISO 13616: moved by four and read as a number, it leaves 1 modulo 97."""
    plain = text.replace(" ", "")
    return len(plain) >= 15 and int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


def _many_digits(text: str) -> bool:
    return 7 <= sum(c.isdigit() for c in text) <= 15 and not _DATE.fullmatch(text)


@dataclass(frozen=True)
class _Kind:
    pattern: re.Pattern[str]
    holds: Callable[[str], bool] = lambda _text: True


_KINDS = {
    "date": _Kind(_DATE),
    "phone": _Kind(_PHONE, _many_digits),
    "email": _Kind(_EMAIL),
    "iban": _Kind(_IBAN, _is_iban),
    "record-number": _Kind(_RECORD_NUMBER),
}
KINDS = tuple(_KINDS)
"""Kinds that can be named. `date`: any whole date, so birth dates too; `record-number`: what looks like an MRN."""


@dataclass(frozen=True)
class TextPatterns:
    """Finds and blots out. Made by `of`."""

    names: tuple[str, ...] = ()
    own: tuple[Linear, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, given: Iterable[str]) -> TextPatterns:
        """Patterns from names of kinds and `regex:…`. Raises BadPattern with one sentence."""
        wanted = tuple(dict.fromkeys(given))
        if len(wanted) > MOST_PATTERNS:
            raise BadPattern(f"More than {MOST_PATTERNS} patterns are not taken: join some of them with |.")
        for one in wanted:
            if not one.startswith(OWN) and one not in _KINDS:
                raise BadPattern(f"{one[:60]!r} is no kind of text: name one of {', '.join(KINDS)}, or {OWN}PATTERN.")
        own = tuple(Linear(one.removeprefix(OWN)) for one in wanted if one.startswith(OWN))
        return cls(wanted, own)

    def __bool__(self) -> bool:
        return bool(self.names)

    def joined(self, other: Sequence[str]) -> TextPatterns:
        """These and the others. Raises BadPattern."""
        return TextPatterns.of((*self.names, *other)) if other else self

    def spans(self, text: str) -> list[Span]:
        """Start and end of what must not be kept, in order, apart from each other."""
        if not self.names or not text:
            return []
        found = sorted(span for part in range(0, len(text), _LONGEST_TEXT) for span in self._in(text, part))
        apart: list[Span] = []
        for start, end in found:
            if apart and start <= apart[-1][1]:
                apart[-1] = apart[-1][0], max(apart[-1][1], end)
            else:
                apart.append((start, end))
        return apart

    def cleaned(self, text: str, mask: str) -> str:
        """The text with `mask` in place of each of them."""
        for start, end in reversed(self.spans(text)):
            text = text[:start] + mask + text[end:]
        return text

    def _in(self, text: str, start: int) -> Iterator[Span]:
        part = text[start : start + _LONGEST_TEXT]
        for name in self.names:
            if kind := _KINDS.get(name):
                yield from (
                    (start + m.start(), start + m.end()) for m in kind.pattern.finditer(part) if kind.holds(m[0])
                )
        for pattern in self.own:
            yield from ((start + first, start + last) for first, last in pattern.spans(part))


NO_PATTERNS = TextPatterns()
