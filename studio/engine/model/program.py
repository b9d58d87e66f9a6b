"""The program graph: states, guarded transitions, loops over worklists, subflows, exception paths.

A linear workflow is the degenerate case: one action state per step, in a chain (`model/lift.py`).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from studio.engine.model.base import Value


class PredicateKind(StrEnum):
    """What a guard can ask."""

    ALWAYS = "always"
    TEXT_PRESENT = "text_present"
    TEXT_ABSENT = "text_absent"
    PARAM_EQUALS = "param_equals"
    PARAM_GIVEN = "param_given"


class Predicate(Value):
    """One question about the screen or the parameters."""

    kind: PredicateKind
    text: str | None = None
    param: str | None = None
    value: str | None = None


class Guard(Value):
    """All predicates must hold (each negated where `negate` is set)."""

    all_of: tuple[Predicate, ...] = ()
    negate: bool = False


class StateKind(StrEnum):
    """What a state of the graph is."""

    ACTION = "action"
    BRANCH = "branch"
    DECISION = "decision"
    LOOP = "loop"
    SUBFLOW = "subflow"
    TERMINAL = "terminal"


class Relation(Value):
    """How the columns of a worklist bind to parameters: parameter name to column name."""

    source: str
    columns: dict[str, str] = {}


class LoopSpec(Value):
    """A loop over the rows of a worklist; its body is the subflow `body`."""

    body: str
    relation: Relation
    max_iterations: int = Field(default=1000, ge=1, le=100_000)


class State(Value):
    """One node of the graph; the payload that fits its kind is set."""

    id: str
    kind: StateKind
    step_id: str | None = None
    loop: LoopSpec | None = None
    subflow: str | None = None
    outcome: str | None = None
    label: str | None = None


class TransitionKind(StrEnum):
    """How an edge is taken."""

    SEQUENCE = "sequence"
    GUARDED = "guarded"
    EXCEPTION = "exception"


class Transition(Value):
    """An edge. Guarded edges are tried in order; an exception edge is taken when its source halts with `on`."""

    source: str
    target: str
    kind: TransitionKind = TransitionKind.SEQUENCE
    guard: Guard | None = None
    on: tuple[str, ...] = ()


class ProgramGraph(Value):
    """A parameterised state machine over the steps of a workflow."""

    entry: str
    states: tuple[State, ...]
    transitions: tuple[Transition, ...] = ()
