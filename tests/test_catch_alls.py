"""Nothing is caught that could be anything, but where the reason stands beside it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ANYTHING = re.compile(r"\b(Base)?Exception\b")
NEVER = "ever raises"


def unexplained(source: str) -> list[int]:
    """Lines that catch anything, raise nothing, and do not say why: by a comment, or a function that never raises."""
    lines, found = source.splitlines(), []
    tree = ast.parse(source)
    promises = {id(node) for f in ast.walk(tree) if _never_raises(f) for node in ast.walk(f)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            wide = node.type is None or ANYTHING.search(ast.unparse(node.type))
            wide = wide and not any(isinstance(each, ast.Raise) for each in ast.walk(node))
        elif isinstance(node, ast.With):
            held = " ".join(ast.unparse(item.context_expr) for item in node.items)
            wide = "suppress" in held and ANYTHING.search(held) and id(node) not in promises
        else:
            continue
        found += [node.lineno] if wide and "#" not in lines[node.lineno - 1] else []
    return found


def _never_raises(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and NEVER in (ast.get_docstring(node) or "")


def test_what_catches_anything_says_why() -> None:
    files = sorted((ROOT / "studio").rglob("*.py"))
    assert len(files) > 300
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in files}
    caught = {p: t for p, t in texts.items() if ANYTHING.search(t) or re.search(r"\bexcept\s*:", t)}
    assert [f"{path}:{line}" for path, text in caught.items() for line in unexplained(text)] == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("try:\n    a()\nexcept Exception:\n    b()", [3]),
        ("try:\n    a()\nexcept:\n    b()", [3]),
        ("try:\n    a()\nexcept (OSError, BaseException) as error:\n    b()", [3]),
        ("with suppress(Exception):\n    a()", [1]),
        ("def f():\n    '''Closes it.'''\n    with suppress(Exception):\n        a()", [3]),
        ("def f():\n    '''Closes it. Never raises.'''\n    with suppress(Exception):\n        a()", []),
        ("try:\n    a()\nexcept Exception:  # the end of the thread\n    b()", []),
        ("try:\n    a()\nexcept BaseException:\n    b()\n    raise", []),
        ("try:\n    a()\nexcept OSError:\n    b()", []),
    ],
)
def test_it_can_tell(source: str, lines: list[int]) -> None:
    assert unexplained(source) == lines
