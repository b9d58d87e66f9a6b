"""Whether a place says exactly what a recorded picture says, letter for letter, by pixels.

The general look forgives what a person overlooks, and with it 01 for 07 in a date. Labels and the identifiers of
rows may not differ by one letter: what is drawn half a pixel off counts as different here, and text is read instead.
"""

from __future__ import annotations

import cv2
import numpy as np

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.same_ink import same_ink

_CLEAR = 24
"""Least difference of a channel, 0..255. l and i differ in two pixels (measured in Chromium at 11-16 px: by 60 and
more), so that not one may: on the same machine text is drawn to the pixel, on a remote display it is read."""


def same_writing(frame: Frame, region: Region, picture: Frame) -> bool:
    """Whether `region` (px, as large as `picture`) lies in the frame and shows the same letters as `picture`.

    They may be a little brighter or darker as a whole: a control was lit by the pointer when it was recorded.
    """
    if region.clamped(frame.size) != region or picture.size != (region.w, region.h):
        return False
    live = frame.bgr[region.y : region.bottom, region.x : region.right]
    difference = np.asarray(cv2.absdiff(live, picture.bgr)).max(axis=2)
    return not bool((difference > _CLEAR).any()) or same_ink(
        picture, picture.bounds, frame, region, slack=0, tinted=True
    )
