"""Whether a screen says a text, and not merely something that begins with it: “Anna Berg” is not in “Anna Berger”."""

from __future__ import annotations

from collections.abc import Iterator

from studio.engine.vision.text import confusable, normalise, reads, squash

_ENDING = 4
"""Letters up to which what goes on in a word is taken for another ending of it; a lost space leaves a whole word."""

_EDGE = ("l", "|")
"""As what OCR reads the edge of a field that stands close behind a label."""
_LONG = 8
"""Letters from which such a stroke makes no other text of it."""


def says(line: str, wanted: str) -> bool:
    """Whether `line`, as a program tells it, holds `wanted` as whole words: no letter more on either side.

    A figure may follow a letter and the other way round (`Saved 3` told as `Saved3`).
    """
    flat = squash(wanted)
    if not flat:
        return bool(normalise(wanted)) and normalise(wanted) in normalise(line)
    return any(run == flat or _ends_there(run, flat) for run in _runs(line, flat))


def reads_whole(said: str, wanted: str, *, exact: bool = False) -> bool:
    """Whether what was read (`said`) holds `wanted`, as `reads` decides, and the last word does not go on differently.

    `exact` allows for nothing but letters that OCR takes for each other: names of records differ by a letter.
    """
    flat = squash(wanted)
    if not flat or (not exact and not reads(said, wanted)):
        return False
    if any(confusable(run, wanted) for run in _runs(said, flat, longest=len(flat) + 2)):
        return True
    return not exact and not any(_goes_on(run, flat) for run in _runs(said, flat))


def _runs(line: str, flat: str, longest: int = 0) -> Iterator[str]:
    """Runs of whole words, squashed: from each word on, up to the first that is as long as `flat` (or `longest`)."""
    words = [squash(word) for word in normalise(line).split()]
    for start in range(len(words)):
        run = ""
        for word in words[start:]:
            run += word
            yield run
            if len(run) >= max(len(flat), longest):
                break


def _ends_there(run: str, flat: str) -> bool:
    """Whether the run begins with the text and goes on with something of another kind, as figures behind a word."""
    return run.startswith(flat) and len(run) > len(flat) and run[len(flat)].isdigit() is not flat[-1].isdigit()


def _goes_on(run: str, flat: str) -> bool:
    if not run.startswith(flat) or not 0 < len(run) - len(flat) <= _ENDING or _ends_there(run, flat):
        return False
    edge = run[len(flat) :] in _EDGE and len(flat) >= _LONG and not flat[-1].isdigit()
    return not edge
