"""Texts, numbers, bytes and names on which readers fall over."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from studio.engine.model import halts, heals, program, resolution, results, workflow

TEXTS = (
    "",
    " ",
    "a" * 5000,
    "\0",
    "\ud83d",
    "\u202e",
    "\ufeff",
    "\u2028",
    "%s%n",
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\x.png",
    "con.png",
    "templates/../a.png",
    "templates/a.png ",
    "a\nb",
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    "javascript:alert(1)",
    "</style><img src=http://127.0.0.1/>",
    "]]>",
    "{{7*7}}",
    "NaN",
    "1e999",
    "0x10",
    "١٢٣",
    "true",
    "null",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    -(2**31),
    2**53,
    10**15,
    10**16,
    0.1,
    -0.0,
    1e15,
    1e-300,
    [],
    {},
    [[]],
    [None],
    {"": {}},
    [0, 0, 0, 0],
    [10**9] * 4,
    [-1, -1, 5, 5],
    [3, 4],
    *TEXTS,
)
TOKENS = (
    b"NaN",
    b"-Infinity",
    b"1e400",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\\ud800",
    b"\x00",
    b"\n",
    b"\r",
    b"[" * 300,
    b"[" * 5000,
    b"9" * 400,
    b"-",
    b"{}",
)
NAMES = (
    "../evil.png",
    "/abs.png",
    "content/../../evil.png",
    "content\\..\\evil.png",
    "C:/evil.png",
    "content/con.png",
    "content/a.png.",
    "content/A.PNG",
    "content/a/b/c/d/e.png",
    "content/link.png",
    "content/",
    "",
    "content/\u202egnp.exe",
    "content/x\0.png",
    "waymark.json",
    "content/workflow.json",
    "content/" + "x" * 300 + ".png",
    "content/a.exe",
    "content/nul",
)

WORDS = tuple(
    str(word)
    for module in (halts, heals, program, resolution, results, workflow)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, StrEnum)
    for word in kind
)
"""Every word that a field of ours may hold, also where another one is meant."""
