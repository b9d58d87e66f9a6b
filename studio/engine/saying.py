"""Words of the graph and of what two versions do differently, in another language: who shows them gives the function
that says them.

What a workflow holds (intents, texts of the program, comments) is never given to it.
"""

from __future__ import annotations

from typing import Protocol


class Say(Protocol):
    """`text` in the chosen language, with `{name}` replaced by the value of that name."""

    def __call__(self, text: str, /, **values: object) -> str:
        """The sentence; it may be asked in any thread."""
        ...


def english(text: str, /, **values: object) -> str:
    """As it is written here."""
    return text.format(**values) if values else text
