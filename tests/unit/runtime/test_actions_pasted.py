"""Text that was pasted goes in at once where the surface can do that: keys would let an editor add its own lines."""

from __future__ import annotations

from typing import Any

from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.actions import perform


class Keys:
    def __init__(self) -> None:
        self.did: list[str] = []

    def type_text(self, text: str) -> None:
        self.did.append(f"typed {text!r}")


class Page(Keys):
    def insert_text(self, text: str) -> None:
        self.did.append(f"inserted {text!r}")


def did(backend: Any, *, pasted: bool) -> list[str]:
    step = Step(id="s", intent="type", action=ActionKind.TYPE, text="a\nb", pasted=pasted)
    perform(backend, step, None, None, "a\nb")
    return list(backend.did)


def test_only_what_was_pasted_is_inserted_and_only_where_that_is_possible() -> None:
    assert did(Page(), pasted=True) == ["inserted 'a\\nb'"]
    assert did(Page(), pasted=False) == ["typed 'a\\nb'"]
    assert did(Keys(), pasted=True) == ["typed 'a\\nb'"]
