"""A column whose parts stand at its top, each as high as its words need at the width that there is."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QVBoxLayout


class TopColumn(QVBoxLayout):
    """Room that is left stays below.

    Qt's own alignment of a layout cuts texts that wrap: it takes the height that they have at the width that they like.
    """

    def setGeometry(self, rect: QRect) -> None:
        """No higher than its parts."""
        needed = self.heightForWidth(rect.width()) if self.hasHeightForWidth() else self.sizeHint().height()
        super().setGeometry(QRect(rect.x(), rect.y(), rect.width(), min(rect.height(), max(needed, 0))))
