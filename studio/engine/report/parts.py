"""Small pieces that several sections of the page use."""

from __future__ import annotations

from studio.engine.report.icons import icon
from studio.engine.report.markup import Child, Markup, el


def chip(state: str, word: str, *, sign: str | None = None) -> Markup:
    """A state as icon, word and colour; `sign` is another icon than the state's own."""
    return el("span", icon(sign or state), word, class_=f"chip {state}")


def card(title: str, note: str, *content: Child, class_: str = "card") -> Markup:
    """A panel with its title and, to the right, a note."""
    return el("section", el("header", el("h3", title), el("span", note, class_="note")), *content, class_=class_)


def score(value: float | None) -> str:
    """A confidence with two digits; a dash where there is none."""
    return "—" if value is None else f"{value:.2f}"


def needed(threshold: float) -> str:
    """A threshold with as many digits as it has, up to three."""
    return f"{threshold:.3f}".removesuffix("0")


def heads(*names: str, numbers: frozenset[str] = frozenset({"#", "Score", "Confidence", "Time"})) -> Markup:
    """The head of a table; columns of numbers are named at their right."""
    cells = [el("th", name, scope="col", class_="number" if name in numbers else None) for name in names]
    return el("thead", el("tr", cells))
