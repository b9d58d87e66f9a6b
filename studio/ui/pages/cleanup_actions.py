"""The commands of the Clean up page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from studio.ui.pages.cleanup_tools import Tool
from studio.ui.shell.actions import Action
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.pages.cleanup import CleanupPage

ON_BAR = 11
"""So many of them, from the first on, stand in the tool bar."""


def actions_of(page: CleanupPage) -> list[Action]:
    """Undo, redo, the tools, then what has no button."""
    tools = page.tools

    def one() -> bool:
        return page.draft is not None and bool(page.places) and not page.compile.running

    def edited() -> bool:
        return page.draft is not None and page.draft.is_edited

    def stack(word: str) -> Callable[[], bool]:
        return lambda: page.draft is not None and bool(getattr(page.draft.stack, word)())

    return [
        Action("cleanup.undo", tr("Undo"), lambda: page.on_stack("undo"), ("Ctrl+Z",), stack("canUndo"), "undo"),
        Action("cleanup.redo", tr("Redo"), lambda: page.on_stack("redo"), ("Ctrl+Shift+Z",), stack("canRedo"), "redo"),
        Action("cleanup.delete", tr("Delete"), tools.delete, ("Del",), one, "trash"),
        Action("cleanup.merge", tr("Merge"), tools.merge, ("M",), one, "merge"),
        Action("cleanup.split", tr("Split"), tools.split, ("S",), one, "split"),
        Action("cleanup.relabel", tr("Relabel"), tools.relabel, ("F2",), one, "edit"),
        Action("cleanup.crop", tr("Re-crop"), partial(tools.take, Tool.CROP), ("R",), one, "crop"),
        Action("cleanup.redact", tr("Redact"), partial(tools.take, Tool.REDACT), ("X",), one, "redact"),
        Action("cleanup.parameter", tr("Parameter"), tools.parameter, ("P",), one, "parameter"),
        Action("cleanup.secret", tr("Secret"), tools.secret, ("K",), one, "lock"),
        Action("cleanup.check", tr("Insert check"), partial(tools.take, Tool.CHECK), ("I",), one, "check"),
        Action("cleanup.turn", tr("Before or after"), page.turn, ("B",), one, "side"),
        Action("cleanup.next", tr("Next to look at"), page.next_to_look_at, ("N",), one, "problem"),
        Action("cleanup.over", tr("Start over"), page.start_over, (), edited, "history"),
        Action(
            "cleanup.lay",
            tr("Lay the tool down"),
            tools.lay_down,
            ("Esc",),
            lambda: tools.in_hand is not None,
            "cross",
        ),
        Action(
            "cleanup.compile",
            tr("Compile"),
            page.compile.ask,
            ("Ctrl+Return",),
            lambda: page.draft is not None,
            "workflow",
        ),
    ]
