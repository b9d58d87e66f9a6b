"""Raw input as it may be written down: a secret leaves one `masked` and nothing that was typed for it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from studio.recorder.normaliser.machine import Normaliser
from studio.recorder.raw import UNDONE, RawEvent


def cleaned(raw: Iterable[RawEvent]) -> tuple[RawEvent, ...]:
    """A whole list of raw events as it may be written down.

    A text that was taken back is masked as a secret is. What means nothing is left out: injected input, what was done
    in a pause, and what follows the end.
    """
    machine = Normaliser()
    kept: list[tuple[int, RawEvent]] = []
    for number, event in enumerate(raw):
        if not machine.leaves_out(event):
            kept.append((number, event))
        machine.feed(event)
    machine.flush()
    return tuple(_without_releases(_masked(kept, machine.hidden)))


def _masked(kept: Iterable[tuple[int, RawEvent]], hidden: dict[int, RawEvent | None]) -> Iterator[RawEvent]:
    for number, raw in kept:
        mask = hidden.get(number, raw)
        if mask is not None and mask.kind == "masked":
            yield RawEvent(t=raw.t, kind="masked", name=UNDONE if mask.name == UNDONE else None)
        elif mask is not None:
            yield mask


def _without_releases(kept: Iterable[RawEvent]) -> Iterator[RawEvent]:
    """Without a key_up whose key_down was left out: it means nothing, and could tell a key of a secret."""
    down: set[str] = set()
    for raw in kept:
        name = (raw.key or raw.char or "").lower()
        if raw.kind == "key_up" and name not in down:
            continue
        if raw.kind == "key_down":
            down.add(name)
        if raw.kind == "key_up":
            down.discard(name)
        yield raw
