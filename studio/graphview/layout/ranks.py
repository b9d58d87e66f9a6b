"""In which row each block stands: after everything that leads to it, and back edges told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from studio.graphview.layout.slots import Block, Link


def back_links(blocks: Sequence[Block], links: Sequence[Link]) -> frozenset[str]:
    """Links that close a cycle when the graph is walked from its first block in the order given."""
    ways = _by_source(links)
    state: dict[str, int] = {}
    back: set[str] = set()
    for block in blocks:
        if block.id not in state:
            _walk(block.id, ways, state, back)
    return frozenset(back)


def _walk(root: str, ways: Mapping[str, list[Link]], state: dict[str, int], back: set[str]) -> None:
    """Depth first without recursion; 1 marks what is being walked, 2 what is done."""
    stack = [(root, iter(ways.get(root, ())))]
    state[root] = 1
    while stack:
        here, rest = stack[-1]
        link = next(rest, None)
        if link is None:
            state[here] = 2
            stack.pop()
        elif state.get(link.target) == 1:
            back.add(link.id)
        elif link.target not in state:
            state[link.target] = 1
            stack.append((link.target, iter(ways.get(link.target, ()))))


def ranked(blocks: Sequence[Block], links: Sequence[Link], back: frozenset[str]) -> dict[str, int]:
    """The row of each block by the longest way to it. A labelled link takes a row of its own in between."""
    forward = [link for link in links if link.id not in back]
    ways, waiting = _by_source(forward), dict.fromkeys((b.id for b in blocks), 0)
    for link in forward:
        waiting[link.target] += 1
    ready = [b.id for b in blocks if not waiting[b.id]]
    rank = dict.fromkeys(ready, 0)
    for here in ready:  # grows while it is walked
        for link in ways.get(here, ()):
            rank[link.target] = max(rank.get(link.target, 0), rank[here] + (2 if link.label_w else 1))
            waiting[link.target] -= 1
            if not waiting[link.target]:
                ready.append(link.target)
    return _pinned(blocks, rank)


def _pinned(blocks: Sequence[Block], rank: dict[str, int]) -> dict[str, int]:
    """Ways in come above all, ways out below all."""
    firsts = [b.id for b in blocks if b.first]
    inner = [rank[b.id] for b in blocks if not (b.first or b.last)]
    low, high = min(inner, default=0), max(inner, default=0)
    shift = 0
    if firsts:
        rank.update(dict.fromkeys(firsts, low - 1))
        shift = 1 - low
    rank.update(dict.fromkeys((b.id for b in blocks if b.last), high + 1))
    return {key: value + shift for key, value in rank.items()}


def _by_source(links: Iterable[Link]) -> dict[str, list[Link]]:
    ways: dict[str, list[Link]] = {}
    for link in links:
        ways.setdefault(link.source, []).append(link)
    return ways
