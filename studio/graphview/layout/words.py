"""Sentences on nodes and edges: titles in pieces, guards, hints."""

from __future__ import annotations

import re

from studio.engine.model.program import Guard, Predicate, PredicateKind, Transition, TransitionKind
from studio.graphview.layout.graph import Span, Style

_PIECES = re.compile(r"⟨[^⟩]*⟩|<\w+>|‘[^’]*’|'[^']+'|“[^”]*”")


def spans(intent: str) -> tuple[Span, ...]:
    """An intent in pieces: what it names is strong, parameters stand apart. `click ‘Save’` becomes Click **Save**."""
    text = " ".join(intent.split())
    pieces, at = [], 0
    for match in _PIECES.finditer(text):
        if match.start() > at:
            pieces.append(Span(text[at : match.start()]))
        pieces.append(_named(match[0]))
        at = match.end()
    if at < len(text):
        pieces.append(Span(text[at:]))
    if pieces and pieces[0].style is Style.PLAIN:
        pieces[0] = Span(pieces[0].text[:1].upper() + pieces[0].text[1:])
    return tuple(piece for piece in pieces if piece.text)


def _named(piece: str) -> Span:
    if piece[0] in "⟨<":
        return Span(f"⟨{piece[1:-1]}⟩", Style.PARAM)
    return Span(piece[1:-1], Style.STRONG)


def guard_words(guard: Guard) -> str:
    """A guard as a person would say it."""
    words = " and ".join(_predicate_words(p) for p in guard.all_of) or "always"
    return f"not ({words})" if guard.negate and len(guard.all_of) > 1 else f"not: {words}" if guard.negate else words


def _predicate_words(predicate: Predicate) -> str:
    text = predicate.text or ""
    return {
        PredicateKind.ALWAYS: "always",
        PredicateKind.TEXT_PRESENT: f"shows “{text}”",
        PredicateKind.TEXT_ABSENT: f"does not show “{text}”",
        PredicateKind.PARAM_EQUALS: f"⟨{predicate.param}⟩ is “{predicate.value}”",
        PredicateKind.PARAM_GIVEN: f"⟨{predicate.param}⟩ is given",
    }[predicate.kind]


def edge_words(edge: Transition, *, alone: bool) -> str:
    """What stands on an edge; nothing on a plain one, “otherwise” on a plain one beside guarded ones.

    An exception without codes is taken on any halt and says nothing: it is dashed.
    """
    if edge.kind is TransitionKind.EXCEPTION:
        return ", ".join(code.replace("_", " ") for code in edge.on)
    if edge.guard is not None:
        return guard_words(edge.guard)
    return "" if alone else "otherwise"
