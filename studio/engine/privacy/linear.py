"""Regular expressions that take linear time on any text: those without look-around, back-references and anchors.

A pattern becomes an automaton (Thompson's construction) whose sets of states are made when first met, as a DFA. So a
pattern of a person can never hang a recording or a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from studio.engine.privacy.linear_syntax import BadPattern, CharSet, Compound, Node, parsed

LONGEST_MATCH = 200
"""Characters: what matches longer is found in parts."""
_MOST_STATES = 600
_MOST_SETS = 400

__all__ = ["LONGEST_MATCH", "BadPattern", "Linear"]


@dataclass
class _State:
    """Takes a character of `chars` (None: nothing) and goes to `to`; without `to` it is the end."""

    chars: CharSet | None
    to: tuple[int, ...]


class Linear:
    """One pattern. Small and capital letters are the same. Raises BadPattern where it cannot be one."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._states: list[_State] = [_State(None, ())]
        self._first = self._build(parsed(source), 0)
        self._known: dict[frozenset[int], dict[str, frozenset[int]]] = {}
        self._start = self._closed((self._first,))

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each match, the first and then the longest; never empty ones."""
        if not self.found(text):
            return
        at = 0
        while at < len(text):
            end = self._longest(text, at)
            if end > at:
                yield at, end
            at = max(end, at + 1)

    def found(self, text: str) -> bool:
        """Whether it matches anywhere (one pass)."""
        begins = self._start - {0}
        now = begins
        for char in text:
            taken = self._after(now, char)
            if 0 in taken:
                return True
            now = taken | begins
        return False

    def _longest(self, text: str, at: int) -> int:
        now, end = self._start, at
        for place in range(at, min(at + LONGEST_MATCH, len(text))):
            now = self._after(now, text[place])
            if not now:
                break
            if 0 in now:
                end = place + 1
        return end

    def _after(self, now: frozenset[int], char: str) -> frozenset[int]:
        known = self._known.get(now)
        if known is None:
            if len(self._known) >= _MOST_SETS:
                self._known.clear()
            known = self._known[now] = {}
        if char not in known:
            if len(known) > 512:
                known.clear()
            known[char] = self._closed(
                to for one in now for to in self._states[one].to if (c := self._states[one].chars) and c.holds(char)
            )
        return known[char]

    def _closed(self, states: Iterator[int] | tuple[int, ...]) -> frozenset[int]:
        """The states that take a character (or are the end) to which these lead without taking one."""
        seen: set[int] = set()
        todo = list(states)
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                if self._states[one].chars is None:
                    todo.extend(self._states[one].to)
        return frozenset(one for one in seen if self._states[one].chars is not None or one == 0)

    def _add(self, chars: CharSet | None, *to: int) -> int:
        if len(self._states) >= _MOST_STATES:
            raise BadPattern(f"The pattern {self.source[:60]!r} is too large: repeat fewer characters.")
        self._states.append(_State(chars, to))
        return len(self._states) - 1

    def _build(self, node: Node, to: int) -> int:
        """The state in which `node` begins when `to` follows it."""
        if isinstance(node, CharSet):
            return self._add(node, to)
        if node.kind == "alt":
            return self._add(None, *(self._build(part, to) for part in node.parts))
        if node.kind == "cat":
            for part in reversed(node.parts):
                to = self._build(part, to)
            return to
        return self._repeated(node, to)

    def _repeated(self, node: Compound, to: int) -> int:
        part = node.parts[0]
        if node.most is None:
            loop = self._add(None, to)
            self._states[loop].to = (self._build(part, loop), to)
            to = loop
        else:
            end = to
            for _ in range(node.most - node.least):
                to = self._add(None, self._build(part, to), end)
        for _ in range(node.least):
            to = self._build(part, to)
        return to
