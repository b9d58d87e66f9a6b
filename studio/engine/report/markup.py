"""HTML and SVG built from functions, so that nothing unescaped can get into a page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_VOID = frozenset({"meta", "br", "hr", "link", "input", "img"})


class Markup(str):
    """Text that is markup already; every other string is escaped when it becomes a child or an attribute."""

    __slots__ = ()


Child = str | int | float | None | Iterable["Child"]
Attribute = str | int | float | bool | None


def el(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element. `class_` is `class`, other underscores are hyphens; None and False leave an attribute out."""
    opened = f"<{name}{''.join(_attribute(k, v) for k, v in attributes.items())}>"
    return Markup(opened if name in _VOID else f"{opened}{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Children one after the other, each escaped unless it is markup."""
    return Markup("".join(_text(child) for child in children))


def _text(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return child
    if isinstance(child, str | int | float):
        return escape(str(child))
    return "".join(_text(one) for one in child)


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    key = name.rstrip("_").replace("_", "-")
    return f" {key}" if value is True else f' {key}="{escape(str(value))}"'
