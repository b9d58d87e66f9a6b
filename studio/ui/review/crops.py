"""The target's own picture then and now, and which keys the way of looking has."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from studio.ui.review.modes import Mode
from studio.ui.theme import theme
from studio.ui.widgets.basics import Icon, row, text
from studio.ui.words import tr


class Crop(QWidget):
    """One small picture, as large as it goes, never larger than twice itself."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._image = QImage()
        self.setAccessibleName(name)
        self.setFixedHeight(theme.px(62))
        self.setMinimumWidth(theme.px(90))
        self.setMaximumWidth(theme.px(190))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_image(self, image: QImage) -> None:
        """Another picture; a null one shows that there is none."""
        self._image = image
        self.setAccessibleDescription("" if not image.isNull() else tr("no picture was kept"))
        self.update()

    def sizeHint(self) -> QSize:
        """Room for a button."""
        return QSize(theme.px(160), theme.px(62))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture in the middle of its frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), QColor(theme.colours.surface))
        painter.setPen(QPen(QColor(theme.colours.border)))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        room = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        if self._image.isNull():
            painter.setPen(QColor(theme.colours.text2))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, tr("none"))
            return
        size = self._image.size()
        scale = min(room.width() / size.width(), room.height() / size.height(), 2.0)
        target = QRectF(0, 0, size.width() * scale, size.height() * scale)
        target.moveCenter(room.center())
        painter.drawImage(target, self._image)


def _cap(said: str) -> QLabel:
    """A key that is no taller than itself."""
    cap = text(said, "key")
    cap.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
    return cap


class CropStrip(QWidget):
    """Picture of the target › would become."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = Crop(tr("Picture of the target, recorded")), Crop(tr("Picture of the target now"))
        self._mode, self._roomy = Mode.SIDE, True
        self._hints = {mode: self._hint(mode) for mode in Mode}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        self._words = (text(tr("Picture of\nthe target"), "note"), text(tr("would\nbecome"), "note"))
        for part in (self._words[0], self.before, Icon("chevron_right", "text2", 16), self._words[1], self.after):
            layout.addWidget(part, 1 if isinstance(part, Crop) else 0)
        layout.addStretch(1)
        for hint in self._hints.values():
            layout.addWidget(hint)
        self.show_hint(Mode.SIDE)

    def show_crops(self, before: QImage, after: QImage) -> None:
        """Two other pictures."""
        self.before.show_image(before)
        self.after.show_image(after)

    def show_words(self, roomy: bool) -> None:
        """Whether there is room for more than the pictures."""
        self._roomy = roomy
        for word in self._words:
            word.setVisible(roomy)
        self.show_hint(self._mode)

    def show_hint(self, mode: Mode) -> None:
        """The keys of that way of looking."""
        self._mode = mode
        for each, hint in self._hints.items():
            hint.setVisible(each is mode and self._roomy)

    def _hint(self, mode: Mode) -> QWidget:
        arrows = (_cap("←"), _cap("→"))
        parts: dict[Mode, tuple[QWidget | int | None, ...]] = {
            Mode.SIDE: (),
            Mode.SWIPE: (*arrows, text(tr("move the line"), "note"), _cap("⇧"), text(tr("by 1 px"), "note")),
            Mode.ONION: (*arrows, text(tr("less, more"), "note"), _cap("⇧"), text(tr("by 1 %"), "note")),
            Mode.BLINK: (_cap(tr("Space")), text(tr("hold"), "note")),
            Mode.DIFFERENCE: (text(tr("coloured: what differs"), "note"),),
        }
        return row(*parts[mode], spacing=6)
