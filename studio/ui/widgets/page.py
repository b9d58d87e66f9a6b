"""What every page has: a head with its title, one sentence, and one primary action at the top right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from studio.ui.theme import theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip, column, look, text
from studio.ui.widgets.tool_row import ToolRow
from studio.ui.widgets.yielding import YieldingLabel

if TYPE_CHECKING:
    from studio.ui.shell.actions import Action
    from studio.ui.studio import Studio


class PageHead(QWidget):
    """Title, subtitle and chips at the left; what the primary action will do, and the action, at the right."""

    def __init__(self, title: str, subtitle: str = "") -> None:
        super().__init__()
        look(self, "head")
        self.setFixedHeight(theme.px(56))
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(20, 0, 16, 0)
        self._layout.setSpacing(12)
        self.title, self.subtitle = YieldingLabel(title, "title", least=260), YieldingLabel(subtitle, "note")
        self.explains = YieldingLabel("", "note")
        for part in (self.title, self.subtitle):
            self._layout.addWidget(part)
        self._layout.addStretch(1)
        self._layout.addWidget(self.explains)

    def say(self, title: str, subtitle: str = "", explains: str | None = None) -> None:
        """Other words."""
        self.title.setText(title)
        self.subtitle.setText(subtitle)
        if explains is not None:
            self.explains.setText(explains)

    def add_chip(self, chip: Chip | QWidget) -> None:
        """A chip or control right of the subtitle."""
        self._layout.insertWidget(self._layout.indexOf(self.explains) - 1, chip)

    def add_action(self, button: QWidget) -> None:
        """A control at the right end."""
        self._layout.addWidget(button)


class Page(QWidget):
    """A page of the window. `key` names it; `actions` are its commands: shortcut, palette and `?` come from them.

    Subclasses build their widgets into `body`; `enter` is called each time the page is shown, with what was asked for.
    """

    key = ""

    def __init__(self, studio: Studio, title: str, subtitle: str = "") -> None:
        super().__init__()
        look(self, "page")
        self.studio = studio
        self.actions_here: list[Action] = []
        self.head = PageHead(title, subtitle)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.head)
        self._body: QWidget | None = None
        self._room = _scrolling()
        self._column.addWidget(self._room, 1)

    def set_body(self, body: QWidget) -> None:
        """What stands below the head. Where it needs more room than there is, it scrolls."""
        self._room.takeWidget()
        if self._body is not None:
            self._body.deleteLater()
        self._body = body
        self._room.setWidget(body)

    def add_tools(self, tools: QWidget) -> None:
        """A tool bar below the head; what does not fit goes into a menu."""
        self._column.insertWidget(1, ToolRow(tools))

    def enter(self, **asked: Any) -> None:
        """The page is shown now."""

    def close_down(self) -> None:
        """The window closes: end what still runs."""

    def may_close(self) -> bool:
        """The window is asked to close; False keeps it (work that goes on and whose owner said stay)."""
        return True

    def leave(self) -> bool:
        """Another page is asked for; False keeps this one (unsaved work whose owner said stay)."""
        return True


def _scrolling() -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def panel_head(title: str, *more: QWidget | int | None) -> QWidget:
    """The head of a panel: a section title and what belongs beside it."""
    from studio.ui.widgets.basics import row

    head = row(YieldingLabel(title, "section", least=90), *more, margins=(16, 0, 12, 0))
    look(head, "panel-head")
    head.setFixedHeight(theme.px(34))
    return head


class EmptyState(QFrame):
    """Says why nothing is here and offers the next step."""

    def __init__(self, icon_name: str, title: str, why: str, *offers: Button) -> None:
        super().__init__()
        from studio.ui.widgets.basics import Icon, row

        look(self, "card")
        said = column(
            row(Icon(icon_name, "text2", 18), text(title, "section"), None),
            text(told(why), "second", wrap=True),
            *([row(*offers, None)] if offers else []),
            spacing=10,
        )
        layout = QHBoxLayout(self)  # the height follows from the width that the words have, not from the page's
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addWidget(said, 1)
        layout.addStretch(0)
        said.setMaximumWidth(theme.px(520) - 34)
        self.setMaximumWidth(theme.px(520))
        self.setAccessibleName(f"{title}. {told(why)}")
