"""Workflows whose graphs have every kind of node and edge, and large ones."""

from __future__ import annotations

from studio.engine.model.effects import Effect, EffectKind
from studio.engine.model.program import (
    Guard,
    LoopSpec,
    Predicate,
    PredicateKind,
    ProgramGraph,
    Relation,
    State,
    StateKind,
    Transition,
    TransitionKind,
)
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow

SEQUENCE, EXCEPTION = TransitionKind.SEQUENCE, TransitionKind.EXCEPTION


def shows(text: str, *, negate: bool = False) -> Guard:
    """A guard on a text of the screen."""
    return Guard(all_of=(Predicate(kind=PredicateKind.TEXT_PRESENT, text=text),), negate=negate)


def step(n: int, intent: str, action: ActionKind = ActionKind.CLICK, **more: object) -> Step:
    """A step without evidence."""
    return Step.model_validate({"id": f"s{n}", "intent": intent, "action": action, **more})


def action(n: int) -> State:
    """The state of step `n`."""
    return State(id=f"s{n}", kind=StateKind.ACTION, step_id=f"s{n}")


STEPS = (
    step(1, "click ‘Sign In’"),
    step(2, "type ⟨patient⟩ into ‘Search’", ActionKind.TYPE, param="patient"),
    step(3, "press Enter", ActionKind.KEY, key="Enter"),
    step(4, "click ‘Open’ in the row of ‘Terri Template’", identity_armed=True, identity_param="patient"),
    step(5, "click ‘Close reminder’"),
    step(6, "click ‘New Encounter’"),
    step(7, "choose ‘Video’ in the field ‘Visit’", ActionKind.SELECT, text="Video"),
    step(8, "type the secret ⟨pin⟩ into ‘PIN’", ActionKind.TYPE, param="pin", secret=True, text="never shown"),
    step(9, "scroll down 400", ActionKind.SCROLL, scroll_dy=400),
    step(
        10,
        "click ‘Save Encounter’",
        risk=Risk.IRREVERSIBLE,
        effects=(Effect(kind=EffectKind.RECORD_WRITTEN, record="encounter"),),
    ),
    step(11, "click ‘Sign out’"),
)


def _row() -> ProgramGraph:
    return ProgramGraph(
        entry="s4",
        states=(
            action(4),
            State(id="reminder", kind=StateKind.BRANCH, label="Is there a reminder?"),
            action(5),
            action(6),
            State(id="fill", kind=StateKind.SUBFLOW, subflow="fill"),
            action(10),
            State(id="next", kind=StateKind.TERMINAL, outcome="done"),
            State(id="ask", kind=StateKind.TERMINAL, outcome="halt"),
        ),
        transitions=(
            Transition(source="s4", target="reminder"),
            Transition(source="reminder", target="s5", kind=TransitionKind.GUARDED, guard=shows("Reminder")),
            Transition(source="reminder", target="s6"),
            Transition(source="s5", target="s6"),
            Transition(source="s6", target="fill"),
            Transition(source="fill", target="s10"),
            Transition(source="s10", target="next"),
            Transition(source="s4", target="ask", kind=EXCEPTION, on=("ambiguous",)),
            Transition(source="s10", target="ask", kind=EXCEPTION),
        ),
    )


def _fill() -> ProgramGraph:
    return ProgramGraph(
        entry="s7",
        states=(action(7), action(8), action(9), State(id="end", kind=StateKind.TERMINAL, outcome="done")),
        transitions=(
            Transition(source="s7", target="s8"),
            Transition(source="s8", target="s9"),
            Transition(source="s9", target="end"),
        ),
    )


def _main() -> ProgramGraph:
    return ProgramGraph(
        entry="s1",
        states=(
            action(1),
            action(2),
            action(3),
            State(id="found", kind=StateKind.DECISION, label="Was the patient found?"),
            State(
                id="rows",
                kind=StateKind.LOOP,
                loop=LoopSpec(body="row", relation=Relation(source="recalls.csv", columns={"patient": "Name"})),
            ),
            action(11),
            State(id="end", kind=StateKind.TERMINAL, outcome="done"),
            State(id="ask", kind=StateKind.TERMINAL, outcome="halt"),
            State(id="gone", kind=StateKind.TERMINAL, outcome="failed", label="No such patient"),
        ),
        transitions=(
            Transition(source="s1", target="s2"),
            Transition(source="s2", target="s3"),
            Transition(source="s3", target="found"),
            Transition(source="found", target="rows", kind=TransitionKind.GUARDED, guard=shows("1 of 1")),
            Transition(source="found", target="s2", kind=TransitionKind.GUARDED, guard=shows("Type a name")),
            Transition(source="found", target="gone"),
            Transition(source="rows", target="s11"),
            Transition(source="s11", target="end"),
            Transition(source="s1", target="ask", kind=EXCEPTION),
            Transition(source="rows", target="ask", kind=EXCEPTION),
            Transition(source="s3", target="s11", kind=EXCEPTION, on=("postcondition_failed",)),
        ),
    )


def full_workflow() -> Workflow:
    """Every kind of node and edge: branch, decision, loop with body, subflow, exceptions, ends, a way back."""
    return Workflow(
        name="Recall <the> patients",
        viewport=(1280, 800),
        steps=STEPS,
        program=_main(),
        subflows={"row": _row(), "fill": _fill()},
    )


def long_workflow(count: int, *, screens: int = 9) -> Workflow:
    """A straight line of `count` steps that comes to a new screen every `screens` steps."""
    seen = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Next page")
    steps = tuple(
        step(n, f"click ‘Button {n}’", expect=(seen,) if n % screens == 0 else ()) for n in range(1, count + 1)
    )
    return Workflow(name="Long", viewport=(1280, 800), steps=steps)


def branching_workflow(count: int) -> Workflow:
    """A program of `count` steps where every seventh may skip some, and every eleventh asks a person."""
    steps = tuple(step(n, f"click ‘Button {n}’") for n in range(1, count + 1))
    states = (*(action(n) for n in range(1, count + 1)), State(id="end", kind=StateKind.TERMINAL, outcome="done"))
    states = (*states, State(id="ask", kind=StateKind.TERMINAL, outcome="halt"))
    after = [f"s{n + 1}" if n < count else "end" for n in range(1, count + 1)]
    edges = [Transition(source=f"s{n}", target=after[n - 1]) for n in range(1, count + 1)]
    edges += [
        Transition(
            source=f"s{n}", target=f"s{min(count, n + 2 + n % 5)}", kind=TransitionKind.GUARDED, guard=shows("Skip")
        )
        for n in range(1, count - 1, 7)
    ]
    edges += [Transition(source=f"s{n}", target="ask", kind=EXCEPTION) for n in range(1, count + 1, 11)]
    program = ProgramGraph(entry="s1", states=states, transitions=tuple(edges))
    return Workflow(name="Branching", viewport=(1280, 800), steps=steps, program=program)
