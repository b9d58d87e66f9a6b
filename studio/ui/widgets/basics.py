"""Labels, buttons, chips, keys and lines: the smallest parts, always with an accessible name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QVBoxLayout,
    QWidget,
)

from studio.ui.theme import Tone, icon, icon_pixmap, theme
from studio.ui.theme.colours import TONE_ICONS

_LEAST_CHIP = 64


def look(widget: QWidget, name: str) -> None:
    """Give a widget its look from the style sheet."""
    widget.setProperty("look", name)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)


def restyle(widget: QWidget) -> None:
    """Let the style sheet see that a property changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def emptied(layout: QLayout) -> None:
    """Take all parts out of a layout, those of layouts inside of it too, and do away with them."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            emptied(inner)


def text(said: str, kind: str = "", *, wrap: bool = False, selectable: bool = False) -> QLabel:
    """A label of plain text (never markup: it may come from the program that was recorded)."""
    label = QLabel(said)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if kind:
        label.setProperty("look", kind)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def key_cap(sequence: str) -> QLabel:
    """A key as it is printed on the keyboard."""
    return text(QKeySequence(sequence).toString(QKeySequence.SequenceFormat.NativeText) or sequence, "key")


def line() -> QFrame:
    """A divider of one pixel."""
    frame = QFrame()
    frame.setProperty("look", "line")
    return frame


def row(*parts: QWidget | int | None, spacing: int = 8, margins: tuple[int, int, int, int] = (0, 0, 0, 0)) -> QWidget:
    """Parts side by side; a number is a fixed gap, None takes all that is left."""
    holder = QWidget()
    fill(QHBoxLayout(holder), parts, spacing, margins)
    return holder


def column(
    *parts: QWidget | int | None, spacing: int = 8, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QWidget:
    """Parts above each other; a number is a fixed gap, None takes all that is left."""
    holder = QWidget()
    fill(QVBoxLayout(holder), parts, spacing, margins)
    return holder


def fill(
    layout: QHBoxLayout | QVBoxLayout,
    parts: tuple[QWidget | int | None, ...],
    spacing: int,
    margins: tuple[int, int, int, int],
) -> None:
    """Put the parts into a layout."""
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        else:
            layout.addWidget(part)


class Icon(QWidget):
    """A line icon in a colour of the palette (`text2`, `accent`, …) or of a tone."""

    def __init__(self, name: str, colour: str | Tone = "text2", size: int = 16) -> None:
        super().__init__()
        self._name, self._colour = name, colour
        self._size = size
        self.setFixedSize(theme.px(size), theme.px(size))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, name: str, colour: str | Tone | None = None) -> None:
        """Another icon, another colour; the same again costs nothing."""
        asked = name, colour if colour is not None else self._colour
        if asked != (self._name, self._colour):
            self._name, self._colour = asked
            self.update()

    def sizeHint(self) -> QSize:
        """Its fixed size."""
        return QSize(theme.px(self._size), theme.px(self._size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it sharp at any scale, in the theme that is on."""
        painter = QPainter(self)
        pixmap = icon_pixmap(self._name, colour_of(self._colour), self.width(), self.devicePixelRatioF())
        painter.drawPixmap(0, 0, pixmap)


def colour_of(name: str | Tone) -> str:
    """The colour of that name or tone in the theme that is on."""
    if isinstance(name, Tone):
        return theme.colours.tone(name)
    return str(getattr(theme.colours, name))


class Chip(QLabel):
    """A state: icon and word on its tint. Never colour alone, never an icon alone. Where there is little room the word
    ends in “…” and the tip has it all."""

    def __init__(self, word: str = "", tone: Tone = Tone.NEUTRAL, icon_name: str | None = None) -> None:
        super().__init__()
        self._icon = icon_name
        self.tone = tone
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setIndent(0)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.show_state(word, tone)
        theme.changed.connect(self._restyle)

    def show_state(self, word: str, tone: Tone, icon_name: str | None = None) -> None:
        """Another state; the same one again costs nothing."""
        shown = icon_name or (self._icon if tone is self.tone else None)
        if (word, tone, shown) == (self.text(), self.tone, self._icon) and self.styleSheet():
            return
        self.tone, self._icon = tone, shown
        self.setText(word)
        self.setAccessibleName(word)
        self._restyle()

    def _restyle(self) -> None:
        colours = theme.colours
        left = theme.px(22)
        self.setStyleSheet(
            f"QLabel {{ background: {colours.tint(self.tone)}; color: {colours.tone(self.tone)}; border-radius: 4px;"
            f" font-size: {theme.px(12)}px; font-weight: 600; padding: 2px 6px 2px {left}px; }}"
        )
        self.adjustSize()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for the icon and the beginning of the word."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), theme.px(_LEAST_CHIP)), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The tip says all where not all is shown."""
        super().resizeEvent(event)
        self.setToolTip("" if self._shown() == self.text() else self.text())

    def _shown(self) -> str:
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The ground by the style sheet, the icon and the word by us."""
        painter, ground = QPainter(self), QStyleOption()
        ground.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, ground, painter, self)
        painter.setPen(QColor(theme.colours.tone(self.tone)))
        painter.drawText(self.contentsRect(), Qt.AlignmentFlag.AlignVCenter, self._shown())
        size = theme.px(14)
        name = self._icon or TONE_ICONS[self.tone]
        pixmap = icon_pixmap(name, theme.colours.tone(self.tone), size, self.devicePixelRatioF())
        painter.drawPixmap(theme.px(5), (self.height() - size) // 2, pixmap)


class Button(QPushButton):
    """A button with an icon in the theme's colours and, where it has one, its key shown beside its word."""

    def __init__(
        self,
        word: str,
        icon_name: str | None = None,
        *,
        kind: str = "",
        run: Callable[[], object] | None = None,
        tip: str = "",
        colour: str | Tone | None = None,
    ) -> None:
        super().__init__(_spaced(word, icon_name))
        self._icon_name, self._colour = icon_name, colour
        if kind:
            self.setProperty("look", kind)
        self.setAccessibleName(word or tip)
        if tip:
            self.setToolTip(tip)
        if run is not None:
            self.clicked.connect(lambda: run())
        self._recolour()
        theme.changed.connect(self._recolour)

    def show_word(self, word: str, icon_name: str | None = None) -> None:
        """Another word, another icon; the same ones again cost nothing."""
        shown = icon_name or self._icon_name
        if (_spaced(word, shown), shown) == (self.text(), self._icon_name):
            return
        self._icon_name = shown
        self.setText(_spaced(word, self._icon_name))
        self.setAccessibleName(word)
        self._recolour()

    def _recolour(self) -> None:
        if self._icon_name is None:
            return
        kinds = {"primary": "on_accent", "link": "accent", "accept": Tone.PASSED}
        chosen = self._colour or kinds.get(str(self.property("look") or ""), "text")
        self.setIcon(icon(self._icon_name, colour_of(chosen), theme.colours.strong))
        self.setIconSize(QSize(theme.px(16), theme.px(16)))


def _spaced(word: str, icon_name: str | None) -> str:
    """The word with some room between it and its icon."""
    return f" {word}" if icon_name and word else word
