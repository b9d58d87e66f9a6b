"""The pages of the window, in the order of the rail. A page is made when it is first shown."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from studio.ui.theme import Tone

if TYPE_CHECKING:
    from studio.ui.studio import Studio
    from studio.ui.widgets.page import Page


@dataclass(frozen=True)
class PageEntry:
    """A page: its key, its word and icon in the rail (where `on_rail`), and where its class is: `module:Class`.

    `under` is the page of the rail that stays marked while one that is not on the rail is shown.
    """

    key: str
    word: str
    icon: str
    where: str
    on_rail: bool = True
    tone: Tone = Tone.NEUTRAL
    under: str = ""

    def make(self, studio: Studio) -> Page:
        """The page's widget."""
        module, _, name = self.where.partition(":")
        made: Page = getattr(import_module(f"studio.ui.pages.{module}"), name)(studio)
        return made


PAGES: tuple[PageEntry, ...] = (
    PageEntry("home", "Home", "home", "home:HomePage"),
    PageEntry("record", "Record", "record", "record:RecordPage"),
    PageEntry("workflow", "Workflow", "workflow", "workflow:WorkflowPage"),
    PageEntry("run", "Run", "run", "run:RunPage"),
    PageEntry("heals", "Heals", "heals", "heals:HealsPage", tone=Tone.HEALED),
    PageEntry("needs", "Needs you", "hand", "needs:NeedsPage", tone=Tone.HALTED),
    PageEntry("health", "Health", "health", "health:HealthPage"),
    PageEntry("cleanup", "Clean up", "edit", "cleanup:CleanupPage", on_rail=False, under="record"),
    PageEntry("ladder", "Ladder", "structure", "ladder:LadderPage", on_rail=False, under="workflow"),
    PageEntry("parameters", "Parameters", "parameter", "parameters:ParametersPage", on_rail=False, under="workflow"),
    PageEntry("result", "Result", "report", "result:ResultPage", on_rail=False, under="run"),
)
