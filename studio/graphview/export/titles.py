"""Titles that fit: pieces cut to a width, without a font at hand."""

from __future__ import annotations

from collections.abc import Iterable

from studio.graphview.layout.graph import Span, Style
from studio.graphview.layout.metrics import elided, text_width


def fitted(spans: Iterable[Span], width: float, px: float = 13.0) -> list[Span]:
    """The pieces as far as they fit into `width` px; the last one may end with an ellipsis."""
    kept: list[Span] = []
    left = width
    for span in spans:
        strong = span.style is Style.STRONG
        shown = elided(span.text, left, px, bold=strong)
        kept.append(Span(shown, span.style))
        left -= text_width(shown, px, bold=strong)
        if shown != span.text:
            break
    return kept
