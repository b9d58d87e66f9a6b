"""Stages of a workflow: where a new screen begins, suggested from the checks, or as a person has set them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from studio.engine.model.program import ProgramGraph, StateKind
from studio.engine.model.workflow import POINTED, ActionKind, CheckKind, Step, Workflow
from studio.engine.saying import Say, english
from studio.graphview.layout.graph import Node, NodeKind, Section

LEAST = 3
"""Steps that a suggested section has at least: a column of one card tells nothing."""
MOST = 14
"""Cards after which a suggested section ends at the next place where it may."""
_LARGE = 0.5
"""Share of the screen that must have changed where no text tells."""


@dataclass(frozen=True, slots=True)
class SectionStart:
    """A section begins at this state of the outermost graph (of a linear workflow: at this step)."""

    first: str
    title: str = ""


def suggested(workflow: Workflow, program: ProgramGraph) -> tuple[SectionStart, ...]:
    """Sections that begin where a step brought up a new screen, and only where one single way leads on.

    Nothing is suggested where that gives less than two sections.
    """
    steps = {step.id: step for step in workflow.steps}
    open_ways = _open_ways(program)
    starts, since, fresh = [0], 0, False
    rest = sum(state.kind is not StateKind.TERMINAL for state in program.states)
    for n, state in enumerate(program.states):
        if state.kind is StateKind.TERMINAL:
            continue
        rest -= 1
        if open_ways[n] <= 1 and rest >= LEAST - 1 and ((fresh and since >= LEAST) or since >= MOST):
            starts, since = [*starts, n], 0
        step = steps.get(state.step_id or "")
        fresh, since = step is not None and brings_screen(step, workflow.viewport), since + 1
    if len(starts) < 2:
        return ()
    ends = [*starts[1:], len(program.states)]
    return tuple(
        SectionStart(program.states[a].id, _title([steps.get(s.step_id or "") for s in program.states[a:b]]))
        for a, b in zip(starts, ends, strict=True)
    )


def brings_screen(step: Step, viewport: tuple[int, int]) -> bool:
    """Whether a step leads to another page or screen, as far as its own checks tell."""
    if step.action is ActionKind.SWITCH_SURFACE:
        return True
    if step.action is ActionKind.TYPE:
        return False
    area = viewport[0] * viewport[1]
    return any(
        check.kind is CheckKind.TEXT_PRESENT
        or (check.kind is CheckKind.REGION_STABLE and check.region is not None and check.region.area > _LARGE * area)
        for check in step.expect
    )


def _open_ways(program: ProgramGraph) -> list[int]:
    """For each state, how many edges lead from before it to it or beyond, or back over it. Ends do not count."""
    place = {state.id: n for n, state in enumerate(program.states)}
    ends = {state.id for state in program.states if state.kind is StateKind.TERMINAL}
    change = [0] * (len(program.states) + 1)
    for edge in program.transitions:
        if edge.source not in place or edge.target not in place or edge.target in ends:
            continue
        a, b = place[edge.source], place[edge.target]
        weight = 1 if a < b else 2
        change[min(a, b) + 1] += weight
        change[max(a, b) + 1] -= weight
    total, found = 0, []
    for delta in change[:-1]:
        total += delta
        found.append(total)
    return found


def _title(steps: Sequence[Step | None]) -> str:
    """What a section leads to: the label of the last thing clicked in it, never one that belongs to a record."""
    anchors = [s.anchor for s in steps if s and s.action in POINTED and s.anchor and not s.identity_armed]
    labels = [a.ocr_text for a in anchors if a.ocr_text and not a.row_texts]
    return labels[-1] if labels else ""


def sections_of(starts: Sequence[SectionStart], nodes: Sequence[Node], say: Say = english) -> tuple[Section, ...]:
    """The nodes of the outermost level, by section. Nodes before the first start belong to the first section."""
    places: Mapping[str, SectionStart] = {start.first: start for start in starts}
    groups: list[tuple[SectionStart, list[Node]]] = []
    early: list[Node] = []
    for node in nodes:
        if node.beside is not None:  # it stands where its source stands
            continue
        if node.id in places:
            groups.append((places[node.id], [*early, node]))
            early = []
        elif groups:
            groups[-1][1].append(node)
        else:
            early.append(node)
    return tuple(
        Section(start.first, start.title, tuple(n.id for n in group), _span(group), start.title or say("Steps"))
        for start, group in groups
    )


def _span(nodes: Sequence[Node]) -> str:
    numbers = [n.number for n in nodes if n.number is not None]
    inner = any(n.kind is not NodeKind.TERMINAL and n.number is None for n in nodes)
    if not numbers:
        return ""
    return f"{min(numbers)}–{max(numbers)}" if len(numbers) > 1 or inner else str(numbers[0])
