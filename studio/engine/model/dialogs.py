"""Dialogs of scripts (alert, confirm, prompt): what was asked, and what was answered."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from studio.engine.model.base import Value


class DialogAnswer(Value):
    """One dialog that an action brought up: its `message`, whether it was `accepted`, the `text` typed into it."""

    message: Annotated[str, Field(max_length=100_000)]
    accepted: bool
    text: Annotated[str, Field(max_length=100_000)] | None = None

    def answers(self, message: str) -> bool:
        """Whether a dialog that says `message` is this one, white space aside."""
        return self.message.split() == message.split()
