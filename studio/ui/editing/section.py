"""A section of the inspector: its title, links at its right, and lines below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from studio.engine.model.workflow import Step, Workflow
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, Icon, emptied, line, row, text
from studio.ui.widgets.flow import FlowLayout

Link = tuple[str, Callable[[], object]]


@dataclass(frozen=True)
class Shown:
    """The step that the inspector shows, in its workflow."""

    step: Step
    workflow: Workflow


class Section(QFrame):
    """Filled anew for each step; hidden where a step has nothing of it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self._title = title
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 0, 12, 10)
        self._column.setSpacing(4)

    def begin(self, *links: Link, beside: QWidget | None = None) -> None:
        """Forget all lines and start with the title and these links."""
        self.forget()
        self._column.addWidget(line())
        self._column.addSpacing(6)
        title = text(self._title, "strong")
        self._column.addWidget(self._titled(title if beside is None else row(title, beside), links))
        self.show()

    def _titled(self, first: QWidget, links: Sequence[Link]) -> QWidget:
        """The title, and at its right the links; below it where there is little room."""
        holder = QWidget()
        flow = FlowLayout(holder, theme.px(8), spread=True)
        flow.addWidget(first)
        for word, run in links:
            button = Button(word, kind="link", run=run)
            button.setAccessibleName(f"{self._title}: {word}")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            flow.addWidget(button)
        return holder

    def forget(self) -> None:
        """Take all lines away."""
        emptied(self._column)

    def add(self, widget: QWidget) -> None:
        """A line of its own making."""
        self._column.addWidget(widget)

    def say(self, said: str, kind: str = "", icon: str = "", tone: str | Tone = "text2") -> None:
        """A line of text, with an icon before it where it has one."""
        label = shrinking(text(said, kind, wrap=True))
        if not icon:
            self._column.addWidget(label)
            return
        across = QHBoxLayout()
        across.setSpacing(8)
        across.addWidget(Icon(icon, tone, 16), 0, Qt.AlignmentFlag.AlignTop)
        across.addWidget(label, 1)
        self._column.addLayout(across)

    def item(self, said: str, beside: str, *tools: QWidget, icon: str = "", tone: str | Tone = "text2") -> None:
        """A line with a note and small buttons at its right."""
        across = QHBoxLayout()
        across.setSpacing(6)
        if icon:
            across.addWidget(Icon(icon, tone, 16))
        across.addWidget(shrinking(text(said, wrap=True)), 1)
        if beside:
            across.addWidget(text(beside, "note"))
        for tool in tools:
            across.addWidget(tool)
        self._column.addLayout(across)


class TellsOfStep(Protocol):
    """A section that tells something of one step."""

    def show_step(self, shown: Shown, /) -> None:
        """Tell it of another step, or of the same one after an edit."""


def shrinking(label: QLabel) -> QLabel:
    """Let the label be as narrow as its column: its words wrap."""
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def small(icon: str, tip: str, run: Callable[[], object]) -> Button:
    """A small button of an icon alone, whose name is read out."""
    button = Button("", icon, kind="flat", run=run, tip=tip)
    button.setFixedSize(theme.px(26), theme.px(24))
    button.setStyleSheet("padding: 0;")
    return button
