"""What the screen showed earlier in the recording: evidence that was there before proves nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from studio.engine.compiler.snapshot_texts import program_texts
from studio.engine.model.structure import RowList, StructureSnapshot, TextRun
from studio.engine.vision.text import squash


@dataclass(frozen=True, slots=True)
class Past:
    """One earlier moment. `since` is how a check names it: a step id, or None for just before the step.

    `screen` tells screens apart, with the dialogs that are open. `nameable` is False for the start of the recording, of
    which no check can speak.
    """

    since: str | None
    counts: Counter[str]
    lists: dict[str, int]
    screen: str = ""
    nameable: bool = True


def moment(snapshot: StructureSnapshot, size: tuple[int, int]) -> Past:
    """The texts and lists of a snapshot, counted."""
    view = "\n".join((screen_of(snapshot), *snapshot.dialogs))
    return Past(None, count(program_texts(snapshot, size)), list_rows(snapshot.lists), view)


def screen_of(snapshot: StructureSnapshot) -> str:
    """What tells one screen from another: title and address without its query."""
    address, _, place = snapshot.url.partition("#")
    return "\n".join((snapshot.title, address.partition("?")[0], place.partition("?")[0]))


def times(past: Past, flat: str) -> int:
    """How often a squashed text stands there, inside of others too, as the runtime counts."""
    return sum(number * text.count(flat) for text, number in past.counts.items())


def without(past: Past, messages: Sequence[str]) -> Past:
    """The moment without the lines that say one of the messages: what a message names is no entry of a list."""
    flat = [squash(message) for message in messages]
    kept = {line: number for line, number in past.counts.items() if not any(said in line for said in flat)}
    return replace(past, counts=Counter(kept))


def last_of_screen(past: Sequence[Past], screen: str) -> Past | None:
    """The latest moment on that screen of which a check can speak."""
    return next((p for p in past if p.nameable and p.screen == screen), None)


def count(texts: Sequence[TextRun]) -> Counter[str]:
    """How often each squashed text stands there."""
    return Counter(squash(run.text) for run in texts)


def list_rows(lists: Sequence[RowList]) -> dict[str, int]:
    """Rows by the name of the list; lists without a name, or that share it, cannot be told apart and are left out."""
    names = Counter(entry.name for entry in lists)
    return {entry.name: entry.rows for entry in lists if entry.name and names[entry.name] == 1}


def last_with_text(past: Sequence[Past], flat: str) -> Past | None:
    """The latest moment (`past` is newest first) at which the text stood there, alone or inside another."""
    return next((p for p in past if any(flat in key for key in p.counts)), None)


def last_with_list(past: Sequence[Past], name: str) -> Past | None:
    """The latest moment at which the list of that name was shown."""
    return next((p for p in past if name in p.lists), None)
