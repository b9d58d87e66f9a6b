"""What is shown of nodes beyond the graph itself: states of a run, breakpoints, selection, what a search means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from studio.engine.saying import Say, english
from studio.graphview.layout.live import WORDS, Live
from studio.graphview.layout.plan import Plan
from studio.graphview.painting.look import PLAIN, Look


@dataclass
class Marks:
    """Keyed by node; `steps` and `stops` are states and breakpoints by step, for stages that open and close."""

    live: dict[str, Live] = field(default_factory=dict)
    steps: dict[str, Live] = field(default_factory=dict)
    stops: frozenset[str] = frozenset()
    breakpoints: frozenset[str] = frozenset()
    meant: frozenset[str] | None = None
    selected: tuple[str, ...] = ()
    current: str | None = None

    def look(self, node: str, *, pictured: bool = False) -> Look:
        """How a node looks now."""
        faded = self.meant is not None and node not in self.meant
        live, stops = self.live.get(node), node in self.breakpoints
        return Look(live, stops, faded, pictured) if live or stops or faded or pictured else PLAIN

    def words(self, node: str, say: Say = english) -> str:
        """The same for a screen reader."""
        live = self.live.get(node)
        parts = [say(WORDS[live]).lower() if live else "", say("breakpoint") if node in self.breakpoints else ""]
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
        self.live = live_on_nodes(after, self.steps)
        self.breakpoints = on_nodes(after, self.stops)
        self.meant = None if self.meant is None else self.meant & known.keys()


def on_nodes(plan: Plan, steps: Iterable[str]) -> frozenset[str]:
    """All nodes that run one of the steps."""
    return frozenset(node for step in steps for node in plan.model.of_step.get(step, ()))


def live_on_nodes(plan: Plan, steps: Mapping[str, Live]) -> dict[str, Live]:
    """States of steps as states of the nodes that run or hold them."""
    found: dict[str, Live] = {}
    for step, state in steps.items():
        for key in plan.model.of_step.get(step, ()):
            holds = plan.model.by_id[key].holds
            found[key] = _of_all([steps.get(held, Live.WAITING) for held in holds]) if holds else state
    return found


_LOUD = (Live.HALTED, Live.FAILED, Live.RUNNING)
_CALM = (Live.WAITING, Live.HEALED, Live.PASSED, Live.SKIPPED)


def _of_all(states: list[Live]) -> Live:
    """One state for a closed stage: what needs eyes first; done only when all of it is done."""
    return next(state for state in (*_LOUD, *_CALM) if state in states)
