"""Raw input as it may be written down: a secret leaves one `masked` and nothing that was typed for it. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from studio.recorder.actions import Normalised
from studio.recorder.normaliser.machine import Normaliser
from studio.recorder.raw import RawEvent

_Numbered = tuple[int, RawEvent]


class CleanLog:
    """Feeds a normaliser and holds raw events back as long as they may turn out to be part of a secret.

    A key_up without a key_down that was let through is left out: it means nothing, and could tell a key of a secret.
    """

    def __init__(self, normaliser: Normaliser) -> None:
        self._normaliser = normaliser
        self._waiting: deque[_Numbered] = deque()
        self._fed = 0
        self._down: set[str] = set()

    def feed(self, raw: RawEvent) -> tuple[tuple[Normalised, ...], tuple[RawEvent, ...]]:
        """What is certain now, and the raw events that may be written now."""
        found = self._normaliser.feed(raw)
        self._waiting.append((self._fed, raw))
        self._fed += 1
        return found, self._released()

    def tick(self, now: float) -> tuple[tuple[Normalised, ...], tuple[RawEvent, ...]]:
        """As `feed`, for time alone."""
        return self._normaliser.tick(now), self._released()

    def flush(self, now: float | None = None) -> tuple[tuple[Normalised, ...], tuple[RawEvent, ...]]:
        """As `feed`, at the end."""
        return self._normaliser.flush(now), self._released()

    def _released(self) -> tuple[RawEvent, ...]:
        limit = self._normaliser.unsettled
        free: list[RawEvent] = []
        while self._waiting and (limit is None or self._waiting[0][0] < limit):
            number, raw = self._waiting.popleft()
            kept = self._clean(raw, self._normaliser.hidden.pop(number, None))
            if kept is not None:
                free.append(kept)
        return tuple(free)

    def _clean(self, raw: RawEvent, is_first: bool | None) -> RawEvent | None:
        if is_first is not None:
            return RawEvent(t=raw.t, kind="masked") if is_first else None
        if raw.kind == "masked":
            return RawEvent(t=raw.t, kind="masked")
        name = (raw.key or raw.char or "").lower()
        if raw.kind == "key_down":
            self._down.add(name)
        if raw.kind == "key_up":
            if name not in self._down:
                return None
            self._down.discard(name)
        return raw


def cleaned(raw: Iterable[RawEvent]) -> tuple[RawEvent, ...]:
    """A whole list of raw events as it may be written down."""
    log = CleanLog(Normaliser())
    kept = [clean for event in raw for clean in log.feed(event)[1]]
    return (*kept, *log.flush()[1])
