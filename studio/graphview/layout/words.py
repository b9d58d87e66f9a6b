"""Sentences on nodes and edges: titles in pieces, guards, hints."""

from __future__ import annotations

import re

from studio.engine.model.program import Guard, Predicate, PredicateKind, Transition, TransitionKind
from studio.engine.saying import Say, english
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


def guard_words(guard: Guard, say: Say = english) -> str:
    """A guard as a person would say it."""
    words = say(" and ").join(_predicate_words(p, say) for p in guard.all_of) or say("always")
    if not guard.negate:
        return words
    return say("not ({words})", words=words) if len(guard.all_of) > 1 else say("not: {words}", words=words)


def _predicate_words(predicate: Predicate, say: Say) -> str:
    if predicate.kind is PredicateKind.TEXT_PRESENT:
        return say("shows “{text}”", text=predicate.text or "")
    if predicate.kind is PredicateKind.TEXT_ABSENT:
        return say("does not show “{text}”", text=predicate.text or "")
    if predicate.kind is PredicateKind.PARAM_EQUALS:
        return say("⟨{name}⟩ is “{value}”", name=predicate.param, value=predicate.value)
    if predicate.kind is PredicateKind.PARAM_GIVEN:
        return say("⟨{name}⟩ is given", name=predicate.param)
    return say("always")


def edge_words(edge: Transition, *, alone: bool, say: Say = english) -> str:
    """What stands on an edge; nothing on a plain one, “otherwise” on a plain one beside guarded ones.

    An exception without codes is taken on any halt and says nothing: it is dashed.
    """
    if edge.kind is TransitionKind.EXCEPTION:
        return ", ".join(say(code.replace("_", " ")) for code in edge.on)
    if edge.guard is not None:
        return guard_words(edge.guard, say)
    return "" if alone else say("otherwise")
