"""The head of a shared file, and its limits."""

from __future__ import annotations

from typing import Literal

from studio.engine.errors import BadInput
from studio.engine.model.base import Value

SUFFIX = ".waymark.zip"
HEAD = "waymark.json"
CONTENT = "content/"
VERSION = 1


Kind = Literal["bundle", "recording"]


class BadShared(BadInput):
    """The file is not one of ours, is broken, or is made to harm."""


class Head(Value):
    """What a shared file holds. `frames` is False where the pictures of whole screens were left out."""

    version: int = VERSION
    kind: Kind
    name: str
    frames: bool = True
