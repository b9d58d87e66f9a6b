"""What is shown of nodes beyond the graph itself: states of a run, breakpoints, selection, what a search means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from studio.graphview.layout.live import WORDS, Live
from studio.graphview.layout.plan import Plan
from studio.graphview.painting.look import PLAIN, Look


@dataclass
class Marks:
    """Keyed by node, so that they outlive a new plan of the same workflow."""

    live: dict[str, Live] = field(default_factory=dict)
    breakpoints: frozenset[str] = frozenset()
    meant: frozenset[str] | None = None
    selected: tuple[str, ...] = ()
    current: str | None = None

    def look(self, node: str, *, pictured: bool = False) -> Look:
        """How a node looks now."""
        faded = self.meant is not None and node not in self.meant
        live, stops = self.live.get(node), node in self.breakpoints
        return Look(live, stops, faded, pictured) if live or stops or faded or pictured else PLAIN

    def words(self, node: str) -> str:
        """The same for a screen reader."""
        live = self.live.get(node)
        parts = [WORDS[live].lower() if live else "", "breakpoint" if node in self.breakpoints else ""]
        return ", ".join(part for part in parts if part)

    def carried(self, before: Plan | None, after: Plan) -> None:
        """Keep what still exists in a new plan; a node that went is replaced by one that runs the same step."""
        known = after.model.by_id

        def moved(key: str | None) -> str | None:
            if key is None or key in known:
                return key
            old = before.model.by_id.get(key) if before else None
            same = after.model.of_step.get(old.step_id, ()) if old and old.step_id else ()
            return same[0] if same else None

        self.selected = tuple(dict.fromkeys(k for k in map(moved, self.selected) if k))
        self.current = moved(self.current)
        self.live = {k: v for k, v in self.live.items() if k in known}
        self.breakpoints = self.breakpoints & known.keys()
        self.meant = None if self.meant is None else self.meant & known.keys()


def on_nodes(plan: Plan, steps: Iterable[str]) -> frozenset[str]:
    """All nodes that run one of the steps."""
    return frozenset(node for step in steps for node in plan.model.of_step.get(step, ()))


def live_on_nodes(plan: Plan, steps: Mapping[str, Live]) -> dict[str, Live]:
    """States of steps as states of the nodes that run them."""
    return {node: state for step, state in steps.items() for node in plan.model.of_step.get(step, ())}
