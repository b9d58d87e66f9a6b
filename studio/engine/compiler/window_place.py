"""Where the one recorded window stood: the part of the frame that was not painted grey. Pure."""

from __future__ import annotations

import cv2
import numpy as np

from studio.engine.backends.desktop.masking import OUTSIDE
from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame


def shown_place(frame: Frame) -> Region | None:
    """The rectangle around all that is shown; None where nothing or everything is."""
    outside = np.asarray(cv2.inRange(frame.bgr, (OUTSIDE,) * 3, (OUTSIDE,) * 3))
    shown = Region(*cv2.boundingRect(cv2.bitwise_not(outside)))
    return None if shown.area == 0 or shown == frame.bounds else shown
