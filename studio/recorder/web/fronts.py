"""Which page a replay would act on by itself, and when it has to be told to go to another one. Pure."""

from __future__ import annotations


class Fronts:
    """Pages in the order in which they opened, as a replay opens them too: the one that opened last is in front.

    Pages are numbered from 1. A page that was open before the recording began has no number: a replay has it not.
    Actions are told later than pages come and go; `t` puts them in order.
    """

    def __init__(self, first: str) -> None:
        self._numbers: dict[str, int] = {first: 1}
        self._order: list[str] = [first]
        self._changes: list[tuple[float, str, bool]] = []

    def opened(self, page: str, t: float) -> None:
        """At `t` a page was opened by another one that a replay has."""
        if page not in self._numbers:
            self._numbers[page] = len(self._numbers) + 1
            self._changes.append((t, page, True))

    def closed(self, page: str, t: float) -> None:
        """At `t` a page closed itself, as it will in a replay."""
        if page in self._numbers:
            self._changes.append((t, page, False))

    @property
    def front(self) -> str:
        """The page that a replay acts on now, after everything that has happened."""
        order = list(self._order)
        for _, page, is_open in self._changes:
            order = _changed(order, page, is_open=is_open)
        return order[-1]

    def number(self, page: str) -> int | None:
        """The number of a page; None where a replay has it not."""
        return self._numbers.get(page)

    def turn_to(self, page: str, t: float) -> int | None:
        """The number of `page` where a replay must be told at `t` to go there; None where it is there already."""
        while self._changes and self._changes[0][0] < t:
            _, changed, is_open = self._changes.pop(0)
            self._order = _changed(self._order, changed, is_open=is_open)
        if page == self._order[-1] or page not in self._numbers:
            return None
        self._order = _changed(self._order, page, is_open=True)
        return self._numbers[page]


def _changed(order: list[str], page: str, *, is_open: bool) -> list[str]:
    """`order` with `page` in front, or without it (the last one stays)."""
    rest = [other for other in order if other != page]
    return [*rest, page] if is_open else rest or order
