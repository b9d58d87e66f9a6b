"""A look at the screen as it is now: our window goes out of the way, one grab, and it comes back."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.engine.vision.frame import Frame
from studio.ui.services.background import Background
from studio.ui.told import told
from studio.ui.words import tr

_AWAY_MS = 900
"""Until the window is away and what was below it is drawn."""


class BlankScreen(Exception):
    """The grab shows one colour alone: this system does not let programs see the screen."""


class ScreenNow(QObject):
    """`seen` carries the frame, `failed` why there is none. `problem` is asked once: it takes a moment."""

    seen = Signal(object)
    failed = Signal(str)
    known = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self._asking: Background[str] = Background(self)
        self._grabbing: Background[Frame] = Background(self)
        self._timer = QTimer(self, singleShot=True, interval=_AWAY_MS)
        self._timer.timeout.connect(self._grab)
        self._was_maximised = False
        self.problem: str | None = None

    @property
    def can(self) -> bool:
        """Whether the screen can be looked at, as far as is known."""
        return self.problem == ""

    def ask(self) -> None:
        """Find out whether the screen can be grabbed; `known` carries the sentence, empty where it can."""
        if self.problem is None:
            self._asking.start(_why_not, self._told, lambda problem: self._told(told(str(problem))))

    def look(self) -> None:
        """Put the window away, grab, come back."""
        window = self._owner.window()
        self._was_maximised = window.isMaximized()
        window.showMinimized()
        self._timer.start()

    def _told(self, problem: str) -> None:
        self.problem = told(problem)
        self.known.emit(self.problem)

    def _grab(self) -> None:
        self._grabbing.start(grab_screen, self._took, self._not_grabbed)

    def _took(self, frame: Frame) -> None:
        self._come_back()
        self.seen.emit(frame)

    def _not_grabbed(self, problem: Exception) -> None:
        self._come_back()
        self.failed.emit(told(str(problem)))

    def _come_back(self) -> None:
        window = self._owner.window()
        if self._was_maximised:
            window.showMaximized()
        else:
            window.showNormal()
        window.raise_()
        window.activateWindow()


def grab_screen() -> Frame:
    """The whole desktop. Raises EnvironmentUnable, SurfaceLost, BlankScreen."""
    from studio.engine.backends.desktop.grab import ScreenGrabber

    grabber = ScreenGrabber()
    try:
        frame = grabber.grab()
    finally:
        grabber.close()
    if int(np.ptp(frame.grey)) == 0:
        raise BlankScreen(
            tr("The screen comes out blank: this system lets no program see it. Take a picture yourself.")
        )
    return frame


def _why_not() -> str:
    """Why the screen cannot be grabbed; empty where it can."""
    from studio.engine.health.display import screen

    found = screen()
    return "" if found.state == "ok" else found.sentence
