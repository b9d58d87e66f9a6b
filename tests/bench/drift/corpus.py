"""The corpus as values: which page is drawn how, and what each change asks of a run. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGES = tuple(sorted(path.stem for path in (HERE / "pages").glob("*.html")))
FRAMEWORKS = ("bootstrap", "foundation", "milligram", "mini", "pico", "pure", "spectre", "uikit", "water")
SIZE = (1280, 800)
"""The frame of the recording, px."""

ACT, HALT, EITHER = "act", "halt", "either"
FAMILIES = {
    "restyle": ("restyle", "dark", "dark restyle"),
    "scale": ("zoom", "device ratio", "text size", "width", "font", "smoothing"),
    "content": (
        *(
            "same",
            "banner",
            "rows_added",
            "rows_removed",
            "rows_sorted",
            "columns_moved",
            "synonym",
            "language",
            "longer",
        ),
        *("upper", "ids", "retagged", "icon", "scrolled", "swapped"),
    ),
    "must halt": ("gone", "row_gone", "twice", "covered", "disabled", "other_record", "empty", "collapsed"),
    "remote": ("jpeg", "16 bit", "blur"),
    "desktop": (
        *("desktop same", "desktop theme", "desktop font size", "desktop window", "desktop moved", "desktop remote"),
    ),
}
"""Kinds of drift by family, in the order of the table."""

_WORDS = {"synonym": "syn", "language": "de", "longer": "long"}
_EVERYWHERE = ("banner", "columns_moved", "ids", "retagged", "upper", "language", "scrolled", "disabled", "empty")
_ROWS = ("rows_added", "rows_removed", "rows_sorted")
_EACH = ("synonym", "longer", "icon", "gone", "twice", "covered", "swapped", "row_gone")


@dataclass(frozen=True)
class Look:
    """How one page is drawn. `change` is a key of change.js, `target` what it changes (all targets where empty)."""

    page: str
    kind: str
    framework: str
    dark: bool = False
    zoom: float = 1.0
    ratio: float = 1.0
    width: int = SIZE[0]
    text: float = 1.0
    font: str = ""
    smooth: bool = False
    change: str = "none"
    target: str = ""
    remote: str = ""

    @property
    def viewport(self) -> tuple[int, int]:
        """CSS px."""
        return round(self.width / self.zoom), round(SIZE[1] / self.zoom)

    @property
    def scale(self) -> float:
        """Physical px per CSS px: a zoom keeps the frame's size, a device ratio does not."""
        return self.zoom * self.ratio


DESKTOP = ("featherpad", "galculator", "mockdesk", "mousepad")
"""Programs that are drawn on a virtual desktop (see desktops.py)."""


def framework_of(page: str) -> str:
    """Under which framework a page is recorded: each takes its turn."""
    return FRAMEWORKS[PAGES.index(page) % len(FRAMEWORKS)]


def is_calibration(page: str) -> bool:
    """Half of the pages serve to choose thresholds, the other half to report."""
    return (PAGES + DESKTOP).index(page) % 2 == 0


def recorded(page: str) -> Look:
    """The look in which a page or program was recorded."""
    if page in DESKTOP:
        return Look(page, "desktop same", "", width=900)
    return Look(page, "same", framework_of(page))


def looks(page: str, facts: dict[str, dict[str, object]]) -> Iterator[Look]:
    """All looks of a page whose targets have these facts (see truth.js), the recorded one first."""
    base = recorded(page)
    yield base
    yield from _restyled(base)
    yield from _scaled(base)
    yield from (replace(base, kind=name.split()[0] if "jpeg" in name else name, remote=name) for name in REMOTE)
    yield from (replace(base, kind=change, change=change) for change in _EVERYWHERE)
    if any(f["rows"] for f in facts.values()) or page in ("tree", "dialog", "dashboard", "chat"):
        yield from (replace(base, kind=change, change=change) for change in _ROWS)
    if any(f["row"] for f in facts.values()):
        yield replace(base, kind="other_record", change="other_record")
    if any(f["fold"] for f in facts.values()):
        yield replace(base, kind="collapsed", change="collapsed")
    for name, fact in facts.items():
        yield from (
            replace(base, kind=change, change=change, target=name) for change in _EACH if _applies(change, fact)
        )


REMOTE = ("jpeg 40", "jpeg 60", "jpeg 90", "16 bit", "blur")


def _restyled(base: Look) -> Iterator[Look]:
    others = [f for f in FRAMEWORKS if f != base.framework]
    yield from (replace(base, kind="restyle", framework=f) for f in others)
    yield replace(base, kind="dark", dark=True)
    yield from (replace(base, kind="dark restyle", framework=f, dark=True) for f in others[:: len(others) // 3])


def _scaled(base: Look) -> Iterator[Look]:
    yield from (replace(base, kind="zoom", zoom=z) for z in (0.8, 0.9, 1.1, 1.25, 1.5))
    yield from (replace(base, kind="device ratio", ratio=r) for r in (1.25, 1.5, 2.0))
    yield from (replace(base, kind="text size", text=t) for t in (0.87, 1.2))
    yield from (replace(base, kind="width", width=w) for w in (1040, 1500))
    yield from (replace(base, kind="font", font=f) for f in ("Liberation Serif", "DejaVu Sans", "Noto Mono"))
    yield replace(base, kind="smoothing", smooth=True)


def _applies(change: str, fact: dict[str, object]) -> bool:
    if change in _WORDS and _WORDS[change] not in fact:
        return False
    if change == "icon":
        return fact["tag"] == "button" and not fact["icon"]
    if change == "swapped":
        return "swap" in fact
    return bool(fact["row"]) if change == "row_gone" else True


def wanted(look: Look, target: str, fact: dict[str, object], *, structure: bool) -> str | None:
    """What a right run does at that target: ACT, HALT, EITHER; None where the look says nothing of it."""
    if look.target and look.target != target:
        return None
    kind = look.kind
    if kind == "language" and "de" not in fact:
        return ACT
    if kind == "retagged" and fact["tag"] not in ("a", "button"):
        return None  # a field stays a field
    if kind == "other_record":
        return HALT if fact["row"] else ACT
    if kind == "collapsed":
        return HALT if fact["fold"] else ACT
    if kind in FAMILIES["must halt"]:
        return HALT
    if kind in ("synonym", "language", "longer", "icon"):
        return ACT if structure else EITHER
    return ACT
