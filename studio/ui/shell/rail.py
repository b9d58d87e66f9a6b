"""The rail at the left: one button a page, with a count of what waits there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QVBoxLayout, QWidget

from studio.ui.theme import Tone, icon_pixmap, theme
from studio.ui.widgets.basics import look


class RailButton(QPushButton):
    """Icon above word, checked while its page is shown; `width` px wide, as all of the rail."""

    def __init__(self, word: str, icon_name: str, tone: Tone, width: int) -> None:
        super().__init__()
        self._word, self._icon_name, self._tone, self._count = word, icon_name, tone, 0
        self.setCheckable(True)
        self.setProperty("look", "rail")
        self.setAccessibleName(word)
        self.setFixedSize(width, theme.px(56))
        theme.changed.connect(self.update)

    def show_count(self, count: int) -> None:
        """How many things wait there; 0 shows nothing."""
        self._count = count
        self.setAccessibleDescription(f"{count} waiting" if count else "")
        self.update()

    def sizeHint(self) -> QSize:
        """Fixed."""
        return self.minimumSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground and focus by the style sheet; icon, word and count by us."""
        super().paintEvent(event)
        painter = QPainter(self)
        colour = theme.colours.accent if self.isChecked() else theme.colours.text2
        size = theme.px(20)
        pixmap = icon_pixmap(self._icon_name, colour, size, self.devicePixelRatioF())
        painter.drawPixmap((self.width() - size) // 2, theme.px(8), pixmap)
        painter.setFont(_font(bold=self.isChecked()))
        painter.setPen(QColor(colour))
        room = QRectF(0, theme.px(30), self.width(), theme.px(20))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._word)
        if self._count:
            self._draw_count(painter)

    def _draw_count(self, painter: QPainter) -> None:
        said = str(self._count) if self._count < 100 else "99+"
        width = theme.px(12 + 6 * len(said))
        box = QRectF(self.width() / 2 + 4, theme.px(3), width, theme.px(17))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours.tone(self._tone)))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(QColor(theme.colours.surface))
        font = QFont(painter.font())
        font.setPixelSize(theme.px(11))
        font.setBold(True)
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, said)


class Rail(QWidget):
    """All page buttons; the last one stands at the bottom."""

    def __init__(self, entries: list[tuple[str, str, str, Tone]], go: Callable[[str], object]) -> None:
        super().__init__()
        look(self, "rail")
        width = max(theme.px(75), *(_width(word) for _, word, _, _ in entries))
        self.setFixedWidth(width + 1)
        self._buttons: dict[str, RailButton] = {}
        self._group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 1, 8)
        layout.setSpacing(2)
        for number, (key, word, icon_name, tone) in enumerate(entries):
            if number == len(entries) - 1 and number:
                layout.addStretch(1)
            button = RailButton(word, icon_name, tone, width)
            button.setToolTip(f"{word} (Ctrl+{number + 1})")
            button.clicked.connect(lambda _=False, k=key: go(k))
            self._group.addButton(button)
            self._buttons[key] = button
            layout.addWidget(button)
        if len(entries) < 2:
            layout.addStretch(1)

    def show_page(self, key: str) -> None:
        """Mark the page that is shown; a page without a button of its own marks none."""
        for name, button in self._buttons.items():
            if name == key:
                button.setChecked(True)

    def has(self, key: str) -> bool:
        """Whether a page has a button here."""
        return key in self._buttons

    def show_count(self, key: str, count: int) -> None:
        """How many things wait on a page."""
        self._buttons[key].show_count(count)


def _font(*, bold: bool) -> QFont:
    font = QFont()
    font.setPixelSize(theme.px(12))
    font.setBold(bold)
    return font


def _width(word: str) -> int:
    """What a button needs for its word where its page is shown, px."""
    return QFontMetrics(_font(bold=True)).horizontalAdvance(word) + theme.px(10)
