"""Which page a replay would act on by itself, and when it has to be told to go to another one. Pure."""

from __future__ import annotations


class Fronts:
    """Pages in the order in which they opened, as a replay opens them too: the one that opened last is in front.

    Pages are numbered from 1. A page that was open before the recording began has no number: a replay has it not.
    """

    def __init__(self, first: str) -> None:
        self._numbers: dict[str, int] = {first: 1}
        self._order: list[str] = [first]

    def opened(self, page: str) -> None:
        """A page was opened by another one that a replay has."""
        if page not in self._numbers:
            self._numbers[page] = len(self._numbers) + 1
            self._order.append(page)

    def closed(self, page: str) -> None:
        """A page closed itself, as it will in a replay."""
        if page in self._order and len(self._order) > 1:
            self._order.remove(page)

    @property
    def front(self) -> str:
        """The page that a replay acts on now."""
        return self._order[-1]

    def number(self, page: str) -> int | None:
        """The number of a page; None where a replay has it not."""
        return self._numbers.get(page)

    def turn_to(self, page: str) -> int | None:
        """The number of `page` where a replay must be told to go there; None where it is there already."""
        if page == self.front or page not in self._numbers:
            return None
        if page in self._order:
            self._order.remove(page)
        self._order.append(page)
        return self._numbers[page]
