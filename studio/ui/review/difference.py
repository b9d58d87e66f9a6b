"""Where two screens differ, as a picture: pale where they are alike, strong where they are not. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

_COLOUR = (0x7D, 0x1A, 0xA0)
"""Blue, green, red of what differs: the magenta of the palette's halts."""
Pixels = NDArray[np.uint8]


def difference(before: QImage, after: QImage, tolerance: int) -> tuple[QImage, float]:
    """The picture and the share (0..1) of pixels of which a channel differs by more than `tolerance` (0..255).

    Where only one of the screens reaches, everything differs. Takes about 15 ms for a megapixel; in any thread.
    """
    width, height = max(before.width(), after.width()), max(before.height(), after.height())
    if before.isNull() or after.isNull():
        return QImage(), 0.0
    old, new = _pixels(before), _pixels(after)
    common = (min(old.shape[0], new.shape[0]), min(old.shape[1], new.shape[1]))
    differs = np.ones((height, width), bool)
    one, other = old[: common[0], : common[1]], new[: common[0], : common[1]]
    differs[: common[0], : common[1]] = (np.maximum(one, other) - np.minimum(one, other)).max(axis=2) > tolerance
    drawn = np.full((height, width, 4), 255, np.uint8)
    grey = new.mean(axis=2).astype(np.uint16)
    drawn[: new.shape[0], : new.shape[1], :3] = (190 + grey // 4).clip(0, 255).astype(np.uint8)[..., None]
    drawn[differs, :3] = _COLOUR
    image = QImage(drawn.tobytes(), width, height, 4 * width, QImage.Format.Format_RGB32).copy()
    return image, float(differs.mean())


def _pixels(image: QImage) -> Pixels:
    """Blue, green, red of each pixel."""
    flat = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(flat.constBits(), np.uint8).reshape(flat.height(), flat.bytesPerLine())
    return rows[:, : 4 * flat.width()].reshape(flat.height(), flat.width(), 4)[..., :3].copy()
