"""A person who reads a screen: finds words on the display by their picture, for programs that tell nothing."""

from __future__ import annotations

import time
from contextlib import closing

from helpers.virtual_desktop import VirtualDesktop, wait_for

from studio.engine.backends.desktop.grab import ScreenGrabber
from studio.engine.model.geometry import Point
from studio.engine.vision.ocr import OcrReader

_READING_S = 0.4


class ScreenEyes:
    """Looks at one display; one reader keeps what it has read."""

    def __init__(self, desktop: VirtualDesktop) -> None:
        self._desktop = desktop
        self._reader = OcrReader()

    def find(self, text: str) -> Point | None:
        """The middle of a line that is that text, else of one that contains it."""
        with closing(ScreenGrabber(self._desktop.display)) as grabber:
            frame = grabber.grab()
        lines = self._reader.read(frame, frame.bounds)
        fits = [line for line in lines if line.text == text] or [line for line in lines if text in line.text]
        return fits[0].region.center if fits else None

    def sees(self, text: str) -> Point:
        """Wait until it is there."""
        return wait_for(lambda: self.find(text), f"{text!r} on the screen", 45)

    def click(self, text: str, *, below: int = 0, x: int | None = None) -> None:
        """Click it, so many px below it, or in its line at `x`; then look what it did."""
        place = self.sees(text)
        self._desktop.xdo("mousemove", str(x if x is not None else place.x), str(place.y + below))
        time.sleep(_READING_S)
        self._desktop.xdo("click", "1")
        time.sleep(_READING_S)

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self._desktop.xdo("type", "--delay", "25", text)
        time.sleep(2 * _READING_S)
