"""Reads a regular expression of the linear kind: characters, sets, groups, alternatives and repetitions. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from studio.engine.errors import BadInput

_LONGEST = 300
_MOST = 64
_NESTED = 20
_CLASSES: dict[str, Callable[[str], bool]] = {
    "d": str.isdigit,
    "w": lambda c: c.isalnum() or c == "_",
    "s": str.isspace,
    "D": lambda c: not c.isdigit(),
    "W": lambda c: not (c.isalnum() or c == "_"),
    "S": lambda c: not c.isspace(),
}
_SPECIAL = frozenset(".^$*+?{}[]\\|()")


class BadPattern(BadInput):
    """The pattern cannot be read, or is of a kind that is not offered. `str()` is the sentence for a person."""


@dataclass(frozen=True)
class CharSet:
    """Which characters are taken: of `ranges` (first and last) or `classes`; all others where `negated`."""

    ranges: tuple[tuple[str, str], ...] = ()
    classes: str = ""
    negated: bool = False

    def holds(self, char: str) -> bool:
        """Whether `char`, small or capital, is taken."""
        forms = {char, char.lower(), char.upper()}
        hit = any(first <= form <= last for form in forms for first, last in self.ranges)
        return (hit or any(_CLASSES[name](char) for name in self.classes)) is not self.negated


@dataclass(frozen=True)
class Compound:
    """`cat` one after the other, `alt` one of them, `rep` the one part `least` to `most` times (None: any number)."""

    kind: str
    parts: tuple[Node, ...]
    least: int = 1
    most: int | None = 1


Node: TypeAlias = CharSet | Compound


def parsed(source: str) -> Node:
    """The pattern as a tree. Raises BadPattern."""
    if not source or len(source) > _LONGEST:
        raise BadPattern(f"A pattern has 1 to {_LONGEST} characters.")
    reader = _Reader(source)
    tree = reader.alternatives(0)
    if reader.at < len(source):
        raise reader.bad("a bracket closes that was not opened")
    return tree


class _Reader:
    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0

    def bad(self, why: str) -> BadPattern:
        return BadPattern(f"The pattern {self.source[:60]!r} cannot be used: {why} (at character {self.at + 1}).")

    @property
    def _next(self) -> str:
        return self.source[self.at : self.at + 1]

    def _take(self, char: str) -> bool:
        if self._next != char:
            return False
        self.at += 1
        return True

    def alternatives(self, depth: int) -> Node:
        if depth > _NESTED:
            raise self.bad("groups are nested too deeply")
        parts = [self._sequence(depth)]
        while self._take("|"):
            parts.append(self._sequence(depth))
        return parts[0] if len(parts) == 1 else Compound("alt", tuple(parts))

    def _sequence(self, depth: int) -> Node:
        parts: list[Node] = []
        while self._next and self._next not in "|)":
            parts.append(self._repetition(self._atom(depth)))
        return Compound("cat", tuple(parts))

    def _atom(self, depth: int) -> Node:
        char = self._next
        if self._take("("):
            if self._take("?") and not self._take(":"):
                raise self.bad("looking ahead or behind and named groups are not offered")
            inner = self.alternatives(depth + 1)
            if not self._take(")"):
                raise self.bad("a group is not closed")
            return inner
        if self._take("["):
            return self._set()
        if self._take("."):
            return CharSet(negated=True)
        if self._take("\\"):
            return self._escaped()
        if char in "^$":
            raise self.bad(f"{char} is not offered: a pattern is looked for anywhere in a text")
        if char in _SPECIAL:
            raise self.bad(f"{char} has nothing before it; write \\{char} for the character itself")
        self.at += 1
        return CharSet(((char, char),))

    def _escaped(self) -> CharSet:
        char = self._next
        if not char:
            raise self.bad("it ends with \\")
        if char in _CLASSES:
            self.at += 1
            return CharSet(classes=char)
        if char.isalnum():
            raise self.bad(f"\\{char} is not offered; \\d, \\w, \\s and their capitals are")
        self.at += 1
        return CharSet(((char, char),))

    def _set(self) -> CharSet:
        negated = self._take("^")
        ranges: list[tuple[str, str]] = []
        classes = ""
        first = True
        while first or self._next != "]":
            if not self._next:
                raise self.bad("a set is not closed")
            first = False
            if self._take("\\"):
                one = self._escaped()
                classes += one.classes
                start = one.ranges[0][0] if one.ranges else ""
            else:
                start = self._next
                self.at += 1
            if start:
                ranges.append((start, self._range_end(start)))
        self.at += 1
        return CharSet(tuple(ranges), classes, negated)

    def _range_end(self, start: str) -> str:
        if self._next != "-" or self.source[self.at + 1 : self.at + 2] in ("", "]"):
            return start
        self.at += 1
        end = self._next
        self.at += 1
        if end == "\\" or end < start:
            raise self.bad(f"{start}-{end} is no range")
        return end

    def _repetition(self, part: Node) -> Node:
        least, most = 1, 1
        if self._take("?"):
            least, most = 0, 1
        elif self._take("*"):
            return self._once_repeated(Compound("rep", (part,), 0, None))
        elif self._take("+"):
            return self._once_repeated(Compound("rep", (part,), 1, None))
        elif self._take("{"):
            return self._once_repeated(self._counted(part))
        else:
            return part
        return self._once_repeated(Compound("rep", (part,), least, most))

    def _once_repeated(self, node: Node) -> Node:
        if self._next and self._next in "?*+{":
            raise self.bad("one repetition follows another; put the first one in a group")
        return node

    def _counted(self, part: Node) -> Node:
        end = self.source.find("}", self.at)
        least, comma, most = self.source[self.at : max(end, self.at)].partition(",")
        if end < 0 or not least.isascii() or not least.isdigit() or not (most == "" or most.isdigit()):
            raise self.bad("{} needs one number or two")
        low, high = int(least), int(most) if most else (None if comma else int(least))
        if low > _MOST or (high is not None and (high > _MOST or high < low or high == 0)):
            raise self.bad(f"repetitions go up to {_MOST}")
        self.at = end + 1
        return Compound("rep", (part,), low, high)
