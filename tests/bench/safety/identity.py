"""The right record or none: thousands of lists in which the meant row is gone, or stands among rows that resemble it.

Counted are wrong accepts (another record was acted on) and needless halts (the row was there and was not acted on).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from studio.engine.backends.web.browser import open_browser, open_page
from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.resolution import Resolution
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.identity_gate import prove
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.row_parameter import anchored_to
from tests.bench.safety.identity_people import KINDS, Record, record, twin
from tests.bench.safety.identity_tables import HEAD, LAYOUTS, WIDTH, Layout, Screens
from tests.bench.table import Row

_ROWS = 9
_ARMS = (("structure", True), ("pixels", False))


@dataclass
class Count:
    """What came of the pairs of one arm; the first wrong ones are kept for whoever looks into them."""

    pairs: int = 0
    wrong: int = 0
    there: int = 0
    halts: int = 0
    why: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def add(self, case: Case, took: Record | None, why: str) -> None:
        """One live list: `took` is the record that was acted on."""
        self.pairs += 1
        self.there += case.meant in case.live
        if took is not None and took != case.meant:
            self.wrong += 1
            self.examples.append(f"{case.meant.cells} -> {took.cells}")
        elif took is None and case.meant in case.live:
            self.halts += 1
            self.why[why] += 1

    @property
    def needless(self) -> float:
        """Needless halts, % of the lists in which the row was there."""
        return 100 * self.halts / max(self.there, 1)


@dataclass(frozen=True)
class Case:
    """A live list, and the record that is meant in it."""

    meant: Record
    live: tuple[Record, ...]


def run(sample: bool) -> list[Row]:
    """The rows of the table; the long form has more than 2,000 pairs an arm (10 minutes of one core)."""
    counts = (
        measure(LAYOUTS[1:2], kinds=KINDS[1:4]) if sample else measure(LAYOUTS, recorded=3, rounds=5, by_parameter=4)
    )
    rows: list[Row] = []
    for (arm, way), count in sorted(counts.items()):
        most = (0.0 if arm == "structure" else 10.0) if way == "recorded" else None
        rows.append(Row(f"identity, {arm}, {way} row: pairs", count.pairs))
        rows.append(Row(f"identity, {arm}, {way} row: wrong accepts", count.wrong, 0))
        rows.append(Row(f"identity, {arm}, {way} row: needless halts, %", count.needless, most))
    return rows


def measure(
    layouts: Sequence[Layout],
    *,
    recorded: int = 1,
    rounds: int = 1,
    by_parameter: int = 0,
    kinds: Sequence[str] = KINDS,
) -> dict[tuple[str, str], Count]:
    """Counts by arm and by how the row is chosen: `recorded`, in each `by_parameter`-th list by a `parameter` as well.

    `kinds` are the ways in which others resemble the meant record.
    """
    counts: dict[tuple[str, str], Count] = {}
    with open_browser() as browser, open_page(browser, viewport=(WIDTH, 600)) as page:
        for number, layout in enumerate(layouts):
            random = Random(f"identity-{number}")
            meant = [record(random, numbered=layout.numbered) for _ in range(recorded)]
            others = [record(random, numbered=layout.numbered) for _ in range(_ROWS * 2)]
            cases = {one: list(_cases(one, others, random, rounds, kinds)) for one in meant}
            every = [r for one in meant for case in cases[one] for r in (*case.live, one)] + others
            screens = Screens(page, layout, every)
            for one in meant:
                _judge(screens, (*others[:3], one, *others[3 : _ROWS - 1]), cases[one], counts, by_parameter)
    return counts


def _cases(
    meant: Record, others: Sequence[Record], random: Random, rounds: int, kinds: Sequence[str]
) -> Iterator[Case]:
    """Twins in its place, twins elsewhere, inserted rows, another order; with the meant row and without it."""
    for _ in range(rounds):
        for kind in kinds:
            like = [other for _ in range(3) if (other := twin(meant, kind, random)) and other != meant]
            if not like:
                continue
            rest = random.sample(others, _ROWS - 4)
            place = random.randrange(len(rest))
            yield Case(meant, (*rest[:3], like[0], *rest[3:]))
            yield Case(meant, (*rest[:place], *dict.fromkeys(like), *rest[place:]))
            yield Case(meant, (*like[:1], *rest[:2], meant, *rest[2:]))
            yield Case(
                meant, tuple(random.sample([*dict.fromkeys([*like, meant]), *rest], len({*like, meant}) + len(rest)))
            )


def _judge(
    screens: Screens,
    home: tuple[Record, ...],
    cases: Sequence[Case],
    counts: dict[tuple[str, str], Count],
    by_parameter: int,
) -> None:
    """Record in the list `home`, and look what is taken in each case."""
    for arm, structure in _ARMS:
        own, other = (_draft(screens, home, one, structure) for one in (cases[0].meant, home[0]))
        for number, case in enumerate(cases):
            counts.setdefault((arm, "recorded"), Count()).add(case, *_taken(screens, case, own, structure))
            if by_parameter and number % by_parameter == number // by_parameter % by_parameter:
                chosen = _for_parameters(other, home[0], case.meant)
                took = _taken(screens, case, chosen, structure, param="name")
                counts.setdefault((arm, "parameter"), Count()).add(case, *took)


def _draft(screens: Screens, home: tuple[Record, ...], meant: Record, structure: bool) -> AnchorDraft:
    seen, elements = screens.screen(home, structure=structure)
    element = elements[home.index(meant)]
    given = {"snapshot": seen.structure, "element": element} if structure else {}
    draft = draft_anchor(seen.frame, element.region.center, step_id="s", **given)
    assert draft.identity.armed, draft.identity.reason
    return draft


def _for_parameters(draft: AnchorDraft, recorded: Record, meant: Record) -> AnchorDraft:
    """The target in the row that the run's values choose."""
    was, now = ({"name": r.name, "born": r.born, "number": r.number} for r in (recorded, meant))
    return replace(draft, anchor=anchored_to(draft.anchor, was, now))


def _taken(
    screens: Screens, case: Case, draft: AnchorDraft, structure: bool, param: str | None = None
) -> tuple[Record | None, str]:
    seen, _ = screens.screen(case.live, structure=structure)
    anchor = draft.anchor
    crops = {anchor.template or "": draft.crops["template"], anchor.identifier_crop or "-": draft.crops["identifier"]}
    answer = resolve(anchor, seen, ResolveOptions(crops=crops))
    if isinstance(answer, Resolution):
        answer = prove(Step(id="s", intent="", action=ActionKind.CLICK, anchor=anchor, identity_param=param), answer)
    if not isinstance(answer, Resolution):
        return None, f"{answer.code.value}: {answer.sentence}"
    return case.live[(answer.point.y - HEAD) // screens.layout.row], answer.identity.value
