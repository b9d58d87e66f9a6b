"""What stays of a window's title from one run to the next. Pure."""

from __future__ import annotations

import re

_GAP = r"\s[-–—|]\s"
_PARTS = re.compile(_GAP)
_SIGNS = "[*∗＊✱•●⬤⚫]"
_WORDS = "|".join(
    (
        *(
            "modified",
            "changed",
            "edited",
            "unsaved",
            "not saved",
            "geändert",
            "bearbeitet",
            "(?:nicht |un)gespeichert",
        ),
        *(
            "modifiée?",
            "non enregistrée?",
            "modificad[oa]",
            "editad[oa]",
            "sin guardar",
            "modificat[oa]",
            "non salvat[oa]",
        ),
        *("gewijzigd", "bewerkt", "niet opgeslagen", "alterad[oa]", "não (?:salv|guardad|gravad)[oa]"),
        *("ändra[dt]", "redigera[dt]", "(?:inte |ej |o)sparad", "ændret", "redigeret", "ikke gemt"),
        *("zmienion[yaeo]", "zmodyfikowan[yaeo]", "edytowan[yaeo]", "niezapisan[yaeo]"),
    )
)
"""What programs say, in the ten languages that labels are judged in, of changes that are not saved."""
_ALONE = rf"{_GAP}(?:{_WORDS})(?={_GAP}|$)"
"""A part of its own behind another one: `Report — Edited`."""
_BRACKETS = rf"[\[(](?:{_SIGNS}|\+|{_WORDS})[\])]"
_VIM = r"\s=?\+(?=\s\((?:[~/]|[a-z]:))"
"""`note.txt + (~/ward) - GVIM`."""
_UNSAVED = re.compile(
    rf"(?:^|(?<={_GAP})){_SIGNS}+\s?|\s?{_SIGNS}+(?={_GAP}|$)|\s?{_BRACKETS}|{_VIM}|{_ALONE}", re.IGNORECASE
)


def marks_unsaved(title: str) -> bool:
    """Whether a title says that its document has changes that are not saved: `*note.txt - Mousepad`."""
    return _UNSAVED.search(squeezed(title)) is not None


def squeezed(text: str, most: int = 300) -> str:
    """One line, single spaces, not longer than `most`."""
    return " ".join(text[: 4 * most].split())[:most]


def lasting_title(title: str, program: str) -> str:
    """The title without what tells of the document: “*note.txt - Mousepad” of mousepad is “Mousepad”.

    Where no part of it is the program's name, all of it stays, but for marks of unsaved changes. A bare path of a file
    is the program's name.
    """
    plain = squeezed(_UNSAVED.sub(" ", squeezed(title)))
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
