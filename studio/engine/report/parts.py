"""Small pieces that several sections of the page use."""

from __future__ import annotations

from studio.engine.report.markup import Child, Markup, el
from studio.engine.report.words import ICONS


def chip(state: str, word: str) -> Markup:
    """A state as icon, word and colour."""
    return el("span", el("span", ICONS[state], aria_hidden="true"), f" {word}", class_=f"chip {state}")


def card(title: str, note: str, *content: Child, class_: str = "card") -> Markup:
    """A panel with its title and, to the right, a note."""
    return el("section", el("header", el("h3", title), el("span", note, class_="note")), *content, class_=class_)


def score(value: float | None) -> str:
    """A confidence with two digits; a dash where there is none."""
    return "—" if value is None else f"{value:.2f}"
