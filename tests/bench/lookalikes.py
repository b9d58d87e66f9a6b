"""`./dev bench lookalikes`: labels that are replaced by words that look like them, by pixels, in new words each time.

--cases N   labels that are drawn (20), each in 11 ways     --seed S   of words and looks; printed, new without it
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pydoc_data.topics import topics

from playwright.sync_api import Page, sync_playwright

from studio.engine.backends.web.browser import find_browser, launch_args
from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Resolution
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.vision.frame import Frame

FONTS = ("DejaVu Sans", "Liberation Sans", "Liberation Serif", "DejaVu Sans Mono", "Liberation Sans Narrow")
DARK = "body{background:#202428;color:#eee} .b{background:#38404a;color:#fff;border-color:#777}"
ZOOM = "html{zoom:1.25}"
ALIKE = (
    *(("rn", "m"), ("cl", "d"), ("a", "e"), ("e", "a"), ("c", "o"), ("o", "c"), ("i", "l"), ("l", "i"), ("n", "h")),
    *(("u", "v"), ("t", "f"), ("n", "u"), ("e", "o"), ("a", "o")),
)
"""Letters that are drawn much alike."""
VERDICTS = ("right", "refused", "needless", "WRONG")
_WORDS = sorted({word for topic in topics.values() for word in re.findall(r"\b[A-Za-z][a-z]{3,8}\b", topic)})


@dataclass(frozen=True)
class Look:
    """One way in which a page shows its labels; `meant` is the one that is to be found, if it is there."""

    name: str
    labels: tuple[str, ...]
    meant: str | None
    style: str = ""
    shift: float = 0.0
    font: str = ""


def pairs(chance: random.Random) -> Iterator[tuple[str, str]]:
    """Labels and words that look like them, without end."""
    while True:
        word = chance.choice(_WORDS).capitalize()
        number = chance.randint(100, 9990)
        yield from {
            "letter": _one_letter(word, chance),
            "end": [(word, word + chance.choice(("s", "d", "ed")))],
            "number": [(f"{word} {number}", f"{word} {number + chance.choice((1, 10, 100))}")],
            "opposite": [(word, f"Un{word.lower()}")],
            "longer": [(word, f"{word} {chance.choice(_WORDS)}")],
            "second": [(f"{word} {a}", f"{word} {b}") for a, b in _one_letter(chance.choice(_WORDS), chance)],
        }[chance.choice(("letter", "letter", "end", "number", "opposite", "longer", "second"))]


def _one_letter(word: str, chance: random.Random) -> list[tuple[str, str]]:
    places = [(at, old, new) for old, new in ALIKE for at in range(1, len(word)) if word.startswith(old, at)]
    if not places:
        return []
    at, old, new = chance.choice(places)
    return [(word, word[:at] + new + word[at + len(old) :])]


def looks(label: str, alike: str, other: str, font: str) -> tuple[Look, ...]:
    """All ways in which one label is shown."""
    another = FONTS[(FONTS.index(font) + 1) % len(FONTS)]
    kept, swapped = (label, other), (alike, other)
    return (
        Look("same", kept, label),
        Look("moved", (other, label), label, shift=0.4),
        Look("swap", swapped, None, shift=0.3),
        Look("among", (alike, other, label), label),
        Look("gone", (other,), None),
        Look("dark", kept, label, DARK),
        Look("dark swap", swapped, None, DARK, shift=0.3),
        Look("zoom", kept, label, ZOOM),
        Look("zoom swap", swapped, None, ZOOM),
        Look("font", kept, label, font=another),
        Look("font swap", swapped, None, font=another),
    )


class Painter:
    """Shows labels in one page of a browser."""

    def __init__(self, page: Page, chance: random.Random) -> None:
        self._page = page
        self._rows, self._size = chance.random() < 0.5, chance.choice((12, 14, 16))

    def draw(self, look: Look, font: str) -> tuple[Frame, Region | None]:
        """The frame, and where the label stands that is meant, px."""
        css = (
            f"body{{font:{self._size}px '{look.font or font}';margin:16px {16 + look.shift}px}}"
            "body{background:#fff;color:#222}"
            "td{padding:5px 20px} .b{display:inline-block;border:1px solid #999;padding:6px 13px;margin:3px 5px;"
            "background:#eee;border-radius:3px}"
        )
        marked = [f"<span id=t>{said}</span>" if said == look.meant else f"<span>{said}</span>" for said in look.labels]
        shown = "".join(f"<span class=b>{said}</span>" for said in marked)
        if self._rows:
            days = zip(marked, ("Mon", "Tue", "Wed"), strict=False)
            shown = f"<table>{''.join(f'<tr><td>{said}</td><td>{day}</td></tr>' for said, day in days)}</table>"
        head = f"<!doctype html><meta charset=utf-8><style>{css}{look.style}</style><h3>Work list 7</h3>"
        self._page.set_content(f"{head}{shown}<p>Printed by the office</p>")
        frame, box = Frame(png=self._page.screenshot()), None
        if look.meant is not None:
            place = self._page.locator("#t").bounding_box()
            assert place is not None
            box = Region(*(round(place[side]) for side in ("x", "y", "width", "height")))  # type: ignore[literal-required]
        return frame, box


def judge(draft: AnchorDraft, recorded: Frame, live: Frame, meant: Region | None) -> str:
    """What the answer is worth: one of VERDICTS. A press may be 14 px beside the words, in their button."""
    crops = {path: draft.crops[name] for name, path in _pictures(draft) if path and name in draft.crops}
    answer = resolve(draft.anchor, Observation(live, recorded=recorded), ResolveOptions(crops=crops))
    if not isinstance(answer, Resolution):
        return "refused" if meant is None else "needless"
    return "right" if meant is not None and meant.padded(14, 7).contains(answer.point) else "WRONG"


def _pictures(draft: AnchorDraft) -> tuple[tuple[str, str | None], ...]:
    return ("template", draft.anchor.template), ("identifier", draft.anchor.identifier_crop)


def measure(cases: int, seed: int) -> Iterator[tuple[Look, str, str, str]]:
    """Each look with its label, what looks like it and the verdict."""
    chance = random.Random(seed)
    drawn = pairs(chance)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(launch_args()))
        page = browser.new_page(viewport={"width": 520, "height": 230})
        for _ in range(cases):
            label, alike = next(drawn)
            font, other = chance.choice(FONTS), chance.choice(("Ledger", "Calendar", "Overview"))
            painter, ways = Painter(page, chance), looks(label, alike, other, font)
            recorded, place = painter.draw(ways[0], font)
            assert place is not None
            draft = draft_anchor(recorded, place.center, step_id="step_000")
            for look in ways:
                yield look, label, alike, judge(draft, recorded, *painter.draw(look, font))
        browser.close()


def main(arguments: list[str]) -> int:
    """Measure and print; 1 if anything was WRONG."""
    parser = argparse.ArgumentParser(prog="./dev bench lookalikes", description=__doc__)
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options = parser.parse_args(arguments)
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    for look, label, alike, verdict in measure(options.cases, options.seed):
        tally[look.name][verdict] += 1
        if verdict in ("needless", "WRONG"):
            print(f"{verdict:8} {look.name:9} “{label}” / “{alike}”", flush=True)
    total = sum(tally.values(), Counter[str]())
    for name, counts in (*tally.items(), ("all", total)):
        print(f"{name:9} " + ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]))
    print(f"seed {options.seed}")
    return int(total["WRONG"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
