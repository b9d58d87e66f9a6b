"""Where the window makes a text of an exception, read off its source: such a text is English until it is told."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

TELLING = frozenset(
    {"told", "notice.say", *(f"{owner}{way}" for owner in ("studio", "_studio") for way in (".ask", ".say"))}
)
"""`told`, and what tells all that it is given: the window's dialogs and messages, and the line over a workflow."""
_RAISED = re.compile(r"Exception|Error|BadInput|CannotWrite|CannotEdit")
LATER = frozenset({"services/settings.py"})
"""Files that keep the text and tell it when it is asked for, in the language of that moment."""
_CALLED = frozenset({"error", "problem", "why"})
"""How a lambda that takes an exception calls it."""


def texts_of_exceptions(tree: ast.Module) -> Iterator[tuple[int, frozenset[str]]]:
    """Each place where an exception becomes a text, as its line and the functions that the text is given to at once."""
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for scope in ast.walk(tree):
        names = frozenset(_exceptions(scope))
        for node in ast.walk(scope) if names else ():
            if isinstance(node, ast.Name) and node.id in names and _is_said(node, above):
                yield node.lineno, frozenset(_callers(node, scope, above))


def _exceptions(scope: ast.AST) -> Iterator[str]:
    if isinstance(scope, ast.ExceptHandler) and scope.name:
        yield scope.name
    elif isinstance(scope, ast.FunctionDef):
        for each in scope.args.args:
            if each.annotation is not None and _RAISED.search(ast.unparse(each.annotation)):
                yield each.arg
    elif isinstance(scope, ast.Lambda):
        yield from (each.arg for each in scope.args.args if each.arg in _CALLED)


def _is_said(name: ast.Name, above: dict[ast.AST, ast.AST]) -> bool:
    """Whether it becomes a text here: by `str`, in an f-string, or as a value of `tr`."""
    node = above[name]
    if isinstance(node, ast.keyword):
        return _name_of(above[node]) == "tr"
    return isinstance(node, ast.FormattedValue) or (
        _name_of(node) == "str" and not isinstance(above[node], ast.Compare)
    )


def _callers(name: ast.Name, scope: ast.AST, above: dict[ast.AST, ast.AST]) -> Iterator[str]:
    node: ast.AST = name
    while node is not scope:
        node = above[node]
        yield _name_of(node)


def _name_of(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return ".".join(ast.unparse(node.func).split(".")[-2:])
