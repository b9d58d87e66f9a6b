"""The menu bar and the tool bar of the window, told as data: text, key, object name, what it does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QStyle, QToolBar

from studio.demo.mockdesk.parts import named

Entry = tuple[str, str, str, Callable[[], object]]
"""Text with its accelerator, shortcut (or nothing), object name, what it does."""


def add_menu(window: QMainWindow, title: str, entries: list[Entry | None]) -> dict[str, QAction]:
    """A menu; None draws a line. Returns the actions by object name."""
    menu = window.menuBar().addMenu(title)
    menu.setObjectName(f"menu_{title.replace('&', '').lower()}")
    actions = {}
    for entry in entries:
        if entry is None:
            menu.addSeparator()
            continue
        text, key, name, work = entry
        action = menu.addAction(text, work)
        action.setShortcut(key)
        action.setObjectName(name)
        actions[name] = action
    return actions


def add_tool_bar(window: QMainWindow, tools: list[tuple[QAction, str, QStyle.StandardPixmap]], *, moved: bool) -> None:
    """A tool bar of icons with words beside them, at the top or (moved) at the left edge."""
    bar = named(QToolBar("Tools"), "tools")
    bar.setMovable(False)
    words = Qt.ToolButtonStyle.ToolButtonTextUnderIcon if moved else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    bar.setToolButtonStyle(words)
    for action, text, icon in tools:
        action.setIcon(window.style().standardIcon(icon))
        action.setIconText(text)
        action.setIconVisibleInMenu(False)
        bar.addAction(action)
        button = bar.widgetForAction(action)
        button.setObjectName(f"tool_{action.objectName()}")
        button.setAccessibleName(text)
    window.addToolBar(Qt.ToolBarArea.LeftToolBarArea if moved else Qt.ToolBarArea.TopToolBarArea, bar)
