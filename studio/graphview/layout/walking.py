"""Walking through a graph by keys: along its edges, sideways, to its ends, by a step's number."""

from __future__ import annotations

from enum import StrEnum

from studio.graphview.layout.graph import EdgeKind
from studio.graphview.layout.plan import Plan


class Way(StrEnum):
    """Where to go."""

    DOWN = "down"
    UP = "up"
    LEFT = "left"
    RIGHT = "right"
    FIRST = "first"
    LAST = "last"


def walked(plan: Plan, here: str | None, way: Way) -> str | None:
    """The node that a key leads to; the same one where there is no way on; the first where nothing is chosen."""
    if here is None or here not in plan.model.by_id:
        return plan.walk[-1 if way is Way.LAST else 0] if plan.walk else None
    if way is Way.FIRST:
        return plan.walk[0]
    if way is Way.LAST:
        return plan.walk[-1]
    if way is Way.DOWN:
        return _onwards(plan, here)
    if way is Way.UP:
        return _backwards(plan, here)
    return _sideways(plan, here, -1 if way is Way.LEFT else 1)


def numbered(plan: Plan, number: int) -> str | None:
    """The node of the step with this number."""
    return next((key for key in plan.walk if plan.model.by_id[key].number == number), None)


def matching(plan: Plan, text: str) -> tuple[str, ...]:
    """Nodes whose number, title, hint, comment or problems hold all the words, in reading order."""
    wanted = text.casefold().split()
    found = []
    for key in plan.walk:
        node = plan.model.by_id[key]
        said = f"{node.name} {node.description}".casefold()
        if all(word in said for word in wanted):
            found.append(key)
    return tuple(found)


def _onwards(plan: Plan, here: str) -> str:
    """Into a frame, else along the first edge, else out of the frame and on."""
    edges = plan.model.outgoing.get(here, ())
    inside = next((e.target for e in edges if e.kind is EdgeKind.ENTER), None)
    on = next((e.target for e in edges if e.kind is not EdgeKind.ENTER), None)
    if inside or on:
        return inside or on or here
    outer = plan.model.by_id[here].parent
    while outer is not None:
        after = [e.target for e in plan.model.outgoing.get(outer, ()) if e.kind is not EdgeKind.ENTER]
        if after:
            return after[0]
        outer = plan.model.by_id[outer].parent
    return here


def _backwards(plan: Plan, here: str) -> str:
    """Along the first edge that leads here from above; a way back is only taken where there is no other."""
    edges = plan.model.incoming.get(here, ())
    above = [e.source for e in edges if plan.place[e.source] < plan.place[here]]
    return above[0] if above else edges[0].source if edges else here


def _sideways(plan: Plan, here: str, sign: int) -> str:
    """The nearest node to that side; what stands at about the same height comes first."""
    boxes, own = plan.layout.boxes, plan.layout.boxes[here]

    def cost(key: str) -> float:
        box = boxes[key]
        return abs(box.center.x - own.center.x) + 3 * abs(box.y - own.y)

    beyond = [k for k, b in boxes.items() if (b.x >= own.right if sign > 0 else b.right <= own.x)]
    return min(beyond, key=cost, default=here)
