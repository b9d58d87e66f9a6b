"""What a state that is no step shows: branches, decisions, loops, subflows, ends."""

from __future__ import annotations

from studio.engine.model.program import LoopSpec, State, StateKind
from studio.engine.saying import Say, english
from studio.graphview.layout.describing import described
from studio.graphview.layout.graph import Node, NodeKind, Span, Style

_HERE = "\0"
_ASK = frozenset({"halt", "halted", "ask", "escalate", "escalated", "needs_you"})
_BAD = frozenset({"fail", "failed", "error", "abort", "aborted", "stopped"})
ENDS = {"done": "Done", **{name: name.capitalize() for name in sorted(_BAD)}}
"""Ends that have no label, as they are called; what a workflow calls otherwise keeps its own name."""


def state_node(
    node_id: str,
    state: State,
    parent: str | None,
    *,
    framed: bool,
    beside: str | None = None,
    holds: tuple[str, ...] = (),
    say: Say = english,
) -> Node:
    """The node of such a state. `framed`: its body is drawn inside of it."""
    made = Node(
        id=node_id,
        kind=NodeKind(state.kind.value),
        title=_title(state, say, inside=parent is not None),
        icon=_icon(state),
        hint=_hint(state, say),
        parent=parent,
        opens=state.loop.body if state.loop else state.subflow,
        framed=framed,
        beside=beside,
        holds=holds,
    )
    return described(made, say)


def _title(state: State, say: Say, *, inside: bool) -> tuple[Span, ...]:
    if state.kind is StateKind.TERMINAL:
        return (Span(state.label or _end(state.outcome or "done", say, inside=inside), Style.STRONG),)
    if state.kind is StateKind.LOOP and state.loop:
        return _loop(state.loop, state.label, say)
    if state.label:
        return (Span(state.label, Style.STRONG),)
    if state.kind is StateKind.SUBFLOW:
        return _around(say("Run {name}", name=_HERE), _spoken(state.subflow or "?"))
    if state.kind is StateKind.ACTION:
        return _around(say("Step {name}, which is missing", name=_HERE), state.step_id or "?")
    return (Span(say("Which way?") if state.kind is StateKind.BRANCH else say("A person decides"), Style.STRONG),)


def _around(said: str, name: str) -> tuple[Span, ...]:
    """A title with the name of what it is about in its place."""
    before, _, after = said.partition(_HERE)
    return tuple(span for span in (Span(before), Span(name, Style.STRONG), Span(after)) if span.text)


def _loop(loop: LoopSpec, label: str | None, say: Say) -> tuple[Span, ...]:
    if label:
        return (Span(label, Style.STRONG),)
    return _around(say("for each row of {name}", name=_HERE), loop.relation.source)


def _end(outcome: str, say: Say, *, inside: bool) -> str:
    if outcome in _ASK:
        return say("Ask me")
    if inside and outcome == "done":
        return say("Go on")
    return say(ENDS[outcome]) if outcome in ENDS else _spoken(outcome)


def _spoken(name: str) -> str:
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _icon(state: State) -> str:
    if state.kind is not StateKind.TERMINAL:
        return "unknown" if state.kind is StateKind.ACTION else state.kind.value
    outcome = state.outcome or "done"
    return "halted" if outcome in _ASK else "failed" if outcome in _BAD else "passed"


def _hint(state: State, say: Say) -> str:
    if state.kind is StateKind.LOOP and state.loop:
        columns = ", ".join(f"⟨{param}⟩" for param in state.loop.relation.columns)
        return say("gives {columns}", columns=columns) if columns else ""
    if state.kind is StateKind.SUBFLOW:
        return say("Enter opens it")
    choosing = state.kind in (StateKind.BRANCH, StateKind.DECISION)
    return say("takes the first way that holds") if choosing else ""
