"""Which page a replay acts on by itself, and when it has to be told to go to another one. Pure."""

from __future__ import annotations


class Fronts:
    """Pages in the order in which they opened, as a replay opens them too: the one that opened last is in front.

    Pages are numbered from 1. A page that was open before the recording began has no number: a replay has it not.
    Actions are told later than pages open; `t` puts them in order. Whether a page closed itself or was closed by hand
    cannot be told: after it a replay is told where to go on, which is right for both.
    """

    def __init__(self, first: str) -> None:
        self._numbers: dict[str, int] = {first: 1}
        self._opened: list[tuple[float, str]] = []
        self._acted = first
        self._order = [first]

    def opened(self, page: str, t: float) -> None:
        """At `t` a page was opened by another one that a replay has."""
        if page not in self._numbers:
            self._numbers[page] = len(self._numbers) + 1
            self._opened.append((t, page))
            self._order.append(page)

    def closed(self, page: str) -> None:
        """A page is no longer there."""
        if page in self._order and len(self._order) > 1:
            self._order.remove(page)

    @property
    def front(self) -> str:
        """The page that a person has before the eyes, as far as known."""
        return self._order[-1]

    def number(self, page: str) -> int | None:
        """The number of a page; None where a replay has it not."""
        return self._numbers.get(page)

    def turn_to(self, page: str, t: float) -> int | None:
        """The number of `page` where a replay must be told at `t` to go there; None where it is there already."""
        while self._opened and self._opened[0][0] < t:
            self._acted = self._opened.pop(0)[1]
        if page == self._acted or page not in self._numbers:
            return None
        self._acted = page
        if page in self._order:
            self._order.remove(page)
            self._order.append(page)
        return self._numbers[page]
