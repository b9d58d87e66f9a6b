"""Cards above the floating bar: what was not recorded, masked or is worth knowing. Each leaves after 8 s."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.ui.record.floating import Floating, FloatingButton
from studio.ui.record.told import Notice
from studio.ui.theme import DARK, icon_pixmap, theme
from studio.ui.theme.colours import TONE_ICONS
from studio.ui.told import told
from studio.ui.widgets.basics import text
from studio.ui.words import tr

SHOWN_MS = 8000
_MOST = 3


class NoticeCard(QFrame):
    """One notice: icon, title, sentence, and a button that takes it away."""

    def __init__(self, notice: Notice, drop: Callable[[NoticeCard], object]) -> None:
        super().__init__()
        self.notice = notice
        self.setObjectName("notice")
        self.setAccessibleName(f"{notice.title}. {told(notice.sentence)}")
        self.setStyleSheet(f"QFrame#notice {{ border-left: 4px solid {DARK.tone(notice.tone)}; }}")
        mark = QLabel()
        mark.setPixmap(icon_pixmap(TONE_ICONS[notice.tone], DARK.tone(notice.tone), theme.px(16)))
        title, sentence = text(notice.title), text(told(notice.sentence), wrap=True)
        title.setObjectName("strong")
        sentence.setObjectName("quiet")
        close = FloatingButton("", "cross", lambda: drop(self), kind="flat")
        close.setAccessibleName(tr("Hide this notice"))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(title)
        words.addWidget(sentence)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.setSpacing(10)
        layout.addWidget(mark)
        layout.addLayout(words, 1)
        layout.addWidget(close)


class Notices(Floating):
    """A stack of cards that stands on the bar. It is not there while there is nothing to say."""

    def __init__(self, bar: QWidget) -> None:
        super().__init__(tr("Notices of the recording"))
        self._bar = bar
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(4, 4, 4, 4)
        self._layout.setSpacing(4)
        self.setFixedWidth(theme.px(560))

    @property
    def cards(self) -> list[NoticeCard]:
        """Those that are shown, oldest first."""
        items = [self._layout.itemAt(n) for n in range(self._layout.count())]
        return [card for item in items if item is not None and isinstance(card := item.widget(), NoticeCard)]

    def show_notice(self, notice: Notice) -> None:
        """One more card; the oldest goes where there are too many, and the same one stays alone."""
        for card in self.cards:
            if card.notice == notice:
                self.drop(card)
        while len(self.cards) >= _MOST:
            self.drop(self.cards[0])
        card = NoticeCard(notice, self.drop)
        self._layout.addWidget(card)
        timer = QTimer(card)
        timer.setSingleShot(True)
        timer.timeout.connect(lambda: self.drop(card))
        timer.start(SHOWN_MS)
        self._arrange()

    def drop(self, card: NoticeCard) -> None:
        """Take a card away."""
        if card in self.cards:
            self._layout.removeWidget(card)
            card.hide()
            card.deleteLater()
            self._arrange()

    def clear(self) -> None:
        """The recording is over: all cards go, and with them what would take them away later."""
        for card in self.cards:
            self._layout.removeWidget(card)
            card.setParent(None)
            card.deleteLater()
        self.close()

    def follow(self) -> None:
        """The bar was moved."""
        if self.isVisible():
            self._arrange()

    def _arrange(self) -> None:
        if not self.cards or not self._bar.isVisible():
            self.hide()
            return
        self._layout.activate()
        self.setFixedHeight(self._layout.totalHeightForWidth(self.width()))
        bar = self._bar.frameGeometry()
        above = bar.top() - self.height() - 8
        self.move(QPoint(bar.center().x() - self.width() // 2, above if above > 0 else bar.bottom() + 8))
        self.show()
        self.raise_()
