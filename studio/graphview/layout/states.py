"""What a state that is no step shows: branches, decisions, loops, subflows, ends."""

from __future__ import annotations

from studio.engine.model.program import LoopSpec, State, StateKind
from studio.graphview.layout.graph import Node, NodeKind, Span, Style

_ASK = frozenset({"halt", "halted", "ask", "escalate", "escalated", "needs_you"})
_BAD = frozenset({"fail", "failed", "error", "abort", "aborted", "stopped"})


def state_node(
    node_id: str,
    state: State,
    parent: str | None,
    *,
    framed: bool,
    beside: str | None = None,
    holds: tuple[str, ...] = (),
) -> Node:
    """The node of such a state. `framed`: its body is drawn inside of it."""
    return Node(
        id=node_id,
        kind=NodeKind(state.kind.value),
        title=_title(state, inside=parent is not None),
        icon=_icon(state),
        hint=_hint(state),
        parent=parent,
        opens=state.loop.body if state.loop else state.subflow,
        framed=framed,
        beside=beside,
        holds=holds,
    )


def _title(state: State, *, inside: bool) -> tuple[Span, ...]:
    if state.kind is StateKind.TERMINAL:
        return (Span(state.label or _end(state.outcome or "done", inside=inside), Style.STRONG),)
    if state.kind is StateKind.LOOP and state.loop:
        return _loop(state.loop, state.label)
    if state.label:
        return (Span(state.label, Style.STRONG),)
    if state.kind is StateKind.SUBFLOW:
        return Span("Run "), Span(_spoken(state.subflow or "?"), Style.STRONG)
    if state.kind is StateKind.ACTION:
        return Span("Step "), Span(f"{state.step_id or '?'}, which is missing", Style.STRONG)
    return (Span("Which way?" if state.kind is StateKind.BRANCH else "A person decides", Style.STRONG),)


def _loop(loop: LoopSpec, label: str | None) -> tuple[Span, ...]:
    if label:
        return (Span(label, Style.STRONG),)
    return Span("for each row of "), Span(loop.relation.source, Style.STRONG)


def _end(outcome: str, *, inside: bool) -> str:
    if outcome in _ASK:
        return "Ask me"
    if inside and outcome == "done":
        return "Go on"
    return _spoken(outcome)


def _spoken(name: str) -> str:
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _icon(state: State) -> str:
    if state.kind is not StateKind.TERMINAL:
        return "unknown" if state.kind is StateKind.ACTION else state.kind.value
    outcome = state.outcome or "done"
    return "halted" if outcome in _ASK else "failed" if outcome in _BAD else "passed"


def _hint(state: State) -> str:
    if state.kind is StateKind.LOOP and state.loop:
        columns = ", ".join(f"⟨{param}⟩" for param in state.loop.relation.columns)
        return f"gives {columns}" if columns else ""
    return {
        StateKind.SUBFLOW: "Enter opens it",
        StateKind.BRANCH: "takes the first way that holds",
        StateKind.DECISION: "takes the first way that holds",
    }.get(state.kind, "")
