"""For a write that nothing else tells of: a line of its own that came up with it and names the record or the value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from studio.engine.compiler.history import Past, last_with_text
from studio.engine.compiler.row_structure import row_cells
from studio.engine.compiler.snapshot_texts import program_texts
from studio.engine.compiler.texts import goes_on, varies
from studio.engine.compiler.words import TRANSIENT, tells_failure
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.vision.text import squash, tokens
from studio.engine.vision.whole_text import says

LEAST_NAMED = 2
"""Letters or figures of a value that, as whole words of a new line, tells whose record was written."""

MOST_MESSAGES = 3
"""Rows up to which a list may be one of messages; a longer one holds data."""


def named_line(
    shown: StructureSnapshot,
    size: tuple[int, int],
    past: Sequence[Past],
    known: Mapping[str, str | None],
    stands_still: Callable[[TextRun], bool],
) -> tuple[Postcondition, ...]:
    """`text_present` for the whole of such a line, as `Stored Gloves L: ⟨count⟩`.

    `known` maps what was typed and what the rows acted on say to its parameter, or None where it is the same in each
    run. What else the line says must not vary, and must not tell of a failure. `stands_still` leaves out what changes
    by itself.
    """
    cells, data = row_cells(shown), [entry.region for entry in shown.lists if entry.rows > MOST_MESSAGES]
    found = []
    for run in program_texts(shown, size):
        among_data = squash(run.text) in cells or any(region.contains(run.region.center) for region in data)
        if among_data or not stands_still(run) or last_with_text(past, squash(run.text)) is not None:
            continue
        named = [value for value in known if len(squash(value)) >= LEAST_NAMED and says(run.text, value)]
        if named and _is_constant(run.text, named):
            found.append((-len(named), len(run.text), _template(run.text, known, named)))
    return (Postcondition(kind=CheckKind.TEXT_PRESENT, text=min(found)[2], whole=True),) if found else ()


def _is_constant(line: str, named: Sequence[str]) -> bool:
    rest = _without(line, named)
    passing = goes_on(line) or TRANSIENT.intersection(tokens(line)) or tells_failure(rest)
    return bool(squash(rest)) and not passing and not any(varies(word) for word in rest.split())


def _without(line: str, values: Sequence[str]) -> str:
    for value in sorted(values, key=len, reverse=True):
        line = _words(value).sub(" ", line)
    return line


def _template(line: str, known: Mapping[str, str | None], named: Sequence[str]) -> str:
    for value in sorted(named, key=len, reverse=True):
        if name := known[value]:
            line = _words(value).sub(f"⟨{name}⟩", line)
    return line


def _words(value: str) -> re.Pattern[str]:
    said = r"\s+".join(re.escape(word) for word in value.split())
    return re.compile(rf"(?<!\w){said}(?!\w)", re.IGNORECASE)
