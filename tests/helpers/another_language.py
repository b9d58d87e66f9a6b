"""A language that marks whatever it is asked to say, so that what nobody asked it shows."""

from __future__ import annotations

import re


def marked(text: str, /, **values: object) -> str:
    """`«text»`, with its values."""
    return f"«{text.format(**values) if values else text}»"


def left_over(text: str) -> str:
    """The text where words stand outside of all marks; else empty."""
    rest = text
    while (shorter := re.sub(r"«[^«»]*»", "", rest)) != rest:
        rest = shorter
    return text if re.search(r"[A-Za-z]{2,}", rest) else ""
