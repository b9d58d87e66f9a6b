"""What every floating part of a recording has: above all windows, never with the focus, always dark."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from studio.ui.theme import DARK, icon, theme

_SHEET = """
QFrame#floating {{ background: {surface}; border: 1px solid {border}; border-radius: 8px; }}
QFrame#notice {{ background: {surface}; border: 1px solid {border}; border-radius: 6px; }}
QLabel {{ color: {text}; background: transparent; font-size: {f13}px; }}
QLabel#quiet {{ color: {text2}; }}
QLabel#strong {{ font-weight: 600; }}
QLabel#clock {{ font-size: {f15}px; font-weight: 600; }}
QLabel#key {{ color: {text2}; border: 1px solid {border}; border-radius: 4px; padding: 0 4px; font-size: {f12}px;
  background: transparent; }}
QPushButton {{ color: {text}; background: {sunken}; border: 1px solid {strong}; border-radius: 5px;
  padding: 5px 10px; font-size: {f13}px; }}
QPushButton:hover {{ background: {border}; }}
QPushButton:disabled {{ color: {strong}; border-color: {border}; background: {surface}; }}
QPushButton#finish {{ background: {accent}; color: {on_accent}; border-color: {accent}; font-weight: 600; }}
QPushButton#finish:disabled {{ background: {sunken}; color: {text2}; }}
QPushButton#flat {{ border-color: transparent; background: transparent; }}
"""


class Floating(QFrame):
    """A window of its own above all others. It takes no focus: what is recorded keeps it."""

    def __init__(self, name: str) -> None:
        super().__init__(None)
        flags = Qt.WindowType
        self.setWindowFlags(
            flags.Tool | flags.FramelessWindowHint | flags.WindowStaysOnTopHint | flags.WindowDoesNotAcceptFocus
        )
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setObjectName("floating")
        self.setWindowTitle(name)
        self.setAccessibleName(name)
        sizes = {f"f{n}": theme.px(n) for n in (12, 13, 15)}
        colours = {key: value for key, value in vars(DARK).items() if isinstance(value, str)}
        self.setStyleSheet(_SHEET.format(**colours, **sizes))


class FloatingButton(QPushButton):
    """A button that works by mouse without taking the focus."""

    def __init__(self, word: str, icon_name: str, run: Callable[[], object], *, key: str = "", kind: str = "") -> None:
        super().__init__()
        self._key = key
        self.setObjectName(kind)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.clicked.connect(lambda: run())
        self.say(word, icon_name)

    def say(self, word: str, icon_name: str) -> None:
        """Another word, another icon."""
        self.setText(f" {word}" if word else "")
        self.setAccessibleName(word or self.toolTip())
        self.setToolTip(f"{word} ({self._key})" if self._key else word)
        colour = DARK.on_accent if self.objectName() == "finish" else DARK.text
        self.setIcon(icon(icon_name, colour, DARK.strong))


class Dragged:
    """Moves a window by dragging it, and keeps it on the screen."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._from: QPoint | None = None
        self.moved = False

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._from = event.globalPosition().toPoint() - self._window.pos()
            self.moved = False

    def move(self, event: QMouseEvent) -> None:
        """The pointer moved with the button down."""
        if self._from is not None:
            self.moved = True
            self._window.move(event.globalPosition().toPoint() - self._from)

    def release(self) -> bool:
        """The button came up; whether the window was moved."""
        moved, self._from = self.moved and self._from is not None, None
        return moved


def screen_of(window: QWidget) -> QRect:
    """What a person can use of the screen that shows the window."""
    screen = QGuiApplication.screenAt(window.frameGeometry().center()) or QGuiApplication.primaryScreen()
    return screen.availableGeometry()


def kept_inside(place: QRect, screen: QRect, room: int = 8) -> QPoint:
    """Where the top left must be, so that the rectangle lies on the screen."""
    x = max(screen.left() + room, min(place.left(), screen.right() - room - place.width() + 1))
    y = max(screen.top() + room, min(place.top(), screen.bottom() - room - place.height() + 1))
    return QPoint(x, y)
