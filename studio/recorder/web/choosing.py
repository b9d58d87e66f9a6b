"""Lists and file choosers: many events, one step. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.model.workflow import ActionKind
from studio.recorder.actions import Action, Marker
from studio.recorder.web.performed import Outcome, Performed
from studio.recorder.web.pointing import Press
from studio.recorder.web.signals import Choose, Down, Files, Key


@dataclass
class Choosing:
    """Somebody is at a native list; its popup tells nothing until something is chosen."""

    began: Down | Key | Choose
    chosen: Choose | None = None

    @property
    def page(self) -> str:
        """Where the list is."""
        return self.began.page

    def outcomes(self) -> tuple[Outcome, ...]:
        """One select with the label that is chosen at last; nothing where nothing was chosen."""
        chosen = self.chosen
        if chosen is None:
            return ()
        if len(chosen.labels) != 1:
            return (Marker(chosen.t, "Several options of a list were chosen: that was not recorded."),)
        began = self.began
        point = began.point if isinstance(began, Down) else chosen.point
        moment = None if isinstance(began, Choose) else began.moment
        element = moment.element if moment else None
        label = (element.label or element.name) if element else None
        action = Action(
            ActionKind.SELECT, began.t, chosen.t, point=point, text=chosen.labels[0], field_label=label or None
        )
        return (Performed(action, self.page, moment, element),)


def uploaded(press: Press | None, files: Files) -> Outcome:
    """The choice of a file. The path is the run's own: only the name is kept, as an example."""
    if len(files.names) != 1:
        return Marker(files.t, "Several files were chosen at once: that was not recorded.")
    moment = press.down.moment if press else files.moment
    element = moment.element
    label = ((files.moment.element.label or files.moment.element.name) if files.moment.element else "") or (
        element.name if element else ""
    )
    action = Action(
        ActionKind.UPLOAD,
        press.down.t if press else files.t,
        files.t,
        point=press.down.point if press else files.point,
        text=files.names[0],
        field_label=label or None,
        param="file",
    )
    return Performed(action, files.page, moment, element)
