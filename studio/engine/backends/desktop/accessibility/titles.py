"""What stays of a window's title from one run to the next. Pure."""

from __future__ import annotations

import re

_PARTS = re.compile(r"\s+[-–—|]\s+")
_MARKS = re.compile(r"^[\s*•●✱]+|[\s*•●✱]+$|\s*\[(?:modified|changed|\*)\]\s*", re.IGNORECASE)
_UNSAVED = re.compile(r"^[*•●✱]|[*•●✱]$|[\[(](?:modified|changed|unsaved|\*|\+)[\])]|^edited$", re.IGNORECASE)


def marks_unsaved(title: str) -> bool:
    """Whether a title says that its document has changes that are not saved: `*note.txt - Mousepad`."""
    return any(_UNSAVED.search(part.strip()) for part in _PARTS.split(squeezed(title)))


def squeezed(text: str, most: int = 300) -> str:
    """One line, single spaces, not longer than `most`."""
    return " ".join(text[: 4 * most].split())[:most]


def lasting_title(title: str, program: str) -> str:
    """The title without what tells of the document: “*note.txt - Mousepad” of mousepad is “Mousepad”.

    Where no part of it is the program's name, all of it stays, but for marks of unsaved changes. A bare path of a file
    is the program's name.
    """
    plain = squeezed(_MARKS.sub(" ", title))
    parts = _PARTS.split(plain)
    named = [part for part in parts if _names(part, program)]
    if named:
        return named[-1]
    return squeezed(program) if plain.startswith(("/", "~/")) else plain


def _names(part: str, program: str) -> bool:
    one, other = _letters(part), _letters(program)
    return bool(one and other) and (one == other or (len(other) > 3 and (other in one or one in other)))


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())
