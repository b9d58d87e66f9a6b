"""Every word that is the graph's own is said by who shows it: nothing of it stays English in another language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from helpers.another_language import left_over, marked
from helpers.steps import save_anchor

from studio.engine.model.effects import Effect, EffectKind
from studio.engine.model.halts import HaltCode
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
from studio.engine.model.workflow import ActionKind, Risk, Step, Workflow
from studio.graphview.layout import GraphModel, Plan, SectionStart, StepNotes, graph_model, planned, robust
from studio.graphview.layout.live import Live
from studio.graphview.layout.states import ENDS
from studio.graphview.marks import Marks
from studio.graphview.voice import spoken

OWN = "7"
"""What the workflow itself says: no letters, so that each letter that is left is a word of ours."""


def steps() -> Iterator[Step]:
    """Each action without a target and without words of its own, turns of the wheel, and one that has all."""
    for action in ActionKind:
        yield Step(id=f"{len(action)}{action[:1]}", action=action, intent="")
    for n, (dx, dy) in enumerate(((0, 9), (0, -9), (9, 0), (-9, 0))):
        yield Step(id=f"w{n}", action=ActionKind.SCROLL, intent=OWN, scroll_dx=dx, scroll_dy=dy)
    effect = Effect(kind=EffectKind.RECORD_WRITTEN, record=OWN)
    yield Step(
        id="a",
        action=ActionKind.TYPE,
        intent=OWN,
        param=OWN,
        anchor=save_anchor().model_copy(update={"ocr_text": OWN}),
        risk=Risk.IRREVERSIBLE,
        effects=(effect,),
        identity_armed=True,
    )
    yield Step(id="s", action=ActionKind.TYPE, intent=OWN, secret=True, text=OWN)


def states(count: int) -> Iterator[State]:
    """What is no step, with and without a name; every end."""
    yield State(id="0", kind=StateKind.ACTION, step_id=OWN)
    yield State(id="1", kind=StateKind.BRANCH)
    yield State(id="2", kind=StateKind.DECISION)
    relation = Relation(source=OWN, columns={OWN: OWN})
    yield State(id="3", kind=StateKind.LOOP, loop=LoopSpec(body="9", relation=relation))
    yield State(id="4", kind=StateKind.SUBFLOW, subflow="9")
    for n, outcome in enumerate((*ENDS, "halt")):
        yield State(id=f"{count}{n}", kind=StateKind.TERMINAL, outcome=outcome)


def workflow() -> Workflow:
    """All of it, joined by every guard and every halt."""
    made = tuple(steps())
    every = (*(State(id=s.id, kind=StateKind.ACTION, step_id=s.id) for s in made), *states(len(made)))
    told = tuple(Predicate(kind=kind, text=OWN, param=OWN, value=OWN) for kind in PredicateKind)
    guards = (
        *(Guard(all_of=(each,)) for each in told),
        Guard(all_of=told, negate=True),
        Guard(all_of=told[:1], negate=True),
    )
    edges = [Transition(source=a.id, target=b.id) for a, b in pairwise(every)]
    edges += [Transition(source="1", target="2", kind=TransitionKind.GUARDED, guard=guard) for guard in guards]
    edges += [Transition(source="w0", target="2", kind=TransitionKind.EXCEPTION, on=(code.value,)) for code in HaltCode]
    inner = (State(id="5", kind=StateKind.ACTION, step_id="a"), State(id="6", kind=StateKind.TERMINAL, outcome="done"))
    body = ProgramGraph(entry="5", states=inner, transitions=(Transition(source="5", target="6"),))
    program = ProgramGraph(entry=every[0].id, states=every, transitions=tuple(edges))
    return Workflow(
        name=OWN, viewport=(800, 600), steps=made, program=program, subflows={"9": body}, unreviewed=(made[0].id, "a")
    )


def words(model: GraphModel) -> Iterator[str]:
    """All that is drawn and said of it."""
    plan = planned(model)
    marks = Marks(
        live=dict(zip(model.by_id, [*Live] * len(model.nodes), strict=False)), breakpoints=frozenset(model.by_id)
    )
    for node in model.nodes:
        yield from (node.text, node.hint, node.picture.text, node.short, node.description)
        yield node.strength.words if node.strength else ""
        yield spoken(plan, marks, node.id, marked)
    yield from (edge.label for edge in model.edges)
    yield from (section.head for section in model.sections)


@pytest.mark.parametrize("shut", [False, True])
def test_every_word_of_the_graph_is_said_by_who_shows_it(shut: bool) -> None:
    flow = workflow()
    notes = {flow.steps[0].id: StepNotes(disabled=True, comment=OWN, problems=(OWN,), strength=robust(1, 2, marked))}
    starts = (SectionStart(flow.steps[0].id), SectionStart("w0"))
    model = graph_model(flow, notes=notes, sections=starts, shut=(starts[0].first,) if shut else (), say=marked)
    assert len({node.kind for node in model.nodes}) >= 6
    assert [text for text in words(model) if left_over(text)] == []


def test_english_is_what_is_written_here() -> None:
    plan: Plan = planned(graph_model(workflow()))
    said = {edge.label for edge in plan.model.edges}
    assert {"shows “7”", "⟨7⟩ is given", "otherwise", "no path"} <= said
    assert {"Failed", "Ask me", "for each row of 7"} <= {node.text for node in plan.model.nodes}
