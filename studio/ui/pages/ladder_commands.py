"""What can be done on the ladder page, as values: keys, palette and `?` come from them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from studio.ui.ladder.panels import name_of
from studio.ui.shell.actions import Action
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.pages.ladder import LadderPage


def ladder_actions(page: LadderPage) -> list[Action]:
    """All commands of the page; 1 to 7 show the altered screens."""
    shown = page.is_shown
    return [
        Action("ladder.back", tr("Back to the workflow"), page.back, ("Esc",), icon="undo"),
        Action("ladder.screen", tr("Look on the screen now"), page.look_on_screen, ("F6",), page.can_see, "screen"),
        Action("ladder.recorded", tr("Look on the recorded picture"), page.look_on_recorded, ("R",), shown, "template"),
        Action("ladder.file", tr("Look on a picture file…"), page.look_on_file, ("O",), shown, "folder"),
        Action("ladder.fit", tr("Fit the picture"), page.fit, ("F",), shown, "fit"),
        Action("ladder.target", tr("Go near the target"), page.go_near, ("T",), shown, "zoom"),
        Action("ladder.next", tr("Next step"), partial(page.walk, 1), ("J",), shown, "chevron_down"),
        Action("ladder.before", tr("Step before"), partial(page.walk, -1), ("K",), shown, "chevron_up"),
        Action("ladder.again", tr("Try all again"), page.trials.again, ("A",), shown, "heals"),
        *_stack_actions(page),
        *_screens(page),
    ]


def _stack_actions(page: LadderPage) -> list[Action]:
    undo, redo = partial(page.stack_does, "undo"), partial(page.stack_does, "redo")
    return [
        Action("ladder.undo", tr("Undo"), undo, ("Ctrl+Z",), partial(page.can, "canUndo"), "undo"),
        Action("ladder.redo", tr("Redo"), redo, ("Ctrl+Y", "Ctrl+Shift+Z"), partial(page.can, "canRedo"), "redo"),
    ]


def _screens(page: LadderPage) -> list[Action]:
    made = []
    for number, kind in enumerate(page.what_if.cards, start=1):
        show: Callable[[], object] = partial(page.look_on_recorded, kind)
        word = tr("What if: {name}", name=name_of(kind))
        made.append(Action(f"ladder.what_if.{kind}", word, show, (str(number),), page.has_recorded))
    return made
