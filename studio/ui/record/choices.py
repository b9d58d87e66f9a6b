"""The four cards that choose what is recorded."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QPushButton, QVBoxLayout, QWidget

from studio.ui.record.targets import Kind
from studio.ui.theme import theme
from studio.ui.widgets.basics import Icon, key_cap, row, text
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_WIDE = 740
ICONS = {Kind.PAGE: "web", Kind.TAB: "tab", Kind.WINDOW: "window", Kind.SCREEN: "screen"}


def words_of(kind: Kind) -> tuple[str, str]:
    """Title and sentence of a kind."""
    return {
        Kind.PAGE: (tr("A web page"), tr("Opens an address in a fresh browser. Every field keeps its name.")),
        Kind.TAB: (tr("An open tab"), tr("Records in the browser that you use, signed in as you are.")),
        Kind.WINDOW: (tr("One window"), tr("A program on this computer. Only that window is in the pictures.")),
        Kind.SCREEN: (tr("Whole screen"), tr("All monitors with all that is on them, remote displays too.")),
    }[kind]


class ChoiceCard(QPushButton):
    """One kind: icon, title, its key, one sentence."""

    def __init__(self, kind: Kind, key: str) -> None:
        super().__init__()
        self.kind = kind
        title, sentence = words_of(kind)
        self.setCheckable(True)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self._icon = Icon(ICONS[kind], "text2", 20)
        said = text(sentence, "second", wrap=True)
        said.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.setSpacing(6)
        layout.addWidget(row(self._icon, YieldingLabel(title, "section", least=60), None, key_cap(key), spacing=6))
        layout.addWidget(said, 1)
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.least = 0
        self.setMinimumWidth(theme.px(160))
        self.toggled.connect(lambda _: self._restyle())
        theme.changed.connect(self._restyle)
        self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As high as its words are at this width."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """At least `least` px high, and as high as its words need."""
        layout = self.layout()
        if layout is not None:
            self.setMinimumHeight(max(self.least, layout.heightForWidth(self.width())))

    def _restyle(self) -> None:
        colours = theme.colours
        chosen = self.isChecked()
        edge = f"2px solid {colours.accent}" if chosen else f"1px solid {colours.border}"
        self.setStyleSheet(
            f"QPushButton {{ background: {colours.surface}; border: {edge}; border-radius: 8px; padding: 0; }}"
            f"QPushButton:hover {{ background: {colours.bg}; }}"
            f"QPushButton:focus {{ border: 2px solid {colours.text}; }}"
        )
        self._icon.show_icon(ICONS[self.kind], "accent" if chosen else "text2")


class Choices(QWidget):
    """All four; exactly one is chosen."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(12)
        self._columns = 0
        self._group = QButtonGroup(self)
        self.cards = {kind: ChoiceCard(kind, str(n)) for n, kind in enumerate(Kind, start=1)}
        for card in self.cards.values():
            self._group.addButton(card)
            card.clicked.connect(lambda _=False, k=card.kind: self.chosen.emit(k))

        self._arrange(4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where there is room, else two above two."""
        super().resizeEvent(event)
        self._arrange(4 if event.size().width() >= theme.px(_WIDE) else 2)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self.cards.values()):
            self._grid.addWidget(card, number // columns, number % columns)
            card.least = theme.px(106 if columns == len(self.cards) else 80)
            card.fit()

    def choose(self, kind: Kind) -> None:
        """Choose one, as a click does."""
        self.cards[kind].setChecked(True)
        self.chosen.emit(kind)
